#!/usr/bin/env python3
"""Tests of the exports' parts: text on its way out, speeds, charts."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from formats import canvas, chart, markup, report, speed, text  # noqa: E402


class Someone:
    """Enough of a student for speeds."""

    def __init__(self, key, tasks):
        self.key, self.name, self.bench = key, key.upper(), {"tasks": tasks}


def timed(task, case, runs):
    return {"name": task, "timing": {"case": case, "runs": runs}}


class Texts(unittest.TestCase):
    def test_line(self):
        self.assertEqual(text.line("a\u202eb\x1b[2J\r\nc\ud800"), "a\ufffdb\ufffd[2J c\ufffd")
        for value in ("=1", "+1", "-1", "@x", "\t=1", "\n=1", "\uff1d1"):
            self.assertTrue(text.cell(value).startswith("'"), value)
        self.assertEqual((text.cell(-3), text.cell("a=1"), text.cell(None), text.cell("")), ("-3", "a=1", "", ""))

    def test_markup(self):
        self.assertEqual(markup.tag("p", "<b>", markup.raw("<i>"), title='"x"'), '<p title="&quot;x&quot;">&lt;b&gt;<i></p>')
        with self.assertRaises(TypeError):
            markup.tag("p", "a") + markup.tag("p", "b")

    def test_seed(self):
        seed = "727272910482361"
        self.assertEqual(text.without_seed(f"x --seed {seed} y {seed}, 0x{int(seed):x}", seed), "x y [seed], 0x[seed]")
        self.assertEqual(text.without_seed(f"{seed}1", seed), f"{seed}1")

    def test_fence(self):
        """Nothing ends a fence from within."""
        for said in ("", "```", "a\n````\nb", "`" * 50):
            first, *inside, last = text.fence(said).split("\n")
            self.assertEqual(first.removesuffix("text"), last)
            self.assertNotIn(last, "\n".join(inside))
            self.assertEqual("\n".join(inside), said)
        self.assertEqual((text.inline("a"), text.inline("`a"), text.inline("")), ("`a`", "`` `a ``", "` `"))


class Charts(unittest.TestCase):
    def test_speed(self):
        """GB/s of a task's floor, GFLOP/s where the task is rated so; no rate where the output was wrong."""
        library = {"name": "cublas", "ops_per_s": 5e13, "bytes_per_s": 1e9, "trouble": None}
        mine = {"name": "impl", "ops_per_s": 4e13, "bytes_per_s": 9e8, "share_of_fp32_peak": 0.6, "trouble": None}
        copy = {"name": "impl", "bytes_per_s": 4e12, "trouble": None}
        wrong = {"name": "impl", "trouble": "the output is wrong"}
        a = Someone("a", [timed("1_x", "1024", [mine, library]), timed("1_x", "2048", [mine]), timed("2_y", "n", [copy])])
        b = Someone("b", [timed("2_y", "n", [wrong, {**copy, "name": "cub"}]), {"name": "3_z", "timing": None}])
        found = speed.of_class([a, b, Someone("c", [])])
        self.assertEqual(found["GFLOP/s"], [("1_x, 1024", [("a", "A", 40000)], [("cublas", 50000)]), ("1_x, 2048", [("a", "A", 40000)], [])])
        self.assertEqual(found["GB/s"], [("2_y", [("a", "A", 4000)], [("cub", 4000)])])
        self.assertEqual(speed.of(b)[0][3:5], (None, "the output is wrong"))

    def test_ticks(self):
        for most in (0.3, 1, 7, 99, 4326, 123456):
            marks = chart.ticks(most)
            self.assertTrue(marks[0] == 0 and 0.5 * most < marks[-1] <= most and 3 <= len(marks) <= 8, (most, marks))

    def test_distribution(self):
        """Every mark is in one bar; extra credit is in the last one."""
        students = [type("S", (), {"row": {"mark": m, "outcome": "graded"}}) for m in (0, 9.9, 10, 29.999, 30, 100, 104, None)]
        everybody = type("C", (), {"students": students, "possible": 100})
        said = report.distribution(everybody)
        self.assertIn("from 0 %: 2, from 10 %: 1, from 20 %: 1, from 30 %: 1, from 100+ %: 2", said)
        self.assertIn("7 who handed in", said)

    def test_the_sites_report_is_of_this_version(self):
        page = (pathlib.Path(__file__).resolve().parents[2] / "docs/site/report.html").read_text(encoding="utf-8")
        for part in (report.STYLE, report.SCRIPT):
            self.assertIn(part.read_text(encoding="utf-8"), page, f"docs/site/make_report.py BUILD writes it anew: another {part.name}")

    def test_alike_but_for_the_task(self):
        def student(key, *tasks):
            rows = [{"name": t, "verdict": "rejected"} for t in tasks]
            details = {t: {"verdict": "rejected", "hint": f"define f_{t}", "hazards": [], "gates": [], "message": ""} for t in tasks}
            return type("S", (), {"key": key, "name": key, "row": {"outcome": "graded", "tasks": rows}, "result": None,
                                  "seed": "", "details": lambda self, name: [details[name]]})()
        everybody = type("C", (), {"students": [student("a", "1_x", "2_y"), student("b", "2_y")]})
        said = str(report.hints(everybody))
        self.assertEqual(said.count("define f_"), 1)
        self.assertIn("2 students", said)

    def test_first_line(self):
        compiler = "submission.cu does not compile:\nsubmission.cu:22:22: error: 'x' was not declared\n   22 | x"
        self.assertEqual(report.first_line(compiler), "error: 'x' was not declared")
        self.assertEqual(report.first_line("submission.cu:5: includes \"a.h\"\nand more"), 'includes "a.h"')
        self.assertEqual(report.first_line("submission.cu does not compile:"), "submission.cu does not compile:")

    def test_median(self):
        self.assertEqual((report.median([3, 1, 2]), report.median([4, 1, 2, 3])), (2, 2.5))

    def test_canvas_titles(self):
        header = ["Student", "ID", "Section", "A (1)", "A (b) (2)"]
        self.assertEqual([canvas.assignment(header, w, "x") for w in ("A", "1", "A (1)", "A (b)", "A (b) (2)")], [3, 3, 3, 4, 4])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
