"""Makes docs/gpu-measured.md from the results of bench/device_measure.py in bench/machines/devices."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import device_report  # noqa: E402

FOLDER = ROOT / "bench/machines/devices"
HEAD = """# Measured devices

Written by `./dev gen` from the files of bench/machines/devices, which `bench/device_measure.py` writes. {gpus}

GB/s are 10^9 bytes per second, as medians of a run of `hedgerow bench --device`. "equal" means that every byte was
compared with the CPU's. [gpu-counts.md](gpu-counts.md) has the computed bounds.
"""
NO_GPU = """No GPU
has been measured yet, so the required figures for GPUs are open. [gpu.md](gpu.md) has the commands to measure one. The
figures below are those of OpenCL on a CPU. They show that the kernels run correctly, but not the speed of a GPU. Kalyna
is missing because its kernels use tables, which never serve a CPU."""


def is_gpu(about):
    return not about["name"].startswith(("cpu", "pthread"))


def section(rows, musts, about):
    yield f"## {about['name']}"
    yield ""
    yield (f"`{about['device']}`, {about['architecture']}, driver {about['driver']}, {about['compute_units']} units, {about['clock_mhz']} MHz; "
           f"{about['date']}, commit {about['commit']}.")
    yield ""
    if is_gpu(about):
        yield from device_report.musts_table(musts)
        yield ""
    yield from device_report.table(rows)


def page():
    found = [device_report.load(path) for path in sorted(FOLDER.glob("*.csv"))]
    out = HEAD.format(gpus="" if any(is_gpu(about) for _, _, about in found) else NO_GPU).splitlines()
    for device in found:
        out += ["", *section(*device)]
    return "\n".join(out) + "\n"
