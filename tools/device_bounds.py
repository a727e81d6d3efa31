"""Writes the bounds of CUDA kernels for `hedgerow bench --device`, computed from the counts in
tests/device/budgets.tsv: rows {kernel, entry, architecture, cycles of a multiprocessor per byte}. Ciphers have CTR.
Fields have the sums of GCM (hr_hash) and MGM (hr_dot).

usage: device_bounds.py OUT
"""
import sys
from pathlib import Path

import device_counts
import device_page


def main():
    sizes = device_page.geometry()
    rows = [f'{{"{kernel}.cuda", "{entry}", "{arch}", {device_counts.cycles(cost)[0] / (32 * sizes[kernel]):.9f}}},'
            for kernel, entry, arch, cost in device_page.rows() if entry in ("hr_ctr", "hr_hash", "hr_dot") and kernel in sizes]
    text, out = "\n".join(rows) + "\n", Path(sys.argv[1])
    if not out.exists() or out.read_text() != text:
        out.write_text(text)


if __name__ == "__main__":
    main()
