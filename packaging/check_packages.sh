#!/usr/bin/env bash
# Checks the packages of a folder without installing them: lintian, rpm's view of the .rpm, and for the tarballs the
# versions of glibc's symbols and a self-test (of aarch64 under QEMU).
# usage: packaging/check_packages.sh FOLDER OLDEST_GLIBC
set -euo pipefail
folder=$(realpath "$1") oldest_glibc=$2
here=$(dirname "$(readlink -f "$0")")
sources=$(dirname "$here")
version=$("$here/version.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }

# Only errors fail. Some warnings, for example initial-upload-closes-no-bugs, matter only for uploads to Debian.
lintian --fail-on error --tag-display-limit 0 "$folder"/*.deb

for package in "$folder"/*.rpm; do
  rpm -qp --qf '%{NAME} %{VERSION}-%{RELEASE} %{ARCH} %{LICENSE}: %{SUMMARY}\n' "$package"
  rpm -qpl "$package" >"$work/files"
  rpm -qp --requires "$package" >"$work/requires"
  ! grep -E 'libsodium\.so|libstdc|GLIBC_2\.(29|[3-9][0-9])' "$work/requires" || fail "$package needs more than an old system has"
  case $(basename "$package") in
    hedgerow-libs-*) grep -qxF "/usr/lib64/libhedgerow.so.${version%.*}" "$work/files" ;;
    hedgerow-devel-*) grep -q '^/usr/lib64/libhedgerow.so$' "$work/files" && grep -q '^hedgerow-libs = ' "$work/requires" ;;
    hedgerow-openssl-*) grep -q '^/usr/lib64/ossl-modules/hedgerow.so$' "$work/files" ;;
    hedgerow-lab-*) grep -q '^/usr/libexec/hedgerow/hedgerow-lab$' "$work/files" && grep -q '^/usr/share/man/man1/hedgerow-lab.1' "$work/files" ;;
    hedgerow-*) grep -q '^/usr/bin/hedgerow$' "$work/files" && grep -q '^/usr/share/man/man1/hedgerow.1' "$work/files" ;;
  esac || fail "$package lacks files or requirements"
done

for tarball in "$folder"/*-linux-*.tar.gz; do
  name=$(basename "$tarball" .tar.gz)
  tar -C "$work" -xf "$tarball"
  find "$work/$name" -type f \( -perm -u+x -o -name '*.so*' \) -exec sh -c 'head -c 4 "$1" | grep -q ELF' sh {} \; -print >"$work/files"
  [ -s "$work/files" ] || fail "$name has no programs"
  mapfile -t files <"$work/files"
  "$here/portable/old_glibc.py" check "$oldest_glibc" "${files[@]}" || fail "$name needs a newer glibc"
  ! grep -rlF "$sources" "$work/$name" || fail "$name contains the path of the sources"
  run=()
  [[ $name != *aarch64 ]] || run=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
  "${run[@]}" "$work/$name/bin/hedgerow" selftest | tail -n 1 || fail "$name fails its self-test"
  echo "Dear reader" >"$work/letter"
  "${run[@]}" "$work/$name/bin/hedgerow" keygen -o "$work/$name.key"
  "${run[@]}" "$work/$name/bin/hedgerow" encrypt "$work/letter" --key-file "$work/$name.key" -o "$work/$name.box"
  "${run[@]}" "$work/$name/bin/hedgerow" decrypt "$work/$name.box" --key-file "$work/$name.key" -o - | cmp "$work/letter"
done
