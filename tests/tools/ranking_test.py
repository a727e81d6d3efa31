#!/usr/bin/env python3
"""tools/ranking.py and tools/machines.py on invented measurements: each seeded disagreement is found, a list that
agrees passes, and the tables show the rows.

The tests turned red when order_findings did not test for a kernel that is never the first choice, when nominal()
took the least length, when a reader dropped the mark of a disturbed figure, when compact() took the first peer, when
placements did not take the lesser of two modes, and when a CSV contained a line twice (its size).
"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import lists  # noqa: E402
import machines  # noqa: E402
import ranking  # noqa: E402


def kernel(technique, isa, rank, role="bulk"):
    return lists.Kernel("magma", technique, isa, role, rank=rank)


def lines_of(technique, isa, speed, sizes=(16384,), slope=0.0, narrow_up_to=None):
    """MB/s of one kernel in every mode. `slope` is the loss per step to a shorter length."""
    mb_s = {size: speed - slope * i for i, size in enumerate(reversed(sizes))}
    return [machines.Line("kernels", f"magma.{technique}.{isa}", mode, direction, mb_s, cycles=speed, narrow_up_to=narrow_up_to)
            for mode, direction, _ in machines.MODES]


class RankingTest(unittest.TestCase):
    def machine(self, lines, outputs=()):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "intel-512.csv"
        machines.save(path, {"machine": "m", "compiler": "c", "commit": "x", "date": "d"}, lines, dict(outputs))
        return machines.Machine(path)

    def findings(self, lines, found):
        return list(ranking.findings([self.machine(found)], {"magma": lines}))

    def limits(self, lines, found):
        return list(ranking.limits([self.machine(found)], {"magma": lines}))

    def test_order(self):
        lines = [kernel("bitslice", "avx512", 10), kernel("byteslice", "avx2", 20)]
        for second, wrong in ((90, 0), (100, 0), (102.9, 0), (103.1, 1), (200, 1)):
            found = self.findings(lines, lines_of("bitslice", "avx512", 100) + lines_of("byteslice", "avx2", second))
            self.assertEqual(len(found), wrong, (second, found))
        self.assertIn("magma_bitslice_avx512 (rank 10) stands before magma_byteslice_avx2 (rank 20), which is 2.00 times", found[0])

    def test_a_kernel_that_is_never_first_is_not_judged(self):
        lines = [kernel("bitslice", "avx2", 10), kernel("byteslice", "avx2", 20, "narrow"), kernel("bitslice", "sse", 30)]
        found = self.findings(lines, lines_of("bitslice", "avx2", 100) + lines_of("byteslice", "avx2", 20) + lines_of("bitslice", "sse", 50))
        self.assertEqual(found, [])

    def test_rank_of_the_class(self):
        slow = lists.Kernel("magma", "bitslice", "avx512", "bulk", rank=10, class_ranks=(("intel-512", 30),))
        found = self.findings([slow, kernel("byteslice", "avx2", 20)], lines_of("bitslice", "avx512", 100) + lines_of("byteslice", "avx2", 200))
        self.assertEqual(found, [])

    def test_crossover(self):
        lines = [kernel("bitslice", "avx512", 10), kernel("wordslice", "avx512", 20, "narrow")]
        bulk = lines_of("bitslice", "avx512", 100, ranking.SIZES, 19)  # 100 at 16 KiB, 81 at 4 KiB, ..., 5 at 16 bytes
        for blocks, wrong in ((0, 1), (8, 1), (32, 0), (128, 0), (512, 0), (2048, 1)):
            # faster up to 1 KiB
            found = self.findings(lines, bulk + lines_of("wordslice", "avx512", 70, ranking.SIZES, 0, blocks))
            self.assertEqual(len(found), wrong, (blocks, found))
        self.assertIn("measured, up to 1024", found[0])

    def test_placements(self):
        lines = [kernel("bitslice", "avx512", 10), kernel("byteslice", "avx2", 20)]
        known = lines_of("bitslice", "avx512", 100) + lines_of("byteslice", "avx2", 90)
        for technique, isa, slowest, wrong in (("bitslice", "avx512", 110, 0), ("bitslice", "avx512", 112, 1), ("byteslice", "avx2", 112, 0),
                                               ("byteslice", "avx2", 140, 1)):
            rows = [{"kernel": f"magma.{technique}.{isa}", "mode": "ctr", "direction": "enc", "part": "placements",
                     "placements_core_cycles": [100, most, 101]} for most in (slowest, 102)]
            found = self.limits(lines, known + machines.compact(rows))
            self.assertEqual(len(found), wrong, (technique, slowest, found))
        self.assertIn("depends on where stack and buffers lie: 0.71", found[0])

    def test_out_of_cache(self):
        for long, copy, wrong in ((910, 9000, 0), (890, 9000, 1), (820, 900, 0), (800, 900, 1)):
            rows = [{"cipher": "magma", "mode": "ctr", "direction": "enc", "kernel": "magma.bitslice.avx512", "bytes": size, "part": "memory",
                     "mb_per_s_median": speed, "peer": "memcpy", "peer_cipher": "no cipher", "peer_mb_per_s": copy}
                    for size, speed in ((16384, 1000), (64 << 20, long))]
            found = self.limits([kernel("bitslice", "avx512", 10)], lines_of("bitslice", "avx512", 1000) + machines.compact(rows))
            self.assertEqual(len(found), wrong, (long, copy, found))
        self.assertIn("magma ctr enc does 800 MB/s at 64 MiB, 0.89", found[0])

    def test_lengths_of_whole_blocks(self):
        for size, block, length in ((12, 6, 16), (63, 9, 64), (16, 16, 16), (32, 32, 16), (64, 32, 64), (64, 64, 64), (16380, 12, 16384),
                                    ((1 << 20) - 4, 6, 1 << 20)):
            self.assertEqual(machines.nominal(size, block), length, (size, block))

    def test_what_is_kept(self):
        def row(peer, speed, **more):
            return {"part": "beside", "cipher": "magma", "kernel": "magma.bitslice.avx2", "mode": "ecb", "direction": "enc", "bytes": 16384,
                    "mb_per_s_median": 100.0, "peer": peer, "peer_cipher": "magma", "peer_mb_per_s": speed, "ratio": 100 / speed, **more}
        found = machines.compact([row("slow", 10.0), row("fast", 20.0), row("other", 50.0, peer_cipher="aes-128")])
        self.assertEqual([(x.speed, x.peer, x.ratio) for x in found], [(100.0, "fast", 5.0)])

    def test_committed_measurements_are_small(self):
        sizes = {p.name: p.stat().st_size for p in machines.FOLDER.rglob("*") if p.is_file()}
        self.assertLessEqual(max(sizes.values()), 150_000, sizes)
        self.assertLessEqual(sum(sizes.values()), 1_000_000, sizes)

    def test_reads_what_it_writes(self):
        lines = lines_of("bitslice", "avx512", 1234.5, ranking.SIZES, 1.25, 7)
        lines[0].disturbed.add(1024)
        lines.append(machines.Line("single", "magma", "setup", "both", cycles=17.0, peer="a library 1.0", theirs=20.5))
        read = self.machine(lines, {"a command": "its\ntable\n", "another": "one line\n"})
        self.assertEqual((read.lines, read.about["date"]), (lines, "d"))
        self.assertEqual(read.outputs, {"a command": "its\ntable\n", "another": "one line\n"})
        self.assertIsNone(read.compared("magma.bitslice.avx512", "ctr", "enc", 1024))

if __name__ == "__main__":
    unittest.main()
