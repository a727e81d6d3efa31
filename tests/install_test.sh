#!/usr/bin/env bash
# Installs a build into an empty prefix and builds programs that use all libraries, shared and static: by pkg-config, by
# the CMake packages, and with the tree as a subdirectory. It also configures the tree in environments that lack
# something.
# Each of these breaks turned it red: an install without hedgerow-bench or without manual pages, an old name of a target
# in README, an add_subdirectory without aliases, packages without -z now, a shared library that does not find
# libhedgerow in its own folder, a missing LICENSE, an unknown instruction set that CMake accepted, and a configuration
# that failed because toml++ was missing.
# usage: tests/install_test.sh BUILD_DIR [--full]
#   --full  builds the project that has the tree as a subdirectory, rather than only configuring it, and runs README's
#           example of the lab unchanged. Without --full only one table is made, because here we test whether the
#           installed lab runs; lab_test checks its measurements.
set -euo pipefail
build=$(readlink -f "$1")
source=$(readlink -f "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >/dev/null
pkgconfig=$(dirname "$(find "$work/prefix" -name hedgerow.pc)")
library=$(dirname "$pkgconfig")

export PKG_CONFIG_PATH=$pkgconfig
cc -std=c11 -Wall -Wextra -Werror "$source/api/api_c_test.c" -o "$work/shared" $(pkg-config --cflags --libs hedgerow)
LD_LIBRARY_PATH=$library "$work/shared"
for name in container_c_test container_c_refusals_test; do
  cc -std=c11 -Wall -Wextra -Werror -I"$source" "$source/container/$name.c" -o "$work/$name" $(pkg-config --cflags --libs hedgerow-container)
  LD_LIBRARY_PATH=$library "$work/$name"
done
cc -std=c11 -Wall -Wextra -Werror "$source/device/probe.c" -o "$work/probe" $(pkg-config --cflags --libs hedgerow-device)
{ LD_LIBRARY_PATH=$library "$work/probe" nonsense:0 || true; } | grep -q "^open 201 " || { echo "libhedgerow-device is not as installed"; exit 1; }
# Compiles README's example in C, taken from the page.
sed -n '/^## Use it from C$/,/^## /p' "$source/../README.md" | sed -n '/^#include <hedgerow\/container.h>/,/^```$/p' | sed '$d' >"$work/example.c"
cc -std=c11 -Wall -Wextra -Werror "$work/example.c" -o "$work/example" $(pkg-config --cflags --libs hedgerow-container)
(cd "$work" && head -c 200000 /dev/urandom >disk.img && LD_LIBRARY_PATH=$library ./example && cmp disk.img copy.img)

if [ -e "$build/ossl-modules/hedgerow.so" ]; then
  module=$(find "$work/prefix" -name hedgerow.so)
  OPENSSL_CONF=$(find "$work/prefix" -name openssl-hedgerow.cnf) OPENSSL_MODULES=$(dirname "$module") openssl list -providers |
    grep -q "name: Hedgerow" || { echo "the installed provider does not load"; exit 1; }
fi

bound() { # PROGRAM...: each must be linked with -z now
  local program
  for program; do readelf -dW "$program" | grep -q BIND_NOW || { echo "$program is not bound at load"; exit 1; }; done
}
# Without shared libraries, `pkg-config --static` must print the dependencies of the static ones.
cp -r "$work/prefix" "$work/archives"
find "$work/archives" -name 'libhedgerow*.so*' -delete
static() { PKG_CONFIG_PATH=${pkgconfig/prefix/archives} pkg-config --cflags --static --libs "$1"; }
cc -std=c11 "$source/api/api_c_test.c" -o "$work/api_static" $(static hedgerow)
cc -std=c11 -I"$source" "$source/container/container_c_test.c" -o "$work/container_static" $(static hedgerow-container)
cc -std=c11 "$source/device/probe.c" -o "$work/device_static" $(static hedgerow-device)
for program in api_static container_static; do "$work/$program"; done
bound "$work"/{api,container,device}_static
[ -s "$work/prefix/share/doc/hedgerow/LICENSE" ] || { echo "no LICENSE is installed"; exit 1; }

# The same targets of all libraries, for a project that finds the packages and for one that contains the tree.
mkdir "$work/consumer"
cp "$source/api/api_c_test.c" "$work/consumer/main.c"
cp "$source/device/probe.c" "$source/container/container_c_test.c" "$work/consumer/"
mkdir "$work/consumer/container"
cp "$source/container/container_c_support.h" "$work/consumer/container/"
readme_targets=$(grep -oE 'hedgerow::hedgerow[a-z_]*' "$source/../README.md" | sort -u | paste -sd ';')
cat >"$work/consumer/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(consumer C CXX)
if(tree)
  add_subdirectory(${tree} hedgerow EXCLUDE_FROM_ALL)
else()
  foreach(package hedgerow hedgerow-container hedgerow-device)
    find_package(${package} ${installed_version} REQUIRED)
  endforeach()
endif()
foreach(kind "" _static)
  add_executable(consumer${kind} main.c)
  target_link_libraries(consumer${kind} hedgerow::hedgerow${kind})
  add_executable(container${kind} container_c_test.c)
  target_include_directories(container${kind} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(container${kind} hedgerow::hedgerow_container${kind})
  add_executable(device${kind} probe.c)
  target_link_libraries(device${kind} hedgerow::hedgerow_device${kind})
endforeach()
foreach(target IN LISTS readme_targets)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "README names ${target}, which does not exist")
  endif()
endforeach()
EOF
consume() { # BUILD_DIR CMAKE_OPTION...
  cmake -S "$work/consumer" -B "$work/consumer/$1" -DCMAKE_BUILD_TYPE=Release -Dreadme_targets="$readme_targets" "${@:2}" \
    >"$work/output" 2>&1 || { cat "$work/output"; exit 1; }
}
consume build -DCMAKE_PREFIX_PATH="$work/prefix" -Dinstalled_version="$(pkg-config --modversion hedgerow)"
cmake --build "$work/consumer/build" >/dev/null
for kind in "" _static; do
  for program in consumer container; do "$work/consumer/build/$program$kind"; done
  { "$work/consumer/build/device$kind" nonsense:0 || true; } | grep -q "^open 201 "
done
bound "$work"/consumer/build/{consumer,container,device}_static
# BUILD_DIR CMAKE_OPTION...: configures the tree alone, without slow parts, and prints CMake's output on one line
configure() {
  local status=0
  cmake -S "$source/.." -B "$work/$1" -DHEDGEROW_TESTS=OFF -DHEDGEROW_LAB=OFF "${@:2}" >"$work/lines" 2>&1 || status=$?
  tr -s '[:space:]' ' ' <"$work/lines" >"$work/output"
  return "$status"
}
consume tree -Dtree="$(dirname "$source")" -DHEDGEROW_ISAS=scalar -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0
if [ -n "${2:-}" ]; then # CMake has resolved every target at this point
  cmake --build "$work/consumer/tree" -j "$(nproc)" --target consumer_static consumer >/dev/null
  for kind in "" _static; do "$work/consumer/tree/consumer$kind"; done
fi
! configure isas -DHEDGEROW_ISAS=avx2x || { echo "HEDGEROW_ISAS=avx2x is taken"; exit 1; }
grep -q 'avx2x is no instruction set .* Allowed are scalar' "$work/output" || { cat "$work/lines"; exit 1; }
configure without -DHEDGEROW_ISAS=scalar -DHEDGEROW_TOOLS=OFF -DCMAKE_IGNORE_PATH="/usr/include;/usr/local/include" \
  -DCMAKE_INSTALL_PREFIX=/opt/hedgerow -DCMAKE_INSTALL_LIBDIR=/opt/hedgerow/lib64 || { cat "$work/lines"; exit 1; }
grep -qxF 'libdir=${prefix}/lib64' "$work/without/hedgerow.pc" || { echo "hedgerow.pc does not take an absolute folder"; exit 1; }
grep -q 'benchmark is NOT built: .* libtomlplusplus-dev' "$work/output" || { cat "$work/lines"; exit 1; }

# Runs README's shell examples unchanged with the installed command. The inputs that they use are made here.
readme=$source/../README.md
mapfile -t examples < <(sed -n '/^## Encrypt a file/,/^## /p' "$readme" | sed -n '/^```sh$/,/^```$/p' | sed '1d;$d')
[ ${#examples[@]} -ge 8 ] || { echo "README.md has ${#examples[@]} examples under 'Encrypt a file'"; exit 1; }
mkdir "$work/examples" "$work/examples/project"
cd "$work/examples"
head -c 3000000 /dev/urandom >disk.img
echo "Dear reader" | tee letter.txt >project/file
echo viburnum >passphrase.txt
export PATH=$work/prefix/bin:$PATH
"$work/prefix/bin/hedgerow" --version
for example in "${examples[@]}"; do
  case $example in
    "hedgerow bench "*) example=${example%%#*}" --seconds 0.001" ;; # a short measurement is enough here
    "hedgerow lab run all "*) [ -n "${2:-}" ] || example=${example/ all / kuznyechik-intel-2017 --only cores } ;;
    *"asks on the terminal"*) example="${example%%#*} --passphrase-fd 3 3<passphrase.txt" ;;
  esac
  bash -o pipefail -c "$example" >output 2>&1 </dev/null || { echo "exit code $? of: $example"; tail output; exit 1; }
  [ -s output ] || [[ $example =~ (keygen|encrypt|decrypt|\>) ]] || { echo "no output of: $example"; exit 1; }
done
cmp disk.img copy.img
hedgerow decrypt project.tar.hedgerow -o - --passphrase-fd 3 3<passphrase.txt | tar x --to-stdout project/file | cmp letter.txt
hedgerow circuit --help >output
grep -q emit output
hedgerow circuit list --box aes >output # must use the installed netlists and tables
grep -q "^aes andn [0-9]* $(realpath "$work")/prefix/share/hedgerow/circuit/aes/aes.andn.gates$" output
hedgerow circuit show --box kuznyechik >output
grep -q '^| kuznyechik | andn |' output
hedgerow circuit classes rectangle >output
grep -q '4 ANDs and no fewer' output
hedgerow circuit exact >output
grep -q '^| rectangle | 4 |' output
[ -z "$(ls "$build/bin/peers" 2>/dev/null)" ] || diff <(ls "$build/bin/peers") <(ls "$work"/prefix/libexec/hedgerow/peers)
# Each command that the installed completion offers must have a manual page.
share=$work/prefix/share
commands=$(bash -c 'source "$1"; COMP_WORDS=(hedgerow ""); COMP_CWORD=1; _hedgerow; printf "%s\n" "${COMPREPLY[@]}"' bash \
  "$share/bash-completion/completions/hedgerow" | grep -v '^-')
[ "$(wc -w <<<"$commands")" -ge 9 ] || { echo "the completion has only: $commands"; exit 1; }
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
