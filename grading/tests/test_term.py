#!/usr/bin/env python3
"""Tests of what is asked over a term: grading/why and grading/gradebook, around a grader that says what a submission tells it to."""
import csv
import datetime
import json
import os
import unittest

import test_class_grade
from test_class_grade import HERE, forked, store  # pylint: disable=wrong-import-order
from classroom import records  # pylint: disable=wrong-import-order

HOUR = 3600


class Term(test_class_grade.Class):
    def lab(self, number, due, late, *more):
        """Grades lab `number` of ada, who is so many hours late, and of bo, who is in time, into the term's folder."""
        self.out = self.top / "term" / number
        for key, hours in (("ada", late), ("bo", 0)):
            (self.subs / key).mkdir(parents=True, exist_ok=True)
            file = self.subs / key / "starter.cu"
            file.write_text("// fake: 2_b=wrong" if key == "bo" else f"// of lab {number}")
            os.utime(file, (due + hours * HOUR,) * 2)
        policy = self.top / f"{number}.toml"
        moment = datetime.datetime.fromtimestamp(due, datetime.timezone.utc)
        policy.write_text(f"[deadline]\ndue = {moment:%Y-%m-%dT%H:%M:%S}\n[late]\npenalty = 20\n" + "".join(more))
        self.grade("--policy", policy)
        if number != "99":  # the fake grader knows lab 99 alone: the record of another lab, with the hashes of its files
            for path in (self.out / "run.json", *self.out.glob("students/*/result.json"), *self.out.glob("students/*/status.json")):
                path.write_text(path.read_text().replace('"lab": "99"', f'"lab": "{number}"'))
            for status in self.out.glob("students/*/status.json"):
                files = {name: records.digest(status.parent / name) for name in records.FILES}
                store.write_json(status, {**store.read_object(status), "files": files})

    def command(self, name, *words, expect=0):
        done = forked.run([HERE.parent / name, *map(str, words)], self.env)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout + done.stderr


class Why(Term):
    def test_how_a_mark_came_about(self):
        self.lab("99", 1_000_000, 25, '[[adjust]]\nstudent = "ada"\ntask = "3_c"\npoints = 1.5\nreason = "a fine comment"\n')
        said = self.command("why", "ada", "99", "--term", self.top / "term")
        submission = store.read_object(self.out / "students/ada/submission.json")
        for one in ("mark          61.5", submission["sha256"], "seed          5, emu, not contained", "3_c: pass, 60 of 60",
                    "2 days begun x 20 points = 40", "+1.5 in 3_c: a fine comment", '"penalty": 20', "record        whole",
                    "none is in time: the last", "--seed 5"):
            self.assertIn(one, said)
        self.assertNotIn("grace_days", said)  # a default
        self.assertIn('"reason": "a fine comment"', said)
        self.assertNotIn("a fine comment", self.command("why", "bo", "99", "--term", self.top / "term"))  # what is said to ada
        self.assertIn("2_b: wrong, 0 of 30: submission.cu:7: wrong", self.command("why", "BO", "99", "--term", self.top / "term"))

    def test_a_record_that_was_touched_is_told(self):
        self.lab("99", 1_000_000, 0)
        source = self.out / "students/ada/submission.cu"
        before = source.read_bytes()
        source.write_bytes(b"// another")
        said = self.command("why", "ada", "99", "--term", self.top / "term", expect=1)
        self.assertIn("DAMAGED: submission.cu is not the file that was graded", said)
        source.write_bytes(before)
        document = store.read_object(self.out / "marks.json")
        document["students"][1]["mark"] = 100
        (self.out / "marks.json").write_text(json.dumps(document))
        self.assertIn("marks.json says 100, the record and the policy give 70",
                      self.command("why", "bo", "99", "--term", self.top / "term", expect=1))

    def test_refused(self):
        self.lab("99", 1_000_000, 0)
        self.assertIn("eve: nobody has this key", self.command("why", "eve", "99", "--term", self.top / "term", expect=2))
        self.assertIn("no results of lab 04", self.command("why", "ada", "4", "--term", self.top / "term", expect=2))
        self.assertIn("no results of lab 99", self.command("why", "ada", "99", "--term", self.top / "nowhere", expect=2))


class Gradebook(Term):
    def table(self, *words, expect=0):
        out = self.top / "book.csv"
        self.command("gradebook", self.top / "term", "--out", out, *words, expect=expect)
        with open(out, encoding="utf-8-sig", newline="") as file:
            return {row["key"]: row for row in csv.DictReader(file)}

    def test_late_days_are_a_budget_over_the_term(self):
        # ada: 25 h late in lab 11 (2 days, -40), 1 h in lab 12 (1 day, -20); bo: in time, 70 points each.
        self.lab("12", 2_000_000, 1)
        self.lab("11", 1_000_000, 25)
        plain = self.table()
        self.assertEqual([plain["ada"][k] for k in ("lab 11 (100)", "lab 12 (100)", "sum", "percent", "open")], ["60", "80", "140", "70.0", ""])
        self.assertEqual(plain["bo"]["sum"], "140")
        for budget, marks, left in (("1", ["80", "80"], "0"), ("2", ["100", "80"], "0"), ("3", ["100", "100"], "0"), ("5", ["100", "100"], "2")):
            row = self.table("--late-days", budget)["ada"]
            self.assertEqual(([row["lab 11 (100)"], row["lab 12 (100)"]], row["late days left"]), (marks, left), budget)
        self.assertEqual(self.table("--late-days", "5")["bo"]["late days left"], "5")

    def test_an_open_mark_is_no_zero(self):
        self.lab("99", 1_000_000, 0)
        (self.out / "students/bo/result.json").write_text("{}")
        book = self.table(expect=1)
        self.assertEqual((book["bo"]["lab 99 (100)"], book["bo"]["open"], book["bo"]["percent"]), ("", "99", ""))
        self.assertEqual(book["ada"]["sum"], "100")
        self.assertIn("holds results of grading/grade", self.command("gradebook", self.subs, expect=2))


if __name__ == "__main__":
    unittest.main()
