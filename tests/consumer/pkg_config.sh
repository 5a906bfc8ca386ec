#!/usr/bin/env bash
# pkg_config.sh BUILD-DIR COMPILER SOURCE: installs Graze into a fresh prefix and uses it through pkg-config.
set -euo pipefail
build=$1 compiler=$2 source=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$scratch/prefix" -name graze.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # word splitting is what pkg-config is for
"$compiler" -std=c++20 $(pkg-config --cflags graze) "$source" -o "$scratch/hello" $(pkg-config --static --libs graze)
"$scratch/hello"
