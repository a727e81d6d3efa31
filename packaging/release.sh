#!/usr/bin/env bash
# Makes a release of the commit that is checked out, in build/release-VERSION/. It needs no network after
# `./dev setup release`. packaging/README.md describes the files.
# usage: packaging/release.sh [--key FILE] [--check]
#   --key FILE  signs SHA256SUMS with this key of SSH
#   --check     builds the packages again in another folder, and compares
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
source=$PWD key= check=
fail() { printf 'release: %s\n' "$@" >&2; exit 1; }
while [ $# -gt 0 ]; do
  case $1 in
    --key) key=$(realpath "$2"); shift 2 ;;
    --check) check=yes; shift ;;
    *) fail "unknown: $1" ;;
  esac
done
version=$(packaging/version.sh)
[ -z "$(git status --porcelain)" ] || fail "the tree has changes: commit them, because a release is made of a commit"
! grep -q '\.example$' packaging/security.txt || [ -z "$key" ] || fail "the contact in packaging/security.txt is a placeholder: commit an address, because users report flaws to it"
grep -q "^## $version" CHANGELOG.md || fail "CHANGELOG.md has no section $version"
out=$PWD/build/release-$version work=$PWD/build/release-work oldest_glibc=2.28
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
umask 022
[ -z "${HEDGEROW_ISAS:-}${HEDGEROW_LAB_KERNELS:-}" ] || echo "WARNING: a trial without some kernels, because HEDGEROW_ISAS or HEDGEROW_LAB_KERNELS is set. Do not publish it"
part() { # NAME: also prints the time so far, of the clock and of all processors
  local stat
  read -ra stat </proc/$$/stat
  printf '\n== %s (so far %d s, processors %d s)\n' "$1" $SECONDS $(((stat[15] + stat[16]) / $(getconf CLK_TCK)))
}

# SOURCE BUILD OUT: builds the tree SOURCE in the folder BUILD, and writes the packages of Linux to OUT.
packages_of() {
  local settings=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DHEDGEROW_TESTS=OFF -DHEDGEROW_PEERS=OFF
    "-DHEDGEROW_ISAS=${HEDGEROW_ISAS:-}" "-DHEDGEROW_LAB_KERNELS=${HEDGEROW_LAB_KERNELS:-}")
  local x86=(-S "$1" -B "$2/x86_64" -DCMAKE_C_COMPILER=gcc-12 -DCMAKE_CXX_COMPILER=g++-12 "${settings[@]}")
  local log=$2/log
  mkdir -p "$2" "$3"
  : >"$log"
  quietly() { "$@" >>"$log" 2>&1 || { tail -n 40 "$log" >&2; fail "failed: $*" "the log is $log"; }; }
  libraries() { printf -- '-DCMAKE_INSTALL_LIBDIR=%s\n-DHEDGEROW_MODULES_DIR=%s/ossl-modules\n' "$1" "$1"; }
  pack() { # BUILD_DIR GENERATOR [CPACK_OPTION...]
    rm -rf "$1/packages" # an interrupted run may have left other files
    quietly cmake -E chdir "$1" cpack -G "${@:2}"
    mv "$1"/packages/*."$(tr '[:upper:]' '[:lower:]' <<<"${2/TGZ/tar.gz}")" "$out_of"
  }
  local out_of=$3

  part "build for this Debian, .deb"
  mapfile -t libdir < <(libraries "lib/$(gcc-12 -print-multiarch)")
  quietly cmake "${x86[@]}" "${libdir[@]}" -DHEDGEROW_OLDEST_GLIBC=
  quietly cmake --build "$2/x86_64"
  pack "$2/x86_64" DEB

  part "the same objects, linked for glibc $oldest_glibc: .rpm, .tar.gz"
  mapfile -t libdir < <(libraries lib64)
  quietly cmake "${x86[@]}" "${libdir[@]}" -DHEDGEROW_OLDEST_GLIBC=$oldest_glibc
  quietly cmake --build "$2/x86_64"
  pack "$2/x86_64" RPM
  mapfile -t libdir < <(libraries lib)
  quietly cmake "${x86[@]}" "${libdir[@]}"
  quietly cmake --build "$2/x86_64"
  pack "$2/x86_64" TGZ

  part "aarch64, .tar.gz"
  quietly cmake -S "$1" -B "$2/aarch64" -DCMAKE_TOOLCHAIN_FILE="$1/packaging/portable/aarch64.cmake" "${settings[@]}" "${libdir[@]}" \
    -DHEDGEROW_OLDEST_GLIBC=$oldest_glibc -DHEDGEROW_BENCH=OFF -DHEDGEROW_LAB=OFF -DHEDGEROW_DOCUMENTS="$2/x86_64/documents"
  quietly cmake --build "$2/aarch64"
  pack "$2/aarch64" TGZ
}

rm -rf "$out"
mkdir -p "$out" "$work"
part "source archive"
git archive --format=tar --prefix="hedgerow-$version/" HEAD | gzip -9n >"$out/hedgerow-$version-source.tar.gz" # without "-source" it is the source archive of Python
packages_of "$source" "$work/first" "$out"

part "checks"
packaging/check_packages.sh "$out" $oldest_glibc
export HEDGEROW_BUILD=$work/first/x86_64 HEDGEROW_BUILD_AARCH64=$work/first/aarch64 # for python.sh and site.sh
part "wheels"
packaging/python.sh "$out"
part "website"
packaging/site.sh "$out" || [ $? -eq 77 ]
part "list of components, checksums"
packaging/sbom.py "$version" >"$out/hedgerow-$version.cdx.json"

if [ -n "$check" ]; then
  part "again in another folder, without a compiler cache"
  export CCACHE_DISABLE=1
  again=$(mktemp -d)
  trap 'rm -rf "$again"' EXIT
  mkdir "$again/a-longer-name"
  git archive HEAD | tar -x -C "$again/a-longer-name"
  packages_of "$again/a-longer-name" "$again/build" "$again/out"
  for file in "$again/out"/*; do cmp "$file" "$out/${file##*/}" || fail "${file##*/} is not reproducible"; done
  echo "$(ls "$again/out" | wc -l) packages are the same"
fi

(cd "$out" && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
if [ -n "$key" ]; then
  ssh-keygen -q -Y sign -f "$key" -n hedgerow-release "$out/SHA256SUMS"
else
  echo "SHA256SUMS is not signed, because no --key is given"
fi
part "done"
(cd "$out" && du -h -- * )
