#!/usr/bin/env python3
"""lab09 --train: the loss falls with the reference, and does not with a wrong stage 7; a starter is told what to write."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

GRADER, LAB = sys.argv[1], pathlib.Path(sys.argv[2])


def train(implementation):
    return subprocess.run([GRADER, "--train", "--impl", str(implementation)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, timeout=250)


def losses(said):
    return [float(row[1]) for row in re.findall(r"(?m)^ *(\d+) +(\S+)", said)]


class Train(unittest.TestCase):
    def test_reference(self):
        done = train("solution")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = losses(done.stdout)
        self.assertEqual(len(found), 9, done.stdout)
        self.assertGreater(found[0], 1)  # near ln 3, what a guess has
        self.assertLess(found[-1], 0.1)

    def test_wrong(self):
        """Gradients of the weights that keep the loss scale take steps 1024 times too long."""
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            shutil.copytree(str(LAB / "solution"), str(copy / "solution"))
            stage = copy / "solution" / "7_linear_backward.cuh"
            text = stage.read_text()
            self.assertIn("outputs, 1 / scale, dw", text)
            stage.write_text(text.replace("outputs, 1 / scale, dw", "outputs, 1, dw"))
            shutil.copy(str(LAB / "solution.cu"), str(copy / "wrong.cu"))
            done = train(copy / "wrong.cu")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("The loss has to fall below 0.25", done.stdout)
        self.assertFalse(losses(done.stdout)[-1] < 1, done.stdout)

    def test_usage(self):
        for more, said in (("--backend", "gpu"), "runs on the emulator"), (("--contained",), "not with --contained"):
            done = subprocess.run([GRADER, "--train", *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("--train: ", done.stderr)
            self.assertIn(said, done.stderr)

    def test_starter(self):
        done = train("starter")
        self.assertEqual(done.returncode, 1)
        self.assertEqual((done.stdout, done.stderr), ("", "train: stages 1, 6 and 7 have to be written first\n"))


unittest.main(argv=sys.argv[:1])
