#!/usr/bin/env bash
# ./dev python: the module against a build folder of the library, in a virtual environment, and its tests.
# usage: python/tools/test.sh BUILD_DIR [--full | pytest arguments]
#   --full  also the tests that take minutes or need large packages: S3, tables, every test in four
#           parallel threads, ThreadSanitizer, pyright, and the steps of a user: an sdist, a wheel from it, and the
#           wheel in an empty environment
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "$1")
shift
full=
[ "${1:-}" = --full ] && full=--full && shift
venv=build/python-venv
unset PYTHONDONTWRITEBYTECODE # else each process would compile them
stamp=$venv/requirements.txt

environment() { # FOLDER: installs the packages for the tests, unless they are there already
  cat python/requirements-test.txt ${full:+python/requirements-full.txt} >build/python-requirements.txt
  cmp -s build/python-requirements.txt "$stamp" && return
  [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
  # Only modules that are imported are compiled, at their first import, because pip would compile all of them.
  "$venv/bin/pip" install -q --disable-pip-version-check --no-compile -r build/python-requirements.txt
  cp build/python-requirements.txt "$stamp"
}

# Builds the module as pip does, but with the static libraries of the build folder.
install_package() {
  "$venv/bin/pip" install -q --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall ./python \
    -Cbuild-dir="$PWD/build/python-module" -Ccmake.define.HEDGEROW_BUILD="$build" \
    -Ccmake.define.CMAKE_CXX_COMPILER="${CXX:-g++-12}" -Ccmake.define.CMAKE_C_COMPILER="${CC:-gcc-12}"
}

environment
install_package
cp build/python-module/_classes.pyi python/src/hedgerow # for mypy and pyright, which check the sources
(
  cd python
  export HEDGEROW_CLI=$build/bin/hedgerow
  "../$venv/bin/python" tools/stubs.py --check
  "../$venv/bin/mypy"
  "../$venv/bin/python" -m pytest $full "$@" | tee ../build/python-tests.txt # run_all.sh counts skipped tests
)
[ -n "$full" ] || exit 0
(
  cd python
  export HEDGEROW_CLI=$build/bin/hedgerow
  "../$venv/bin/pyright" --pythonpath "../$venv/bin/python"
  "../$venv/bin/python" -m pytest --parallel-threads=4 --iterations=2 tests/test_{core,vectors,adapters,container}.py
)
status=0
python/tools/tsan_test.sh "$build" || status=$?
case $status in
  0) ;;
  77) echo "SKIPPED ThreadSanitizer: NO RACE WAS LOOKED FOR" ;;
  *) exit "$status" ;;
esac
python/tools/wheel_test.sh
