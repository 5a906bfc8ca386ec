#!/usr/bin/env bash
# readme.sh PREFIX COMPILER README: compiles what the README shows of the library.
set -euo pipefail
prefix=$1 compiler=$2 readme=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

shown=$(sed -n '/^```cpp$/,/^```$/p' "$readme" | grep -v '^```')
{ grep '^#include' <<<"$shown"; echo 'void shown() {'; grep -v '^#include' <<<"$shown"; echo '}'; } >"$scratch/shown.cpp"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name graze.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # word splitting is what pkg-config is for
"$compiler" -std=c++20 -fsyntax-only $(pkg-config --cflags graze) "$scratch/shown.cpp"
