#!/usr/bin/env bash
# Tests objects that threads share under ThreadSanitizer. The code of the module is instrumented, but the interpreter
# and the static library are not. ThreadSanitizer sees the locks of all of them.
# usage: python/tools/tsan_test.sh BUILD_DIR     exit 77: the compiler has no ThreadSanitizer
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "$1")
venv=$PWD/build/python-venv
out=$PWD/build/python-tsan
runtime=$(g++-12 -print-file-name=libtsan.so.2)
[ -e "$runtime" ] || { echo "ThreadSanitizer: g++-12 has no libtsan" >&2; exit 77; }
cmake -S python -B "$out" -G Ninja -DHEDGEROW_BUILD="$build" -DSKBUILD_SABI_VERSION=3.11 -DCMAKE_BUILD_TYPE=Debug \
  -DPython_EXECUTABLE="$venv/bin/python" -DCMAKE_CXX_COMPILER=g++-12 -DCMAKE_C_COMPILER=gcc-12 \
  -DCMAKE_CXX_FLAGS="-fsanitize=thread -O1 -g" -DCMAKE_SHARED_LINKER_FLAGS=-fsanitize=thread \
  -DCMAKE_MODULE_LINKER_FLAGS=-fsanitize=thread >"$out.log" 2>&1 || { cat "$out.log" >&2; exit 1; }
cmake --build "$out" >>"$out.log" 2>&1 || { tail -30 "$out.log" >&2; exit 1; }
rm -rf "$out/package" && mkdir "$out/package"
cp -r python/src/hedgerow "$out/package"
cp "$out/_core.abi3.so" "$out/package/hedgerow"
# Turns off address space layout randomisation, because this runtime does not support all address layouts.
LD_PRELOAD=$runtime PYTHONPATH=$out/package TSAN_OPTIONS="exitcode=66 halt_on_error=0 ${TSAN_OPTIONS:-}" \
  setarch -R "$venv/bin/python" -m pytest -s -p no:run_parallel --rootdir python -c python/pyproject.toml python/tests/test_threads.py
