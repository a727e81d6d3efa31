#!/usr/bin/env python3
"""Source text of the circuits of src/circuit: C++ for kernels, `circuit/<cipher>/<boxes>.<basis>.hpp` in the build
folder, and the texts that device_sources.py embeds for GPUs. The circuits of lab/circuits become `circuits/...` for
the lab's kernels. The text is the same as that of `hedgerow circuit emit` with the targets ops and device, and a
test compares the two. The build cannot call that program, because the same build makes it. `src/circuit/README.md`
defines the format of the netlists.

usage: circuits.py --write FOLDER      writes the headers for kernels; a file that would not change is left alone
"""
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASES = ("andn", "lut3")  # the bases of kernels
# Gates of two nets, each with the ops of src/isa. {0} and {1} are the nets.
OPS = {"a & b": "and2({0}, {1})", "a | b": "or2({0}, {1})", "a ^ b": "xor2({0}, {1})",
       "~a & b": "andnot({0}, {1})", "a & ~b": "andnot({1}, {0})"}
# Indexed by the table of two nets: bit a + 2b is the value at (a, b).
TWO_INPUTS = ("0", "~(a | b)", "a & ~b", "~b", "~a & b", "~a", "a ^ b", "~(a & b)",
              "a & b", "~(a ^ b)", "a", "a | ~b", "b", "~a | b", "a | b", "~0")
CONSTANTS = {"0": 0x00, "1": 0xff}
WIDTH = 100


@dataclass
class Gate:
    form: str  # a and b are the nets; for three nets it is the table: bit 4a + 2b + c
    nets: list


@dataclass
class Circuit:
    box: str
    caption: str
    inputs: int
    gates: list
    outputs: list  # (net, True if it is inverted)

    @property
    def name(self):
        return re.sub(r"[^0-9A-Za-z]", "_", self.box)

    @property
    def inverted(self):
        return sum(1 << i for i, (_, inverted) in enumerate(self.outputs) if inverted)


def number(net, inputs):
    return int(net[1:]) + (inputs if net[0] == "t" else 0)


def gate(path, text, inputs):
    """Returns the gate of a text such as x3 & ~x1."""
    nets = [number(net, inputs) for net in re.findall(r"\b[xt]\d+", text)]
    if text.startswith("0x") and len(nets) == 3:
        return Gate(int(text[2:4], 16), nets)
    names = iter("ab")
    form = re.sub(r"\b[xt]\d+", lambda _: next(names, "?"), re.sub(r" ?([&|^]) ?", r" \1 ", text))
    if form not in TWO_INPUTS and form not in CONSTANTS:
        sys.exit(f"{path}: `{text}` cannot be emitted. Allowed are operators and tables of three nets.")
    return Gate(form, nets)


def read(path):
    """Returns the circuits of a file that `hedgerow circuit verify` has accepted."""
    made, box, caption, inputs, gates = [], "", "", 0, []
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "box":
            box = rest
        elif word == "basis":
            basis, _, figures = rest.partition(": ")
            caption = f"// {box} over {basis}: {figures}.\n"
        elif word == "inputs":
            inputs = int(rest)
        elif re.fullmatch(r"t\d+", word):
            gates += [gate(path, text.rpartition(" = ")[2], inputs) for text in line.split("; ")]
        elif word == "outputs":
            outputs = [(number(o.lstrip("~"), inputs), o[0] == "~") for o in rest.split()]
            made.append(Circuit(box, caption, inputs, gates, outputs))
            gates = []
    return made


def net_name(net, inputs):
    return f"x[{net}]" if net < inputs else f"t{net - inputs}"


def output_name(c, i):
    """Returns the name of the value of output i, for functions whose y may be x. An unchanged input gets a copy o0, o1,
    ..., because an earlier output may overwrite it."""
    net = c.outputs[i][0]
    return f"o{i}" if net < c.inputs else net_name(net, c.inputs)


def copies(c):
    """Returns output i -> the input that it is."""
    return {i: net_name(net, c.inputs) for i, (net, _) in enumerate(c.outputs) if net < c.inputs}


def ops(gate, names):
    if isinstance(gate.form, int):
        return f"ternary<0x{gate.form:02x}>({', '.join(names)})"
    if gate.form in OPS:
        return OPS[gate.form].format(*names)
    names = (names or ["x[0]"]) + [(names or ["x[0]"])[-1]] * (3 - max(1, len(names)))
    table = CONSTANTS.get(gate.form)
    if table is None:  # two nets: bit 4a + 2b + c is their value at (a, b) for both values of c
        table = sum((TWO_INPUTS.index(gate.form) >> (x >> 2) + 2 * (x >> 1 & 1) & 1) << x for x in range(8))
    return f"ternary<0x{table:02x}>({', '.join(names)})"


def in_place(form, names):
    return re.sub("[ab]", lambda m: names["ab".index(m[0])], form)


def expression(gate, names):
    """Returns a gate as operators. A gate of three nets is a choice by the third net between the halves of its
    table."""
    if not isinstance(gate.form, int):
        return in_place({"1": "~0"}.get(gate.form, gate.form), names)
    bits = [gate.form >> (4 * (x & 1) + 2 * (x >> 1 & 1) + (x >> 2)) & 1 for x in range(8)]
    low, high = (sum(bits[4 * half + x] << x for x in range(4)) for half in range(2))

    def part(table):
        return "(" + in_place(TWO_INPUTS[table], names) + ")"
    c = names[2]
    if low == high:
        return part(low)[1:-1]
    if low ^ high == 15:
        return f"{part(low)} ^ {c}"
    for table, other, form in ((low, high, "{} & {}"), (high, low, "{} & ~{}")):
        if table == 0:
            return form.format(part(other), c)
    for table, other, form in ((low, high, "{} | ~{}"), (high, low, "{} | {}")):
        if table == 15:
            return form.format(part(other), c)
    return f"{part(low)} ^ ({part(low ^ high)} & {c})"


def is_linear(circuit):
    return all(g.form in ("a ^ b", 0x96) for g in circuit.gates)


def is_onto(circuit):
    """True if each output may overwrite its own input. The inputs are the last ones, and no gate may read such an input
    after the output is computed."""
    own = circuit.inputs - len(circuit.outputs)
    return own > 0 and not any(own <= net < circuit.inputs and circuit.inputs + i > circuit.outputs[net - own][0]
                               for i, gate in enumerate(circuit.gates) for net in gate.nets)


def output_order(circuit):
    """Returns the gates reordered by outputs: first those of the output that needs the fewest further gates, and so
    on."""
    order, done, left = [], set(range(circuit.inputs)), [net for net, _ in circuit.outputs]

    def need(net, done, order):
        if net not in done:
            for fan_in in sorted(set(circuit.gates[net - circuit.inputs].nets)):
                need(fan_in, done, order)
            done.add(net)
            order.append(net)

    def missing(net):
        added = []
        need(net, set(done), added)
        return len(added)
    while left:
        need(left.pop(min(range(len(left)), key=lambda i: missing(left[i]))), done, order)
    place = {net: circuit.inputs + i for i, net in enumerate(order)} | {i: i for i in range(circuit.inputs)}
    gates = [Gate(g.form, [place[n] for n in g.nets]) for g in (circuit.gates[net - circuit.inputs] for net in order)]
    return Circuit(circuit.box, circuit.caption, circuit.inputs, gates, [(place[net], inverted) for net, inverted in circuit.outputs])


def ops_function(circuit):
    linear = is_linear(circuit)
    at_once = linear or is_onto(circuit)
    c = output_order(circuit) if linear else circuit
    place = "y is not x" if linear else f"y may be x + {c.inputs - len(c.outputs)}" if at_once else "y may be x"
    lines, declared = [], ""

    def end():
        nonlocal declared
        if declared:
            lines.append(declared + ";\n")
        declared = ""

    def store(i):
        end()
        lines.append(f"  y[{i}] = {net_name(c.outputs[i][0], c.inputs) if linear else output_name(c, i)};\n")

    def declare(text):
        nonlocal declared
        if declared and len(declared) + len(text) + 3 > WIDTH:
            end()
        declared += (", " if declared else "  const auto ") + text
    outputs_of = {}
    for i, (net, _) in enumerate(c.outputs):
        outputs_of.setdefault(net, []).append(i)
    for i, name in copies(c).items() if not linear else ():
        declare(f"{output_name(c, i)} = {name}")
    for net, gate in enumerate(c.gates, c.inputs):
        declare(f"{net_name(net, c.inputs)} = {ops(gate, [net_name(n, c.inputs) for n in gate.nets])}")
        for i in outputs_of.get(net, ()) if at_once else ():
            store(i)
    for i, (net, _) in enumerate(c.outputs):
        if not at_once or net < c.inputs:
            store(i)
    end()
    return (f"\n{circuit.caption}constexpr unsigned long long kNots_{c.name} = 0x{c.inverted:x};\n"
            f"template <class In, class Out>\nHR_INLINE constexpr void box_{c.name}(const In& x, Out y) {{  // {place}\n"
            f"{''.join(lines)}}}\n")


def ops_text(circuits):
    return ("// Generated by `hedgerow circuit emit --target ops`; do not edit. Bit i of kNots_NAME: y[i] of\n"
            '// box_NAME is left to invert.\n#pragma once\n\n#include "isa/word_ops.hpp"\n\nnamespace hedgerow {\n'
            + "".join(map(ops_function, circuits)) + "\n}  // namespace hedgerow\n")


def device_function(c):
    lines = []
    for net, gate in enumerate(c.gates, c.inputs):
        names = [net_name(n, c.inputs) for n in gate.nets]
        value = expression(gate, names)
        if isinstance(gate.form, int):
            value = f"HR_TERNARY(0x{gate.form:02x}, {', '.join(names)}, {value})"
        lines.append(f"  const u32 {net_name(net, c.inputs)} = {value};\n")
    lines += [f"  const u32 {output_name(c, i)} = {name};\n" for i, name in copies(c).items()]
    lines += [f"  y[{i}] = {'~' * inverted}{output_name(c, i)};\n" for i, (_, inverted) in enumerate(c.outputs)]
    return (f"{c.caption}// Generated by `hedgerow circuit emit`; do not edit.\n"
            f"HR_DEVICE void box_{c.name}(const u32 *x, u32 *y) {{  // y may be x\n{''.join(lines)}}}\n")


def device_text(circuits):
    return "\n".join(map(device_function, circuits))


def either_basis(name):
    return ("// Written by tools/circuits.py: the circuit over the gates that the vectors of HR_ISA have.\n#pragma once\n\n"
            f'#include "isa/vec.hpp"\n#ifdef HR_VEC_TERNARY\n#include "{name}.lut3.hpp"\n#else\n#include "{name}.andn.hpp"\n#endif\n')


def circuits_of(root, basis):
    """Returns (name, circuits) of each netlist over the basis, for example ("circuit/aes/inv", [...])."""
    for path in sorted((root / "src/circuit").glob(f"*/*.{basis}.gates")):
        yield path.relative_to(root / "src").as_posix()[:-len(f".{basis}.gates")], read(path)


def lab_netlists(root):
    return sorted((root / "lab/circuits").glob("*/*.gates"))


def kernel_headers(root):
    """Returns path in the build folder -> text."""
    made = {}
    for basis in BASES:
        for name, circuits in circuits_of(root, basis):
            made[f"{name}.{basis}.hpp"] = ops_text(circuits)
            if f"{name}.{BASES[0]}.hpp" in made and basis == BASES[1]:
                made[f"{name}.hpp"] = either_basis(name)
    return made | {path.relative_to(root / "lab").with_suffix(".hpp").as_posix(): ops_text(read(path)) for path in lab_netlists(root)}


def device_sources(root):
    """Returns name -> text of each circuit that a kernel source of devices includes, over each basis, and of each set
    of S-boxes of GOST. These boxes are named gost:SET:ROW:xor."""
    wanted = {name for text in sorted((root / "src/device/source").glob("*.h"))
              for name in re.findall(r'^#include "(circuit/.*)\.BASIS\.h"', text.read_text(), flags=re.M)}
    made = {}
    for basis in BASES:
        for name, circuits in circuits_of(root, basis):
            if name in wanted:
                made[f"{name}.{basis}.h"] = device_text(circuits)
            sets = {}
            for c in circuits:
                if re.fullmatch(r"gost:[^:]+:\d:xor", c.box):
                    sets.setdefault(c.box.split(":")[1], []).append(c)
            made |= {f"{name}.{sbox_set}.h": device_text(those) for sbox_set, those in sets.items()}
    return dict(sorted(made.items()))


def write(root, folder):
    made = kernel_headers(root)
    for name, text in made.items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    for old in [*folder.glob("circuit/*/*.hpp"), *folder.glob("circuits/*/*.hpp")]:
        if old.relative_to(folder).as_posix() not in made:
            old.unlink()


def main(arguments):
    if len(arguments) != 2 or arguments[0] != "--write":
        sys.exit(__doc__.strip())
    write(ROOT, Path(arguments[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
