#!/usr/bin/env bash
# ./dev test runs the checks of CI, one after the other. Builds for later checks are made in the background. A failure
# does not stop the run. It ends with the slowest steps, the last lines of each failed step, and one line of counts.
# usage: tests/run_all.sh RELEASE_PRESET OTHER_PRESET [--quick|--full]
#   --quick  for a small edit: the release build, lint, the unit tests that are not labelled slow, and the native ledger
#            of one variant per kernel. The other steps count as skipped.
#   --full   also the steps that are otherwise skipped to save time
set -uo pipefail
release_preset=$1 other_preset=$2 extent=${3:-}
case $extent in '' | --quick | --full) ;; *) printf 'run_all.sh: %s is neither --quick nor --full\n' "$extent" >&2; exit 2 ;; esac
full=${extent#--quick}
quick=${extent#--full}
release=build/$release_preset
ledgers=build/ledgers
passed=0 failed=0 skipped=0 times=()
rm -rf "$ledgers" # from an earlier run, which may have had other parts
mkdir -p "$ledgers"
failures=$ledgers/failures.txt # printed at the end

count() { # NAME STATUS SECONDS PROCESSOR_SECONDS OUTPUT of a finished step: prints and counts it
  local failed_word=
  if [ "$2" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1)) failed_word=' (failed)'
    printf 'FAILED: %s\n' "$1" >>"$failures"
    tests/last_lines.sh "$5" >>"$failures"
  fi
  times+=("$3 $4 $1$failed_word")
  printf -- '-- %s: %s (%d s, %d s of processors)\n' "$1" "$([ "$2" -eq 0 ] && echo ok || echo FAILED)" "$3" "$4"
  skips "$5"
}

step() { # NAME COMMAND...: runs it, counts it
  local name=$1 start=$SECONDS used status output=$ledgers/output.txt
  shift
  printf '\n== %s\n' "$name"
  used=$(processor_seconds $$)
  "$@" 2>&1 | tee "$output"
  status=${PIPESTATUS[0]}
  count "$name" "$status" $((SECONDS - start)) $(($(processor_seconds $$) - used)) "$output"
}

# BUILD_DIR [CTEST_OPTION...]: runs the unit tests, and prints what they skipped. There is one more test at a time than
# there are processors, because some of the longest wait for terminals, signals and disks.
unit_tests() {
  local status
  ctest --test-dir "$1" --output-on-failure --no-tests=error -j $(($(nproc) + 1)) "${@:2}"
  status=$?
  skipped_in "$1/Testing/Temporary/LastTest.log" | sed 's/^\([^\t]*\)\t/SKIPPED \1: /'
  return "$status"
}

source "$(dirname "$0")/run_beside.sh" # build_ahead, begin_ahead, built; beside, together

skip() { # NAME REASON: prints and counts a skipped step
  skipped=$((skipped + 1))
  printf '\n== SKIPPED %s: %s\n' "$1" "$2"
}

# FILE: prints name and reason of what a step skipped, for example because a peer is not installed. It reads the formats
# of GoogleTest, unittest and pytest, and lines 'SKIPPED NAME: REASON'. Python tests that need --full count as one.
skipped_in() {
  awk -v OFS='\t' '
    /: Skipped$/ { getline reason }
    /^\[  SKIPPED \] .* \(/ { print $4, reason }
    match($0, / \.\.\. skipped ./) { print substr($0, 1, RSTART - 1), substr($0, RSTART + RLENGTH, length($0) - RSTART - RLENGTH) }
    sub(/^SKIPPED (\[[0-9]+\] )?/, "") && !/: only with --full$/ && match($0, /: /) { print substr($0, 1, RSTART - 1), substr($0, RSTART + 2) }' "$1"
}
skips() { # FILE: counts them
  local name reason
  while IFS=$'\t' read -r name reason; do skip "$name" "$reason"; done < <(skipped_in "$1")
}

ledger() { # NAME PROGRAM... --how HOW [--json FILE.json]: in as many parts as there are processors
  local name=$1 parts pids=() failed=0 i json= arguments=()
  shift
  parts=$(nproc)
  while [ $# -gt 0 ]; do
    if [ "$1" = --json ]; then json=$2; shift 2; else arguments+=("$1"); shift; fi
  done
  for ((i = 1; i <= parts; i++)); do
    "${arguments[@]}" --part "$i/$parts" ${json:+--json "${json%.json}.$i.json"} >"$ledgers/$name.$i.txt" 2>&1 &
    pids+=($!)
  done
  trap 'kill "${pids[@]}"; exit 1' INT TERM # the step is a separate process
  for i in "${pids[@]}"; do wait "$i" || failed=1; done
  cat "$ledgers/$name".*.txt
  grep -q '^[1-9][0-9]* passed, ' "$ledgers/$name".*.txt || { echo "no row of the ledger ran"; failed=1; }
  return "$failed"
}

have() { command -v "$1" >/dev/null 2>&1; }

finish() { # prints the slowest ten steps, the failures and the counts; ends the run
  printf '\n== slowest steps\n'
  printf '%s\n' "${times[@]}" | sort -rn | head -10 |
    while read -r seconds used name; do printf '%6d s  %s (%d s of processors)\n' "$seconds" "$name" "$used"; done
  cat "$failures" 2>/dev/null
  printf 'steps: %d passed, %d failed, %d skipped; %d s\n' "$passed" "$failed" "$skipped" "$SECONDS"
  [ "$failed" -eq 0 ]
  exit
}

if [ -n "$quick" ]; then
  step "build $release_preset" ./dev build "$release_preset"
  step "lint" ./dev lint
  step "generated docs are current" ./dev gen --check
  step "unit tests that are not slow" unit_tests "$release" -LE slow
  step "symbols and linkage of libhedgerow" python3 tools/check_library.py "$release"
  step "ledger, native, one variant a kernel" ledger native "$release/bin/kernel_ledger" --how native --first-variants
  skip "slow unit tests, installation, model, foreign processors, sanitizers, constant time" "--quick"
  finish
fi
step "build $release_preset" ./dev build "$release_preset"
step "ledger, native" ledger native "$release/bin/kernel_ledger" --how native --json "$ledgers/native.json" $([ -n "$full" ] || echo --brief-lab)
step "instructions that proofs of objects use" ./dev prove --objects --check-instructions
# FIELDS NAME PATTERN...: fails if the kernels of these patterns lack a technique (FIELDS is 2) or a technique on an
# instruction set (2-).
has_each_technique() {
  local fields=$1 name=$2 missing
  ./dev build "$release_preset" prove_objects || return
  techniques() { "$release/bin/prove_objects" --list "$@" | cut -d ' ' -f 1 | cut -d . -f "$fields" | sort -u; }
  missing=$(comm -23 <(techniques --first) <(techniques "${@:3}"))
  [ -z "$missing" ] || { printf '%s has no kernel of %s\n' "$name" "${missing//$'\n'/ }"; return 1; }
}
objects_to_change=(aes-128.native.avx2 clefia-128.aes_lanes.avx2 kalyna-128-128.box_lanes.avx2 kalyna-128-128.byteslice.avx2
  kalyna-128-128.byteslice_halves.avx512_gfni kalyna-128-128.byteslice_masks.avx512_gfni kuznyechik.bitslice_narrow.scalar
  kuznyechik.byteslice_narrow.avx512_gfni lea-128.arx.avx512 magma.byteslice.avx2 magma.wordslice.avx2
  magma.wordslice_half.avx512_gfni rectangle-80.bitslice.avx2 simon-32-64.bitslice_sums.avx512 simon-64-96.bitslice.avx512
  speck-128-128.arx.avx2 speck-128-128.arx_wide.avx512)
mutants_of_objects() {
  has_each_technique 2 objects_to_change "${objects_to_change[@]}" && ./dev prove --objects --mutants "${objects_to_change[@]}"
}
if [ -n "$full" ]; then
  step "mutants of objects, one kernel for each technique" mutants_of_objects
else
  skip "mutants of objects" "--full is not given"
fi
[ -n "$full" ] || skip "five of six netlists in Icarus Verilog" "ABC proves all of them; --full is not given"
prove_statements() {
  ./dev prove --cryptol && ./dev prove --cryptol --mutants && ./dev prove --fields --mutants ghash.sse &&
    if [ -n "$full" ]; then ./dev prove --fields; else ./dev prove --fields 'gf128.*' ghash.sse counters; fi
}
step "proofs of fields, counters, SPECK and SIMON" prove_statements
[ -n "$full" ] || skip "most cases of references and of the lab's kernels in the ledger" "--full is not given"
# Longer calls are left to --full, and to docs/proofs.md.
objects_to_prove=('aes-128.native.*' 'aria-128.byteslice.*' 'camellia-128.byteslice.*' clefia-128.aes_lanes.avx2
  'clefia-128.byteslice_narrow.*' 'cypress-256.arx.*' 'kalyna-128-128.box_lanes.*' 'kalyna-128-128.byteslice_halves.*'
  'kalyna-128-128.byteslice_masks.*' 'kalyna-128-128.byteslice_narrow.*' 'kuznyechik.bitslice_narrow.*'
  'kuznyechik.byteslice_narrow.*' 'lea-128.arx.*' 'magma.byteslice.*' 'magma.wordslice*' 'rectangle-80.bitslice.*'
  simon-32-64.bitslice.sse 'simon-32-64.bitslice_sums.*' 'sm4.byteslice.*' 'sparx-64-128.arx.*' 'speck-64-128.arx*')
prove_objects() {
  has_each_technique 2- objects_to_prove "${objects_to_prove[@]}" && ./dev prove --objects --blocks 3 "${objects_to_prove[@]}"
}
step "proofs of objects, each technique on each instruction set" prove_objects
if [ -n "$full" ]; then
  step "proofs of all sources" ./dev prove
  step "mutants of sources" ./dev prove --mutants kuznyechik.byteslice_narrow.sse lea-128.arx.sse magma.bitslice.scalar \
    rectangle-128.bitslice.sse speck-64-128.arx.sse
else
  skip "proofs of sources, and their mutants" "they need the op model; --full is not given"
fi
# This processor has run its own kernels natively, so they do not run on the op model. The op model replaces the
# instruction sets that this processor lacks, and those of other architectures.
isas() { # run|strongest|lacking|not-run: prints ISAs in the form of HEDGEROW_ISAS and HEDGEROW_MODEL; no output means all
  [ -n "$full" ] || python3 tests/kernels/merge.py --isas "$1" "$ledgers"/native.*.json
}
# The other builds have few of the lab's kernels: the tables, which are the controls of leak checks, and those that run
# nowhere else.
lab_kernels=_table_
[ -z "$full" ] || lab_kernels=
build_model() { # PRESET TARGET ISAS
  cmake --preset "$1" -DHEDGEROW_MODEL="$3" -DHEDGEROW_LAB_KERNELS="${HEDGEROW_LAB_KERNELS:-}" -DHEDGEROW_KERNELS_FROM="${HEDGEROW_KERNELS_FROM:-}" \
    >"build/$1.log" 2>&1 || { cat "build/$1.log"; return 1; }
  ./dev build "$1" "$2"
}
export -f build_model
emulators=(aarch64:aarch64-linux-gnu:qemu-aarch64 armhf:arm-linux-gnueabihf:qemu-arm)
foreign=() clang= word32=
for emulator in "${emulators[@]}"; do
  IFS=: read -r preset triplet qemu <<<"$emulator"
  if have "$triplet-g++-12" && have "$qemu"; then foreign+=("$emulator"); else skip "$preset" "no $triplet-g++-12 or $qemu"; fi
done
if have clang++-19; then clang=yes; else skip "clang builds and sanitizers" "no clang++-19"; fi
if [ -z "$full" ]; then
  skip "32-bit x86" "armhf runs with 32-bit words; --full is not given"
elif printf 'int main(){}' | g++-12 -m32 -x c++ -o /dev/null - 2>/dev/null; then
  word32=yes
else
  skip "32-bit x86" "g++-12 has no -m32 (g++-12-multilib)"
fi

# Under sanitizers a source runs with the strongest instruction set of this processor, and without vectors. With --full
# its kernels are instrumented as cmake/lists.cmake describes. Otherwise they are those of the release build, and only
# the memory that a mode gives to a kernel is checked (src/registry/access.hpp). The ledger of the release build runs
# the kernels themselves at the borders of pages.
build_asan() { # ON|OFF, for the tests of circuits; folder of kernels
  mkdir -p build && cmake --preset asan -DHEDGEROW_ISAS="$HEDGEROW_ISAS" -DHEDGEROW_LAB_KERNELS="$HEDGEROW_LAB_KERNELS" \
    -DHEDGEROW_CIRCUIT_TESTS="$1" -DHEDGEROW_KERNELS_FROM="$2" >build/asan.log 2>&1 || { cat build/asan.log; return 1; }
  ./dev build asan
}
export -f build_asan
[ -z "$clang" ] || build_ahead "build asan" env HEDGEROW_ISAS="$(isas strongest)" HEDGEROW_LAB_KERNELS="$lab_kernels" \
  bash -c 'build_asan "$@"' - "$([ -n "$full" ] && echo ON || echo OFF)" "$([ -n "$full" ] || echo "$PWD/$release")"
# On armhf, unit tests of the public interface run with 32-bit words. 32-bit x86 runs all unit tests.
armhf_tests=(api_test api_aead_test api_bad_input_test api_cipher_test api_kdf_test hash_test)
for emulator in "${foreign[@]}"; do
  preset=${emulator%%:*} more=()
  [ "$preset" != armhf ] || more=("${armhf_tests[@]}")
  build_ahead "build $preset" env HEDGEROW_LAB_KERNELS="${lab_kernels:+_neon}" ./dev build "$preset" kernel_ledger "${more[@]}"
done
[ -z "$word32" ] || build_ahead "build i386" ./dev build i386
[ -z "$clang" ] || build_ahead "build msan" env HEDGEROW_LAB_KERNELS="${lab_kernels:+_table_|_neon}" \
  HEDGEROW_KERNELS_FROM="$([ -n "$full" ] || echo "$PWD/$release")" bash -c 'build_model msan msan_taint "$1"' - "$(isas not-run)"
[ -z "$clang" ] || [ -z "$full" ] || build_ahead "build $other_preset" ./dev build "$other_preset"
begin_ahead

step "lint" ./dev lint ${full:+--every-isa}
[ -n "$full" ] || skip "headers of kernels alone, for all but one of their instruction sets" "--full is not given"
step "unit tests" unit_tests "$release" $([ -n "$full" ] || echo -LE '^full$')
[ -n "$full" ] || skip "all kernels of the lab for devices, on PoCL" "some run on the standin of CUDA; --full is not given"
if [ -n "$full" ]; then
  step "fault sweep, every case" env HEDGEROW_CLI="$release/bin/hedgerow" \
    python3 tests/faults/sweep.py --full --tracer "$release/bin/fault_tracer"
fi
if [ -n "$full" ] && have qemu-x86_64; then
  step "ledger on processors that QEMU emulates" tests/kernels/cpu_models.sh "$release/bin/hedgerow" "$release/bin/kernel_ledger"
fi
if [ -n "$full" ] && [ -n "$clang" ]; then
  step "fuzz targets, with branches of the libraries" ./dev fuzz --seconds 30
fi
if [ -n "$full" ]; then
  step "every kernel of devices, on OpenCL" env HEDGEROW_TEST_FULL=1 "$release/bin/device_opencl_test"
  step "every netlist in Icarus Verilog" env HEDGEROW_TEST_FULL=1 HEDGEROW_CIRCUIT="$release/bin/hedgerow-circuit" \
    python3 tests/circuit/circuit_emit_test.py test_verilog_of_netlists
fi
if [ -n "$full" ] && ! have cargo; then
  skip "provider under OpenSSL 3.5 and 4.0" "no cargo"
elif [ -n "$full" ]; then
  step "provider under OpenSSL 3.5 and 4.0" tests/provider/versions.sh "$release"
fi
beside "install, pkg-config and CMake package" tests/install_test.sh "$release" $full
beside "lint selftest" python3 tools/lint_selftest.py
beside "generated docs are current" ./dev gen --check
beside "instructions of kernel objects" python3 tools/signatures.py "$release"
beside "symbols and linkage of libhedgerow" python3 tools/check_library.py "$release"
if have abidiff; then beside "ABI as described" packaging/abi.py check; else skip "ABI as described" "no abidiff"; fi
if [ -z "$full" ]; then
  skip "packages, in a fresh Debian 12" "--full is not given"
elif have lintian && have debootstrap; then
  beside "packages, in a fresh Debian 12" packaging/test_packages.sh "$release"
else
  skip "packages" "no lintian or debootstrap"
fi
if [ -n "$full" ]; then
  beside "a new cipher by CONTRIBUTING.md's recipe" tests/recipe/toy_cipher_test.sh "$release"
else
  skip "a new cipher by CONTRIBUTING.md's recipe" "--full is not given"
fi
beside "kernel texts of devices as C, and counted for CUDA" tests/device/test.sh "$release" $full
beside "recipes for package managers" packaging/recipes/recipes.py check
if [ -z "$full" ]; then
  skip "website" "--full is not given"
elif packaging/site.sh --setup; then
  beside "website: every link, and pages in Chromium" packaging/site.sh
else
  skip "website" "its tools cannot be had"
fi
together
step "README's two commands" tests/readme_test.sh
step "Python package" ./dev python $full
[ -n "$full" ] || skip "Python over S3 and tables, ThreadSanitizer, pyright, sdist and wheel" "--full is not given"
if [ -n "$clang" ]; then
  built "build asan"
  skip "four of five odd names and damaged containers, two of three changes of headers, and half of the cases of the command line, under sanitizers" \
    "the release build runs all of them"
  skip "container_large_test under sanitizers" "instrumented kernels take half an hour for 4 GiB"
  [ -n "$full" ] || skip "instrumented kernels, and instruction sets besides $(isas strongest), under sanitizers" "--full is not given"
  [ -n "$full" ] || skip "ledger, and tests of the circuit compiler, under sanitizers" "--full is not given"
  step "unit tests, address and undefined-behaviour sanitizers" unit_tests build/asan ${full:+--verbose}
  [ -z "$full" ] || step "ledger, native, instrumented kernels" ledger asan build/asan/bin/kernel_ledger --how native
fi
# QEMU and MSan run and compare every kernel of other architectures. If one of them is missing, or this processor lacks
# an instruction set, only the op model runs all checks and variants.
lacking=$(isas lacking)
[ -n "$clang" ] && [ "${#foreign[@]}" -eq "${#emulators[@]}" ] || lacking=$(isas not-run)
if [ -z "$full" ] && [ -z "$lacking" ]; then
  skip "ledger over the op model" "its kernels run under qemu, and over the op model with MSan; --full is not given"
else
  step "build op model" build_model "$release_preset" kernel_ledger_model "$lacking"
  step "ledger, model" ledger model "$release/bin/kernel_ledger_model" --how model --json "$ledgers/model.json"
fi
[ -n "$full" ] || [ ${#foreign[@]} -eq 0 ] || skip "kernels of the lab without vectors, on ARM and under MSan" "--full is not given"
for emulator in "${foreign[@]}"; do # cross-compiled, run under user emulation
  IFS=: read -r preset triplet qemu <<<"$emulator"
  built "build $preset"
  step "instructions of $preset objects" python3 tools/signatures.py "build/$preset"
  step "ledger, $preset under qemu" ledger "$preset" "$qemu" -L "/usr/$triplet" "build/$preset/bin/kernel_ledger" --how qemu \
    --json "$ledgers/$preset.json"
  [ "$preset" != armhf ] || step "unit tests, armhf under qemu" unit_tests build/armhf -R "^($(IFS='|'; echo "${armhf_tests[*]}"))\$"
done
step "ledger, merged" python3 tests/kernels/merge.py "$ledgers"/*.json
if [ -n "$word32" ]; then
  built "build i386"
  step "unit tests, 32-bit x86" unit_tests build/i386
  step "ledger, native, 32-bit x86" ledger i386 build/i386/bin/kernel_ledger --how native
fi
if [ -n "$clang" ]; then
  built "build msan"
  [ -n "$full" ] || skip "kernels without vectors, under MSan" "they are traced as they ship; --full is not given"
  step "constant time, MSan on the op model" build/msan/bin/msan_taint
fi
if [ -n "$full" ] && [ -n "$clang" ]; then
  built "build $other_preset"
  step "ledger, native, $other_preset" ledger "$other_preset" "build/$other_preset/bin/kernel_ledger" --how native
fi
# A table that is read at a secret index shows with two random secrets. `./dev ct` alone uses 16, of which two are not
# random.
[ -n "$full" ] || skip "constant time, traced with 12 more secrets, and of modes with every size of key" "--full is not given"
step "constant time, traced" ./dev ct $([ -n "$full" ] || echo --secrets 4 --first)

finish
