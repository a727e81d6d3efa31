#!/usr/bin/env python3
"""Every target of `hedgerow circuit emit`, compiled and run on all inputs against the boxes of circuit/boxes.py; every
committed netlist in Icarus Verilog and proven by ABC; the command line's refusals and interruptions.

HEDGEROW_CIRCUIT is the program's path. Exit status: 1 after a failure, 77 when a case was
skipped for lack of a tool, else 0.
usage: circuit_emit_test.py [CASE...]
Seen red: output NOTs left out (C, C++, OpenCL, CUDA, Python; Verilog); andnot with its operands exchanged (ops); BCAX
with its operands exchanged (neon); a product masked without its random bit (isw-c, dom-verilog); immediates of
vpternlog and lop3 in the netlist's bit order (ternary, ops, device, CUDA on the host); output NOTs left out of VHDL; no
word reserved; SIGINT not caught; the bound of memory not set (a search took 211 MiB of 100); a formula that also rules
out gates which read what another one reads; the end of the time not looked at; 0 gates shown before the first find; a
front that keeps circuits that others are as good as; a constant output (paper2020, exact depth without an end); a text
on a full disk taken for done; a converted circuit that is not its header's box. In what
the build writes: an ANDN with its operands exchanged, a table whose halves are complements without its XOR, the gates
of a linear map in the order of the file, an input that is an output not kept, another constant.
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parent.parent))

import cases_build  # noqa: E402
import cases_command  # noqa: E402
import cases_cpu  # noqa: E402
import cases_formats  # noqa: E402
import cases_masked  # noqa: E402
import cases_other  # noqa: E402
from case_runner import run_cases  # noqa: E402
from support import new_folder, sample  # noqa: E402


def main():
    modules = (cases_build, cases_command, cases_cpu, cases_formats, cases_masked, cases_other)
    with new_folder() as folder:
        circuits = sample(folder)
        print("circuits:", ", ".join(c.name for c in circuits))
        passed, failed, skipped = run_cases(modules, sys.argv[1:], lambda _, case: case(circuits, folder))
    return 1 if failed or not passed else 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
