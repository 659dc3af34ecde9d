#!/usr/bin/env python3
"""A contract function is named in four places: the contract, calls.c, the starter and the solution. A file of a lab's grader has
at most 300 lines. What grading/new-lab and grading/new-task leave to be written is written."""
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import template  # pylint: disable=wrong-import-position

LABS = sorted((pathlib.Path(__file__).resolve().parents[2] / "labs").glob("[0-9]*"))
MOST_LINES = 300  # of a file in grader/
APART = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\n])*\"", re.S)  # comments and strings


def contract(lab):
    """The contract's text."""
    texts = [path.read_text() for path in sorted(lab.glob("*.h"))]
    return "\n".join("".join(re.findall(r"PMPP_CONTRACT_BEGIN(.*?)PMPP_CONTRACT_END", text, re.S)) for text in texts)


def parts(lab):
    """{place: its text}; in starter and solution only what stands outside of functions."""
    def texts(*globs):
        return "\n".join(path.read_text() for glob in globs for path in sorted(lab.glob(glob)))
    found = {"contract": contract(lab), "grader": texts("grader/*.[ch]"), "starter": texts("starter.cu"),
             "solution": texts("solution.cu", "solution/*")}
    found = {place: APART.sub(" ", text) for place, text in found.items()}
    for place in ("starter", "solution"):
        found[place] = "\n".join(line for line in found[place].splitlines() if not line[:1].isspace())
    return found


def complaints(found):
    """What is not named just once in each place; a row of calls.c names reduce_3_sequential as `reduce, 3_sequential`."""
    out, functions = [], re.findall(r"\bint ([a-z]+_\d\w*)\(", found["contract"])
    for function in functions:
        lab, task = function.split("_", 1)
        name = re.compile(rf"\b(?:{function}|{lab}, {task})\b")
        counts = {place: len(name.findall(text)) for place, text in found.items()}
        if set(counts.values()) != {1}:
            out.append(f"{function}: expected one place each, got {counts}")
    return out if functions else ["the contract declares no task's function"]


def too_long(lab):
    """The files of the lab's grader that have too many lines."""
    lines = {path: len(path.read_text().splitlines()) for path in sorted(lab.glob("grader/*.[ch]"))}
    rule = f"a grader's file over {MOST_LINES} lines is two (docs/contributing/labs.md)"
    return [f"{path.relative_to(lab.parent)} has {count} lines: {rule}"
            for path, count in lines.items() if count > MOST_LINES]


def unwritten(top):
    """The places in a file, or in the files of a folder, that say what is to be written."""
    files = [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file())
    return [f"{path.relative_to(top.parent)}:{line}: to be written: {what}" for path in files
            for line, what in template.unwritten(path.read_text(encoding="utf-8", errors="replace"))]


class Places(unittest.TestCase):
    def test_labs(self):
        self.assertTrue(LABS)
        for lab in LABS:
            with self.subTest(lab=lab.name):
                self.assertEqual(complaints(parts(lab)), [])

    def test_noticed(self):
        for place in ("contract", "grader", "starter", "solution"):
            found = parts(LABS[0])
            name = re.search(r"\bint ([a-z]+_\d\w*)\(", found["contract"])[1]
            found[place] += f"\nint {name}(void);\n"
            self.assertTrue(any(name in complaint for complaint in complaints(found)), place)

    def test_lengths(self):
        for lab in LABS:
            with self.subTest(lab=lab.name):
                self.assertTrue(list(lab.glob("grader/*.[ch]")))
                self.assertEqual(too_long(lab), [])

    def test_length_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            grader = pathlib.Path(folder, "01_lab", "grader")
            grader.mkdir(parents=True)
            for name, lines in {"cases.c": 300, "gates.c": 301, "parts.h": 400}.items():
                (grader / name).write_text("// a line\n" * lines)
            found = too_long(grader.parent)
            self.assertEqual(len(found), 2, found)
            for complaint, expected in zip(found, ("01_lab/grader/gates.c has 301 lines", "01_lab/grader/parts.h has 400 lines")):
                self.assertIn(expected, complaint)
                self.assertIn("over 300 lines is two", complaint)

    def test_written(self):
        for top in [*LABS, LABS[0].parents[1] / "docs/chapters.md"]:
            with self.subTest(top=top.name):
                self.assertEqual(unwritten(top), [])

    def test_unwritten_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            lab = pathlib.Path(folder, "01_lab")
            lab.mkdir()
            (lab / "README.md").write_text("# Lab\n\n<!-- write: this -->\nA word to write: none.\n")
            (lab / "starter.cu").write_text("  // write: that\n// rewrite: not this\n")
            self.assertEqual(unwritten(lab), ["01_lab/README.md:3: to be written: this", "01_lab/starter.cu:1: to be written: that"])


if __name__ == "__main__":
    unittest.main()
