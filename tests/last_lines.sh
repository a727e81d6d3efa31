#!/usr/bin/env bash
# Prints what run_all.sh repeats of a failed step: the lines with the word FAIL, FAILED, FINDING or ERROR, for example a
# row of the ledger with FAIL in a column or the report of a sanitizer, each with the first details that are indented by
# four blanks below it; the name of each failed unit test and the last lines that it printed; then the end of the step,
# without the tests that it skipped.
# usage: tests/last_lines.sh FILE
set -euo pipefail
{
  LC_ALL=C awk '
    function end_of_test(i) {
      for (i = printed > 8 ? printed - 8 : 0; i < printed; i++) print output[i]
      printed = 0
    }
    /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: |^ +Start +[0-9]+: |^[0-9]+% tests passed/ {
      end_of_test()
      details = 0
      failed = /\*\*\*(Failed|Timeout|Exception)/
      if (failed) print
      next
    }
    /(^|[^A-Za-z0-9_])(FAIL|FAILED|FINDING|ERROR)([^A-Za-z0-9_]|$)/ { details = 8; print; next }
    /^    / && details > 0 { details--; print; next }
    { details = 0 }
    failed && NF { output[printed++] = $0 }
    END { end_of_test() }' "$1" | head -n 30 || true # awk ends early if head has 30 lines
  echo ...
  sed '/^SKIPPED /d' "$1" | tail -n 15
} | cut -c 1-400 | sed 's/^/    /'
