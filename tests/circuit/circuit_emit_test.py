#!/usr/bin/env python3
"""Compiles every target of `hedgerow circuit emit` and runs it on all inputs, compared with the boxes of
circuit/boxes.py. Checks every committed netlist in Icarus Verilog and proves it with ABC. Tests refusals and
interruptions of the command line.

HEDGEROW_CIRCUIT is the path of the program. The exit status is 1 after a failure, 77 if a case was skipped because a
tool is missing, and otherwise 0.
usage: circuit_emit_test.py [CASE...]
Each of these breaks turned the tests red:
* emit: output NOTs were left out (C, C++, OpenCL, CUDA, Python, Verilog, VHDL), or the operands of andnot (ops) or
  of BCAX (neon) were exchanged.
* masked targets: a product was masked without its random bit (isw-c, dom-verilog), or a constant gate of one
  input was masked as this input.
* ops: an output that is an input was not copied, or an output NOT beyond the bits of kNots was lost.
* immediates: those of vpternlog and lop3 had the bit order of the netlist (ternary, ops, device, CUDA on the host).
* names: no word was reserved, or an example of a help had an unknown box.
* search: SIGINT was not caught, the memory bound was not set (a search took 211 MiB instead of 100), the end of the
  time was ignored, 0 gates were shown before the first find, or a front kept circuits that others equal.
* exact search: a formula excluded gates that read the inputs of another gate, or a constant output was accepted
  (paper2020, exact depth without an end).
* output: a text on a full disk counted as success, a converted circuit did not compute the box of its header,
  or the texts of several circuits became one of AIGER.
* build: the operands of an ANDN were exchanged, a table with complementary halves lost its XOR, the gates of a
  linear map were in the order of the file, an input that is an output was not kept, or a constant was wrong.
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
