#!/usr/bin/env bash
# find_package.sh PREFIX COMPILER SOURCE: uses an installed Graze through CMake.
set -euo pipefail
prefix=$1 compiler=$2 source=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/project"
cp "$source" "$scratch/project/hello.cpp"
cat >"$scratch/project/CMakeLists.txt" <<'PROJECT'
cmake_minimum_required(VERSION 3.25)
project(hello LANGUAGES CXX)
find_package(graze 0.1 CONFIG REQUIRED)
add_executable(hello hello.cpp)
target_link_libraries(hello PRIVATE graze::graze graze::graze_verify graze::papers)
PROJECT
cmake -S "$scratch/project" -B "$scratch/out" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
      -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$scratch/out"
"$scratch/out/hello"
