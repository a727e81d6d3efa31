#!/usr/bin/env bash
# What `./dev test --full` checks of the packages: the .deb of a build are the same when they are made a second time,
# and contain no path of the sources; lintian finds no error; and they can be used in a fresh Debian 12. ./dev release
# --check builds again in another folder and compares everything.
# A list of symbols without the SONAME turned it red.
# usage: packaging/test_packages.sh BUILD_DIR
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$(readlink -f "$0")")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH TZ=UTC
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)

for time in first second; do # gzip takes a fifth of the time of xz, which the released packages use
  cmake -E chdir "$build" cpack -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -B "$work/$time" >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log"; exit 1; }
done
for package in "$work"/first/*.deb; do
  cmp "$package" "$work/second/${package##*/}" || { echo "${package##*/} differs when it is made again"; exit 1; }
done
lintian --fail-on error "$work"/first/*.deb

# The folder of the sources and that of the build are in no file.
for package in "$work"/first/*.deb; do dpkg-deb -x "$package" "$work/unpacked"; done
! grep -rlF -e "$PWD" -e "$build" "$work/unpacked" || { echo "these files contain a path of this machine"; exit 1; }
echo "packages are the same when they are made again, and contain no path of this machine"

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
