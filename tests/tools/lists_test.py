#!/usr/bin/env python3
"""Checks the errors of tools/lists.py: each seeded fault in an otherwise valid line is reported with file, line and
reason. Also checks that its output for CMake and C++ follows the lists.

The tests turned red when read_pairs did not check for a repeated key, when problems() ignored the ranks, and when the
processor flags kept their underscores, and when above() looked at the rank of no class.
"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import lists  # noqa: E402
import lists_write  # noqa: E402

GOOD = {
    "src/isa/isa.def": '# a comment\nISA scalar rank=0 arch=any\nISA sse rank=1 arch=x86 features=SSSE3,AES flags="-mssse3 -maes"  # more\n'
                       'CLASS fast note="a \\"fast\\" one"\nCLASS other note="others"\n',
    "src/cipher/cipher.def": 'FAMILY toy maturity=published note="a toy"\nCIPHER toy:a-1 family=toy block=16 key=32 rounds=10 order=little\n',
    "src/registry/kernels.def": "KERNEL toy reference sse\nKERNEL toy bits scalar rank.fast=5\nFIELD gf128 sse\n",
    "src/registry/crossovers.def": "CROSSOVER other toy:a-1 bits scalar up_to=3\n",
    "lab/kernels.def": "LAB_KERNEL toy table scalar\n",
}
# (file, text to replace, replacement, expected part of the message)
BAD_LINES = [
    ("src/isa/isa.def", "ISA scalar", "ISO scalar", "isa.def:2: 'ISO' is none of"),
    ("src/isa/isa.def", "arch=any", "arch=sparc", "isa.def:2: 'sparc' is none of any, x86"),
    ("src/isa/isa.def", "rank=0", "rank=zero", "isa.def:2: invalid literal"),
    ("src/isa/isa.def", " rank=0", "", "isa.def:2: lacks rank"),
    ("src/isa/isa.def", "rank=0", "rank=0 rank=0", "isa.def:2: rank stands twice"),
    ("src/isa/isa.def", "rank=0", "rank=0 speed=9", "isa.def:2: 'speed=9' is no key=value of ISA"),
    ("src/isa/isa.def", "rank=0", "rank", "isa.def:2: 'rank' is no key=value"),
    ("src/isa/isa.def", 'note="others"', 'note="others', "isa.def:5: No closing quotation"),
    ("src/isa/isa.def", "CLASS other", "CIPHER other", "isa.def:5:"),
    ("src/cipher/cipher.def", "toy:a-1", "Toy", "cipher.def:2: CIPHER begins with name"),
    ("src/registry/kernels.def", "KERNEL toy bits scalar rank", "KERNEL toy bits rank", "kernels.def:2: KERNEL begins with"),
    ("src/registry/kernels.def", "FIELD gf128 sse", "ISA gf128 rank=1 arch=any", "kernels.def:3: a ISA line stands in src/isa/isa.def"),
]
BAD_LISTS = [
    ("src/registry/crossovers.def", "other", "slow", "CROSSOVER slow toy:a-1: there is no CLASS slow"),
    ("src/registry/crossovers.def", "bits scalar", "bits sse", "the library has no kernel toy:a-1.bits.sse"),
    ("src/registry/crossovers.def", "bits scalar", "reference sse", "the library has no kernel toy:a-1.reference.sse"),
    ("src/cipher/cipher.def", "family=toy", "family=tay", "there is no FAMILY tay"),
    ("src/registry/kernels.def", "toy bits", "tay bits", "there is no FAMILY tay"),
    ("src/registry/kernels.def", "gf128 sse", "gf128 mmx", "there is no ISA mmx"),
    ("lab/kernels.def", "toy table", "tay table", "there is no FAMILY tay"),
    ("lab/kernels.def", "table scalar", "bits scalar", "toy:a-1.bits.scalar stands twice"),
    ("src/registry/kernels.def", "rank.fast", "rank.slow", "there is no CLASS slow"),
    ("src/registry/kernels.def", "rank.fast=5", "rank.fast=10", "has the rank of toy_reference_sse on fast"),
    ("src/registry/kernels.def", "FIELD gf128 sse", "FIELD gf128 sse\nFIELD gf128 sse", "gf128.sse stands twice"),
]


class ListsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write(GOOD)

    def write(self, files):
        for name, text in files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)

    def seed(self, name, old, new):
        self.assertIn(old, GOOD[name])
        self.write({**GOOD, name: GOOD[name].replace(old, new, 1)})

    def test_good_lists(self):
        self.assertEqual(list(lists_write.problems(self.root)), [])
        scalar, sse = lists.isas(self.root)
        self.assertEqual((sse.features, sse.flags, scalar.flags), (("SSSE3", "AES"), "-mssse3 -maes", ""))
        table, bits = lists.kernels(self.root)
        self.assertEqual((table.rank, bits.rank, bits.rank_on("fast"), bits.rank_on("other")), (10, 20, 5, 20))
        self.assertEqual(lists.ids(self.root)[0], ("toy:a-1.reference.sse", "sse"))

    def test_strongest_isa(self):
        def name(flags):
            return lists.strongest_isa(f"processor : 0\nflags\t\t: fpu {flags}\nbugs : ssse3\n", self.root)
        self.write({"src/isa/isa.def": 'ISA wide rank=3 arch=x86 flags="-mavx2 -mvbmi2 -mtune=icelake-server -mprefer-width=512"\n'
                                       'ISA sse rank=1 arch=x86 flags="-mssse3"\nISA avx rank=2 arch=x86 flags="-mavx"\n'
                                       'ISA neon rank=9 arch=arm64 flags="-mssse3"\nISA scalar rank=0 arch=any\n'})
        self.assertEqual(name("ssse3 avx avx2 v_bmi2"), "wide")
        self.assertEqual(name("ssse3 avx avx2"), "avx")
        self.assertEqual(name("fpu"), "")
        self.assertEqual(lists.strongest_isa("Features : neon\n", self.root), "")

    def test_what_is_written(self):
        made = lists_write.products(self.root)
        self.assertIn('CLASS(fast, "fast", "a \\"fast\\" one")', made["lists/class.inc"])
        self.assertIn('CIPHER(toy, toy__a_1, "toy:a-1", 16, 32, 10, kLittleEndian, 0, nullptr, "")', made["lists/toy.inc"])
        registry, lab = made["lists/registry.inc"], made["lists/registry_lab.inc"]
        self.assertIn('{"sse", "x86", HR_CPU_SSSE3 | HR_CPU_AES, 1, HR_BUILD_sse != 0},', registry)
        self.assertIn('{"toy", "toy:a-1", 16, 32, 10, CounterOrder::kLittleEndian, Maturity::kPublished, "a toy", 0, nullptr, ""},', registry)
        self.assertIn('{"toy:a-1.bits.scalar", &kVariants[0], "bits", &kIsas[0], kIsas[0].features | 0, {5, 20}, {0, 0}, '
                      'HR_IF_scalar(hedgerow_kernel_toy_bits_scalar + 0), nullptr},', registry)
        self.assertIn("kFirstKernels[] = {\n    0,\n    1,\n}", registry)
        self.assertIn('"toy:a-1.reference.sse", &kVariants[0], "reference", &kIsas[1], kIsas[1].features | 0, {65535, 65535}, {0, 0},', lab)
        self.assertIn("kFirstKernels[] = {\n    0,\n    3,\n}", lab)
        self.assertIn('{"gf128", &kIsas[1], kIsas[1].features | 0, HR_IF_sse(&hedgerow_field_gf128_sse.ops)', registry)
        self.assertIn("set(HR_KERNELS toy_bits_scalar)", made["lists.cmake"])
        self.assertIn("set(HR_LAB_KERNELS toy_reference_sse toy_table_scalar)", made["lists.cmake"])
        self.assertIn("set(HR_LAB_KERNELS toy_reference_sse)", lists_write.products(self.root, "_ways_")["lists.cmake"])
        self.assertNotIn("reference", registry)

    def test_crossover(self):
        # `wide` leaves calls of up to 3 blocks to `bits`, which has the lower rank on the class `fast`.
        self.write({**GOOD, "src/registry/crossovers.def": "CROSSOVER other toy:a-1 bits scalar up_to=3\nCROSSOVER fast toy:a-1 bits scalar up_to=7\n",
                    "src/registry/kernels.def": "KERNEL toy wide sse\nKERNEL toy bits scalar rank.fast=5\n"})
        registry = lists_write.products(self.root)["lists/registry.inc"]
        self.assertIn("{10, 10}, {0, 3}, HR_IF_sse(", registry)
        self.assertIn("{5, 20}, {0, 0}, HR_IF_scalar(", registry)

    def test_bad_lines(self):
        for name, old, new, message in BAD_LINES:
            with self.subTest(new=new):
                self.seed(name, old, new)
                with self.assertRaises(lists.ListError) as caught:
                    list(lists_write.problems(self.root))
                self.assertIn(message, str(caught.exception))

    def test_bad_lists(self):
        for name, old, new, message in BAD_LISTS:
            with self.subTest(new=new):
                self.seed(name, old, new)
                self.assertTrue(any(message in p for p in lists_write.problems(self.root)))


if __name__ == "__main__":
    unittest.main()
