#!/usr/bin/env bash
# Makes a release of the commit that is checked out, in build/release-VERSION/. It needs no network after
# `./dev setup release`. packaging/README.md describes the files.
# usage: packaging/release.sh [--key FILE | --check]
#   --key FILE  signs SHA256SUMS with this key of SSH
#   --check     makes the release again in build/release-VERSION-again, and compares it with the first one
# A compiler cache is not used, because CMakeLists.txt then compiles each source alone, which gives other objects.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
key= check=
fail() { printf 'release: %s\n' "$@" >&2; exit 1; }
while [ $# -gt 0 ]; do
  case $1 in
    --key) key=$(realpath "$2"); shift 2 ;;
    --check) check=yes; shift ;;
    *) fail "unknown: $1" ;;
  esac
done
version=$(packaging/version.sh)
[ -e .git ] || fail "a release is made in a clone, at the tag of the release, and $PWD is not a clone"
[ -z "$(git status --porcelain)" ] || fail "the tree has changes: commit them, because a release is made of a commit"
grep -q "^## $version" CHANGELOG.md || fail "CHANGELOG.md has no section $version"
out=$PWD/build/release-$version work=$PWD/build/release-work/$version oldest_glibc=2.28
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
umask 022
warn() { # what nobody may publish; before the work and after it
  [ -z "${HEDGEROW_ISAS:-}${HEDGEROW_LAB_KERNELS:-}" ] || echo "WARNING: DO NOT PUBLISH THIS: it lacks kernels, because HEDGEROW_ISAS or HEDGEROW_LAB_KERNELS is set"
  ! grep -q '^Contact:.*\.example$' packaging/security.txt || echo "WARNING: DO NOT PUBLISH THIS: the contact in packaging/security.txt is a placeholder; commit an address that reaches you"
}
warn
part() { # NAME: also prints the time so far, of the clock and of all processors
  local stat
  read -ra stat </proc/$$/stat
  printf '\n== %s (so far %d s, processors %d s)\n' "$1" $SECONDS $(((stat[15] + stat[16]) / $(getconf CLK_TCK)))
}

if [ -n "$check" ]; then
  [ -f "$out/SHA256SUMS" ] || fail "run ./dev release first, because --check compares with its files"
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  git clone -q . "$folder/a-longer-name"
  mkdir "$folder/a-longer-name/build"
  ln -s "$PWD"/build/*-venv "$folder/a-longer-name/build" # the tools of ./dev setup release
  "$folder/a-longer-name/packaging/release.sh"
  again=$out-again # stays, so that you can compare files that differ
  rm -rf "$again"
  mv "$folder/a-longer-name/build/release-$version" "$again"
  diff "$out/SHA256SUMS" "$again/SHA256SUMS" || fail "the two releases differ: compare $out with $again"
  (cd "$out" && sha256sum --quiet --check SHA256SUMS)
  echo "$(wc -l <"$out/SHA256SUMS") files are the same in both releases"
  exit
fi

rm -rf "$out" "$work"
mkdir -p "$out" "$work"
log=$work/log
: >"$log"
quietly() { "$@" >>"$log" 2>&1 || { tail -n 40 "$log" >&2; fail "failed: $*" "the log is $log"; }; }
part "source archive"
git archive --format=tar --prefix="hedgerow-$version/" HEAD | gzip -9n >"$out/hedgerow-$version-source.tar.gz" # without "-source" it is the source archive of Python
# The packages of Linux.
settings=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DHEDGEROW_TESTS=OFF -DHEDGEROW_PEERS=OFF
  "-DHEDGEROW_ISAS=${HEDGEROW_ISAS:-}" "-DHEDGEROW_LAB_KERNELS=${HEDGEROW_LAB_KERNELS:-}")
x86=(-DCMAKE_C_COMPILER=gcc-12 -DCMAKE_CXX_COMPILER=g++-12 "${settings[@]}")
libraries() { printf -- '-DCMAKE_INSTALL_LIBDIR=%s\n-DHEDGEROW_MODULES_DIR=%s/ossl-modules\n' "$1" "$1"; }
build() { # BUILD_DIR GENERATOR CMAKE_OPTION...: one kind of package
  quietly cmake -S . -B "$work/$1" "${@:3}"
  quietly cmake --build "$work/$1"
  quietly cmake -E chdir "$work/$1" cpack -G "$2"
  mv "$work/$1"/packages/*."$(tr '[:upper:]' '[:lower:]' <<<"${2/TGZ/tar.gz}")" "$out"
}

part "build for this Debian, .deb"
mapfile -t libdir < <(libraries "lib/$(gcc-12 -print-multiarch)")
build x86_64 DEB "${x86[@]}" "${libdir[@]}" -DHEDGEROW_OLDEST_GLIBC=
part "the same objects, linked for glibc $oldest_glibc: .rpm"
mapfile -t libdir < <(libraries lib64)
build x86_64 RPM "${x86[@]}" "${libdir[@]}" -DHEDGEROW_OLDEST_GLIBC=$oldest_glibc
part ".tar.gz"
mapfile -t libdir < <(libraries lib)
build x86_64 TGZ "${x86[@]}" "${libdir[@]}"
part "aarch64, .tar.gz"
build aarch64 TGZ -DCMAKE_TOOLCHAIN_FILE="$PWD/packaging/portable/aarch64.cmake" "${settings[@]}" "${libdir[@]}" \
  -DHEDGEROW_OLDEST_GLIBC=$oldest_glibc -DHEDGEROW_BENCH=OFF -DHEDGEROW_LAB=OFF -DHEDGEROW_DOCUMENTS="$work/x86_64/documents"

part "checks"
packaging/check_packages.sh "$out" $oldest_glibc
export HEDGEROW_BUILD=$work/x86_64 HEDGEROW_BUILD_AARCH64=$work/aarch64 # for python.sh and site.sh
part "wheels"
packaging/python.sh "$out"
part "website"
packaging/site.sh "$out" || [ $? -eq 77 ]
part "list of components, checksums"
packaging/sbom.py "$version" >"$out/hedgerow-$version.cdx.json"

(cd "$out" && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
if [ -n "$key" ]; then
  ssh-keygen -q -Y sign -f "$key" -n hedgerow-release "$out/SHA256SUMS"
else
  echo "SHA256SUMS is not signed, because no --key is given"
fi
part "done"
(cd "$out" && du -h -- *)
warn
