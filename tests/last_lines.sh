#!/usr/bin/env bash
# Prints what run_all.sh repeats of a failed step: the lines with the word FAIL, FAILED or FINDING, for example a row of
# the ledger with FAIL in a column, each with the details that are indented by four blanks below it; then the end.
# usage: tests/last_lines.sh FILE
set -euo pipefail
{
  LC_ALL=C awk '/(^|[^A-Za-z0-9_])(FAIL|FAILED|FINDING)([^A-Za-z0-9_]|$)/ { named = 1; print; next }
    named && /^    / { print; next }
    { named = 0 }' "$1" | head -n 15 || true # awk ends early if head has 15 lines
  echo ...
  tail -n 15 "$1"
} | cut -c 1-200 | sed 's/^/    /'
