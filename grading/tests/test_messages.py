#!/usr/bin/env python3
"""Tests of grading/messages: what counts as a marked line, what a message names, and what makes the check fail."""
import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest

GRADING = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(GRADING))
LOADER = importlib.machinery.SourceFileLoader("messages", str(GRADING / "messages"))
messages = importlib.util.module_from_spec(importlib.util.spec_from_loader("messages", LOADER))
sys.modules["messages"] = messages
LOADER.exec_module(messages)

EDIT = """// expect: hazard 1_add race-shared on emu
// fault: [barrier] no barrier.
__global__ void add() {
  s[t] = 1;

  // a comment
  // fault
  x = s[t + 1];
  y = 2;
}
"""


def row(**parts):
    empty = {"verdict": "hazard", "failed_case": None, "message": "", "hint": "", "hazards": [], "gates": [], "failed_call": None}
    return {**empty, **parts}


def hazard(line, advice="", other=None):
    at = {"file": "labs/01_add/wrong/x.cu", "line": line}
    return {"what": "reads s", "advice": advice, "at": at, **({"other": {**at, "line": other}} if other else {})}


class Marks(unittest.TestCase):
    def test_the_line_and_the_code_beside_it(self):
        self.assertEqual(messages.marked(EDIT), {4, 7, 8})
        self.assertEqual(messages.marked("a; // fault\n#define B /* fault */ \\\nc;\nd;"), {1, 2, 3})
        self.assertEqual(messages.marked("// fault: a sentence, and no mark\na;"), set())

    def test_of_a_macro(self):
        text = "a;\nb; // fault\nc;\nd;\ne; // fault ONE\n\nf;\n"
        self.assertEqual(messages.marked(text), {1, 2, 3})
        self.assertEqual(messages.marked(text, ["ONE"]), {1, 2, 3, 4, 5, 7})

    def test_reading(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "x.cu")
            file.write_text(EDIT)
            s = messages.read("01", file)
            self.assertEqual((s.verdict, s.reason, s.cause), ("hazard", "race-shared", "barrier"))
            file.write_text("// expect: wrong 1_add\n// fault: [index] x.\n#define ONE\n#include \"family.cuh\"\n")
            pathlib.Path(folder, "family.cuh").write_text("a;\nb; // fault ONE\nc; // fault TWO\n")
            s = messages.read("01", file)
            self.assertEqual((s.reason, s.marks), ("", {("family.cuh", 1), ("family.cuh", 2), ("family.cuh", 3)}))
            file.write_text("// expect: wrong 1_add\n// fault: [index] x.\n#define ONE\na;\nb; // fault ONE\nc;\nd; // fault TWO\n")
            self.assertEqual(messages.read("01", file).marks, {("x.cu", n) for n in (4, 5, 6)})  # a family's text is in the file
            for line in ("pass 1_add on emu", "wrong 1_add on gpu"):
                file.write_text(f"// expect: {line}\n// fault: none.\n")
                self.assertIsNone(messages.read("01", file))


    def test_what_was_made_of_a_file_stands_for_it(self):
        with tempfile.TemporaryDirectory() as top:
            folder, made = pathlib.Path(top, "labs/01_add"), pathlib.Path(top, "build/labs/01_add")
            for where, name in ((folder, "x"), (folder, "y"), (made, "x"), (made, "z")):
                (where / "wrong").mkdir(parents=True, exist_ok=True)
                (where / f"wrong/{name}.cu").write_text(EDIT)
            files = [s.file for s in messages.submissions(folder, pathlib.Path(top, "build"))]
            self.assertEqual(files, [made / "wrong/x.cu", folder / "wrong/y.cu", made / "wrong/z.cu"])


class Named(unittest.TestCase):
    s = messages.Submission("01", pathlib.Path("x.cu"), "hazard", "", "barrier", {("x.cu", 4), ("x.cu", 7)})

    def check(self, named, **parts):
        self.assertEqual(messages.named(self.s, row(**parts)), named)

    def test_line(self):
        self.check(True, hazards=[hazard(4)])
        self.check(True, hazards=[hazard(90, other=7)])
        self.check(False, hazards=[hazard(5)])
        self.check(False, hazards=[hazard(90), hazard(91), hazard(92), hazard(4)])  # the fourth is not shown
        self.check(True, failed_call={"error": "cudaErrorInvalidValue", "file": "x.cu", "line": 7})
        self.check(True, message="x.cu:4: includes <x>")
        self.check(False, message="y.cu:4: includes <x>")

    def test_cause(self):
        self.check(True, hazards=[hazard(90, advice="put __syncthreads() between the two accesses")])
        self.check(True, hint="a missing barrier")
        self.check(False, hint="an index is off by one")

    def test_metric_and_hint(self):
        s = messages.Submission("01", pathlib.Path("x.cu"), "inefficient", "barriers", "", set())
        missed = [{"metric": "barriers", "met": False}, {"metric": "launches", "met": True}]
        self.assertTrue(messages.named(s, row(gates=missed, hint="use a shuffle")))
        self.assertFalse(messages.named(s, row(gates=missed)))
        s.reason = "launches"
        self.assertFalse(messages.named(s, row(gates=missed, hint="use a shuffle")))


class Check(unittest.TestCase):
    def submissions(self, hits):
        return [(messages.Submission("01", pathlib.Path("x.cu"), "wrong", "", "index"), hit) for hit in hits]

    def test_table(self):
        made = messages.table(self.submissions([True] * 9 + [False])).splitlines()
        self.assertEqual(made[2], "| 01 | 9 of 10 | - | - | - | 9 of 10 (90%) |")
        self.assertTrue(made[-1].startswith("| all |"))

    def test_too_low(self):
        self.assertEqual(messages.too_low(self.submissions([True] * 9 + [False])), [])
        self.assertEqual(messages.too_low(self.submissions([True] * 8 + [False] * 2)), ["lab 01: 8 of 10", "wrong: 8 of 10"])
        self.assertEqual(messages.too_low(self.submissions([True] * 8 + [False] * 2), {"02"}), ["lab 01: 8 of 10"])
        self.assertEqual(messages.too_low(self.submissions([True] * 8 + [False] * 2), {"01"}), [])

    def test_not_assessed(self):
        self.assertFalse(messages.not_assessed(row()))
        self.assertTrue(messages.not_assessed(row(verdict="not-assessed")))

    def test_worse_than_the_table(self):
        kept = "| lab | hazard | all |\n| :-- | --: | --: |\n| 01 | - | 9 of 9 |\n| 10 | 2 of 2 | 7 of 8 (88%) |\n| all | - | 16 of 17 |"

        def worse(old, new, but=()):
            return [said.split(" are")[0] for said in messages.worse(kept, kept.replace(old, new), but)]
        self.assertEqual(worse("", ""), [])
        self.assertEqual(worse("9 of 9", "12 of 12"), [])  # three more submissions, all of them named
        self.assertEqual(worse("9 of 9", "9 of 10"), ["lab 01, all: 1"])
        self.assertEqual(worse("7 of 8", "6 of 8"), ["lab 10, all: 2"])
        self.assertEqual(worse("| 01 | -", "| 01 | 1 of 2"), ["lab 01, hazard: 1"])
        self.assertEqual(worse("| 01 | -", "| 02 | 1 of 2"), ["lab 02, hazard: 1"])
        self.assertEqual(worse("7 of 8", "6 of 8", {"10", "all"}), [])

    def test_careless(self):
        found = [s for s, _ in self.submissions([True])]
        self.assertIn("no line ends in `// fault`", messages.careless(found)[0])
        found[0].marks, found[0].cause = {("x.cu", 1)}, "stars"
        self.assertIn("got 'stars'", messages.careless(found)[0])
        found[0].cause = "index"
        self.assertEqual(messages.careless(found), [])

    def test_results(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            (build / "labs/01_add/said").mkdir(parents=True)
            (build / "bin").mkdir()
            (build / "x.cu").write_text("")
            (build / "bin/lab01").write_text("")
            s = messages.Submission("01", build / "x.cu", "wrong", "", "index")
            results = messages.Results(build, may_grade=False)
            self.assertIsNone(results.of(s))
            (build / "labs/01_add/said/x.json").write_text(json.dumps({"tasks": [row(hint="an index")]}))
            self.assertEqual(results.of(s)["hint"], "an index")


if __name__ == "__main__":
    unittest.main()
