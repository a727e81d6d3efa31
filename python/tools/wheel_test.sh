#!/usr/bin/env bash
# The way of a user: an sdist, a wheel from the sdist alone, auditwheel's verdict, and the wheel in an empty environment.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=$PWD/build/python-venv
export CXX=${CXX:-g++-12} CC=${CC:-gcc-12}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r python include src cmake CMakeLists.txt LICENSE "$work"
mkdir "$work/tools" && cp tools/lists*.py "$work/tools"
(cd "$work/python" && "$venv/bin/python" -c 'import sys; sys.path.insert(0, "tools"); import backend; backend.build_sdist("../dist")')
rm -rf "$work"/{python,include,src,cmake}
mkdir "$work/wheel"
"$venv/bin/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w "$work/wheel" "$work"/dist/*.tar.gz
"$venv/bin/auditwheel" show "$work"/wheel/*.whl
python3 -m venv "$work/empty"
"$work/empty/bin/pip" install -q --disable-pip-version-check "$work"/wheel/*.whl
"$work/empty/bin/python" - <<'PYTHON'
import hedgerow
hedgerow.selftest()
aead = hedgerow.KuznyechikMGM(hedgerow.KuznyechikMGM.generate_key())
assert aead.open(aead.seal(b"data")) == b"data"
print("a wheel of the sdist works in an empty environment:", hedgerow.__version__)
PYTHON
