#!/usr/bin/env python3
"""What VS Code runs: the script of the tasks finds the lab and the task of a line, and makes what its debugger starts; the
debugger's configuration works in gdb. test_vscode.py LAB01 (the grader, which is built)"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GRADER = pathlib.Path(sys.argv.pop(1)).resolve()
LAB = "labs/01_vecadd"


class Vscode(unittest.TestCase):
    def setUp(self):
        """A tree of its own with the script; cmake there only says how it was called."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name).resolve()
        shutil.copytree(ROOT / ".vscode", self.tree / ".vscode")
        shutil.copytree(ROOT / LAB, self.tree / LAB)
        (self.tree / "build/bin").mkdir(parents=True)
        (self.tree / "build/bin/lab01").symlink_to(GRADER)
        (self.tree / "bin").mkdir()
        (self.tree / "bin/cmake").write_text("#!/bin/sh\necho cmake $*\n")
        (self.tree / "bin/cmake").chmod(0o755)

    def run_lab(self, *arguments, status=0):
        done = subprocess.run(["sh", self.tree / ".vscode/lab", *map(str, arguments)], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False,
                              env={**os.environ, "PATH": f"{self.tree}/bin:{os.environ['PATH']}"})
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def line_of(self, file, text):
        lines = (ROOT / file).read_text().split("\n")
        return next(n for n, line in enumerate(lines, 1) if text in line)

    def test_task_of_a_line(self):
        line = self.line_of(f"{LAB}/solution.cu", "// ---- 3: ")
        for at, task in ((line, "3_"), (line + 2, "3_"), (line - 1, "1_")):  # where 1 stands before 3
            said = self.run_lab("task", f"{LAB}/solution.cu", at)
            self.assertIn("cmake --build build --target lab01_grader", said)
            self.assertEqual([t[:2] for t in re.findall(r"^  (\d_\w+) +pass", said, re.M)], [task], said)
        self.assertIn("cmake -B build", self.run_lab("task", f"{LAB}/solution.cu", line))
        self.assertIn("stands in no task", self.run_lab("task", f"{LAB}/starter.cu", 1, status=2))
        self.assertIn("is of no lab", self.run_lab("whole", "README.md", status=2))

    def test_lab(self):
        self.assertIn("Nothing is written yet", self.run_lab("whole", f"{LAB}/starter.cu", status=1))

    def test_every_task_can_be_found(self):
        for starter in ROOT.glob("labs/*/starter.cu"):
            headings = re.findall(r"^// ---- (\d+):", starter.read_text(), re.M)
            tasks = set(re.findall(r'"(\d+)_[a-z][a-z0-9_]*"', (starter.parent / "grader/tasks.c").read_text()))
            self.assertEqual(sorted(map(int, headings)), sorted(map(int, tasks)), starter)

    def test_configurations(self):
        read = {file.name: json.loads(file.read_text()) for file in (ROOT / ".vscode").glob("*.json")}
        tasks = {task["label"]: task for task in read["tasks.json"]["tasks"]}
        debugged = read["launch.json"]["configurations"][0]
        self.assertIn(debugged["preLaunchTask"], tasks)
        for task in tasks.values():
            self.assertEqual((task["command"], task["args"][0]), ("sh", "${workspaceFolder}/.vscode/lab"))
            self.assertIn(task["args"][1], ("whole", "task", "debug"))
        self.assertTrue((ROOT / "common/emu/threads.gdb").exists())

    def test_debugger(self):
        line = self.line_of(f"{LAB}/solution.cu", "threadIdx.x")
        task_line = max(line, self.line_of(f"{LAB}/solution.cu", "// ---- 2: ") + 1)
        said = self.run_lab("debug", f"{LAB}/solution.cu", task_line, "n=257")
        self.assertIn("n=257", said)
        debugged = json.loads((ROOT / ".vscode/launch.json").read_text())["configurations"][0]
        program, case = (place.replace("${workspaceFolder}", str(self.tree)) for place in (debugged["program"], *debugged["args"]))
        self.assertEqual(subprocess.run([program, case], check=False).returncode, 0)
        if not shutil.which("gdb"):
            self.skipTest("no gdb here")
        kernel = next(n for n in re.findall(r"__global__ void (\w+)", (ROOT / LAB / "solution.cu").read_text()) if "_2_" in n)
        commands = [debugged["setupCommands"][0]["text"].replace("${workspaceFolder}", str(ROOT)).split('"')[1],
                    f"break {kernel} if threadIdx.x == 5", "run", "print threadIdx", "next", "next", "info locals"]
        done = subprocess.run(["gdb", "-batch", *[word for c in commands for word in ("-ex", c)], "--args", program, case],
                              capture_output=True, text=True, check=False)
        self.assertIn("{x = 5, y = 0, z = 0}", done.stdout, done.stderr)
        self.assertNotIn("optimized out", done.stdout)


if __name__ == "__main__":
    unittest.main()
