#!/usr/bin/env bash
# Makes the website in build/site and checks it. It is static HTML, which needs no server and no network.
# usage: packaging/site.sh [--setup | OUTPUT_FOLDER [CHECK_OPTION...]]
#   --setup        only installs the tools, so that the next run needs no network
#   OUTPUT_FOLDER  also writes hedgerow-VERSION-site.tar.gz there; "" for no archive
# environment: HEDGEROW_BUILD, the build folder whose manual pages it takes; default build/release-gcc
# exit 77: a tool cannot be had; the last line names it
# The tools are Doxygen, and the packages of packaging/site/requirements.txt in build/site-venv.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
venv=$PWD/build/site-venv
skip() { echo "SKIPPED website: NONE WAS MADE, because $1" >&2; exit 77; }
command -v doxygen >/dev/null || skip "doxygen is not installed (./dev setup)"
if ! cmp -s packaging/site/requirements.txt "$venv/requirements.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check -r packaging/site/requirements.txt ||
    skip "pip cannot install packaging/site/requirements.txt"
  cp packaging/site/requirements.txt "$venv"
fi
[ "${1:-}" != --setup ] || exit 0
output=${1:-}
[ $# -eq 0 ] || shift
commands=() documents=${HEDGEROW_BUILD:-build/release-gcc}/documents
[ ! -d "$documents" ] || commands=(--commands "$documents")
"$venv/bin/python" packaging/site/build.py build/site-pages build/site "${commands[@]}"
status=0
python3 packaging/site/check.py build/site "$@" || status=$?
if [ -n "$output" ] && { [ $status -eq 0 ] || [ $status -eq 77 ]; }; then
  name=hedgerow-$(packaging/version.sh)-site
  tar --sort=name --owner=0 --group=0 --numeric-owner --mode=a+rX --mtime="@${SOURCE_DATE_EPOCH:-0}" \
    --transform="s,^\.,$name," -C build/site -c . | gzip -9n >"$output/$name.tar.gz"
fi
exit $status
