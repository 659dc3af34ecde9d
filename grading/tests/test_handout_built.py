#!/usr/bin/env python3
"""Lab 01's handout as a student gets it: unzipped, built, all todo; every command of its docs/student.md works; with the
reference in the student's file it has full marks. test_handout_built.py FOLDER (a scratch folder)"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import same_object

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRATCH = pathlib.Path(sys.argv.pop(1)).resolve()
TREE = SCRATCH / "pmpp-labs"


ENVIRONMENT = {**os.environ, **same_object.environment(os.environ.get("PMPP_BUILD", str(ROOT / "build")))}


def run(command, status=0, **more):
    done = subprocess.run(command, shell=isinstance(command, str), cwd=TREE, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=600, check=False, env={**ENVIRONMENT, **more})
    if done.returncode != status:
        raise AssertionError(f"{command}: expected exit status {status}, got {done.returncode}\n{done.stdout}")
    return done.stdout


def commands(file, heading):
    """The commands that stand below a heading: indented lines, without what follows a #."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", (TREE / file).read_text(), re.S | re.M)
    found = [re.sub(r" +#.*", "", line.strip()) for line in section[1].split("\n") if line.startswith("    ")]
    return [line for line in found if line]


class Built(unittest.TestCase):
    def test_as_a_student(self):
        shutil.rmtree(SCRATCH, ignore_errors=True)
        SCRATCH.mkdir(parents=True)
        done = subprocess.run([sys.executable, ROOT / "grading/make-handout", "--labs", "01", "--github", "--gitlab", "--out",
                               SCRATCH / "h.zip"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        subprocess.run([sys.executable, "-m", "zipfile", "-e", SCRATCH / "h.zip", SCRATCH], check=True)

        run(["cmake", "--preset", "default", "-DPMPP_GPU=OFF"])
        self.assertIn("CompilationDatabase: build/editor", (TREE / ".clangd").read_text())
        self.assertIn("/labs/01_vecadd/starter.cu", (TREE / "build/editor/compile_commands.json").read_text())
        said = run("cmake --workflow --preset lab01")  # nothing is written, so nothing has failed
        self.assertIn("Nothing is written yet; the lab is built and ready. Where to begin:", said)
        self.assertIn("Nothing is written yet", run("sh .vscode/lab whole labs/01_vecadd/starter.cu", status=1))
        tasks = re.findall(r"^1: +(\d_\w+) +(\S+) +0/\d+ +0/(\d+), \3 not begun$", said, re.M)
        self.assertEqual([verdict for _, verdict, _ in tasks], ["todo"] * 7, said)
        self.assertIn("Score: 0/100", said)
        self.assertIn("lab 01 has no solution", run("build/bin/lab01 --impl solution", status=2))

        starter = TREE / "labs/01_vecadd/starter.cu"
        empty = starter.read_text()
        starter.write_text(empty.replace("return PMPP_TODO;", "return 1;", 1))
        self.assertNotIn("Nothing is written", run("cmake --workflow --preset lab01", status=8))  # CTest says that a test failed
        starter.write_text(empty)
        said = run("ctest --test-dir build -L lab01")  # nothing is begun; what no GPU is there for counts neither way
        self.assertIn("0 tests failed out of 7", said)
        self.assertEqual((said.count("(Skipped)"), said.count("***Skipped"), said.count("(Disabled)")), (7, 7, 14), said)
        starter.write_text(empty.replace("return PMPP_TODO;", "return 1;", 1))
        said = run("ctest --test-dir build -L lab01", status=8)  # the first is begun, and wrong
        self.assertIn("1 tests failed out of 7", said)
        self.assertEqual(said.count("(Skipped)"), 6, said)
        starter.write_text(empty)

        lab, everything = ROOT / "labs/01_vecadd", ""
        for path in TREE.rglob("*"):
            if path.is_file() and "build" not in path.relative_to(TREE).parts:
                everything += path.read_text(encoding="utf-8", errors="replace")
        for secret in ("solution.cu", "baseline.cu"):
            lines = {line.strip() for line in (lab / secret).read_text().split("\n")}
            lines -= {line.strip() for line in (lab / "starter.cu").read_text().split("\n")}
            lines = {line for line in lines if len(line) > 50 and not line.startswith(("//", "#include"))}
            self.assertGreater(len(lines), 5)
            self.assertEqual([line for line in lines if line in everything], [], secret)

        shutil.copy(ROOT / "labs/01_vecadd/solution.cu", TREE / "labs/01_vecadd/starter.cu")
        shutil.copy(TREE / "labs/01_vecadd/experiments/stride.cu", TREE / "prog.cu")
        self.assertIn("Score: 100/100", run("build/bin/lab01 --seed 8191"))
        asked = commands("docs/student.md", "Begin") + commands("docs/student.md", "Work on a lab") + commands("docs/student.md", "Your own programs") + commands("labs/01_vecadd/README.md", "Run it")
        self.assertEqual(len(asked), 22, asked)
        for command in dict.fromkeys(asked):  # what two pages name does the same again
            gpu = re.search(r"--backend gpu|bench( --full)?$", command)
            run(command, status=77 if gpu else 0, EMU_DEVICE="a100")  # the default, chosen: so not on a T4 again


if __name__ == "__main__":
    unittest.main()
