#!/usr/bin/env python3
"""tools/ranking.py and tools/machines.py on measurements that are made up: each seeded disagreement is found, a list
that agrees is not blamed, and the tables show what the rows say.

Seen to turn red: order_findings without the test for a kernel that is never the first choice;
length_class rounding down.
"""
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import lists  # noqa: E402
import machines  # noqa: E402
import ranking  # noqa: E402


def kernel(technique, isa, rank, role="bulk"):
    return lists.Kernel("magma", technique, isa, role, rank=rank)


def rows(technique, isa, speed, sizes=(16384,), slope=0.0, narrow_up_to=0):
    """MB/s of one kernel in every mode; `slope` is what a shorter call loses a step."""
    found = []
    for i, size in enumerate(reversed(sizes)):
        for mode, direction, _ in machines.MODES:
            mb = speed - slope * i
            found.append({"cipher": "magma", "mode": mode, "direction": direction, "kernel": f"magma.{technique}.{isa}", "timing": "ct",
                          "bytes": size, "mb_per_s_median": mb, "core_cpb": 3000 / mb, "part": "kernels", "narrow_up_to": narrow_up_to})
    return found


class RankingTest(unittest.TestCase):
    def machine(self, found):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "intel-512.json"
        path.write_text(json.dumps({"about": {"machine": "m", "compiler": "c", "commit": "x", "date": "d"}, "rows": found}))
        return machines.Machine(path)

    def findings(self, lines, found):
        return list(ranking.findings([self.machine(found)], {"magma": lines}))

    def limits(self, lines, found):
        return list(ranking.limits([self.machine(found)], {"magma": lines}))

    def test_order(self):
        lines = [kernel("bitslice", "avx512", 10), kernel("byteslice", "avx2", 20)]
        for second, wrong in ((90, 0), (100, 0), (102.9, 0), (103.1, 1), (200, 1)):
            found = self.findings(lines, rows("bitslice", "avx512", 100) + rows("byteslice", "avx2", second))
            self.assertEqual(len(found), wrong, (second, found))
        self.assertIn("magma_bitslice_avx512 (rank 10) stands before magma_byteslice_avx2 (rank 20), which is 2.00 times", found[0])

    def test_a_kernel_that_is_never_first_is_not_judged(self):
        lines = [kernel("bitslice", "avx2", 10), kernel("byteslice", "avx2", 20, "narrow"), kernel("bitslice", "sse", 30)]
        found = self.findings(lines, rows("bitslice", "avx2", 100) + rows("byteslice", "avx2", 20) + rows("bitslice", "sse", 50))
        self.assertEqual(found, [])

    def test_rank_of_the_class(self):
        slow = lists.Kernel("magma", "bitslice", "avx512", "bulk", rank=10, class_ranks=(("intel-512", 30),))
        found = self.findings([slow, kernel("byteslice", "avx2", 20)], rows("bitslice", "avx512", 100) + rows("byteslice", "avx2", 200))
        self.assertEqual(found, [])

    def test_crossover(self):
        lines = [kernel("bitslice", "avx512", 10), kernel("wordslice", "avx512", 20, "narrow")]
        bulk = rows("bitslice", "avx512", 100, ranking.SIZES, 19)  # 100 at 16 KiB, 81 at 4 KiB, ..., 5 at 16 bytes
        for blocks, wrong in ((0, 1), (8, 1), (32, 0), (128, 0), (512, 0), (2048, 1)):
            found = self.findings(lines, bulk + rows("wordslice", "avx512", 70, ranking.SIZES, 0, blocks))  # ahead to 1 KiB
            self.assertEqual(len(found), wrong, (blocks, found))
        self.assertIn("measured, up to 1024", found[0])

    def test_placements(self):
        lines = [kernel("bitslice", "avx512", 10), kernel("byteslice", "avx2", 20)]
        known = rows("bitslice", "avx512", 100) + rows("byteslice", "avx2", 90)
        for technique, isa, slowest, wrong in (("bitslice", "avx512", 110, 0), ("bitslice", "avx512", 112, 1), ("byteslice", "avx2", 112, 0),
                                               ("byteslice", "avx2", 140, 1)):
            row = {"cipher": "magma", "mode": "ctr", "direction": "enc", "kernel": f"magma.{technique}.{isa}", "bytes": 16384,
                   "part": "placements", "placements_core_cycles": [100, slowest, 110]}
            found = self.limits(lines, known + [row])
            self.assertEqual(len(found), wrong, (technique, slowest, found))
        self.assertIn("depends on where stack and buffers lie: 0.71", found[0])

    def test_out_of_cache(self):
        def pair(long, copy):
            return [{"cipher": "magma", "mode": "ctr", "direction": "enc", "kernel": "magma.bitslice.avx512", "bytes": size, "part": "memory",
                     "mb_per_s_median": speed, "peer": "memcpy", "peer_cipher": "no cipher", "peer_mb_per_s": copy}
                    for size, speed in ((16384, 1000), (64 << 20, long))]
        for long, copy, wrong in ((910, 9000, 0), (890, 9000, 1), (820, 900, 0), (800, 900, 1)):
            found = self.limits([kernel("bitslice", "avx512", 10)], rows("bitslice", "avx512", 1000) + pair(long, copy))
            self.assertEqual(len(found), wrong, (long, copy, found))
        self.assertIn("magma ctr enc does 800 MB/s at 64 MiB, 0.89", found[0])

    def test_lengths_of_whole_blocks(self):
        for size, stands_for in ((8, 8), (63, 63), (1024, 1024), (16380, 16384), (16384, 16384), ((1 << 20) - 4, 1 << 20)):
            self.assertEqual(machines.length_class(size), stands_for)

    def test_tables(self):
        found = [self.machine(rows("bitslice", "avx512", 1000))]
        self.assertIn("| magma | 1000 / 1000 / 1000 |", machines.speed_table(found))
        page = machines.filled("a\n<!-- machines about -->\nold\n<!-- /machines -->\nb\n", found)
        self.assertEqual(page, "a\n<!-- machines about -->\n\n* intel-512: m, c, commit x, d\n\n<!-- /machines -->\nb\n")


if __name__ == "__main__":
    unittest.main()
