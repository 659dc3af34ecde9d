#!/usr/bin/env python3
"""A class of sixty through a term's accidents: killed, resumed, adjusted, graded again. Its marks are those of an undisturbed run,
byte for byte."""
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

import test_class_faults  # finds the modules of grading/
from test_class_grade import HERE, Class, store, tree
import fake_grader  # pylint: disable=wrong-import-order

KINDS = ("int x;", "// fake: 2_b=wrong", "// fake: 1_a=hazard 3_c=todo", "", "// fake: 3_c=crash", "// fake: 2_b=inefficient",
         "// fake: 1_a=rejected", "// fake: loud")
DUE = 1_700_000_000
POLICY = "[deadline]\ndue = 2023-11-14T22:13:20\n[late]\npenalty = 7\ncap = 20\n[marks]\nversions = \"best\"\n"
ADJUST = "".join(f'[[adjust]]\nstudent = "s{i:02}"\ntask = "3_c"\npoints = {i - 30}.5\nreason = "talked with s{i:02}"\n'
                 f'[[comment]]\nstudent = "s{i:02}"\ntext = "come and see me"\n' for i in range(0, 60, 9))
ADJUSTED = {f"s{i:02}" for i in range(0, 60, 9)}


class Sixty(Class):
    def setUp(self):
        super().setUp()
        for i in range(60):
            self.put(**{f"s{i:02}": f"{KINDS[i % len(KINDS)]}\n// of student {i}\n" if KINDS[i % len(KINDS)] else ""})
            moment = DUE + (i % 5 - 2) * 40_000  # some in time, some one day late, some longer
            os.utime(self.subs / f"s{i:02}/starter.cu", (moment, moment))
        self.policy, self.roster = self.top / "policy.toml", self.top / "roster.csv"
        self.policy.write_text(POLICY)
        self.roster.write_text("login,name,email\n" + "".join(f"s{i:02},Student {i},s{i:02}@example.edu\n" for i in range(64)))
        self.more = ("--roster", self.roster, "--policy", self.policy)

    def read(self, out=None):
        return test_class_faults.undated((out or self.out).joinpath("marks.json").read_bytes())

    def kill(self, words, folder, after, how):
        """Ends the command with this signal as soon as it has graded `after` students; whether it was still at work then."""
        process = subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.env, start_new_session=True)
        while process.poll() is None and len(list(folder.glob("students/*/status.json"))) < after:
            time.sleep(0.02)
        at_work = process.poll() is None
        if at_work:
            os.killpg(process.pid, how)
        process.wait()
        test_class_faults.await_rest(self.out)
        return at_work

    def test_marks_as_before(self):
        self.grade("--out", self.top / "calm", *self.more)
        calm, calls = self.read(self.top / "calm"), len(fake_grader.calls(self.build))
        dice = random.Random(60)
        shutil.move(self.build / "calls", self.top / "calls-of-the-calm-run")

        # Killed three times on the way, resumed each time.
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            done = len(list(self.out.glob("students/*/status.json")))
            self.assertTrue(self.kill(self.words(*self.more), self.out, done + dice.randrange(8, 16), how))
        self.assertLess(len(list(self.out.glob("students/*/result.json"))), calls)
        self.grade(*self.more)
        self.assertEqual(self.read(), calm)
        twice = len(fake_grader.calls(self.build)) - calls
        self.assertTrue(0 <= twice <= 6, twice)  # who was being graded when it was killed: two at a time, three times

        # Adjusted: by the policy alone, so that nobody is graded again; these marks change and no other.
        before, called = {key: s["mark"] for key, s in self.marks().items()}, len(fake_grader.calls(self.build))
        self.policy.write_text(POLICY + ADJUST)
        self.grade(*self.more)
        after, adjusted = {key: s["mark"] for key, s in self.marks().items()}, self.read()
        self.assertEqual({key for key in before if before[key] != after[key]}, {key for key in ADJUSTED if before[key] or after[key]})
        self.assertEqual(len(fake_grader.calls(self.build)), called)

        # Graded again by the same grader, killed on the way and once more: no mark changes, adjusted ones included.
        side = self.out / ".work/regrade"
        for after_so_many in (dice.randrange(15, 25), dice.randrange(35, 45)):
            self.assertTrue(self.kill([HERE.parent / "regrade", self.out, "--jobs", "2"], side, after_so_many, signal.SIGKILL))
            self.assertEqual(self.read(), adjusted)
        self.assertIn("nothing to apply", self.regrade("--apply", "--jobs", "2"))
        self.assertEqual(self.read(), adjusted)

        # By another grader, whose words differ for everybody and whose verdicts do not: killed while it applies.
        self.env["FAKE_VERSION"] = "v2"
        self.regrade("--jobs", "2")
        kept = tree(self.out)
        self.kill([HERE.parent / "regrade", self.out, "--apply"], self.out / "history", 1, signal.SIGKILL)
        self.regrade("--apply", "--jobs", "2")
        self.assertEqual(self.read(), adjusted)
        self.assertNotEqual(tree(self.out), kept)

        # The adjustments taken back: the marks of the calm run.
        self.policy.write_text(POLICY)
        self.grade(*self.more)
        self.assertEqual(self.read(), calm)

    def test_a_mark_that_changes_is_noticed(self):
        """The twin: a grader that judges one task differently is not `as before`; eight students show it."""
        for i in range(8, 60):
            shutil.rmtree(self.subs / f"s{i:02}")
        self.grade(*self.more)
        before = self.read()
        self.env.update(FAKE_JUDGES="3_c=timeout", FAKE_VERSION="v2")
        self.regrade("--jobs", "2", expect=3)
        self.assertEqual(self.read(), before)
        self.regrade("--apply", "--jobs", "2")
        self.assertNotEqual(self.read(), before)


if __name__ == "__main__":
    unittest.main()
