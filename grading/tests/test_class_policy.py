#!/usr/bin/env python3
"""Tests of the policy and of marks: every number here is worked by hand in the comment beside it."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from classroom import marks, policy, store  # noqa: E402

CATALOGUE = [["1_a", 10], ["2_b", 30], ["3_c", 60]]
DUE = '[deadline]\ndue = 2026-11-20T23:59:00\ntime_zone = "Asia/Seoul"\n'  # 14:59 UTC


def read(text, tasks=("1_a", "2_b", "3_c")):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "policy.toml"
        file.write_text(text, encoding="utf-8")
        return policy.read(file, tasks)


def row(name, verdict, most, backend="emu"):
    return {"name": name, "backend": backend, "verdict": verdict, "points": most * (verdict == "pass"), "max": most,
            "hint": "", "message": ""}


def result(a="pass", b="pass", c="pass"):
    return {"tasks": [row("1_a", a, 10), row("2_b", b, 30), row("3_c", c, 60)]}


def mark(policy_, result_, submitted="2026-11-20T10:00:00+00:00", outcome="graded", bench=None):
    submission = {"id": "7", "login": "ada", "email": "", "name": "Ada", "section": "", "submitted": submitted,
                  "file": "ada/starter.cu", "problems": []}
    return marks.student_marks("ada", submission, {"outcome": outcome, "reason": "because"}, result_, CATALOGUE,
                               read(policy_), bench)


class Keys(unittest.TestCase):
    def refused(self, text, *said):
        with self.assertRaises(store.Stop) as caught:
            read(text)
        for word in said:
            self.assertIn(word, str(caught.exception))

    def test_each_bad_key_is_named_with_its_line(self):
        self.refused("[late]\n# a comment\npenaltie = 3\n", "policy.toml:3: late.penaltie: no such key", "penalty, unit")
        self.refused("late = 3\n", "policy.toml:1: late: expected a table")
        self.refused("[lates]\n", "policy.toml:1: lates: no such table")
        self.refused("[late]\npenalty = -1\n", ":2: late.penalty: expected a number, at least 0, got -1")
        self.refused("[late]\npenalty = true\n", ":2: late.penalty")
        self.refused("[late]\nunit = \"marks\"\n", "expected 'points' or 'percent', got 'marks'")
        self.refused("[deadline]\ndue = 2026-11-20\n", ":2: deadline.due: expected a date with its time")
        self.refused("[deadline]\ntime_zone = \"Seoul\"\n", "no time zone has the name 'Seoul'")
        self.refused("[tasks.9_z]\npoints = 1\n", "tasks.9_z: the lab has no such task; its tasks are 1_a, 2_b, 3_c")
        self.refused("[tasks.1_a]\nextra_credit = 1\n", "expected true or false, got 1")
        self.refused("[bonus.1_a]\npoints = 1\n", "bonus.1_a: needs ratio")
        self.refused("[marks]\ndigits = 1.5\n", "expected a whole number from 0 to 6, got 1.5")
        self.refused("[infra]\nfloor_percent = 0\n", "expected a number from 1 to 100, got 0")
        self.refused("[[extension]]\nstudent = \"a\"\ndays = 1\n", "no deadline.due")
        self.refused(DUE + "[[extension]]\nstudent = \"a\"\ndays = 1\n[[extension]]\nstudent = \"b\"\n",
                     ":7: extension.2: needs student, and either days or until")
        self.refused(DUE + "[extension]\nstudent = \"a\"\n", "[[extension]]")
        self.refused("[[adjust]]\nstudent = \"a\"\npoints = 1\n", ":1: adjust.1: needs reason")
        self.refused("[[adjust]]\nstudent = \"a\"\npoints = \"1\"\nreason = \"b\"\n", ":3: adjust.1.points: expected a number")
        self.refused("[[comment]]\nstudent = \"a\"\ntext = \"b\"\ntask = \"9_z\"\n", ":4: comment.1.task: the lab has no task 9_z")
        self.refused("[comment]\nstudent = \"a\"\n", "[[comment]]")
        self.refused("[roster]\nmatch = \"login\"\n", ":2: roster.match: expected 'name' or 'id'")
        self.refused("[deadline]\ngrace_days = 2\n[late]\nlast_days = 1\n",
                     ":4: late.last_days: 1 days after the deadline would count 0, but deadline.grace_days = 2")
        self.refused("[late\n", "at line 1")

    def test_no_such_file(self):
        with self.assertRaisesRegex(store.Stop, "No such file"):
            policy.read("/nowhere/policy.toml")

    def test_the_commented_default_is_the_default(self):
        file = pathlib.Path(__file__).resolve().parent.parent / "policy.toml"
        self.assertEqual(policy.read(file).values, policy.read(None).values)
        text = file.read_text()
        for keys in (*policy.TABLES.values(), *policy.BY_TASK.values(), *policy.LISTS.values()):
            for key in keys:
                self.assertRegex(text, rf"(?m)^#? *{key} = ", f"{key} is not explained")

    def test_the_comments_are_valid_too(self):
        text = (pathlib.Path(__file__).resolve().parent.parent / "policy.toml").read_text()
        live = "\n".join(line[2:] if line.startswith("# ") and (" = " in line[:30] or line[2] == "[") else line
                         for line in text.splitlines())
        values = read(live, tasks=None).values
        self.assertTrue(values["tasks"] and values["bonus"] and all(values[kind] for kind in policy.LISTS))


class Lateness(unittest.TestCase):
    def test_time_zone(self):
        p = read(DUE)
        self.assertEqual(p.lateness("2026-11-20T14:59:00+00:00", ["ada"]).seconds, 0)  # 23:59 in Seoul
        self.assertEqual(p.lateness("2026-11-20T14:59:01+00:00", ["ada"]).seconds, 1)
        self.assertEqual(read('[deadline]\ndue = 2026-11-20T23:59:00Z\n').lateness("2026-11-20T23:58:00+00:00", []).seconds, 0)

    def test_shown_by_the_clock_of_the_course(self):
        self.assertEqual(mark(DUE, result(), "2026-11-20T14:59:00+00:00")["submitted"], "2026-11-20T23:59:00+09:00")
        self.assertEqual(mark("", result(), "2026-11-20T14:59:00+00:00")["submitted"], "2026-11-20T14:59:00+00:00")
        self.assertIsNone(mark(DUE, result(), None)["submitted"])

    def test_days_begun(self):
        text = DUE + "[late]\npenalty = 10\ncap = 25\n"
        # 1 second late: 1 day begun: 10. 24 h: 1 day. 24 h 1 s: 2 days: 20. 3 days: 30, capped at 25.
        for submitted, days, penalty in (("2026-11-20T14:59:01", 1, 10), ("2026-11-21T14:59:00", 1, 10),
                                         ("2026-11-21T14:59:01", 2, 20), ("2026-11-23T14:59:00", 3, 25)):
            m = mark(text, result(), submitted + "+00:00")
            self.assertEqual((m["late_days"], m["penalty"], m["mark"]), (days, penalty, 100 - penalty))
        self.assertIn("3 days begun x 10 points = 30, at most 25", m["penalty_text"])

    def test_hours_and_percent(self):
        # 2 h 30 min late: 3 hours begun x 5 % = 15 % of the 70 earned = 10.5
        m = mark(DUE + '[late]\npenalty = 5\nper = "hour"\nunit = "percent"\n', result(b="wrong"), "2026-11-20T17:29:00+00:00")
        self.assertEqual((m["raw"], m["penalty"], m["mark"]), (70, 10.5, 59.5))

    def test_grace(self):
        text = DUE.replace("due", "grace_days = 2\ndue") + "[late]\npenalty = 10\n"
        # 2 days late to the second: grace. One second more: the first day behind the grace: 10.
        self.assertEqual(mark(text, result(), "2026-11-22T14:59:00+00:00")["mark"], 100)
        m = mark(text, result(), "2026-11-22T14:59:01+00:00")
        self.assertEqual((m["mark"], m["late_days"]), (90, 3))

    def test_extension(self):
        text = DUE + '[late]\npenalty = 10\n[[extension]]\nstudent = "ADA"\ndays = 3\n'
        self.assertEqual(mark(text, result(), "2026-11-23T14:59:00+00:00")["mark"], 100)
        self.assertEqual(mark(text, result(), "2026-11-23T15:59:00+00:00")["mark"], 90)  # by the student's own deadline
        until = DUE + '[late]\npenalty = 10\n[[extension]]\nstudent = "7"\nuntil = 2026-11-22T12:00:00\n'  # 3:00 UTC
        self.assertEqual(mark(until, result(), "2026-11-22T03:00:00+00:00")["penalty"], 0)
        self.assertEqual(mark(until, result(), "2026-11-22T03:00:01+00:00")["penalty"], 10)
        self.assertEqual(mark(text.replace("ADA", "bob"), result(), "2026-11-20T15:59:00+00:00")["penalty"], 10)

    def test_too_late(self):
        m = mark(DUE + "[late]\nlast_days = 7\n", result(), "2026-11-28T14:59:00+00:00")
        self.assertEqual((m["mark"], m["penalty"]), (0, 100))
        self.assertIn("nothing is accepted later than 7 days", m["penalty_text"])

    def test_never_below_zero(self):
        m = mark(DUE + "[late]\npenalty = 90\n", result(b="wrong", c="todo"), "2026-11-20T15:59:00+00:00")
        self.assertEqual((m["raw"], m["penalty"], m["mark"]), (10, 10, 0))


class Points(unittest.TestCase):
    def test_points_and_weights(self):
        # 1_a counts 5, 2_b 30 x 2 = 60, 3_c fails its 60: 65 of 125
        m = mark("[tasks.1_a]\npoints = 5\n[tasks.2_b]\nweight = 2\n", result(c="inefficient"))
        self.assertEqual((m["raw"], m["mark"], [t["max"] for t in m["tasks"]]), (65, 65, [5, 60, 60]))

    def test_part_is_worth_part(self):
        both = result(c="inefficient")
        both["tasks"][2] |= {"points": 30, "gates": [{"met": True, "distinction": None, "points": 0}, {"met": False},
                                                    {"met": True, "distinction": "finer", "points": 12}]}
        for text, points in (("", 30), ("[partial]\nright_percent = 50\ngates_percent = 0\n", 24), ("[partial]\nright_percent = 0\n", 12),
                             ("[partial]\nright_percent = 0\ngates_percent = 0\n", 0),
                             ("[partial]\nright_percent = 30\n[tasks.3_c]\npoints = 120\n", 52.8)):
            m = mark(text, both)
            self.assertEqual((m["tasks"][2]["points"], m["raw"], m["tasks"][2]["verdict"]), (points, 40 + points, "inefficient"), text)
        for verdict in ("wrong", "hazard", "crash"):
            both["tasks"][2] |= {"verdict": verdict, "points": 0}
            self.assertEqual(mark("[partial]\nright_percent = 90\ngates_percent = 10\n", both)["raw"], 40)

    def test_a_missed_distinction_costs_its_points(self):
        finer = result()
        finer["tasks"][1] |= {"points": 28}
        self.assertEqual(mark("", finer)["mark"], 98)
        self.assertEqual(mark("[tasks.2_b]\npoints = 60\n", finer)["mark"], 126)

    def test_extra_credit(self):
        m = mark("[tasks.3_c]\nextra_credit = true\n", result(b="wrong"))
        self.assertEqual((m["raw"], m["extra"], m["mark"]), (10, 60, 70))
        self.assertEqual(mark("[tasks.3_c]\nextra_credit = true\n[marks]\nmost_percent = 110\n", result())["mark"], 44)  # of 40
        halves = "[tasks.1_a]\nweight = 0.25\n[marks]\ndigits = 0\n"  # 92.5 points possible
        self.assertEqual(mark(halves, result())["mark"], 93)
        self.assertEqual(mark(halves + "most_percent = 100\n", result())["mark"], 92)

    def test_by_hand(self):
        text = (DUE + "[late]\npenalty = 20\n" + '[[adjust]]\nstudent = "ADA"\ntask = "2_b"\npoints = 7.5\nreason = "nearly"\n'
                '[[adjust]]\nstudent = "7"\npoints = -2\nreason = "no name in it"\n'
                '[[adjust]]\nstudent = "bob"\npoints = 50\nreason = "another\'s"\n[[comment]]\nstudent = "ada"\ntext = "come by"\n')
        m = mark(text, result(b="wrong"))  # 70 + 7.5 - 2
        self.assertEqual((m["raw"], m["adjusted"], m["mark"]), (70, 5.5, 75.5))
        self.assertEqual(m["adjustments"][0], {"task": "2_b", "points": 7.5, "reason": "nearly"})
        self.assertEqual(m["comments"], [{"task": None, "text": "come by"}])
        self.assertEqual(mark(text, result(b="wrong"), "2026-11-20T15:59:00+00:00")["mark"], 55.5)  # a day late: 20 less
        self.assertEqual(mark(text, result("todo", "todo", "todo"), "2026-11-20T15:59:00+00:00")["mark"], 5.5)  # on top of 0
        self.assertEqual(mark(text.replace("7.5", "-750"), result())["mark"], 0)
        self.assertEqual(mark(text + "[marks]\nmost_percent = 100\n", result())["mark"], 100)  # 105.5, at most 100
        self.assertIsNone(mark(text, result(c="infra"))["mark"])  # a hand does not replace a verdict that is to come
        self.assertEqual(read(text).of_nobody([("ada", "7", "ada", "")]), ["policy: [[adjust]] 3: nobody is called bob"])
        self.assertEqual(read(text).of_nobody([("ada", "7"), ("x", "Bob")]), [])

    def test_the_best_of_several_versions(self):
        def version(file, verdict, text=""):
            return {**mark(text, result(c=verdict)), "file": file}
        late, timely = version("b.cu", "pass"), version("a.cu", "wrong")
        chosen = marks.best([(timely, "ada"), (late, "ada~1")])
        self.assertEqual((chosen["key"], chosen["graded_as"], chosen["mark"]), ("ada", "ada~1", 100))
        self.assertIn("the best of 2 versions counts: a.cu: 40; b.cu: 100", chosen["note"])
        self.assertEqual(marks.best([(late, "ada"), (version("c.cu", "pass"), "ada~1")])["graded_as"], "ada")  # equal: the last in time
        held = marks.best([(late, "ada"), (version("d.cu", "infra"), "ada~1")])
        self.assertEqual((held["mark"], held["graded_as"]), (None, "ada~1"))  # it may be the better one
        self.assertEqual(marks.best([(timely, "ada")]), timely)

    def test_a_run_of_an_older_version_has_the_defaults(self):
        old = {k: v for k, v in read("").values.items() if k not in ("adjust", "comment", "roster")}
        old["marks"] = {k: v for k, v in old["marks"].items() if k != "versions"}
        self.assertEqual(policy.Policy(old).values, read("").values)

    def test_bonus(self):
        def bench(ratio):
            return {"tasks": [{"name": "3_c", "timing": {"case": "n", "runs": [
                {"name": "impl", "median_ms": 1.0}, {"name": "cub", "ratio": ratio, "median_ms": 1.0},
                {"name": "thrust", "ratio": 1.3, "median_ms": 1.0}]}}]}
        text = "[bonus.3_c]\npoints = 5\nratio = 0.9\n"
        self.assertEqual(mark(text, result(), bench=bench(0.9))["mark"], 105)
        self.assertEqual(mark(text, result(), bench=bench(0.89))["mark"], 100)  # the faster library decides
        self.assertEqual(mark(text + 'baseline = "thrust"\n', result(), bench=bench(0.1))["extra"], 5)
        self.assertEqual(mark(text, result(c="wrong"), bench=bench(2))["extra"], 0)  # fast, but wrong
        self.assertIn("nothing was timed", mark(text, result())["note"])

    def test_infra_is_no_zero(self):
        m = mark("", result(c="infra"))
        self.assertEqual((m["mark"], m["raw"], m["infra_points"]), (None, 40, 60))
        m = mark("[infra]\nfloor_percent = 80\n", result(b="wrong", c="infra"))
        self.assertEqual(m["mark"], 10 + 48)  # 80 % of 60
        m = mark("", None, outcome="infra")
        self.assertEqual((m["mark"], m["infra_points"]), (None, 100))
        self.assertIn("because", m["note"])

    def test_not_assessed(self):
        m = mark("", result(c="not-assessed"))
        self.assertEqual((m["mark"], m["not_assessed"]), (None, 60))
        m = mark('[marks]\nnot_assessed = "leave-out"\n', result(a="wrong", c="not-assessed"))
        self.assertEqual((m["mark"], m["not_assessed"]), (75, 60))  # 30 of the 40 assessed, of 100

    def test_nothing_assessed_is_no_zero(self):
        m = mark('[marks]\nnot_assessed = "leave-out"\n', result("not-assessed", "not-assessed", "not-assessed"))
        self.assertIsNone(m["mark"])

    def test_nothing_to_judge(self):
        self.assertEqual(mark("", None, outcome="bad-file")["mark"], 0)
        self.assertEqual(mark("", None, outcome="missing", submitted=None)["mark"], 0)
        self.assertIsNone(mark('[marks]\nmissing = "blank"\n', None, outcome="missing", submitted=None)["mark"])

    def test_rounding_is_half_up(self):
        text = "[marks]\ndigits = {}\n[tasks.1_a]\npoints = 0.125\n"
        r = result(b="wrong", c="wrong")
        self.assertEqual(mark(text.format(2), r)["mark"], 0.13)
        self.assertEqual(mark(text.format(0), r)["mark"], 0)

    def test_two_backends(self):
        both = {"tasks": [row("1_a", "pass", 10), row("1_a", "wrong", 10, "gpu"), row("2_b", "pass", 30),
                          row("2_b", "not-assessed", 30, "gpu"), row("3_c", "infra", 60), row("3_c", "not-assessed", 60, "gpu")]}
        m = mark("", both)
        self.assertEqual([t["verdict"] for t in m["tasks"]], ["wrong", "pass", "infra"])
        self.assertEqual((m["raw"], m["infra_points"], m["not_assessed"]), (30, 60, 0))
        both["tasks"][1] = row("1_a", "inefficient", 10, "gpu")
        both["tasks"][1]["points"] = 4  # the fewest of both backends
        self.assertEqual(mark("", both)["raw"], 34)


if __name__ == "__main__":
    unittest.main()
