#!/usr/bin/env python3
"""Tests of grading/costs on a build folder of its own: a test that works, one that waits, one that fails."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

COSTS = pathlib.Path(__file__).resolve().parent.parent / "costs"
LISTED = """add_test(works "{python}" "-S" "{folder}/works.py")
set_tests_properties(works PROPERTIES LABELS "unit")
add_test(waits "sleep" "0.5")
set_tests_properties(waits PROPERTIES LABELS "unit;slow")
add_test(fails "false")
set_tests_properties(fails PROPERTIES LABELS "other")
add_test(must_fail "false")
set_tests_properties(must_fail PROPERTIES LABELS "other" WILL_FAIL TRUE)
add_test(of_its_path "sh" "-c" "only_there")
set_tests_properties(of_its_path PROPERTIES LABELS "path" ENVIRONMENT_MODIFICATION "PATH=path_list_prepend:{folder}")
add_test(of_a_gpu "false")
set_tests_properties(of_a_gpu PROPERTIES LABELS "unit;gpu")
"""


class Costs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        (self.build / "works.py").write_text("import time\nwhile time.process_time() < 0.4:\n    pass\n")
        (self.build / "only_there").write_text("#!/bin/sh\n")
        (self.build / "only_there").chmod(0o755)
        (self.build / "CTestTestfile.cmake").write_text(LISTED.format(python=sys.executable, folder=self.build))

    def costs(self, *words, expect=0):
        done = subprocess.run([COSTS, "--build", self.build, *words], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return {what: float(seconds) for seconds, what in re.findall(r"^ *([0-9.]+) s  (.*)$", done.stdout, re.M)}, done.stderr

    def test_processor_time_not_the_clock(self):
        told, _ = self.costs("-L", "unit")
        self.assertEqual(list(told)[:2], ["works", "waits"])
        self.assertGreaterEqual(told["works"], 0.4)
        self.assertLess(told["waits"], 0.2)
        self.assertAlmostEqual(told["2 tests of unit"], told["works"] + told["waits"], delta=0.02)
        self.assertAlmostEqual(told["1 tests of slow"], told["waits"], delta=0.02)

    def test_chosen(self):
        self.assertEqual(list(self.costs("-R", "^w", "--every", "2")[0])[0], "works")
        self.assertEqual(list(self.costs("-R", "must")[0]), ["must_fail", "1 tests of other"])
        self.assertIn("no test", self.costs("-R", "nothing", expect=1)[1])

    def test_path(self):
        self.costs("-L", "path")

    def test_one_that_fails(self):
        self.assertIn("fails  FAILED", self.costs("-L", "other", expect=1)[0])


    def test_beside_an_older_build(self):
        with tempfile.TemporaryDirectory() as folder:
            older = pathlib.Path(folder)
            (older / "works.py").write_text("import time\nwhile time.process_time() < 0.8:\n    pass\n")
            rows = f'add_test(works "{sys.executable}" "-S" "{older}/works.py")\n' + "".join(
                f'add_test({name} "{command}")\nset_tests_properties({name} PROPERTIES LABELS "unit")\n'
                for name, command in (("wrong.04.one.emu", "true"), ("gone", "true"), ("of_its_path", "false")))
            (older / "CTestTestfile.cmake").write_text(rows)
            with (self.build / "CTestTestfile.cmake").open("a") as listed:
                listed.write('add_test(wrong.lab04.one.emu "true")\nset_tests_properties(wrong.lab04.one.emu PROPERTIES LABELS "wrong")\n')
            told, _ = self.costs("-L", "unit|wrong", "--beside", older)
            names = [re.sub(r"^[0-9. ]* s there  ", "", what) for what in told]
            self.assertEqual(names, ["works", "wrong.lab04.one.emu"] + names[2:])
            there, share = re.search(r"([0-9.]+) s there  (\d+) %  1 tests of unit", "\n".join(told)).groups()
            self.assertGreaterEqual(float(there), 0.8)
            self.assertAlmostEqual(int(share), 100 * told[next(what for what in told if what.endswith("works"))] / float(there), delta=1)
            told, _ = self.costs("-L", "path", "--beside", older, expect=1)
            self.assertTrue(any(what.endswith("of_its_path  FAILED there") for what in told), told)
            self.assertIn("has too", self.costs("-R", "waits", "--beside", older, expect=1)[1])

if __name__ == "__main__":
    unittest.main()
