#!/usr/bin/env bash
# Installs a build into an empty prefix and builds consumers of both libraries by pkg-config
# (shared) and by the CMake packages.
# Seen to turn red: an install without hedgerow-bench; one without manual pages.
# usage: tests/install_test.sh BUILD_DIR [--full]
#   --full  README's example of the lab as it is; else one table, for what the installed lab can run and what the lab
#           measures are two things, and lab_test sees the second
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
for name in container_c_test container_c_refusals_test; do
  cc -std=c11 -Wall -Wextra -Werror -I"$source" "$source/$name.c" -o "$work/$name" $(pkg-config --cflags --libs hedgerow-container)
  LD_LIBRARY_PATH=$library "$work/$name"
done
cc -std=c11 -Wall -Wextra -Werror "$source/device/probe.c" -o "$work/probe" $(pkg-config --cflags --libs hedgerow-device)
{ LD_LIBRARY_PATH=$library "$work/probe" nonsense:0 || true; } | grep -q "^open 201 " || { echo "libhedgerow-device is not as installed"; exit 1; }
# README's example in C, as it stands there.
sed -n '/^## From C$/,/^## /p' "$source/../README.md" | sed -n '/^#include <hedgerow\/container.h>/,/^```$/p' | sed '$d' >"$work/example.c"
cc -std=c11 -Wall -Wextra -Werror "$work/example.c" -o "$work/example" $(pkg-config --cflags --libs hedgerow-container)
(cd "$work" && head -c 200000 /dev/urandom >disk.img && LD_LIBRARY_PATH=$library ./example | cmp - <(tail -c +100001 disk.img | head -c 16))

module=$(find "$work/prefix" -name hedgerow.so)
if [ -n "$module" ]; then
  OPENSSL_CONF=$(find "$work/prefix" -name openssl-hedgerow.cnf) OPENSSL_MODULES=$(dirname "$module") openssl list -providers |
    grep -q "name: Hedgerow" || { echo "the installed provider does not load"; exit 1; }
fi

mkdir "$work/consumer"
cp "$source/api_c_test.c" "$work/consumer/main.c"
cp "$source/device/probe.c" "$source/container_c_test.c" "$source/container_c_support.h" "$work/consumer/"
cat >"$work/consumer/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(consumer C)
find_package(hedgerow ${installed_version} REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer hedgerow::hedgerow_static)
find_package(hedgerow-container ${installed_version} REQUIRED)
add_executable(container_static container_c_test.c)
target_link_libraries(container_static hedgerow::hedgerow_container)
add_executable(container_shared container_c_test.c)
target_link_libraries(container_shared hedgerow::hedgerow_container_shared)
find_package(hedgerow-device ${installed_version} REQUIRED)
add_executable(device_static probe.c)
target_link_libraries(device_static hedgerow::hedgerow_device)
EOF
cmake -S "$work/consumer" -B "$work/consumer/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -Dinstalled_version="$(pkg-config --modversion hedgerow)" >/dev/null
cmake --build "$work/consumer/build" >/dev/null
{ "$work/consumer/build/device_static" nonsense:0 || true; } | grep -q "^open 201 "
for program in consumer container_static container_shared; do "$work/consumer/build/$program"; done

# README's examples from the shell, by the installed command, as they stand there; what each asks for is here.
readme=$source/../README.md
mapfile -t examples < <(sed -n '/^## From the shell/,/^## /p' "$readme" | sed -n '/^```sh$/,/^```$/p' | sed '1d;$d')
[ ${#examples[@]} -ge 8 ] || { echo "README.md has ${#examples[@]} examples under 'From the shell'"; exit 1; }
mkdir "$work/examples" "$work/examples/project"
cd "$work/examples"
head -c 3000000 /dev/urandom >disk.img
echo "Dear reader" | tee letter.txt >project/file
echo viburnum >passphrase.txt
export PATH=$work/prefix/bin:$PATH
"$work/prefix/bin/hedgerow" --version
for example in "${examples[@]}"; do
  case $example in
    "hedgerow bench "*) example=${example%%#*}" --seconds 0.001" ;; # what is measured matters to nobody here
    "hedgerow lab run all "*) [ -n "${2:-}" ] || example=${example/ all / kuznyechik-intel-2017 --only cores } ;;
    *"asks on the terminal"*) example="${example%%#*} --passphrase-fd 3 3<passphrase.txt" ;;
  esac
  bash -o pipefail -c "$example" >output 2>&1 </dev/null || { echo "exit code $? of: $example"; tail output; exit 1; }
  [ -s output ] || [[ $example =~ (keygen|encrypt|decrypt) ]] || { echo "no output of: $example"; exit 1; }
done
cmp disk.img copy.img
hedgerow decrypt project.tar.hedgerow -o - --passphrase-fd 3 3<passphrase.txt | tar x --to-stdout project/file | cmp letter.txt
hedgerow circuit --help >output
grep -q emit output
hedgerow circuit list --box aes >output # the installed netlists and tables, not those of the tree
grep -q "^aes andn [0-9]* $(realpath "$work")/prefix/share/hedgerow/circuit/aes/aes.andn.gates$" output
hedgerow circuit show --box kuznyechik >output
grep -q '^| kuznyechik | andn |' output
hedgerow circuit classes rectangle >output
grep -q '4 ANDs and no fewer' output
hedgerow circuit exact >output
grep -q '^| rectangle | 4 |' output
[ -z "$(ls "$build/bin/peers" 2>/dev/null)" ] || diff <(ls "$build/bin/peers") <(ls "$work"/prefix/libexec/hedgerow/peers)
# Each command that the installed completion offers has a page.
share=$work/prefix/share
commands=$(bash -c 'source "$1"; COMP_WORDS=(hedgerow ""); COMP_CWORD=1; _hedgerow; printf "%s\n" "${COMPREPLY[@]}"' bash \
  "$share/bash-completion/completions/hedgerow" | grep -v '^-')
[ "$(wc -w <<<"$commands")" -ge 9 ] || { echo "completion offers only: $commands"; exit 1; }
grep -q '^#compdef hedgerow' "$share/zsh/site-functions/_hedgerow"
grep -q 'complete -c hedgerow' "$share/fish/vendor_completions.d/hedgerow.fish"
if command -v scdoc >/dev/null; then
  for page in hedgerow $(sed 's/^/hedgerow-/' <<<"$commands"); do
    grep -q '^\.TH' "$share/man/man1/$page.1" || { echo "no manual page $page(1)"; exit 1; }
  done
else
  echo "SKIPPED manual pages: scdoc is not installed"
fi
echo "installed, linked shared and static, ran README's examples"
