#!/usr/bin/env python3
"""Tests of grading/handout: what it leaves out, that the result configures, and that it finds each way to give a
reference away."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HANDOUT = ROOT / "grading/handout"


def handout(*arguments):
    return subprocess.run([sys.executable, HANDOUT, *map(str, arguments)], capture_output=True, text=True, check=False)


def kernel(name, lines):
    return f"__global__ void\n{name}(float *x) {{\n" + "\n".join(f"  x[{i}] = {lines};" for i in range(7)) + "\n}\n"


class Handout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name) / "out"
        self.tree = pathlib.Path(folder.name) / "tree"

    def make(self, **files):
        """A small tree of its own: lab 01 with a reference, and the given files."""
        paths = {"solution": "labs/01_a/solution.cu", "starter": "labs/01_a/starter.cu", "readme": "labs/01_a/README.md",
                 "test": "common/emu/tests/t.cu", "other": "labs/02_b/starter.cu"}
        contents = {"solution": kernel("secret", "8") + kernel("given", "9"), "starter": kernel("given", "9"),
                    "readme": "# A\n", **files}
        for name, text in contents.items():
            path = self.tree / paths[name]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def refused(self, *places):
        done = handout("--from", self.tree, self.out)
        self.assertEqual(done.returncode, 1, done.stderr)
        for place in places:
            self.assertIn(place, done.stderr)
        self.assertFalse(self.out.exists())

    def test_this_tree(self):
        done = handout(self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        names = {path.relative_to(self.out).as_posix() for path in self.out.rglob("*") if path.is_file()}
        for kept in ("README.md", "CMakePresets.json", ".ci/run", "labs/01_vecadd/starter.cu", "labs/04_reduce/tasks.c",
                     "common/emu/launch.c", "common/grader/tests/toy/solution.cu"):
            self.assertIn(kept, names)
        left = [n for n in names if n.startswith("common/emu/tests/") or n.startswith("labs/") and (
            n.endswith(("/solution.cu", "/baseline.cu")) or "/wrong/" in n or "/measured/" in n)]
        self.assertEqual(left, [])
        listed = subprocess.run(["cmake", "-S", self.out, "-B", self.tree, "-DPMPP_GPU=OFF"],
                                capture_output=True, text=True, check=False)
        self.assertEqual(listed.returncode, 0, listed.stdout + listed.stderr)
        listed = subprocess.run(["ctest", "--test-dir", self.tree, "-N"], capture_output=True, text=True, check=True)
        tests = re.findall(r"Test +#\d+(: \S+)", listed.stdout)
        for test in (": lab04.3_sequential.emu", ": demo.04", ": whole.01", ": unit.grader.cli"):
            self.assertIn(test, tests)
        for test in (": solution.", ": wrong.", ": unit.emu.", ": unit.handout"):
            self.assertNotIn(test, listed.stdout)

    def test_labs(self):
        done = handout(self.out, "--labs", "01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([path.name for path in (self.out / "labs").iterdir()], ["01_vecadd"])
        presets = (self.out / "CMakePresets.json").read_text()
        self.assertIn('"lab01"', presets)
        self.assertNotIn('"lab04"', presets)
        listed = subprocess.run(["cmake", "-S", self.out, "-B", self.tree, "-DPMPP_GPU=OFF"],
                                capture_output=True, text=True, check=False)
        self.assertEqual(listed.returncode, 0, listed.stdout + listed.stderr)

    def test_usage(self):
        done = handout(self.out, "--labs", "01,77")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no lab '77'", done.stderr)
        self.out.mkdir()
        (self.out / "mine.txt").write_text("kept")
        self.assertEqual(handout(self.out).returncode, 2)
        self.assertEqual((self.out / "mine.txt").read_text(), "kept")

    def test_clean(self):
        self.make(test=kernel("secret", "8"))  # in a folder that is left out
        done = handout("--from", self.tree, self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({p.name for p in self.out.rglob("*") if p.is_file()}, {"starter.cu", "README.md"})

    def test_kernel_by_name(self):
        self.make(other="template <class T>\n__global__ __launch_bounds__(64) void secret(T *x) {\n}\n")
        self.refused("labs/02_b/starter.cu:2: defines secret, a kernel of labs/01_a/solution.cu")

    def test_kernel_in_its_starter(self):
        self.make(starter=kernel("given", "9") + "__global__ void secret(float *x) {}\n")
        done = handout("--from", self.tree, self.out)
        self.assertEqual(done.returncode, 0, done.stderr)  # a kernel to fill in has the reference's name

    def test_lines(self):
        body = kernel("secret", "8").replace("secret", "renamed").replace("  x", "\tx")
        self.make(readme=f"# A\n\n    // the answer\n\n{body}")
        self.refused("labs/01_a/README.md:", "6 lines in a row as in labs/01_a/solution.cu")

    def test_given_lines(self):
        self.make(readme=kernel("renamed", "9"))  # the starter gives them
        done = handout("--from", self.tree, self.out)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_outside_a_checkout(self):
        self.make()
        for name in ("build", "build-x", "labs/01_a/__pycache__"):
            (self.tree / name).mkdir()
            (self.tree / name / "f.pyc").write_text("x")
        self.assertEqual(handout("--from", self.tree, self.out).returncode, 0)
        self.assertEqual(list(self.out.rglob("*.pyc")), [])


if __name__ == "__main__":
    unittest.main()
