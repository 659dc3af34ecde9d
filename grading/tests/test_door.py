#!/usr/bin/env python3
"""Tests of grading/door: the harness, on a checkout whose lab 04 is a shell script."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

DOOR = pathlib.Path(__file__).resolve().parent.parent / "door"
LAB = """#!/bin/sh
grep -q '// edit' labs/04_reduce/starter.cu || exit 9
python3 -c 'import time
while time.process_time() < %s: pass'
exit %d
"""


class Door(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def tree(self, name, work, status=0):
        """A checkout with this door in it."""
        tree = self.folder / name
        (tree / "grading").mkdir(parents=True)
        (tree / "labs/04_reduce").mkdir(parents=True)
        for script in (DOOR, DOOR.with_name("costs")):
            shutil.copy(script, tree / "grading")
        (tree / "labs/04_reduce/solution.cu").write_text("// solution\n")
        (tree / "labs/04_reduce/starter.cu").write_text("// starter\n")
        (tree / "lab04").write_text(LAB % (work, status))
        (tree / "lab04").chmod(0o755)
        (tree / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.22)\nproject(x NONE)\nenable_testing()\nfile(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/bin)\n"
            "add_custom_target(lab04 COMMAND cp ${PROJECT_SOURCE_DIR}/lab04 ${PROJECT_BINARY_DIR}/bin)\n"
            "add_test(NAME a COMMAND true)\nset_tests_properties(a PROPERTIES LABELS wrong)\n")
        for words in (["init"], ["add", "."], ["-c", "user.name=n", "-c", "user.email=e", "commit", "-m", "m"]):
            subprocess.run(["git", "-C", tree, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(["cmake", "-B", tree / "build", "-S", tree], check=True, stdout=subprocess.DEVNULL)
        return tree

    def door(self, tree, *words):
        return subprocess.run([sys.executable, tree / "grading/door", *words], capture_output=True, text=True, check=False)

    def test_each_figure_has_a_line(self):
        slow = self.tree("slow", 0.3)
        done = self.door(slow, "--runs", "1", "--beside", self.tree("slower", 0.6), "--selftest", "1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        lines = {name: (float(here), float(there), budget) for here, there, budget, name in
                 re.findall(r"^ +([0-9.]+) s +([0-9.]+) s there +(of +\d+)? +(.*?)$", done.stdout, re.M)}
        for name in ("edit to verdict: task 3_sequential", "edit to verdict: lab 04", "page of 3_sequential"):
            here, there, _ = lines[name]
            self.assertTrue(0.25 < here < 0.55 < there, (name, here, there))
        self.assertEqual(lines["first build of lab 04: all"][2], "of   20")
        self.assertIn("first build of lab 04: configuration", lines)
        self.assertIn("quick: no test of", done.stdout)
        self.assertIn("self-test: solution: no test of", done.stdout)
        self.assertEqual(lines["self-test"][2], "of 1200")
        self.assertIn("self-test: wrong", lines)

    def test_a_grader_that_fails(self):
        done = self.door(self.tree("fails", 0, 1), "--runs", "1", "--only", "verdict")
        self.assertEqual(done.returncode, 1)
        self.assertIn("build/bin/lab04 --task 3_sequential in", done.stderr)
        self.assertNotIn("first build", done.stdout)

    def test_only(self):
        done = self.door(self.tree("tree", 0), "--only", "quick")
        self.assertEqual((done.returncode, done.stdout.count("\n")), (0, 1), done.stdout)
        self.assertIn("the figures are", self.door(self.tree("other", 0), "--only", "nothing").stderr)


if __name__ == "__main__":
    unittest.main()
