"""A run with --verbose begins with planted faults: an emulator that misses one, or accuses what is right, grades nothing."""
import os
import subprocess
import sys
import unittest

GRADER, EMUCC, STARTER = sys.argv[1:4]
MISSED = (  # what is planted, the edit that takes it away: as if the emulator did not see it
    ("a race", "s/[*]sum +=/atomicAdd(sum, 1); \\/\\//"),
    ("an access out of bounds", "s/a.n. = 1/a[n - 1] = 1/"),
    ("a lost barrier", "s/63 - threadIdx.x.; .. the barrier/threadIdx.x]; \\/\\//"))


def grade(option="", edit=""):
    return subprocess.run([GRADER, "--impl", STARTER, "--verbose", "--task", "1_double"], capture_output=True, text=True,
                          timeout=120, check=False, env={**os.environ, "REAL_EMUCC": EMUCC, "OPTION": option, "EDIT": edit})


class Planted(unittest.TestCase):
    def stops(self, done, *words):
        self.assertEqual(done.returncode, 99, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        for word in ("grader: the emulator ", "nothing is graded", *words):
            self.assertIn(word, done.stderr)
        self.assertNotIn("the detector is on", done.stderr)

    def test_found(self):
        done = grade()
        self.assertIn("the detector is on: a race, an access out of bounds and a lost barrier were planted and found\n", done.stderr)
        self.assertNotIn("nothing is graded", done.stderr)

    def test_checks_are_off(self):
        self.stops(grade("--fast"), "does not find a race that is planted", "status 0")

    def test_no_compiler(self):
        self.stops(grade("--no-such-option"), "does not find a race that is planted", "--no-such-option")

    def test_one_is_missed(self):
        for name, edit in MISSED:
            with self.subTest(name):
                self.stops(grade(edit=edit), f"does not find {name} that is planted")

    def test_more_is_found(self):
        self.stops(grade(edit="/planted_nothing(int/,/^}/ s/__syncthreads();//"), "finds more", "planted_nothing")



if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
