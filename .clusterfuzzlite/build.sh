#!/usr/bin/env bash
# Builds the fuzz targets of the working directory, a checkout, and zips their seeds.
# The image sets CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, WORK and OUT.
set -euo pipefail
cmake -G Ninja -S . -B "$WORK/build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
  -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_FLAGS="$CXXFLAGS" -DCMAKE_C_FLAGS_DEBUG= -DCMAKE_CXX_FLAGS_DEBUG= \
  -DHEDGEROW_SANITIZE=address,undefined -DHEDGEROW_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" -DHEDGEROW_STATIC_SODIUM=ON \
  -DHEDGEROW_ISAS=avx2 -DHEDGEROW_LAB_KERNELS=none -DHEDGEROW_TESTS=OFF -DHEDGEROW_BENCH=OFF
cmake --build "$WORK/build" --target fuzz
while read -r name bytes seeds; do
  cp "$WORK/build/bin/fuzz_$name" "$OUT/"
  printf '[libfuzzer]\nmax_len = %s\n' "$bytes" >"$OUT/fuzz_$name.options"
  # shellcheck disable=SC2086 # seeds are several words
  [ -z "$seeds" ] || python3 - "$OUT/fuzz_${name}_seed_corpus.zip" $seeds <<'END'
import sys, zipfile
from pathlib import Path
with zipfile.ZipFile(sys.argv[1], "w") as seeds:
    for file in (f for folder in sys.argv[2:] for f in sorted(Path(folder).rglob("*")) if f.is_file()):
        seeds.write(file, f"{file.parent.name}-{file.name}")
END
done <"$WORK/build/fuzz_targets.txt"
