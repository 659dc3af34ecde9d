#!/usr/bin/env python3
"""Tests of grading/make-handout: what it leaves out, that the result configures, that it finds each way to give a
reference away and each pointer to what is not there, and that a ZIP is the same from equal trees.

test_make_handout.py Whole: what takes long, all labs and the installed tree; test_make_handout.py Rules: the rest."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HANDOUT = ROOT / "grading/make-handout"


def handout(out, *arguments):
    return subprocess.run([sys.executable, HANDOUT, "--out", out, *map(str, arguments)], capture_output=True, text=True, check=False)


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
                 "stage": "labs/01_a/solution/2_b.cuh", "test": "common/emu/tests/t.cu", "other": "labs/02_b/starter.cu",
                 "notebook": "colab/n.ipynb", "grader": "labs/01_a/grader/tasks.c",
                 "notes": "labs/01_a/measured/NOTES.md", "answers": "labs/01_a/staff/answers.md", "chapters": "docs/chapters.md"}
        contents = {"solution": kernel("secret", "8") + kernel("given", "9"), "starter": kernel("given", "9"),
                    "readme": "# A\n", **files}
        for name, text in contents.items():
            path = self.tree / paths[name]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def refused(self, *places):
        done = handout(self.out, "--from", self.tree)
        self.assertEqual(done.returncode, 1, done.stderr)
        for place in places:
            self.assertIn(place, done.stderr)
        self.assertFalse(self.out.exists())


class Whole(Handout):
    def test_this_tree(self):
        done = handout(self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        names = {path.relative_to(self.out).as_posix() for path in self.out.rglob("*") if path.is_file()}
        for kept in ("README.md", "CMakePresets.json", "LICENSE", "labs/01_vecadd/starter.cu", "labs/04_reduce/grader/tasks.c",
                     "common/emu/runtime/launch.c", "grading/roofline.py", "Dockerfile", ".devcontainer/devcontainer.json", "colab/pmpp.ipynb",
                     "colab/pmpp.py"):
            self.assertIn(kept, names)
        left = [n for n in names if "/tests/" in n or n.startswith((".ci", "CONTRIBUTING", "STYLE", "docs/contributing", "docs/site")) or n.startswith("labs/") and (
            n.endswith(("/solution.cu", "/baseline.cu", "/mutants.txt")) or "/wrong/" in n or "/measured/" in n or "/staff/" in n or "/baseline/" in n or "/solution/" in n)]
        self.assertEqual(left, [])
        self.assertEqual([n for n in names if n.startswith("grading/")], ["grading/roofline.py"])
        self.assertEqual((self.out / "colab/pmpp.ipynb").read_text(), (ROOT / "colab/pmpp.ipynb").read_text())
        self.assertEqual(re.findall("^FROM .*", (self.out / "Dockerfile").read_text(), re.M), ["FROM debian:bookworm-slim AS student"])
        self.assertNotIn("maintainers", (self.out / "Dockerfile").read_text())
        presets = subprocess.run(["cmake", "--list-presets=workflow"], cwd=self.out, capture_output=True, text=True, check=True).stdout
        self.assertEqual(sorted(set(re.findall(r'^ +"([a-z]+)', presets, re.M))), ["lab"])
        self.assertNotIn("Containment", (self.out / "common/grader/README.md").read_text())
        for word in ("Instructors", "Maintainers", "maintainers:begin", "--preset demo"):
            self.assertNotIn(word, (self.out / "README.md").read_text() + (self.out / "docs/student.md").read_text())
        listed = subprocess.run(["cmake", "-S", self.out, "-B", self.tree, "-DPMPP_GPU=OFF"],
                                capture_output=True, text=True, check=False)
        self.assertEqual(listed.returncode, 0, listed.stdout + listed.stderr)
        listed = subprocess.run(["ctest", "--test-dir", self.tree, "-N"], capture_output=True, text=True, check=True)
        tests = re.findall(r"Test +#\d+(: \S+)", listed.stdout)
        for test in (": lab04.not_built", ": lab01.whole", ": unit.lab01.points"):
            self.assertIn(test, tests)
        unbuilt = subprocess.run(["ctest", "--test-dir", self.tree, "-L", "lab04", "--output-on-failure"],
                                 capture_output=True, text=True, check=False)
        self.assertNotEqual(unbuilt.returncode, 0)
        self.assertIn("--target lab04", unbuilt.stdout)
        for test in (": solution.", ": wrong.", ": unit.emu.", ": unit.grader.", ": unit.handout", ": unit.readme", "demo"):
            self.assertNotIn(test, listed.stdout)

    def test_jobs(self):
        done = handout(self.out, "--labs", "04,03", "--github")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(path.name for path in (self.out / "grading").iterdir()), ["formats", "roofline.py", "steps.py"])
        helped = subprocess.run([self.out / "grading/steps.py", "--help"], capture_output=True, text=True, check=False)
        self.assertEqual((helped.returncode, helped.stderr), (0, ""))  # what it imports is there
        self.assertTrue(os.access(self.out / "grading/steps.py", os.X_OK))
        self.assertEqual([path.name for path in (self.out / ".github/workflows").iterdir()], ["labs.yml"])
        self.assertFalse((self.out / ".gitlab-ci.yml").exists())
        asked = re.findall("steps.py grade (.*)", (self.out / ".github/workflows/labs.yml").read_text())
        for lab, folder, last in (("03", "03_conv", 9), ("04", "04_reduce", 7)):
            functions = re.findall(r"^int [a-z]+_(\d_\w+)\(", (ROOT / f"labs/{folder}/starter.cu").read_text(), re.M)
            names = [min((f for f in functions if f.startswith(f"{n}_")), key=len) for n in range(1, last + 1)]
            self.assertEqual([line for line in asked if line.startswith(lab)], [f"{lab} {name}" for name in names])
        self.assertEqual(len(asked), 16)
        self.assertIn("--target lab03 ", json.loads((self.out / ".devcontainer/devcontainer.json").read_text())["postCreateCommand"])

    def test_from_the_package(self):
        """The tree that is installed makes the handout that this one makes."""
        build = os.environ.get("PMPP_BUILD")
        if not build:
            self.skipTest("PMPP_BUILD names no build folder")
        subprocess.run(["cmake", "--install", build, "--component", "labs", "--prefix", self.tree], check=True, capture_output=True)
        installed = self.tree / "share/pmpp-labs"
        outs = self.out, self.out.with_name("installed")
        for make, out in zip((HANDOUT, installed / "grading/make-handout"), outs):
            done = subprocess.run([sys.executable, make, "--labs", "01", "--out", out], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
        names = [{path.relative_to(out) for path in out.rglob("*") if path.is_file()} for out in outs]
        self.assertEqual(names[0] - names[1], set())


class Rules(Handout):
    def test_labs(self):
        done = handout(self.out, "--labs", "01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(path.name for path in (self.out / "labs").iterdir()), ["01_vecadd", "debugging", "ideas"])
        presets = (self.out / "CMakePresets.json").read_text()
        self.assertIn('"labs/01_vecadd/presets.json"', presets)
        self.assertNotIn("04_reduce", presets)
        readme = (self.out / "docs/student.md").read_text() + (self.out / "README.md").read_text()
        self.assertIn("build/bin/lab01 --task 1_five_steps ", readme)
        self.assertNotRegex(readme, "lab ?04|3_sequential|labs/0[2-9]")  # that it configures is seen where it is built

    def test_usage(self):
        done = handout(self.out, "--labs", "01,77")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no lab '77'", done.stderr)
        self.assertEqual(subprocess.run([sys.executable, HANDOUT], capture_output=True, check=False).returncode, 2)
        self.assertEqual(handout(self.out / "no/folder").returncode, 2)
        self.out.mkdir()
        (self.out / "mine.txt").write_text("kept")
        self.assertEqual(handout(self.out).returncode, 2)
        self.assertEqual(handout(self.out / "mine.txt").returncode, 2)
        self.assertEqual((self.out / "mine.txt").read_text(), "kept")

    def test_clean(self):
        self.make(test=kernel("secret", "8"))  # in a folder that is left out
        done = handout(self.out, "--from", self.tree)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({p.name for p in self.out.rglob("*") if p.is_file()}, {"starter.cu", "README.md"})

    def test_answers_and_notes_stay_here(self):
        self.make(notes="tried\n", answers="1. 42\n", chapters="| [1](../labs/01_a/README.md) |\n| [2](../labs/02_b/README.md) |\n",
                  other="")
        done = handout(self.out, "--from", self.tree, "--labs", "01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({p.name for p in self.out.rglob("*") if p.is_file()}, {"starter.cu", "README.md", "chapters.md"})
        self.assertEqual((self.out / "docs/chapters.md").read_text(), "| [1](../labs/01_a/README.md) |\n")
        for path in ("measured/NOTES.md", "staff/answers.md"):
            shutil.rmtree(self.out)
            self.make(notes="tried\n", answers="1. 42\n", readme=f"[more]({path})\n")
            self.refused(f"labs/01_a/README.md:1: points to {path}")
            self.out.mkdir()

    def test_kernel_by_name(self):
        self.make(other="template <class T>\n__global__ __launch_bounds__(64) void secret(T *x) {\n}\n")
        self.refused("labs/02_b/starter.cu:2: defines secret, a kernel of labs/01_a/solution.cu")

    def test_kernel_in_its_starter(self):
        self.make(starter=kernel("given", "9") + "__global__ void secret(float *x) {}\n")
        done = handout(self.out, "--from", self.tree)
        self.assertEqual(done.returncode, 0, done.stderr)  # a kernel to fill in has the reference's name

    def test_lines(self):
        body = kernel("secret", "8").replace("secret", "renamed").replace("  x", "\tx")
        self.make(readme=f"# A\n\n    // the answer\n\n{body}")
        self.refused("labs/01_a/README.md:", "6 lines in a row as in labs/01_a/solution.cu")

    def test_notebook(self):
        def cell(text):
            return json.dumps({"cells": [{"cell_type": "code", "source": text.splitlines(keepends=True)}]})
        gap = "__global__ void secret(float *x) {\n  // TODO\n}\n"
        self.make(starter=gap, notebook=cell(gap), grader='{"1_a", "an idea"}')
        done = handout(self.out, "--from", self.tree)
        self.assertEqual(done.returncode, 0, done.stderr)
        shutil.rmtree(self.out)
        self.make(starter=gap, notebook=cell(kernel("secret", "8")), grader='{"1_a", "an idea"}')
        self.refused("colab/n.ipynb:1: 6 lines in a row as in labs/01_a/solution.cu")
        self.make(starter="int x;\n", notebook=cell(gap), grader='{"1_a", "an idea"}')
        self.refused("colab/n.ipynb:1: defines secret, a kernel of labs/01_a/solution.cu")

    def test_stage_of_a_folder(self):
        self.make(stage=kernel("staged", "7"))
        done = handout(self.out, "--from", self.tree)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({p.name for p in self.out.rglob("*") if p.is_file()}, {"starter.cu", "README.md"})
        shutil.rmtree(self.out)
        self.make(stage=kernel("staged", "7"), readme=kernel("staged", "7"))
        self.refused("labs/01_a/README.md:1: defines staged, a kernel of labs/01_a/solution/2_b.cuh",
                     "6 lines in a row as in labs/01_a/solution/2_b.cuh")

    def test_one_long_line(self):
        line = "float4 v = reinterpret_cast<const float4 *>(in + offset)[threadIdx.x];"
        self.make(solution=kernel("secret", "8") + line + "\n", other=f"// x\nfloat *in;\n  {line}  // mine\n")
        self.refused("labs/02_b/starter.cu:3: a line of labs/01_a/solution.cu")
        self.make(solution=kernel("secret", "8") + line + "\n", starter=line + "\n", other=line + "\n")
        done = handout(self.out, "--from", self.tree)
        self.assertEqual(done.returncode, 0, done.stderr)  # the starter gives it

    def test_pointers(self):
        self.make(test="", readme="# A\n\nSee [the test](../../common/emu/tests/t.cu).\n")
        self.refused("labs/01_a/README.md:3: points to ../../common/emu/tests/t.cu")
        self.make(readme="Run common/emu/tests/t.cu\n")
        self.refused("labs/01_a/README.md:1: points to common/emu/tests/t.cu")
        self.make(readme="See [it](nowhere.svg)\n")
        self.refused("labs/01_a/README.md:1: points to nowhere.svg")
        self.make(readme="Run `build/bin/lab01 --impl solution`\n")
        self.refused("labs/01_a/README.md:1: --impl solution")
        where = " All cases: [NOTES.md](measured/NOTES.md)."
        for before, options in (("", ""), (where, "--full ")):  # how the reference's times are repeated is cut out
            self.make(readme=f"# A\n\nMeasured.{before} To repeat: `build/bin/lab01 bench {options}--impl solution`.\n")
            shutil.rmtree(self.out, ignore_errors=True)
            self.assertEqual(handout(self.out, "--from", self.tree).returncode, 0)
            self.assertEqual((self.out / "labs/01_a/README.md").read_text(), "# A\n\nMeasured.\n")
        shutil.rmtree(self.out)
        self.make(readme="A\n<!-- maintainers:begin -->\nRun common/emu/tests/t.cu\n<!-- maintainers:end -->\n\nB, see"
                  " https://example.org/common/emu/tests and [this](starter.cu).\n")
        self.assertEqual(handout(self.out, "--from", self.tree).returncode, 0)
        self.assertEqual((self.out / "labs/01_a/README.md").read_text(),
                         "A\nB, see https://example.org/common/emu/tests and [this](starter.cu).\n")

    def test_zip(self):
        self.make()
        archives = [self.out.with_name(name) for name in ("a.zip", "b.zip")]
        for archive, time in zip(archives, (1e9, 1.1e9)):
            for path in self.tree.rglob("*"):
                os.utime(path, (time, time))
            self.assertEqual(handout(archive, "--from", self.tree).returncode, 0)
        self.assertEqual(archives[0].read_bytes(), archives[1].read_bytes())
        entries = zipfile.ZipFile(archives[0]).infolist()
        self.assertEqual([e.filename for e in entries],
                         ["pmpp-labs/labs/01_a/README.md", "pmpp-labs/labs/01_a/starter.cu"])
        self.assertEqual(handout(archives[0], "--from", self.tree).returncode, 2)  # it exists

    def test_given_lines(self):
        self.make(readme=kernel("renamed", "9"))  # the starter gives them
        done = handout(self.out, "--from", self.tree)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_outside_a_checkout(self):
        self.make()
        for name in ("build", "build-x", "labs/01_a/__pycache__"):
            (self.tree / name).mkdir()
            (self.tree / name / "f.pyc").write_text("x")
        self.assertEqual(handout(self.out, "--from", self.tree).returncode, 0)
        self.assertEqual(list(self.out.rglob("*.pyc")), [])


if __name__ == "__main__":
    unittest.main()
