#!/usr/bin/env python3
"""Tests of update_readme.py: what the table says, and that a stale or impossible one is refused."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "update_readme.py"
FRAME = "before\n<!-- ladder:begin -->\n<!-- ladder:end -->\nafter\n"

COUNTERS = {"simt_efficiency": 0.5, "shared_wavefronts_excess": 1234, "idle_share": 0.25, "barriers": 9000,
            "launches": 2, "global_bytes": 8016}
EMU = {"schema_version": 1, "lab": "04", "date": "2000-01-02T03:04:05Z",
       "machine": {"host": "", "device": "emulator", "software": "emulator, GCC 12.2"},
       "tasks": [{"name": "1_first", "backend": "emu", "verdict": "pass", "gated_case": "n=2^10-23",
                  "counters": COUNTERS, "timing": None}]}
RUNS = [{"name": "impl", "median_ms": 1, "bytes_per_s": 2.5e12, "share_of_copy": 0.625},
        {"name": "cub", "median_ms": 1.01, "ratio": 1.01}, {"name": "thrust", "median_ms": 3, "ratio": 3.0}]
GPU = {"schema_version": 1, "lab": "04", "date": "2000-01-02T03:04:05Z",
       "machine": {"host": "", "device": "NVIDIA X", "software": "CUDA 13.0"},
       "tasks": [{"name": "1_first", "backend": "gpu", "verdict": "pass", "gated_case": None, "counters": None,
                  "timing": {"case": "n=2^28", "runs": RUNS}}]}


class UpdateReadme(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.readme = self.folder / "README.md"
        self.readme.write_text(FRAME)
        self.write("emu.json", EMU)
        self.write("gpu.json", GPU)

    def write(self, name, result):
        (self.folder / name).write_text(json.dumps(result))

    def run_script(self, *options):
        command = [sys.executable, SCRIPT, "--readme", self.readme, "--labs", self.folder / "labs", "--emu", self.folder / "emu.json", *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def with_gpu(self, *options):
        return self.run_script("--gpu", self.folder / "gpu.json", *options)

    def test_table(self):
        self.assertEqual(self.with_gpu().returncode, 0)
        text = self.readme.read_text()
        row = "| `1_first` | 50.0 % | 1,234 | 25.0 % | 9,000 | 2 | 2.000 | 2,500 | 62 % | 1.01 (tie) | 3.00 |"
        self.assertIn(row, text)
        self.assertIn("n=2^10-23 floats, emulator, GCC 12.2", text)
        self.assertIn("n=2^28 floats, NVIDIA X, CUDA 13.0, 2000-01-02", text)
        self.assertTrue(text.startswith("before\n") and text.endswith("after\n"))

    def handout(self):
        lab = self.folder / "labs/07_sort"
        (lab / "measured").mkdir(parents=True)
        gpu = copy.deepcopy(GPU)
        gpu |= {"lab": "07", "copy_bytes_per_s": 4e12}
        gpu["tasks"][0]["timing"] |= {"floor_bytes": 4096, "runs": [{**r, "spread": 0.01} for r in RUNS]}
        (lab / "measured/h200.json").write_text(json.dumps(gpu))
        (lab / "README.md").write_text("a\n<!-- h200:begin -->\n<!-- h200:end -->\nb\n")
        return lab / "README.md"

    def test_handout(self):
        handout = self.handout()
        self.assertEqual(self.with_gpu("--check").returncode, 1)
        self.assertEqual(self.with_gpu().returncode, 0)
        row = "| `1_first` | n=2^28 | 1.0000 | 1.00 % | 2,500 GB/s | 62 % | 1.0100 | 3.0000 | 1.01 (tie) | 3.00 |"
        self.assertIn(row, handout.read_text())
        self.assertEqual(self.with_gpu("--check").returncode, 0)
        handout.write_text(handout.read_text().replace("2,500", "2,600"))
        done = self.with_gpu("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("2,600", done.stdout)

    def test_current_table_passes_the_check(self):
        self.with_gpu()
        self.assertEqual(self.with_gpu("--check").returncode, 0)

    def test_changed_counter_fails_the_check_and_leaves_the_file(self):
        self.with_gpu()
        before = self.readme.read_text()
        changed = copy.deepcopy(EMU)
        changed["tasks"][0]["counters"]["barriers"] += 1
        self.write("emu.json", changed)
        done = self.with_gpu("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("9,001", done.stdout)
        self.assertEqual(self.readme.read_text(), before)

    def test_another_compiler_cannot_tell(self):
        self.with_gpu()
        changed = copy.deepcopy(EMU)
        changed["machine"]["software"] = "emulator, GCC 14.1"
        self.write("emu.json", changed)
        self.assertEqual(self.with_gpu("--check").returncode, 77)

    def test_failed_task_is_refused(self):
        changed = copy.deepcopy(EMU)
        changed["tasks"][0]["verdict"] = "wrong"
        self.write("emu.json", changed)
        done = self.with_gpu()
        self.assertEqual(done.returncode, 2)
        self.assertIn("1_first is 'wrong'", done.stderr)
        self.assertEqual(self.readme.read_text(), FRAME)

    def test_missing_marker_is_refused(self):
        self.readme.write_text("no markers\n")
        self.assertEqual(self.with_gpu().returncode, 2)

    def test_time_not_measured(self):
        changed = copy.deepcopy(GPU)
        changed["tasks"][0]["timing"]["runs"] = [{"name": "impl"}]
        self.write("gpu.json", changed)
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("| failed | failed | failed | failed |", self.readme.read_text())


if __name__ == "__main__":
    unittest.main()
