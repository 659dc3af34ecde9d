#!/usr/bin/env python3
"""The notebook in lab 01's handout, which is built: its cells run, by a stand-in for IPython and, where it is installed, by
Jupyter; what a cell writes is graded. test_notebook.py FOLDER (of test_handout_built.py)

test_notebook.py - Own: the notebook of this tree alone, which nothing has built."""
import contextlib
import html
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

import schemas

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TREE = pathlib.Path(sys.argv.pop(1)).resolve() / "pmpp-labs"
STARTER = TREE / "labs/01_vecadd/starter.cu"
sys.path.insert(0, str(ROOT / "colab"))
import pmpp  # noqa: E402  pylint: disable=wrong-import-position


class Shell:
    """As much of IPython as the notebook uses."""

    def __init__(self):
        self.magics, self.names, self.shown = {}, {}, []
        pictures = types.ModuleType("IPython.display")
        pictures.SVG, pictures.HTML, pictures.display = (lambda filename: filename), (lambda text: text), self.shown.append
        self.modules = {"IPython": types.ModuleType("IPython"), "IPython.display": pictures}

    def register_magic_function(self, function, magic_kind, magic_name):
        self.magics[magic_name] = function, magic_kind

    def magic(self, name, line, *cell):
        if name == "load_ext":
            sys.modules.pop(line, None)
            __import__(line).load_ipython_extension(self)
            return
        function, kind = self.magics[name]
        if kind == ("line" if cell else "cell"):
            raise ValueError(f"{name} is a magic of the kind {kind}")
        function(line, *cell)

    def run(self, source):
        """What a code cell prints."""
        sys.modules.update(self.modules)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            if source.startswith("%%"):
                first, _, cell = source.partition("\n")
                self.magic(*first[2:].split(" ", 1), cell)
            elif source.startswith(("%", "!")):
                for line in source.split("\n"):
                    if line[0] == "!":
                        print(subprocess.run(line[1:], shell=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True).stdout)
                    else:
                        self.magic(*line[1:].split(" ", 1))
            else:
                exec(compile(source, "cell", "exec"), self.names)  # pylint: disable=exec-used
        return said.getvalue()


def cells(path):
    return ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def two_tasks():
    """The reference with its first two tasks, the starter from there on: that compiles and runs sooner than all seven."""
    given, starter = ((ROOT / f"labs/01_vecadd/{name}.cu").read_text() for name in ("solution", "starter"))
    return given[:pmpp.section(given, 2)[1]] + starter[pmpp.section(starter, 2)[1]:]


def own_file(test, tree, starter, first):
    """The text of a tree's notebook, a notebook by its schema; its one cell to edit is the starter's first task."""
    text = (tree / "colab/pmpp.ipynb").read_text()
    schemas.notebook(text)
    edited = [cell for cell in cells(tree / "colab/pmpp.ipynb") if cell.startswith("%%")]
    test.assertEqual(edited, [first + pmpp.body((ROOT / starter).read_text(), 1)])
    return text


class Own(unittest.TestCase):
    def test_file(self):
        own_file(self, ROOT, "labs/04_reduce/starter.cu", "%%lab 04 1_interleaved\n")
        with self.assertRaises(AssertionError):
            own_file(self, ROOT, "labs/04_reduce/solution.cu", "%%lab 04 1_interleaved\n")

    def test_sections(self):
        given = (ROOT / "labs/01_vecadd/starter.cu").read_text()
        begin, end = pmpp.section(given, 2)
        self.assertIn(pmpp.body(given, 2), given[begin:end])
        self.assertNotEqual(pmpp.body(given, 2), pmpp.body(given, 1))


class Notebook(unittest.TestCase):
    def setUp(self):
        shutil.copy(ROOT / "labs/01_vecadd/starter.cu", STARTER)
        shutil.rmtree(TREE / "build/notebook", ignore_errors=True)
        self.addCleanup(os.chdir, os.getcwd())
        self.addCleanup(sys.path.__setitem__, slice(None), list(sys.path))
        os.chdir(TREE / "colab")  # where Jupyter starts a notebook

    def ready(self):
        """A shell with the extension of the handout."""
        shell = Shell()
        os.chdir(TREE)
        sys.path.insert(0, "colab")
        shell.magic("load_ext", "pmpp")
        return shell

    def test_files(self):
        text = own_file(self, TREE, "labs/01_vecadd/starter.cu", "%%lab 01 1_five_steps\n")
        self.assertNotRegex(text, "lab ?04|04_reduce|1_interleaved")
        for spoilt in (text.replace('"nbformat": 4', '"nbformat": 3'), text.replace('"outputs": []', '"outputs": [1]', 1),
                       text.replace('"cell-02"', '"cell-01"')):
            self.assertNotEqual(spoilt, text)
            with self.assertRaises(schemas.Bad):
                schemas.notebook(spoilt)

    def test_as_handed_out(self):
        shell = Shell()
        said = [shell.run(cell) for cell in cells(TREE / "colab/pmpp.ipynb")]
        together = "\n".join(said)
        for expected in (f"The labs are in {TREE}", "Built target lab01", "1_five_steps: todo", "%%lab 01 2\n", "Score: 0/100",
                         "line by line; its results are not judged here", "not assessed"):
            self.assertIn(expected, together)
        self.assertEqual(STARTER.read_text(), (ROOT / "labs/01_vecadd/starter.cu").read_text())
        self.assertFalse((TREE / "build/notebook").exists())
        self.assertEqual(shell.shown, [])  # this edition has no picture
        os.chdir(ROOT)
        self.assertIn("roofline.svg", shell.run(cells(ROOT / "colab/pmpp.ipynb")[-1]))
        self.assertEqual(shell.shown, [str(p.relative_to(ROOT)) for p in sorted(ROOT.glob("labs/*/*.svg"))])

    def test_somewhere_else(self):
        with tempfile.TemporaryDirectory() as folder:
            first = cells(TREE / "colab/pmpp.ipynb")[0]
            os.chdir(folder)
            with self.assertRaisesRegex(AssertionError, "fill in HANDOUT"):
                Shell().run(first)
            shutil.copy(TREE.parent / "h.zip", "handout.zip")
            asked = first.replace('HANDOUT = ""', 'HANDOUT = "handout.zip"')
            self.assertNotEqual(asked, first)
            for _ in range(2):  # the cell may run again
                self.assertIn(f"The labs are in {os.path.realpath(folder)}/pmpp-labs\n", Shell().run(asked))

    def test_written_and_graded(self):
        shell, given = self.ready(), (ROOT / "labs/01_vecadd/solution.cu").read_text()
        self.assertIn("Score: 100/100", shell.run(f"%%lab 01\n{given}"))
        self.assertEqual(STARTER.read_text(), given)

        given = two_tasks()
        STARTER.write_text(given)
        right = pmpp.body(given, 2)
        wrong = right.replace("i < n", "i <= n")
        self.assertNotEqual(wrong, right)
        said = shell.run(f"%%lab 01 2_boundary\n{wrong}\n")
        self.assertRegex(said, r"2_boundary +hazard")
        begin, end = pmpp.section(given, 2)
        written = STARTER.read_text()
        self.assertTrue(written.startswith(given[:begin]) and written.endswith(given[end:]) and wrong in written)
        kept = re.search(r"as it was before: (build/notebook/\S+)", said)[1]
        self.assertEqual((TREE / kept).read_text(), given)
        self.assertNotIn("is written", shell.run(f"%%lab 01 2\n\n{wrong}"))  # nothing has changed
        self.assertIn("i <= n", shell.run("%section 01 2"))

        self.assertRegex(shell.run(f"%%lab 01 2\n{right}"), r"2_boundary +pass")
        self.assertEqual(STARTER.read_text(), given)
        self.assertRegex(shell.run("%lab 1 2 --lines"), r"global load +\d+ .*\w")

    def page(self, shell):
        """The page that has appeared, once, with nothing around it that could end it."""
        self.assertEqual(len(shell.shown), 1)
        page = re.fullmatch(r'<div><iframe title="the run" sandbox srcdoc="([^"<>]*)" style="[^"]*"></iframe></div>', shell.shown.pop())
        return html.unescape(page[1])

    def test_page_below_the_cell(self):
        shell, starter, given = self.ready(), STARTER.read_text(), two_tasks()
        self.assertRegex(shell.run(f"%%lab 01\n{given}"), r"2_boundary +pass")
        self.assertEqual(shell.shown, [])  # all tasks: no page
        right = pmpp.body(given, 2)
        shell.run(f"%%lab 01 2\n{right}")
        page = self.page(shell)
        self.assertIn("All 10007 elements are right", page)
        self.assertIn("add_2_boundary", page)
        shell.run(f"%%lab 01 2\n{right.replace('i < n', 'i <= n')}")
        self.assertIn("out-of-bounds in kernel add_2_boundary", self.page(shell))
        shell.run("%lab 01 2")
        shell.run(f"%%lab 01 2 --case 1\n{right}")
        shell.run("%%lab 01 2\n" + pmpp.body(starter, 2))  # todo
        shell.run("%%lab 01 2\nint x = ;")
        self.assertEqual(shell.shown, [])
        shell.run(f"%%lab 01 2\n{right}")
        self.page(shell)
        shell.run("%lab 01 2 --html")
        self.assertIn("All 10007 elements are right", self.page(shell))

    def test_refused(self):
        shell, given = self.ready(), STARTER.read_text()
        for cell, said in (("%lab 77", "'77' is no lab"), ("%%lab 01 9\nx", "has no task '9'"), ("%lab 01 shared", "has no task 'shared'"),
                           ("%%lab 01 2\n \n", "the cell is empty"), ("%section 01", "say %section NN TASK"),
                           ("%%lab 01 2\n// ---- 2: one\nint x;", "without that line")):
            with self.assertRaisesRegex(Exception, re.escape(said)):
                shell.run(cell)
        (TREE / "build/bin/lab01").rename(TREE / "build/bin/away")
        try:
            with self.assertRaisesRegex(Exception, "is not built: !cmake -B build && cmake --build build --target lab01"):
                shell.run("%lab 01")
        finally:
            (TREE / "build/bin/away").rename(TREE / "build/bin/lab01")
        self.assertEqual(STARTER.read_text(), given)

    def test_jupyter(self):
        if not shutil.which("jupyter") or subprocess.run(["jupyter", "nbconvert", "--version"], capture_output=True, check=False).returncode:
            self.skipTest("no Jupyter with nbconvert here")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["jupyter", "nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, "pmpp.ipynb"],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            executed = json.loads((pathlib.Path(folder) / "pmpp.ipynb").read_text())
        said = "".join("".join(o.get("text", "")) for cell in executed["cells"] for o in cell.get("outputs", ()))
        for expected in ("Built target lab01", "1_five_steps: todo", "Score: 0/100", "line by line", "not assessed"):
            self.assertIn(expected, said)


if __name__ == "__main__":
    unittest.main(verbosity=2)  # says why a test is skipped
