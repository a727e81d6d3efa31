#!/usr/bin/env bash
# Prints the version of this tree, which is in hedgerow.h.
set -euo pipefail
header=$(dirname "$(readlink -f "$0")")/../include/hedgerow/hedgerow.h
version=$(sed -n 's/^#define HEDGEROW_VERSION_[MP][A-Z]* \([0-9]*\)$/\1/p' "$header" | paste -sd .)
echo "${version:?$header names no version}"
