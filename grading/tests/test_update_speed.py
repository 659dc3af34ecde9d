#!/usr/bin/env python3
"""Tests of update_speed.py: what the page says, and that a stale page or an impossible row is refused."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "update_speed.py"
RUNS = [{"name": "impl", "median_ms": 1, "bytes_per_s": 2.4e12, "ops_per_s": 494.5e12, "share_of_copy": 0.6, "spread": 0},
        {"name": "slow", "median_ms": 3, "ratio": 3.0}, {"name": "cub", "median_ms": 1.2, "ratio": 1.2, "standard_error": 0.01}]
RESULT = {"schema_version": 1, "lab": "07", "date": "2000-01-02T03:04:05Z",
          "machine": {"host": "", "device": "NVIDIA H200", "software": "CUDA 13.0"},
          "tasks": [{"name": "1_first", "backend": "gpu", "verdict": "pass",
                     "timing": {"case": "n=2^28", "floor_bytes": 4096, "runs": RUNS}}]}
STAGE = {"task": "1_first", "case": "n=2^28", "limit": "copy"}
RATIO = {"ratio": 0.8, "of": "cub", "on": "another device", "source": "[them](https://example.org)"}


class UpdateSpeed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.labs = pathlib.Path(folder.name)
        self.measured = self.labs / "07_sort/measured"
        self.measured.mkdir(parents=True)
        self.write("h200.json", RESULT)
        self.write("speed.json", [STAGE])

    def write(self, name, content):
        (self.measured / name).write_text(json.dumps(content))

    def run_script(self, *options):
        return subprocess.run([sys.executable, SCRIPT, "--labs", self.labs, *options], capture_output=True, text=True, check=False)

    def page(self):
        done = self.run_script()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return (self.labs / "SPEED.md").read_text()

    def test_a_row(self):
        command = "`build/bin/lab07 bench --impl solution --task 1_first --size 'n=2^28'`"
        self.assertIn("\n## NVIDIA H200, CUDA 13.0\n", self.page())
        self.assertIn("| [07](07_sort/README.md) | `1_first` | n=2^28 | 2,400 GB/s | 60 % of a copy | 1.20\\* (cub) |  | none found | "
                      f"2000-01-02 | {command} |", self.page())

    def test_the_limit(self):
        self.write("speed.json", [{**STAGE, "floors": 1.5}, {**STAGE, "limit": "tensor"}])
        self.assertIn(" | 2,400 GB/s | 90 % of a copy | ", self.page())
        self.assertIn(" | 494 TFLOP/s | 50 % of tensor | ", self.page())

    def test_what_is_published(self):
        for figure, ours, words in ((RATIO, "1.50", "0.80 of cub"), ({"ops_per_s": 989e12}, "0.50", "989 TFLOP/s"),
                                    ({"share_of_bandwidth": 0.4}, "1.25", "40 % of the memory's bandwidth"),
                                    ({"share_of_fp32": 2}, "3.69", "2.00 of the fp32 peak")):
            self.write("speed.json", [{**STAGE, "published": {"on": RATIO["on"], "source": RATIO["source"], **figure}}])
            self.assertIn(f" | {ours} | {words}, another device: [them](https://example.org) | ", self.page())

    def test_each_device_has_its_table(self):
        other = copy.deepcopy(RESULT)
        other["machine"]["device"] = "NVIDIA H100 80GB HBM3"
        other["tasks"][0]["date"] = "2001-02-03T00:00:00Z"
        self.write("h100.json", other)
        tables = self.page().split("\n## ")
        self.assertEqual([t.splitlines()[0] for t in tables[1:]], ["NVIDIA H200, CUDA 13.0", "NVIDIA H100 80GB HBM3, CUDA 13.0"])
        self.assertIn(" | 2001-02-03 | ", tables[2])

    def test_a_row_that_one_device_lacks_is_named(self):
        other = copy.deepcopy(RESULT)
        other["machine"]["device"] = "NVIDIA H100 80GB HBM3"
        other["tasks"][0]["timing"]["case"] = "n=2^26"
        self.write("h100.json", other)
        tables = self.page().split("\n## ")
        self.assertNotIn("Not measured", tables[1])
        self.assertEqual(tables[2], "NVIDIA H100 80GB HBM3, CUDA 13.0\n\nNot measured on this device: lab 07 `1_first` n=2^28.\n")

    def test_a_stale_page_is_told(self):
        self.page()
        self.assertEqual(self.run_script("--check").returncode, 0)
        newer = copy.deepcopy(RESULT)
        newer["tasks"][0]["timing"]["runs"][0]["share_of_copy"] = 0.7
        self.write("h200.json", newer)
        stale = self.run_script("--check")
        self.assertEqual(stale.returncode, 1)
        self.assertIn("+| [07](07_sort/README.md) | `1_first` | n=2^28 | 2,400 GB/s | 70 % of a copy", stale.stdout)
        self.assertIn("60 %", (self.labs / "SPEED.md").read_text())

    def test_what_cannot_be_is_refused(self):
        for stage, words in (({**STAGE, "case": "n=2^20"}, "no device has a timed row of 1_first, n=2^20"), ({**STAGE, "limit": "sky"}, "copy, fp32, tensor"),
                             ({**STAGE, "publishd": RATIO}, "and perhaps floors and published"),
                             ({**STAGE, "published": {**RATIO, "ops_per_s": 1}}, "has one of ops_per_s, ratio, share_of_bandwidth"),
                             ({**STAGE, "published": {**RATIO, "of": "nobody"}}, "no ratio to nobody")):
            self.write("speed.json", [stage])
            done = self.run_script()
            self.assertEqual(done.returncode, 2, stage)
            self.assertIn(words, done.stderr)
        unknown = copy.deepcopy(RESULT)
        unknown["machine"]["device"] = "NVIDIA X"
        self.write("speed.json", [STAGE])
        self.write("h200.json", unknown)
        self.assertIn("no data sheet of 'NVIDIA X'", self.run_script().stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
