#!/usr/bin/env bash
# Runs the fuzz targets of build/fuzz, one per processor at a time. ./dev fuzz builds them first.
# usage: tests/fuzz/run.sh [TARGET...] [--seconds N] [--coverage]
#   --seconds N   of new inputs for each target (60)
#   --coverage    instead of that, runs the corpora once and prints the lines of the parsers that they reach
# Inputs that reach new code are kept in build/fuzz/corpus/TARGET, and failing ones in build/fuzz/crashes.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.." || exit
build=build/fuzz
seconds=60 coverage='' wanted=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2; shift ;;
    --coverage) coverage=yes ;;
    *) wanted+=("$1") ;;
  esac
  shift
done
[ -z "$coverage" ] || seconds=0
failed=0 pids=() names=()
export LLVM_PROFILE_FILE=/dev/null

wait_for() { # INDEX: shows how that target ended
  local name=${names[$1]} log=$build/${names[$1]}.log crash
  if wait "${pids[$1]}"; then
    printf '%s: ok; %s\n' "$name" "$(grep -E 'DONE|INITED' "$log" | tail -1)"
    return
  fi
  failed=1
  printf '%s: FAILED\n' "$name"
  grep -E 'property violated|ERROR|runtime error|SUMMARY|#[0-9] .* in ' "$log" | head -20
  crash=$(grep -o "$build/crashes/[^ ]*" "$log" | tail -1)
  [ -z "$crash" ] || printf '  again: %s/bin/fuzz_%s %s\n' "$build" "$name" "$crash"
}

mkdir -p "$build/crashes"
while read -r name bytes seeds; do
  [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $name "* ]] || continue
  mkdir -p "$build/corpus/$name"
  [ -z "$coverage" ] || export LLVM_PROFILE_FILE=$PWD/$build/$name.profraw
  limit=(-max_total_time="$seconds")
  [ "$seconds" -gt 0 ] || limit=(-runs=0)
  # shellcheck disable=SC2086 # seeds are several words
  "$build/bin/fuzz_$name" "${limit[@]}" -max_len="$bytes" -timeout=10 -print_final_stats=1 \
    -artifact_prefix="$build/crashes/$name-" "$build/corpus/$name" $seeds >"$build/$name.log" 2>&1 &
  pids+=($!) names+=("$name")
  [ $((${#pids[@]} % $(nproc))) -ne 0 ] || for ((i = ${#pids[@]} - $(nproc); i < ${#pids[@]}; i++)); do wait_for $i; done
done <"$build/fuzz_targets.txt"
for ((i = ${#pids[@]} - ${#pids[@]} % $(nproc); i < ${#pids[@]}; i++)); do wait_for $i; done
[ ${#pids[@]} -gt 0 ] || { printf 'no such target; there are %s\n' "$(cut -d ' ' -f 1 "$build/fuzz_targets.txt" | paste -sd ' ')" >&2; exit 2; }
if [ -n "$coverage" ]; then
  programs=() profiles=()
  for name in "${names[@]}"; do programs+=("-object=$build/bin/fuzz_$name") profiles+=("$build/$name.profraw"); done
  llvm-profdata-19 merge -o "$build/fuzz.profdata" "${profiles[@]}"
  # Other functions of these files write, make keys or search, so only functions that an input enters are counted.
  llvm-cov-19 report "${programs[@]}" -instr-profile="$build/fuzz.profdata" -show-region-summary=0 -show-branch-summary=0 \
    -show-functions -sources src/container/{format,key}/*.cpp circuit/read/*.cpp src/device/cache.cpp \
    circuit/core/{box,cells,cells_liberty,matrix,table_file}.cpp cli/support/{byte_range,suggestion,text}.cpp \
    cli/raw/raw_{options,values}.cpp 2>/dev/null | awk '
      function line(name, all, missed) { if (all) printf "%6.1f %% of %4d lines  %s\n", 100 - 100 * missed / all, all, name }
      $1 == "File" { line(file, all, missed); file = $2; sub(".*/hedgerow/", "", file); all = missed = 0 }
      $NF ~ /%$/ && $1 != "TOTAL" && $(NF - 1) < $(NF - 2) { all += $(NF - 2); missed += $(NF - 1); every += $(NF - 2); none += $(NF - 1) }
      END { line(file, all, missed); line("all", every, none) }' | sed "s#'$PWD/##; s#':##"
fi
exit "$failed"
