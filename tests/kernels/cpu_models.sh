#!/usr/bin/env bash
# The self-test on processors that QEMU emulates: every kernel that such a processor has must give the known answers,
# and it must offer no kernels of other instruction sets. The program needs the kernels of all instruction sets. This
# test turned red when AVX2 was used without asking XGETBV.
# usage: cpu_models.sh HEDGEROW [LEDGER]     with LEDGER, each processor also runs the ledger
set -uo pipefail
hedgerow=$1 ledger=${2:-}
command -v qemu-x86_64 >/dev/null || { echo "SKIPPED processors that QEMU emulates: no qemu-x86_64"; exit 77; }
# QEMU 7 takes index register 4 of a gather for none, as in other addresses: vpgatherdq ymm7, (r12, xmm4), ymm2 loads
# the same element four times. GCC 12 uses that register in `prepare` of one kernel, and in tables of the lab.
faults_of_qemu=''
[[ "$(qemu-x86_64 --version)" != *' version 7.'* ]] || faults_of_qemu='camellia-128.byteslice.avx2
kalyna-128-128.gather4.avx2
kalyna-128-128.gather8.avx2
kuznyechik.r4s8.avx2'
failed=0
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
isas() { sed -n 's/^[^ ]*\.\([a-z0-9_]*\) *ok .*/\1/p' | sort -u | paste -sd ' '; }
while read -r model expected; do
  output=$(qemu-x86_64 -cpu "$model" "$hedgerow" selftest 2>/dev/null)
  found=$(isas <<<"$output")
  wrong=$(awk '/ FAILED / { print $1 }' <<<"$output" | grep -vxF "$faults_of_qemu")
  last=$(tail -1 <<<"$output")
  printf '%s: %s; %s\n' "$model" "$found" "$last"
  if [ -n "$wrong" ] || [ "$found" != "$expected" ] || [[ ! "$last" =~ ^[0-9]+' kernels, '.*' known answers passed, ' ]]; then
    printf 'FAILED %s: wrong answers of: %s; kernels are expected for: %s\n' "$model" "$wrong" "$expected"
    failed=1
  fi
  [ -n "$ledger" ] || continue
  qemu-x86_64 -cpu "$model" "$ledger" --how qemu --first-variants 2>/dev/null >"$rows"
  printf '  ledger: %s\n' "$(tail -1 "$rows")"
  wrong=$(awk '/ FAIL / { print $1 }' "$rows" | grep -vxF "$faults_of_qemu")
  if [ -n "$wrong" ] || ! tail -1 "$rows" | grep -q '^[1-9][0-9]* passed, '; then
    printf 'FAILED %s: the ledger, %s\n' "$model" "$wrong"
    failed=1
  fi
done <<'END'
qemu64 scalar
Nehalem scalar sse
Haswell avx2 scalar sse
Haswell,-xsave scalar sse
EPYC avx2 scalar sse
max avx2 scalar sse
END
exit "$failed"
