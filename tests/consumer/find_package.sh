#!/usr/bin/env bash
# find_package.sh BUILD-DIR COMPILER SOURCE: installs Graze into a fresh prefix and uses it through CMake.
set -euo pipefail
build=$1 compiler=$2 source=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
mkdir "$scratch/project"
cp "$source" "$scratch/project/hello.cpp"
cat >"$scratch/project/CMakeLists.txt" <<'PROJECT'
cmake_minimum_required(VERSION 3.25)
project(hello LANGUAGES CXX)
find_package(graze 0.1 CONFIG REQUIRED)
add_executable(hello hello.cpp)
target_link_libraries(hello PRIVATE graze::graze)
PROJECT
cmake -S "$scratch/project" -B "$scratch/out" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
      -DCMAKE_PREFIX_PATH="$scratch/prefix" >/dev/null
cmake --build "$scratch/out"
"$scratch/out/hello"
