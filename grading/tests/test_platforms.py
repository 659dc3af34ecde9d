#!/usr/bin/env python3
"""The jobs of GitHub and GitLab in lab 01's handout, which is built: their files are of the documented form, and their
commands grade what stands in the starter. test_platforms.py FOLDER (of test_handout_built.py)"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import schemas

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TREE = pathlib.Path(sys.argv.pop(1)).resolve() / "pmpp-labs"
STARTER = TREE / "labs/01_vecadd/starter.cu"
sys.path[:0] = [str(ROOT / "grading"), str(ROOT / "colab")]
from formats import workflows  # noqa: E402  pylint: disable=wrong-import-position
import pmpp  # noqa: E402  pylint: disable=wrong-import-position

TASKS = ["1_five_steps", "2_boundary", "3_grid_stride", "4_float4", "5_rgb_to_gray", "6_fused_relu", "7_soa"]
INSTALLS = re.compile(r"(sudo )?apt-get ")  # not here


class Platforms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Task 3 has a hazard; the others are right."""
        reference = (ROOT / "labs/01_vecadd/solution.cu").read_text()
        begin, end = pmpp.section(reference, 3)
        assert "i < n" in reference[begin:end]
        STARTER.write_text(reference[:begin] + reference[begin:end].replace("i < n", "i <= n") + reference[end:])

    def setUp(self):
        shutil.rmtree(TREE / "build/steps", ignore_errors=True)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_line(self, line, status=0, **environment):
        done = subprocess.run(line, shell=True, cwd=TREE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, status, f"{line}\n{done.stdout}")
        return done.stdout

    def test_files(self):
        labs = {"01": TASKS}
        for path, make in ((".github/workflows/labs.yml", workflows.github), (".gitlab-ci.yml", workflows.gitlab)):
            text = (TREE / path).read_text()
            self.assertEqual(text.split("\n", 1)[1], workflows.yaml(make(labs), "").split("\n", 1)[1])
            if not importlib.util.find_spec("yaml"):
                continue
            import yaml  # pylint: disable=import-outside-toplevel
            self.assertEqual(yaml.safe_load(text), make(labs))
            odd = {"a": ["on", "x: y", "- z", "#", " ", "1", "1.5", "é", "a\nb", "''", "%", "true", "a #b", "~"], "b": [{"c": {"d": 1, "e": True}}]}
            self.assertEqual(yaml.safe_load(workflows.yaml(odd, "odd")), odd)

    def test_forms(self):
        tree = schemas.workflow(workflows.github({"01": TASKS, "04": ["1_interleaved", "2_strided_index"]}))
        steps = tree["jobs"]["grade"]["steps"]
        self.assertEqual([s["name"] for s in steps[1:] if s["name"].startswith("Lab ")],
                         [f"Lab 01: {t}" for t in TASKS] + ["Lab 04: 1_interleaved", "Lab 04: 2_strided_index"])
        schemas.gitlab(workflows.gitlab({"01": TASKS, "04": []}))
        job = "grade"
        for spoil in (lambda w: w.pop("on"), lambda w: w["jobs"][job].pop("runs-on"), lambda w: w["jobs"][job]["steps"].append({"name": "x"}),
                      lambda w: w["jobs"][job]["steps"].append({"run": "x", "id": "1 x"}), lambda w: w["jobs"][job]["steps"].append({"uses": "x"}),
                      lambda w: w["jobs"][job]["steps"].append({"run": "${{ steps.gone.outputs.x }}"}),
                      lambda w: w["permissions"].update(contents="all"), lambda w: w["jobs"].update({"1 x": {}})):
            tree = workflows.github({"01": TASKS})
            spoil(tree)
            with self.assertRaises(schemas.Bad):
                schemas.workflow(tree)
        for spoil in (lambda g: g["lab01"].pop("script"), lambda g: g["lab01"].update(run="x"), lambda g: g.pop("lab01"),
                      lambda g: g["lab01"]["artifacts"].update(when="never"), lambda g: g["default"].update(script=["x"])):
            tree = workflows.gitlab({"01": TASKS})
            spoil(tree)
            with self.assertRaises(schemas.Bad):
                schemas.gitlab(tree)

    def test_github(self):
        steps = workflows.github({"01": TASKS})["jobs"]["grade"]["steps"]
        summary, graded = self.folder / "summary", []
        for step in steps:
            if "run" in step and not INSTALLS.match(step["run"]):
                self.run_line(step["run"], 1 if step["run"].endswith(" table") else 0, GITHUB_STEP_SUMMARY=str(summary))
                graded += [step] if " grade " in step["run"] else []
        self.assertEqual(len(graded), 7)
        text = summary.read_text()
        schemas.markdown(text)
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in text.rstrip("\n").split("\n")]
        self.assertEqual({len(row) for row in rows}, {4})
        self.assertEqual([row[0] for row in rows[2:-1]], [f"01: `{task}`" for task in TASKS])
        self.assertEqual([row[1] for row in rows[2:-1]], ["pass", "pass", "hazard"] + ["pass"] * 4)
        self.assertRegex(rows[4][3], r"out-of-bounds in add\\_3\\_grid\\_stride: .*starter.cu:\d+")
        self.assertEqual(rows[-1][2], f"**{100 - int(rows[4][2].split('/')[1])}/100**")

    def test_gitlab(self):
        job = workflows.gitlab({"01": TASKS})["lab01"]
        self.assertEqual(job["script"][0], workflows.build("01"))  # test_github runs it
        for line in job["script"][1:]:
            said = self.run_line(line, 1 if line.endswith(" table") else 0, GITHUB_STEP_SUMMARY="")
        self.assertIn("| 01: `3_grid_stride` | hazard | 0/", said)
        root = schemas.junit((TREE / job["artifacts"]["reports"]["junit"]).read_bytes())
        self.assertEqual((root.get("tests"), root.get("failures")), ("7", "1"))
        self.assertRegex(root.find(".//testcase[3]/failure").text, "hazard +out-of-bounds in add_3_grid_stride")

    def test_no_verdict(self):
        """Where nothing can be judged there are no points, rather than none."""
        STARTER.write_text(STARTER.read_text() + "// changed, so that it must be compiled\n")
        said = self.run_line(f"{sys.executable} grading/steps.py grade 01 1_five_steps", 99, PATH="/nowhere")
        self.assertIn("steps: build/bin/lab01 ended with status 99", said)
        self.assertIn("--target lab09_grader", self.run_line(f"{sys.executable} grading/steps.py grade 09", 2))
        self.run_line(f"{sys.executable} grading/steps.py grade 01 9_none", 2)
        self.run_line(f"{sys.executable} grading/steps.py table", 1)  # nothing was graded


if __name__ == "__main__":
    unittest.main()
