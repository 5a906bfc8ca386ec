#!/usr/bin/env bash
# install.sh BUILD-DIR PREFIX: installs Graze into a fresh prefix.
set -euo pipefail
build=$1 prefix=$2
rm -rf "$prefix"
cmake --install "$build" --prefix "$prefix" >/dev/null
