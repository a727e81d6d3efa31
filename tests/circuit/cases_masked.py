"""Evaluates the text of the masked targets of emit on every secret, mask and random bit together: bit i of each
value is its value in case i. The distribution of a value must not depend on the secret. In C this holds for each
value. In Verilog, because of glitches, it holds for each set of registers that a wire reads.
"""
import re
import shutil
from pathlib import Path

from support import PROGRAM, call, emit, refused

CHI = [x ^ sum(((~x >> (i + 1) % 3) & (x >> (i + 2) % 3) & 1) << i for i in range(3)) for x in range(8)]


class Cases:
    """Every value of the n secret bits (the high bits of the case number), of their masks and of the random bits."""

    def __init__(self, inputs, randoms):
        self.inputs, self.bits = inputs, 2 * inputs + randoms
        self.all = (1 << (1 << self.bits)) - 1
        self.random = [self.variable(i) for i in range(randoms)]
        mask = [self.variable(randoms + i) for i in range(inputs)]
        secret = [self.variable(randoms + inputs + i) for i in range(inputs)]
        self.share = [mask, [m ^ s for m, s in zip(mask, secret)]]
        self.of_secret = [1] * (1 << inputs)
        size = 1 << (randoms + inputs)
        self.of_secret = [((1 << size) - 1) << (size * s) for s in range(1 << inputs)]

    def variable(self, i):
        """Bit i of each case's number."""
        value, length = ((1 << (1 << i)) - 1) << (1 << i), 2 << i
        while length < 1 << self.bits:
            value |= value << length
            length *= 2
        return value

    def same_for_all(self, values):
        """True if the values together have the same distribution for every secret."""
        def split(within, rest):
            counts = {(w & 0 if w is None else w).bit_count() for w in within}
            if len(counts) > 1:
                return False
            if counts == {0} or not rest:
                return True
            return all(split([w & (rest[0] if one else self.all ^ rest[0]) for w in within], rest[1:]) for one in (0, 1))
        return split(self.of_secret, values)


def evaluate(expression, names, cases):
    names = {**names, "ALL": cases.all}
    text = re.sub(r"~\(", "ALL ^ (", expression)
    text = re.sub(r"~(\w+(?:\[\d+\])*)", r"(ALL ^ \1)", text)
    return eval(text, {}, names)


def isw(text, cases):
    """Returns the values of the text by name, and the shares of the outputs."""
    names = {"x": [list(pair) for pair in zip(*cases.share)], "r": cases.random or [0]}
    outputs = {}
    for line in text.splitlines():
        if found := re.match(r"  const uint32_t (\w+) = \(uint32_t\)\((.*)\);$", line):
            names[found[1]] = evaluate(found[2], names, cases)
        elif found := re.match(r"  y\[(\d+)\]\[(\d)\] = \(uint32_t\)\((.*)\);$", line):
            outputs[int(found[1]), int(found[2])] = evaluate(found[3], names, cases)
    return {k: v for k, v in names.items() if isinstance(v, int)}, outputs


def right(outputs, table, cases):
    for (o, s), value in outputs.items():
        if s:
            continue
        sum_of = value ^ outputs[o, 1]
        for secret, within in enumerate(cases.of_secret):
            assert sum_of & within == (within if table[secret] >> o & 1 else 0), (o, secret)


def randoms_of(text):
    return int(re.search(r"(\d+) fresh random bits", text)[1])


def test_isw_c_is_right_and_no_value_tells(circuits, folder):
    present = next(c for c in circuits if c.name == "present_andn")
    text = emit(present, "isw-c")
    cases = Cases(4, randoms_of(text))
    values, outputs = isw(text, cases)
    right(outputs, present.table, cases)
    told = [k for k, v in values.items() if not cases.same_for_all([v])]
    assert not told, told
    # Without its random bits the same text must leak. This shows that the check can fail.
    values, _ = isw(re.sub(r" \^ r\[\d+\]", "", text), cases)
    assert not all(cases.same_for_all([v]) for v in values.values())
    if shutil.which("g++"):
        Path(folder, "isw.c").write_text(text)
        call("gcc", "-Wall", "-Wextra", "-Werror", "-c", Path(folder, "isw.c"), "-o", Path(folder, "isw.o"))


def dom(text, cases):
    """Returns the values by name, the values that each register's input and each wire reads (with glitches), and the
    shares of the outputs."""
    names, reads, outputs = {"x0": cases.share[0], "x1": cases.share[1], "r": cases.random or [0]}, {}, {}
    stable = {f"x{s}[{i}]" for s in (0, 1) for i in range(cases.inputs)} | {f"r[{i}]" for i in range(len(cases.random))}

    def seen(expression):
        found = set()
        for word in re.findall(r"[a-z]\w*(?:\[\d+\])?", expression):
            found |= {word} if word in stable else reads[word]
        return found
    for line in text.splitlines():
        if found := re.match(r"  wire (\w+) = (.*);$", line):
            names[found[1]] = evaluate(found[2], names, cases)
            reads[found[1]] = seen(found[2])
        elif found := re.match(r"  always @\(posedge clk\) (\w+) <= (.*);$", line):
            names[found[1]] = evaluate(found[2], names, cases)
            reads["next " + found[1]] = seen(found[2])
            stable.add(found[1])
        elif found := re.match(r"  assign y(\d)\[(\d+)\] = (.*);$", line):
            outputs[int(found[2]), int(found[1])] = evaluate(found[3], names, cases)
            reads[f"y{found[1]}[{found[2]}]"] = seen(found[3])
    return names, reads, outputs


def leaks(text, cases):
    names, reads, _ = dom(text, cases)
    value = {**names, **{f"x{s}[{i}]": cases.share[s][i] for s in (0, 1) for i in range(cases.inputs)},
             **{f"r[{i}]": r for i, r in enumerate(cases.random)}}
    return [k for k, v in reads.items() if not cases.same_for_all([value[w] for w in sorted(v)])]


def test_dom_verilog_is_right_and_no_wire_tells(_, folder):
    box = Path(folder, "chi.txt")
    box.write_text(str(CHI) + "\n")
    path = Path(folder, "chi.gates")
    call(PROGRAM, "search", box, "--effort", "1", "-o", path)
    text = call(PROGRAM, "emit", path, "--target", "dom-verilog", "--function", "chi")
    cases = Cases(3, randoms_of(text))
    right(dom(text, cases)[2], CHI, cases)
    assert not leaks(text, cases), leaks(text, cases)
    assert leaks(re.sub(r" \^ r\[\d+\]", "", text), cases)  # without its random bits
    if shutil.which("iverilog"):
        Path(folder, "chi.v").write_text(text)
        call("iverilog", "-Wall", "-t", "null", Path(folder, "chi.v"))


def test_a_constant_gate_is_not_masked(_, folder):
    """Each constant is a gate of one input, as BLIF of other tools has them. Its text would be the input or its NOT."""
    for value in (0, 1):
        table = "".join(f"{(x >> 1 & 1 ^ 1) & (value ^ x >> 2):02x}" for x in range(8))
        gates = Path(folder, "constant.gates")
        gates.write_text(f"box constant\ntable 3 1 {table}\nbasis lut3\ninputs 3\nt0 = 0x{3 * value}(x0)\n"
                         "t1 = t0 ^ x2\nt2 = t1 & ~x1\noutputs t2\n")
        call(PROGRAM, "verify", gates)
        for target in ("isw-c", "dom-verilog"):
            refused(2, "only circuits of two-input gates can be masked", "emit", gates, "--target", target)
