#!/usr/bin/env bash
# Installs a build into an empty prefix and builds one consumer by pkg-config (shared) and one by the CMake package (static).
# usage: tests/install_test.sh BUILD_DIR
set -euo pipefail
build=$(readlink -f "$1")
source=$(readlink -f "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >/dev/null
pkgconfig=$(dirname "$(find "$work/prefix" -name hedgerow.pc)")
library=$(dirname "$pkgconfig")

export PKG_CONFIG_PATH=$pkgconfig
cc -std=c11 -Wall -Wextra -Werror "$source/api_c_test.c" -o "$work/shared" $(pkg-config --cflags --libs hedgerow)
LD_LIBRARY_PATH=$library "$work/shared"

mkdir "$work/consumer"
cp "$source/api_c_test.c" "$work/consumer/main.c"
cat >"$work/consumer/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(consumer C)
find_package(hedgerow 0.1 REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer hedgerow::hedgerow_static)
EOF
cmake -S "$work/consumer" -B "$work/consumer/build" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/consumer/build" >/dev/null
"$work/consumer/build/consumer"
"$work/prefix/bin/hedgerow" --version
"$work/prefix/bin/hedgerow" selftest
echo "installed, linked shared and static, ran"
