#!/usr/bin/env python3
"""Tests of grading/measure on a machine without a GPU: what it would run, and, in a tree of fake programs, that every step
leaves its output and its line, whatever the others do."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MEASURE = ROOT / "grading/measure"


def measure(script, *arguments, **environment):
    return subprocess.run([sys.executable, script, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment}, timeout=60)


class DryRun(unittest.TestCase):
    out = pathlib.Path(tempfile.gettempdir()) / f"pmpp-measure-{os.getpid()}"

    def plan(self, *arguments):
        done = measure(MEASURE, self.out, "--dry-run", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [tuple(line.split(None, 1)) for line in done.stdout.splitlines()]

    def test_everything(self):
        steps = [name for name, _ in self.plan()]
        labs = sorted(path.name[:2] for path in ROOT.glob("labs/[0-9][0-9]_*"))
        for name in ["configure", "build", "workers", "fidelity", "textbook", "unit",
                     *(f"lab{lab}.{part}" for lab in labs for part in ("grade", "bench", "wrong"))]:
            self.assertIn(name, steps)
        self.assertFalse(self.out.exists())

    def test_labs_and_parts(self):
        plan = self.plan("--labs", "04,01", "--parts", "bench,grade,fidelity")
        self.assertEqual([name for name, _ in plan], ["lab04.bench", "lab04.grade", "lab01.bench", "lab01.grade", "fidelity"])
        self.assertTrue(plan[0][1].endswith("/lab04 bench --full --impl solution --json " + str(self.out.resolve()) + "/lab04.json"))
        self.assertIn("--lab=04 --lab=01", plan[-1][1])

    def test_programs(self):
        """Each is compiled by the command in it, then run; the lab's other parts are none of them."""
        files = sorted(path.stem for path in (ROOT / "labs/10_cluster/measured").glob("*.cu"))
        plan = self.plan("--labs", "10", "--parts", "programs")
        self.assertEqual([name for name, _ in plan], [f"lab10.{f}{end}" for f in files for end in (".nvcc", "")])
        for (_, compiled), (_, run), file in zip(plan[::2], plan[1::2], files):
            self.assertIn(f"labs/10_cluster/measured/{file}.cu", compiled)
            self.assertTrue(compiled.endswith(run), (compiled, run))

    def test_what_no_lab_has_is_left_out(self):
        steps = [name for name, _ in self.plan("--labs", "04")]
        self.assertNotIn("textbook", steps)
        self.assertNotIn("unit", steps)

    def test_builds_what_is_needed(self):
        commands = [command for name, command in self.plan("--labs", "04", "--parts", "build,grade") if name == "workers"]
        self.assertEqual(len(commands), 1)
        self.assertIn("/lab04 build --impl solution --backend gpu", commands[0])
        commands = " ".join(command for name, command in self.plan("--labs", "04", "--parts", "build,wrong"))
        shown = [f for f in (ROOT / "labs/04_reduce/wrong").glob("*.cu") if f"/{f.name} " in commands]
        for file in (ROOT / "labs/04_reduce/wrong").glob("*.cu"):
            head = file.read_text(encoding="utf-8").splitlines()[0]
            self.assertEqual(file in shown, not head.endswith("on emu") and "rejected" not in head, file)

    def test_no_such_lab_or_part(self):
        for arguments, words in ((["--labs", "99"], "no lab '99'"), (["--parts", "times"], "no part 'times'")):
            done = measure(MEASURE, self.out, "--dry-run", *arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)


class Fakes(unittest.TestCase):
    """A tree with lab 05, whose programs are scripts that say how they were called, fail or hang."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree, self.out = pathlib.Path(folder.name) / "tree", pathlib.Path(folder.name) / "out"
        (self.tree / "grading").mkdir(parents=True)
        self.script = self.tree / "grading/measure"
        shutil.copy(MEASURE, self.script)
        shutil.copy(MEASURE.parent / "edits.py", self.script.parent)
        shutil.copytree(MEASURE.parent / "mutation", self.script.parent / "mutation")
        self.fake("build/bin/lab05", 'echo "lab05 $*"')
        self.fake("path/cmake", 'echo "cmake $*"')
        self.fake("path/ctest", 'echo "ctest $*"')
        fidelity = self.tree / "common/emu/tests/fidelity/measure.py"
        fidelity.parent.mkdir(parents=True)
        fidelity.write_text("print('counted')\n")
        wrong = self.tree / "labs/05_scan/wrong"
        wrong.mkdir(parents=True)
        (wrong / "both.cu").write_text("// expect: wrong 1_a\n")
        (wrong / "emu.cu").write_text("// expect: hazard 1_a race-shared on emu\n")
        (wrong / "1_a.edits").write_text("edited\nexpect: wrong 1_a\nfault: a sign.\n- x\n+ -x\n")

    def fake(self, name, body):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + body + "\n")
        path.chmod(0o755)

    def run_it(self, *arguments):
        return measure(self.script, self.out, "--labs", "05", "--jobs", "2", *arguments,
                       PATH=f"{self.tree / 'path'}:{os.environ['PATH']}")

    def log(self, step):
        return (self.out / f"{step}.log").read_text()

    def test_all_well(self):
        done = self.run_it()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("lab05 bench --full --impl solution --json", self.log("lab05.bench"))
        self.assertIn("both.cu", self.log("workers"))
        self.assertIn("build/labs/05_scan/wrong/edited.cu", self.log("workers"))
        self.assertNotIn("emu.cu", self.log("workers"))
        self.assertIn("wrong[.]lab05[.]", self.log("lab05.wrong"))
        self.assertIn("counted", self.log("fidelity"))
        summary = (self.out / "summary.txt").read_text().splitlines()
        self.assertEqual([line.split()[:3] for line in summary],
                         [[step, "status", "0"] for step in
                          ("configure", "build", "workers", "lab05.grade", "lab05.bench", "lab05.wrong", "fidelity")])
        self.assertEqual(done.stdout.splitlines()[:-1], summary)

    def test_a_failure_stops_no_other_step(self):
        self.fake("build/bin/lab05", 'echo "lab05 $*"; [ "$1" != bench ] || { echo no device; exit 77; }')
        (self.tree / "path/ctest").unlink()
        (self.tree / "path/ctest").symlink_to("/nonexistent")
        done = self.run_it("--parts", "bench,grade,wrong,fidelity")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"lab05.bench +status 77 +\d+ s   no device")
        self.assertRegex(done.stdout, r"lab05.grade +status 0 ")
        self.assertRegex(done.stdout, r"fidelity +status 0 ")

    def test_a_program_that_is_missing(self):
        (self.tree / "build/bin/lab05").unlink()
        done = self.run_it("--parts", "grade,fidelity")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"lab05.grade +status 127 .*lab05: No such file")
        self.assertRegex(done.stdout, r"fidelity +status 0 ")

    def test_a_signal(self):
        self.fake("build/bin/lab05", "kill -9 $$")
        self.assertRegex(self.run_it("--parts", "grade").stdout, r"lab05.grade +status 137 ")

    def test_limit(self):
        self.fake("build/bin/lab05", 'echo begun; sleep 50 & echo $! > "$(dirname "$0")/child"; wait')
        done = self.run_it("--parts", "grade,bench", "--limit", "1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"lab05.grade +status 124 +\d+ s   stopped: --limit")
        self.assertRegex(done.stdout, r"lab05.bench +status 125 +0 s   left out: --limit")
        self.assertEqual(self.log("lab05.grade"), "begun\n")
        child = pathlib.Path("/proc", (self.tree / "build/bin/child").read_text().strip(), "stat")
        for _ in range(100):  # the kernel may need a moment for a killed process
            if not child.exists() or child.read_text().split()[2] == "Z":
                return
            time.sleep(0.1)
        self.fail("what the step had started still runs")


if __name__ == "__main__":
    unittest.main()
