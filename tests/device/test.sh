#!/usr/bin/env bash
# Tests the kernel sources of devices as C under sanitizers, and as NVRTC compiles them.
# usage: tests/device/test.sh BUILD [--full]
set -euo pipefail
kernels=$1/bin/device_kernels
full=${2:-}
status=0
python3 tests/device/native_test.py "$kernels" $full || status=1
environment=build/device-venv
if ! cmp -s tests/device/requirements.txt "$environment/requirements.txt"; then
  python3 -m venv "$environment" && "$environment/bin/pip" install -q --disable-pip-version-check -r tests/device/requirements.txt &&
    cp tests/device/requirements.txt "$environment/requirements.txt" || echo "SKIPPED the counts of instructions for CUDA: no NVRTC can be installed"
fi
[ ! -e "$environment/requirements.txt" ] || python3 tests/device/lab_texts.py "$1/bin/hedgerow-lab-device" "$environment" || status=1
[ ! -e "$environment/requirements.txt" ] || python3 tests/device/count.py "$kernels" "$environment" \
  ${full:+--full --entries all --arch sm_75 --arch sm_80 --arch sm_86 --arch sm_89 --arch sm_90 --arch sm_100 --arch sm_120} || status=1
exit "$status"
