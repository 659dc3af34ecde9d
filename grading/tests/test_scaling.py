#!/usr/bin/env python3
"""Tests of grading/scaling.py: what it reads, the laws it fits, and that lab 10's picture is the one of the kept measurement."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "grading"))
import scaling  # noqa: E402

LOG = """step far   512: copy 0.1 ms; one kernel on 1 device 0.2 ms, 0.5 of a copy
step far   512: strong, 1 devices 0.2 ms, efficiency 1.000 (of one kernel on one device)
step far   512: strong, 4 devices 0.1 ms, efficiency 0.500 (of one kernel on one device); weak 0.25 ms, efficiency 0.850
step farther   512: strong, 2 devices 0.1 ms, efficiency 0.125 (of one kernel on one device); weak 0.2 ms, efficiency 0.125
"""


class Scaling(unittest.TestCase):
    def test_reads_one_form(self):
        self.assertEqual(scaling.points(LOG, "far"), [("512 x 512 in all", False, {1: 1.0, 4: 0.5}), ("512 x 512 a GPU", True, {4: 0.85})])

    def test_laws_meet_the_point_of_the_most_gpus(self):
        for weak, measured in ((False, {1: 0.9, 4: 0.5}), (True, {1: 1.0, 8: 0.65})):
            of = scaling.law(weak, scaling.share_of(weak, measured))
            self.assertAlmostEqual(of(max(measured)), measured[max(measured)])
            self.assertEqual(of(1), 1)
        self.assertEqual(scaling.share_of(False, {2: 1.1}), 0)  # better than that no law is

    def run_it(self, log, form):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "log").write_text(log, encoding="utf-8")
            out = pathlib.Path(folder) / "out.svg"
            done = subprocess.run([sys.executable, ROOT / "grading/scaling.py", pathlib.Path(folder) / "log", form, out, "--device",
                                   "2 H100, NVLink"], capture_output=True, text=True, check=False)
            return done, out.read_text(encoding="utf-8") if out.exists() else None

    def test_one_device_is_no_scaling(self):
        for form in ("far away", "fa"):
            done, picture = self.run_it(LOG, form)
            self.assertEqual((done.returncode, picture), (2, None))
            self.assertIn(f"no line says how `{form}` does on several devices", done.stderr)

    def test_lab_10s_picture_is_current(self):
        lab = ROOT / "labs/10_cluster"
        done, picture = self.run_it((lab / "measured/two_h100.txt").read_text(encoding="utf-8"), "nccl_urgent")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(picture, (lab / "scaling.svg").read_text(encoding="utf-8"),
                         "grading/scaling.py labs/10_cluster/measured/two_h100.txt nccl_urgent labs/10_cluster/scaling.svg --device '2 H100, NVLink'")


if __name__ == "__main__":
    unittest.main()
