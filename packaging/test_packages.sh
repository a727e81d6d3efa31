#!/usr/bin/env bash
# What CI checks of the packages: the .deb of a build are the same when they are made a second time, and objects the
# same when they are compiled in another folder; lintian finds no error; and they can be used in a fresh Debian 12.
# ./dev release --check compares everything.
# Each of these breaks turned it red: a stage.cmake that leaves the times of files, __FILE__ in src/api/selftest.cpp,
# and packages without their copyright.
# usage: packaging/test_packages.sh BUILD_DIR
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$(readlink -f "$0")")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH TZ=UTC
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)

for time in first second; do
  cmake -E chdir "$build" cpack -G DEB -B "$work/$time" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
done
for package in "$work"/first/*.deb; do
  cmp "$package" "$work/second/${package##*/}" || { echo "${package##*/} differs when it is made again"; exit 1; }
done
lintian --fail-on error "$work"/first/*.deb

# A part of the library, of the containers and of the command line.
objects=(CMakeFiles/hedgerow_core.dir/src/api/{cipher,selftest}.cpp.o CMakeFiles/hedgerow_container_objects.dir/src/container/error.cpp.o
  CMakeFiles/hedgerow.dir/Unity/unity_0_cxx.cxx.o)
mkdir "$work/a-longer-name"
git ls-files -z | xargs -0 cp --parents -t "$work/a-longer-name"
cmake -S "$work/a-longer-name" --preset release-gcc -B "$work/build" -DHEDGEROW_TESTS=OFF -DHEDGEROW_LAB=OFF -DHEDGEROW_BENCH=OFF \
  -DHEDGEROW_ISAS="$(sed -n 's/^HEDGEROW_ISAS:[A-Z]*=//p' "$build/CMakeCache.txt")" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
ninja -C "$work/build" "${objects[@]}" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
for object in "${objects[@]}"; do
  cmp "$build/$object" "$work/build/$object" ||
    { echo "$object depends on the folder of the sources"; exit 1; }
done
echo "packages and objects are the same when they are made again"

status=0
packaging/try_packages.sh bookworm "$work/first" >"$work/log" 2>&1 || status=$?
if [ $status -eq 77 ]; then
  grep ^SKIPPED "$work/log"
elif [ $status -ne 0 ]; then
  tail -n 40 "$work/log"
  exit 1
else
  tail -n 1 "$work/log"
fi
