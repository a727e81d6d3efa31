#!/usr/bin/env bash
# Prints the version of this tree, which is in hedgerow.h.
sed -n 's/^#define HEDGEROW_VERSION_[MP][A-Z]* \([0-9]*\)$/\1/p' "$(dirname "$(readlink -f "$0")")/../include/hedgerow/hedgerow.h" | paste -sd .
