#!/usr/bin/env bash
# Tests the provider with other versions of OpenSSL than the system's: names, vectors, the bytes of the C ABI,
# pipelines, and the life of a context. Each version is built from the source in the crate openssl-src. The existing
# module is used, because it does not link libcrypto.
# usage: versions.sh BUILD_DIR [VERSION...]     for ./dev test --full; ten minutes per version on two cores
set -euo pipefail
build=$(readlink -f "$1")
shift
versions=("$@")
[ ${#versions[@]} -gt 0 ] || versions=(300.5.5+3.5.5 400.0.2+4.0.3)
tests=$(readlink -f "$(dirname "$0")")
root=$(readlink -f "$tests/../..")

# The parts of libcrypto that the tests use. The crate leaves out the files that `legacy` needs.
without=(no-shared no-tests no-docs no-legacy no-asm no-quic no-ml-kem no-ml-dsa no-slh-dsa no-cmp no-ct no-ocsp no-ts
  no-srp no-sm2 no-camellia no-aria no-seed no-idea no-cast no-bf no-rc2)

build_libcrypto() { # VERSION FOLDER
  mkdir -p "$2/fetch/src"
  printf '[package]\nname = "fetch"\nversion = "0.1.0"\n[dependencies]\nopenssl-src = "=%s"\n' "${1%%+*}" >"$2/fetch/Cargo.toml"
  echo 'fn main() {}' >"$2/fetch/src/main.rs"
  local manifest
  manifest=$(cd "$2/fetch" && cargo metadata --quiet --format-version 1 |
    python3 -c 'import json, sys; print(next(p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == "openssl-src"))')
  rm -rf "$2/openssl"
  cp -r "$(dirname "$manifest")/openssl" "$2/openssl"
  (cd "$2/openssl" && perl ./Configure linux-x86_64 -O1 "${without[@]}" && make -j"$(nproc)" build_generated libcrypto.a) >"$2/build.log" 2>&1 ||
    { tail -20 "$2/build.log"; return 1; }
}

for version in "${versions[@]}"; do
  folder=$build/openssl/$version
  [ -f "$folder/openssl/libcrypto.a" ] || build_libcrypto "$version" "$folder"
  for name in names vectors abi pipeline pipeline_life life; do
    g++-12 -std=gnu++20 -O1 "$tests/provider_${name}_test.cpp" -o "$folder/$name" \
      -DHR_MODULE="\"$build/ossl-modules/hedgerow.so\"" -DHR_VECTORS_DIR="\"$root/tests/vectors\"" \
      -I"$folder/openssl/include" -I"$root/tests" -I"$root/src" -I"$root/include" -I"$build" \
      "$folder/openssl/libcrypto.a" "$build/libhedgerow.a" -lgtest_main -lgtest -lpthread -ldl
    "$folder/$name" >"$folder/$name.log" || { grep -A8 -E "Failure|FAILED" "$folder/$name.log"; exit 1; }
    echo "OpenSSL $version: provider_${name}_test: $(tail -1 "$folder/$name.log")"
  done
done
