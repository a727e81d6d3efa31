#!/usr/bin/env bash
# Runs README's two commands under 'Install' unchanged, each in its own session without a terminal and without input.
# The second one stops before it would run the tests, because this test is one of them. Then it checks the messages of
# ./dev on machines that lack something. Folders of fake programs take the place of apt's programs.
# Each of these breaks turned it red: a first command that asks for a passphrase, a copy that differs, and a setup that
# asks apt for a package that the distribution lacks, that calls a missing sudo, or that installs everything for the
# demo.
# usage: tests/readme_test.sh
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
work=$(mktemp -d)
output=$work/output
trap 'rm -rf "$work"' EXIT

fail() {
  cat "$output"
  printf 'FAILED: %s\n' "$*"
  exit 1
}

mapfile -t commands < <(sed -n '/^## Install/,/^## /p' README.md | sed -n '/^```sh$/,/^```$/p' | sed '1d;$d')
[ ${#commands[@]} -eq 2 ] || fail "README.md has ${#commands[@]} commands under 'Install', not 2"
expected=('README.md and what was decrypted are equal' 'the tests would run here')
for i in 0 1; do
  HEDGEROW_README_TEST=1 setsid --wait bash -c "${commands[$i]}" </dev/null >"$output" 2>&1 || fail "exit code $? of: ${commands[$i]}"
  grep -q "^${expected[$i]}" "$output" || fail "no '${expected[$i]}' from: ${commands[$i]}"
done
echo "both commands ran without a terminal"

# A machine with the programs that ./dev itself needs and no packages. Only berkeley-abc is not available.
machine() { # NAME USER_ID
  local program
  mkdir "$work/$1"
  for program in bash env dirname readlink nproc sort comm cat; do ln -s "$(command -v "$program")" "$work/$1/"; done
  printf '#!/bin/sh\necho %s\n' "$2" >"$work/$1/id"
  printf '#!/bin/sh\nexit 1\n' >"$work/$1/dpkg-query"
  printf '#!/bin/sh\n[ "$2" = berkeley-abc ] || echo "Package: $2"\n' >"$work/$1/apt-cache"
  printf '#!/bin/sh\necho "apt-get $*"\n' >"$work/$1/apt-get"
  chmod +x "$work/$1"/{id,dpkg-query,apt-cache,apt-get}
}
on() { # NAME ARGUMENT...: prints the output of ./dev on that machine and whether it succeeded
  env -i PATH="$work/$1" "$work/$1/bash" ./dev "${@:2}" >"$output" 2>&1
}
machine root 0
machine user 1000
on root setup || fail "./dev setup fails where one package is not to be had"
grep -q '^apt-get install .* yosys' "$output" || fail "./dev setup does not install yosys"
! grep -q '^apt-get install .* berkeley-abc' "$output" || fail "./dev setup asks for a package that is not to be had"
grep -q '^NOT INSTALLED: .* berkeley-abc.*tests of circuits' "$output" || fail "./dev setup does not say what it left out"
on root setup demo || fail "./dev setup demo fails"
[ "$(grep '^apt-get install' "$output" | grep -oE ' [a-z][a-z0-9+.-]+' | wc -l)" -le 10 ] || fail "./dev setup demo installs more than 9 packages"
! on user setup demo || fail "./dev setup demo installs without root"
grep -q 'run ./dev setup demo as root, or install sudo' "$output" || fail "./dev setup demo does not say that it needs root"
! on root demo || fail "./dev demo runs without a compiler"
grep -q 'is not installed: run ./dev setup demo$' "$output" || fail "./dev demo does not say how to get what it lacks"
echo "setup and demo say what is missing, and where root is"
