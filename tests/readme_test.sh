#!/usr/bin/env bash
# README's two commands as they stand there, each in a session of its own without a terminal and with nothing to read.
# The second one ends where it would run the tests, this one among them.
# Seen to turn red: a first command that asks for a passphrase; a copy that differs.
# usage: tests/readme_test.sh
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
output=$(mktemp)
trap 'rm -f "$output"' EXIT

fail() {
  cat "$output"
  printf 'FAILED: %s\n' "$*"
  exit 1
}

mapfile -t commands < <(sed -n '/^## Two commands/,/^## Speed/p' README.md | sed -n '/^```sh$/,/^```$/p' | sed '1d;$d')
[ ${#commands[@]} -eq 2 ] || fail "README.md has ${#commands[@]} commands under 'Two commands', not 2"
expected=('README.md and what was decrypted are equal' 'the tests would run here')
for i in 0 1; do
  HEDGEROW_README_TEST=1 setsid --wait bash -c "${commands[$i]}" </dev/null >"$output" 2>&1 || fail "exit code $? of: ${commands[$i]}"
  grep -q "^${expected[$i]}" "$output" || fail "no '${expected[$i]}' from: ${commands[$i]}"
done
echo "both commands ran without a terminal"
