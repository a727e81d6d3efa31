"""Writes, for `hedgerow bench --device`, what counted instructions allow each CUDA kernel: rows {kernel, architecture, cycles of a
multiprocessor a byte of CTR}, from tests/device/budgets.tsv.

usage: device_bounds.py OUT
"""
import sys
from pathlib import Path

import device_counts
import device_page


def main():
    sizes = device_page.geometry()
    rows = [f'{{"{form}.cuda", "{arch}", {device_counts.cycles(cost)[0] / (32 * sizes[form]):.9f}}},'
            for form, entry, arch, cost in device_page.rows() if entry == "hr_ctr" and form in sizes]
    text, out = "\n".join(rows) + "\n", Path(sys.argv[1])
    if not out.exists() or out.read_text() != text:
        out.write_text(text)


if __name__ == "__main__":
    main()
