#!/usr/bin/env bash
# README's two commands as they stand there, each in a session of its own without a terminal and with nothing to read.
# The second one ends where it would run the tests, this one among them. Then what ./dev says on machines that lack
# something, which folders of stand-ins for apt's programs play.
# Seen to turn red: a first command that asks for a passphrase; a copy that differs; a setup that asks apt for a package
# that the distribution lacks, that calls a sudo that is missing, or that installs everything for the demo.
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

mapfile -t commands < <(sed -n '/^## Two commands/,/^## Speed/p' README.md | sed -n '/^```sh$/,/^```$/p' | sed '1d;$d')
[ ${#commands[@]} -eq 2 ] || fail "README.md has ${#commands[@]} commands under 'Two commands', not 2"
expected=('README.md and what was decrypted are equal' 'the tests would run here')
for i in 0 1; do
  HEDGEROW_README_TEST=1 setsid --wait bash -c "${commands[$i]}" </dev/null >"$output" 2>&1 || fail "exit code $? of: ${commands[$i]}"
  grep -q "^${expected[$i]}" "$output" || fail "no '${expected[$i]}' from: ${commands[$i]}"
done
echo "both commands ran without a terminal"

# A machine with the programs that ./dev itself needs and no packages; berkeley-abc alone is not to be had.
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
on() { # NAME ARGUMENT...: what ./dev says there, and whether it succeeds
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
