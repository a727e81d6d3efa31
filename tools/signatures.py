#!/usr/bin/env python3
"""Disassembles every kernel and field object of a build. The signature of its instruction set must be there, and no
instruction of a stronger set. Otherwise a generic loop with wider flags could pass as a kernel, and a wider instruction
in a narrow object would crash.

usage: signatures.py BUILD_DIR
"""
import platform
import re
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import lists

# needed: every entry must match an instruction; '|' joins alternatives within an entry. banned: no instruction may
# match. An instruction reads "mnemonic operands".
Rule = namedtuple("Rule", "needed banned")
ZMM_OR_MASK = r"%zmm|%k[0-7]|%[xy]mm(1[6-9]|2\d|3[01])"
GFNI = r"^v?gf2p8"
BMI = r"^(andn|bextr|bls(i|r|msk)|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx)\b"
SSE4 = (r"^(p(blend|insr[bdq]|extr[bdq]|test|mov[sz]x|cmpeqq|cmpgtq|mulld|max(s[bd]|u[wd])|min(s[bd]|u[wd]))"
        r"|popcnt|blendv|insertps)")
AVX = r"^v[a-z0-9]+ .*%[xyz]mm"
ABOVE_SSE = [AVX, r"%[yz]mm", ZMM_OR_MASK, GFNI, SSE4, BMI]
ARM_CRYPTO = r"^(aes|sha)[a-z0-9]+ "
RULES = {
    "scalar": Rule([], [*ABOVE_SSE, r"^(pshufb|palignr|pabs|pclmul)", r"^pmull2? .*1q", ARM_CRYPTO]),
    "sse": Rule([r"^pshufb .*%xmm"], [*ABOVE_SSE, r"^pclmul"]),
    "avx2": Rule([r"^vpshufb .*%ymm"], [ZMM_OR_MASK, GFNI, r"^vpclmul", BMI]),
    "avx2_gfni": Rule([r"^vgf2p8.*%ymm"], [ZMM_OR_MASK, BMI]),
    "avx512": Rule([r"^vpternlog[dq] .*%zmm"], [GFNI, r"^vperm[it]2b|^vpermb", r"^vpclmul", BMI]),
    "avx512_gfni": Rule([r"^vpermi2b|^vpermt2b|^vpermb", r"^vgf2p8affineqb .*%zmm"], [BMI]),
    "neon": Rule([r"^tbl\b"], [r"^pmull2? .*1q", ARM_CRYPTO]),
    "neon32": Rule([r"^vtbl"], [ARM_CRYPTO]),
}
FIELD_RULES = {
    "sse": Rule([r"^pclmul.*%xmm"], ABOVE_SSE),
    "avx2": Rule([r"^vpclmul.*%ymm"], [ZMM_OR_MASK, GFNI, BMI]),
    "avx512_gfni": Rule([r"^vpclmul.*%zmm"], [BMI]),
    "neon": Rule([r"^pmull2? .*1q"], [ARM_CRYPTO]),
}
# signature=aes: kernels that use AES instructions, and the instructions that their flags allow.
AES_RULES = {
    "sse": Rule([r"^aesenc .*%xmm", r"^aesdec .*%xmm"], RULES["sse"].banned),
    "avx2": Rule([r"^vaesenc .*%ymm", r"^vaesdec .*%ymm"], FIELD_RULES["avx2"].banned),
    "avx512_gfni": Rule([r"^vaesenc .*%zmm", r"^vaesdec .*%zmm"], RULES["avx512_gfni"].banned),
    "neon": Rule([r"^aese ", r"^aesd ", r"^aesmc ", r"^aesimc "], [r"^sha[a-z0-9]+ "]),
}
# signature=NAME: instructions that must be in kernels without a byte permute.
NEEDS = {"vpermb": {"avx512_gfni": [r"^vpermb .*%zmm"]},
         "vpermi2b": {"avx512_gfni": [r"^vperm[it]2b .*%ymm"]},
         "vpshufb": {"avx512": [r"^vpshufb .*%ymm"]},
         "shuffle": {"avx512": [r"^vpshufb .*%zmm"]},
         "aes_box": {"sse": [r"^aesenclast .*%xmm", r"^pshufb .*%xmm"], "avx2": [r"^vaesenclast .*%[xy]mm", r"^vpshufb .*%ymm"]},
         "gather": {"avx2": [r"^vpgather.*%ymm"], "avx512": [r"^vpgather.*%zmm"]},
         "gfni": {"avx2_gfni": [r"^vgf2p8affineinvqb .*%ymm"], "avx512_gfni": [r"^vgf2p8affineinvqb .*%zmm"]},
         "xor": {"sse": [r"^(pxor|xorps) .*%xmm"], "avx2": [r"^v(pxor|xorps) .*%ymm"],
                 "avx512": [r"^v(pxor[dq]|xorps|pternlog[dq]) .*%zmm"], "neon": [r"^eor .*v\d+"],
                 "neon32": [r"^veor"]},
         "logic": {
    "sse": [r"^pxor .*%xmm", r"^pandn? .*%xmm"], "avx2": [r"^vpxor .*%ymm", r"^vpandn? .*%ymm"],
    "neon": [r"^eor .*v\d+", r"^(bic|and) .*v\d+"], "neon32": [r"^veor", r"^v(bic|and)"],
    "avx512_gfni": [r"^vpshldw .*%zmm", r"^vpternlog[dq] .*%zmm"]},
         "add": {
    "sse": [r"^padd[wdq] .*%xmm"], "avx2": [r"^vpadd[wdq] .*%ymm"], "avx512": [r"^vpadd[wdq] .*%zmm", r"^(vpro[lr][dq]|vpternlog[dq]) .*%zmm"],
    "avx512_gfni": [r"^vpadd[wdq] .*%zmm", r"^vpshld"], "neon": [r"^add .*v\d+\.", r"^sli "],
    "neon32": [r"^vadd\.i\d+ .*q\d", r"^vsli"]}}


def rule_of(line):
    if isinstance(line, lists.Field):
        return FIELD_RULES.get(line.isa, RULES.get(line.isa))
    if line.signature == "aes":
        return AES_RULES.get(line.isa)
    rule = RULES.get(line.isa)
    if line.signature == "lookup":
        return rule
    return rule and Rule(NEEDS[line.signature][line.isa], rule.banned)


def instructions(path, architecture):
    """Returns mnemonic and operands of each instruction with single spaces."""
    native = architecture == "any" or architecture == {"x86_64": "x86", "aarch64": "arm64"}.get(platform.machine())
    tool = "objdump" if native else {"arm64": "aarch64-linux-gnu-objdump", "arm32": "arm-linux-gnueabihf-objdump"}[architecture]
    text = subprocess.run([tool, "-d", "--no-show-raw-insn", path], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^ *[0-9a-f]+:\t(.*)$", text, flags=re.M)
    return [re.sub(r"\s+", " ", re.sub(r"^(?:lock|rep\w*|notrack) ", "", i)) for i in found]


def check(line, path, architecture):
    """Returns the errors of one object, and the number of its signature instructions."""
    rule, code = rule_of(line), instructions(path, architecture)
    problems = [f"none of {need}" for need in rule.needed if not any(re.search(need, i) for i in code)]
    for ban in rule.banned:
        hits = [i for i in code if re.search(ban, i)]
        if hits:
            problems.append(f"{len(hits)} above {line.isa}: {hits[0]}")
    count = sum(any(re.search(need, i) for need in rule.needed) for i in code)
    return problems, count, len(code)


def machine_of(path):
    header = path.read_bytes()[:20]
    return {62: "x86", 3: "x86", 183: "arm64", 40: "arm32"}.get(int.from_bytes(header[18:20], "little"), "other")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    objects = {}
    for path in Path(sys.argv[1]).rglob("*.o"):
        objects.setdefault(lists.object_stem(path), path)
    isas = {i.name: i for i in lists.isas()}
    lines = lists.objects()
    wanted = set(re.findall(r"\w+", Path(sys.argv[1], "lists.cmake").read_text(encoding="utf-8")))  # without those that the build leaves out
    present = [(line, objects[line.stem]) for line in lines if line.stem in objects]
    if not present:
        sys.exit(f"no kernel objects under {sys.argv[1]}")
    built_for = machine_of(present[0][1])
    failed = skipped = 0
    for line in lines:
        architecture = isas[line.isa].arch
        if architecture not in ("any", built_for) or line.stem not in wanted:
            skipped += 1
            continue
        if line.stem not in objects:
            failed += 1
            print(f"FAIL {line.stem:44} its object is missing")
            continue
        problems, count, total = check(line, objects[line.stem], built_for)
        failed += bool(problems)
        print(f"{'FAIL' if problems else 'ok  '} {line.stem:44} {count:5} signature of {total:6} instructions"
              + "".join(f"\n     {p}" for p in problems))
    print(f"{len(lines) - failed - skipped} passed, {failed} failed, {skipped} of other architectures or left out")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
