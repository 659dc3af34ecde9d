#!/usr/bin/env python3
"""regrade --apply, ended after each of its steps: all of it or nothing."""
import itertools
import os
import pathlib
import shutil
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import forked  # noqa: E402
from classroom import apply, intake, store  # noqa: E402
from test_class_faults import CLASS, undated  # noqa: E402
from test_class_grade import Class, tree  # noqa: E402

# Two whose verdicts change, one whose do not, one whom no grader sees: more students have more steps, but none of another kind.
FEW = ("ada", "bo", "cleo", "eve")


def cut_off(last):
    """The process ends in place of its `last`-th call that renames or deletes a file."""
    count = itertools.count(1)

    def cut(function):
        def wrapped(*words, **more):
            if next(count) >= last:
                os._exit(77)
            return function(*words, **more)
        return wrapped
    os.replace, pathlib.Path.unlink = cut(os.replace), cut(pathlib.Path.unlink)


class Regrade(Class):
    """regrade --apply, ended after each of its steps."""

    def setUp(self):
        super().setUp()
        self.put(**{key: CLASS[key] for key in FEW})
        self.grade()
        self.env.update(FAKE_JUDGES="3_c=timeout", FAKE_VERSION="v2")
        self.regrade("--diff", expect=3)
        self.start = self.top / "start"
        shutil.copytree(self.out, self.start)

    @staticmethod
    def state(out):
        """The results' files, but for what is history, and for the date of marks.json."""
        return {k: undated(v) if k == "marks.json" else v for k, v in tree(out).items() if not k.startswith("history/")}

    def test_all_or_nothing_after_each_step(self):
        self.regrade("--apply")
        self.assertEqual(self.marks()["bo"]["tasks"][2]["verdict"], "timeout")
        whole, nothing = self.state(self.out), self.state(self.start)
        self.assertNotEqual(whole, nothing)
        seen, last, begun = set(), 1, False
        while last < 400:
            shutil.rmtree(self.out)
            shutil.copytree(self.start, self.out)
            done = forked.run([HERE.parent / "regrade", self.out, "--apply"], self.env, lambda: cut_off(last))
            self.assertIn(done.returncode, (0, 77), done.stderr)
            half = apply.journal(store.Results(self.out)).exists()
            said = self.grade(expect=0 if half or done.returncode == 0 else 2) if half or done.returncode == 0 else ""
            self.assertEqual("was interrupted here while it put new results in place; it is complete now" in said, half)
            after = self.state(self.out)
            self.assertTrue(after in (whole, nothing), last)
            self.assertEqual(after == whole, half or done.returncode == 0)
            seen.add((half, done.returncode))
            if done.returncode == 0:
                break
            if half and not begun:  # every step behind the journal, and every other one before it
                begun, last = True, last - 1
            else:
                last += 1 if begun else 2
        self.assertEqual(seen, {(False, 77), (True, 77), (False, 0)})

    def test_twice_in_a_second(self):
        results, taken = store.Results(self.out), set()
        results.history.mkdir()
        for _ in range(5):
            taken.add(intake.stamp(results))
            (results.history / intake.stamp(results)).mkdir()
        self.assertEqual(len(taken), 5)

    def test_a_damaged_record_stops_it(self):
        (self.out / "students/ada/status.json").write_bytes(b"{}")
        self.assertIn("ada: status.json is damaged: run grading/grade first", self.regrade("--apply", expect=2))


if __name__ == "__main__":
    unittest.main()
