#!/usr/bin/env python3
"""grading/new-lab and grading/new-task, in a copy of the tree: test_new_lab.py FOLDER (a scratch folder)

What they write compiles and is graded as they say; of the tests those fail that they name; if a place is
not found, the tree stays as it was.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import same_object
import test_bugs as bugs
import test_places as places
import test_texts as texts

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "grading"))
import update_readme  # pylint: disable=wrong-import-position
import template  # pylint: disable=wrong-import-position
from classroom.tree import tracked  # pylint: disable=wrong-import-position
from template import labs  # pylint: disable=wrong-import-position

SCRATCH = pathlib.Path(sys.argv.pop(1)).resolve()
TREE = SCRATCH / "tree"
COPIED = ("01", "04", "06", "08")  # labs; 08 has two headers and a solution/ of its own form
LEFT_OUT = re.compile(r"common/(emu|worker)/tests/|grading/tests/|grading/CMakeLists|labs/\w+/tests/"
                      r"|labs/(?!ideas|debugging|" + "|".join(COPIED) + r")\w+/(?!presets)")
ENVIRONMENT = {**os.environ, **same_object.environment(os.environ.get("PMPP_BUILD", str(ROOT / "build")))}


def run(*command, status=0):
    """What a command says in the copy; its exit status is the one expected."""
    done = subprocess.run(command, cwd=TREE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=600, check=False, env=ENVIRONMENT)
    assert done.returncode == status, f"{command}: exit status {done.returncode}, not {status}\n{done.stdout}"
    return done.stdout


def stamps():
    """{path: when it was written, and its size} of the copy's files."""
    paths = [path for top in TREE.iterdir() if top.name != "build" for path in (top, *top.rglob("*"))]
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in paths if path.is_file()}


def graded(number, *tests):
    """{test: how it ended} of the copy's tests of these names."""
    command = ["ctest", "--test-dir", "build", "-R", f"^({'|'.join(tests)})$"]
    done = subprocess.run(command, cwd=TREE, text=True, check=False, capture_output=True, env=ENVIRONMENT,
                          timeout=600)
    ended = dict(re.findall(r"Test +#\d+: (\S*lab\d\d\.\S+) \.+ *(Passed|\*\*\*\w+)", done.stdout))
    assert ended, f"no test of lab {number}\n{done.stdout}{done.stderr}"
    return ended


class NewLab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(SCRATCH, ignore_errors=True)
        for path in tracked(ROOT, new=True):
            if not LEFT_OUT.match(path.as_posix()):
                (TREE / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, TREE / path)
        cls.before = stamps()
        cls.said = run("grading/new-lab", "99", "sample") + run("grading/new-task", "99", "second")
        for number in COPIED:
            run("grading/new-task", number, "scale", "--points", "5")

    def graded_as_said(self, number, task, *others):
        """What should pass does, the starter is todo, the wrong ones are caught, the points are too many."""
        n = task.partition("_")[0]
        run("cmake", "--build", "build", "--target", f"lab{number}")
        lab = f"lab{number}"
        passed = [f"solution.{lab}.{task}.emu", f"wrong.{lab}.{task}.bundle",
                  f"wrong.{lab}.{n}_last_one_missing.emu", f"wrong.{lab}.{n}_stores_twice.emu",
                  f"accepted.{lab}.grid_stride_{n}.emu", *others]
        expected = {**dict.fromkeys(passed, "Passed"), f"{lab}.{task}.emu": "***Skipped",
                    f"unit.{lab}.points": "***Failed"}
        self.assertEqual(graded(number, *map(re.escape, expected)), expected)

    def test_graded(self):
        run("cmake", "-B", "build", "-DPMPP_GPU=OFF")
        self.graded_as_said("99", "1_first")
        names = ("gates", "edits", "starter", "idle", "no_device", "updates", "bundle")
        others = [f"unit.lab99.{name}" for name in names]
        run("cmake", "--build", "build", "--target", "lab99_updates_test")
        self.graded_as_said("99", "2_second", "solution.lab99.1_first.emu", *others)
        self.assertIn("todo", run("build/bin/lab99", "--backend", "emu", status=1))
        self.look_at_the_program()
        self.graded_as_said("06", "8_scale")
        tasks = TREE / "labs/99_sample/grader/tasks.c"
        tasks.write_text(tasks.read_text().replace(".points = 100", ".points = 90"))
        run("cmake", "--build", "build", "--target", "lab99_grader")
        self.assertEqual(graded("99", "unit.lab99.points"), {"unit.lab99.points": "Passed"})

    def look_at_the_program(self):
        """The program to debug shows its fault, its repair shows none, and its answer is known."""
        lab, build = TREE / "labs/99_sample", TREE / "build"
        self.assertEqual(bugs.sealed(build, lab, SCRATCH), (lab / "bugs/sealed.txt").read_text())
        bugs.check_answers(build, lab, SCRATCH)
        for entry in bugs.entries(lab):
            bugs.check_program(build, lab, entry)

    def test_compiles(self):
        """The graders of the other labs, each folder in one unit as a build has it."""
        for number in COPIED:
            lab = next((TREE / "labs").glob(f"{number}_*"))
            calls = set(lab.glob("grader/calls*.c"))
            for files in (calls, set(lab.glob("grader/*.c")) - calls):
                unit = "".join(f'#include "{file}"\n' for file in sorted(files))
                command = [os.environ.get("CC", "gcc"), "-std=gnu11", "-fsyntax-only", "-Wall", "-Werror",
                           "-I", lab, "-I", lab / "grader", "-I", TREE / "common", "-x", "c", "-"]
                done = subprocess.run(command, input=unit, text=True, capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), lab.name)

    def test_texts(self):
        """What the handout's and the places' tests ask holds, but for what is left to be written."""
        lab = TREE / "labs/99_sample"
        self.assertEqual(places.complaints(places.parts(lab)), [])
        self.assertEqual(places.too_long(lab), [])
        left = places.unwritten(lab)
        self.assertGreater(len(left), 30)
        for place in left + places.unwritten(TREE / "docs/chapters.md"):
            self.assertIn(place.rpartition(": ")[2], self.said)
        text = (lab / "README.md").read_text()
        for rule in (texts.too_long, texts.without_opening, texts.after, texts.undefined, texts.accidental):
            self.assertEqual(rule(text), [], rule.__name__)
        self.assertEqual(len(texts.times(text)), 1)
        self.assertEqual(texts.broken(lab / "README.md", text, TREE), [])
        answers = texts.numbers((lab / "staff/answers.md").read_text())
        self.assertEqual((len(answers) > 4, texts.questions(text)), (True, answers))

    def test_listed(self):
        """Where labs are listed, the new one is; its rows are those that update_readme.py would write."""
        text = (TREE / "labs/99_sample/README.md").read_text()
        row = update_readme.lab_row(TREE / "labs/99_sample", text)
        row = row.replace("| 2 |", "| 1 |")  # it was written when the lab had one task
        for page, table in (("docs/labs.md", update_readme.list_of_labs),
                            ("README.md", update_readme.short_list)):
            self.assertIn(table([row]).splitlines()[-1], (TREE / page).read_text().splitlines())
        self.assertIn("99_sample", (TREE / "docs/chapters.md").read_text())
        self.assertIn("labs/99_sample/presets.json", (TREE / "CMakePresets.json").read_text())
        run("cmake", "--list-presets")

    def test_sorted(self):
        first, second, third = "| [01 a\n", "| [02 b\n", "| [03 c\n"
        self.assertEqual(labs.with_row(first + third, second[:-1], "02", True), first + second + third)
        self.assertEqual(labs.with_row(first + third, second[:-1], "02", False), first + third + second)
        self.assertIsNone(labs.with_row("no table\n", "| [02 b", "02", True))
        both = '    "labs/{}_a/presets.json",\n    "labs/{}_a/presets.json"\n'
        one = '[\n    "labs/02_a/presets.json"\n]'
        self.assertEqual(labs.with_preset(one, "01_a"), f"[\n{both.format('01', '02')}]")
        self.assertEqual(labs.with_preset(one, "03_a"), f"[\n{both.format('02', '03')}]")

    def test_undone(self):
        """What cannot be written whole is not written at all."""
        changes, page = template.Changes(TREE), TREE / "README.md"
        was = page.read_text()
        changes.texts = {page: "another", TREE / "new/folder/file": "new", page / "below": "no folder"}
        with self.assertRaises(OSError):
            changes.commit()
        self.assertEqual(page.read_text(), was)
        self.assertFalse((TREE / "new").exists())

    def test_handout(self):
        """What students get of the lab gives no reference away."""
        run("grading/make-handout", "--labs", "99", "--out", SCRATCH / "handout")
        self.assertIn("return PMPP_TODO;", (SCRATCH / "handout/labs/99_sample/starter.cu").read_text())

    def test_formatted(self):
        if not shutil.which("clang-format-14"):
            self.skipTest("no clang-format-14 here")
        files = [path for path, stamp in stamps().items()
                 if path.suffix in (".c", ".h", ".cu", ".cuh") and self.before.get(path) != stamp]
        self.assertGreater(len(files), 30)
        run("clang-format-14", "--dry-run", "-Werror", *files)

    def refused(self, words, *command, status=1):
        """The command says this and writes nothing."""
        was = stamps()
        self.assertGreater(len(was), 500)
        self.assertIn(words, run(*command, status=status))
        self.assertEqual(stamps(), was)

    def test_refused(self):
        task = "grading/new-task"
        self.refused("there is no labs/98_*", task, "98", "scale", status=2)
        self.refused("expected a name such as scale", task, "06", "Scale", status=2)
        self.refused("expected a name such as scale", task, "06", "calls_more", status=2)
        self.refused("expected points from 1 to 100", task, "06", "other", "--points", "0", status=2)
        self.refused("there is a lab 06 already: labs/06_hist", "grading/new-lab", "06", "other", status=2)
        self.refused("expected a number of two digits", "grading/new-lab", "6", "other", status=2)
        self.refused("expected a name of letters", "grading/new-lab", "97", "two_words", status=2)
        self.refused("labs/06_hist/grader/parts.h has a `scale_cases`: choose", task, "06", "scale")
        for file, old, words in (("grader/calls.c", "PMPP_CALLS(CALLS)", "RUN(hist, 9_other, f("),
                                 ("grader/tasks.c", "struct pmpp_task tasks[]", '.name = "9_other"'),
                                 ("hist.h", "PMPP_CONTRACT_END", "expected a header with PMPP_CONTRACT_END"),
                                 ("README.md", "## ", "### 9_other (10 points)")):
            path = TREE / "labs/06_hist" / file
            text = path.read_text()
            path.write_text(text.replace(old, "..."))
            self.refused(words, task, "06", "other")
            path.write_text(text)
        presets = TREE / "CMakePresets.json"
        text = presets.read_text()
        presets.write_text("{}")
        self.refused('"labs/97_other/presets.json"', "grading/new-lab", "97", "other")
        presets.write_text(text)


if __name__ == "__main__":
    unittest.main()
