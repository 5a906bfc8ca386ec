#!/usr/bin/env bash
# pkg_config.sh PREFIX COMPILER SOURCE: uses an installed Graze through pkg-config.
set -euo pipefail
prefix=$1 compiler=$2 source=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name graze.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # word splitting is what pkg-config is for
"$compiler" -std=c++20 -Wall -Wextra $(pkg-config --cflags graze) "$source" -o "$scratch/hello" $(pkg-config --static --libs graze)
"$scratch/hello"
