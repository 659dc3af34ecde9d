#!/usr/bin/env python3
"""The tier `quick` has a test of each part and each lab; a twin that lacks one is noticed.

test_quick.py CTEST BUILD"""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CTEST, BUILD = sys.argv.pop(1), sys.argv.pop(1)

# A folder of sources, and the tests that are about it; it stands for folders below it that have no row.
PARTS = {
    "colab": r"unit\.notebook_files",
    "common/base": r"unit\.grader\.(json|source)",
    "common/cmake": r"unit\.(archs|compilers|lab\d\d\.points)",
    "common/emu": r"unit\.emu\.selftest",
    "common/emu/api": r"unit\.emu\.check\.(bad|launch|leak)",
    "common/emu/check": r"unit\.emu\.check\.(bounds|uninit)",
    "common/emu/count": r"unit\.emu\.check\.(bank|coalescing)",
    "common/emu/emucc": r"unit\.emu\.(explain|groups|project)",
    "common/emu/kernel": r"unit\.emu\.check\.(half|warp)",
    "common/emu/memory": r"unit\.emu\.(check\.bounds|frames_)",
    "common/emu/report": r"unit\.emu\.(page|progress)",
    "common/emu/runtime": r"unit\.emu\.(check\.(barrier|grid)|streams)",
    "common/grader": r"unit\.grader\.layers",
    "common/grader/bench": r"unit\.grader\.(bench|pace)",
    "common/grader/cli": r"unit\.lab\d\d\.no_device",
    "common/grader/judge": r"unit\.grader\.(compare|hint|verdict)",
    "common/grader/output": r"unit\.grader\.(json|table)",
    "common/grader/sandbox": r"unit\.grader\.(process|sandbox)",
    "common/grader/submission": r"unit\.grader\.(parts|source|symbols)",
    "common/worker": r"unit\.worker\.",
    "grading": r"unit\.(handout_rules|places|readme\.numbers)",
    "grading/classroom": r"unit\.class_",
    "grading/exploits": r"unit\.grader\.sandbox",
    "grading/formats": r"unit\.export_parts",
    "grading/model": r"unit\.model\.",
    "grading/mutation": r"unit\.edits",
    "labs/debugging": r"unit\.bugs",
    "labs/ideas": r"unit\.ideas\.",
}
FEATURES = {"packages": r"unit\.emu\.install", "the handout": r"unit\.handout_rules"}  # what is no folder
OF_A_LAB = {"a reference": (r"solution\.lab{}\.", 1), "three wrong submissions": (r"wrong\.lab{}\.", 3),
            "an accepted submission": (r"accepted\.lab{}\.", 1), "a unit test": (r"unit\.lab{}\.", 1)}
SOURCES = (".c", ".py", ".cu", ".cmake")


def folders():
    """The folders with sources below common, grading, colab and labs, without tests and what only they use."""
    found = set()
    for top in ("common", "grading", "colab", "labs"):
        for folder, below, names in os.walk(ROOT / top):
            below[:] = sorted(set(below) - {"tests", "__pycache__"})
            if any(name.endswith(SOURCES) for name in names):
                found.add(os.path.relpath(folder, ROOT))
    return sorted(found)


def part_of(folder):
    """The row of PARTS that stands for the folder, or the number of its lab; None: nothing."""
    if lab := re.match(r"labs/(\d\d)_", folder):
        return lab[1]
    while folder not in PARTS and "/" in folder:
        folder = folder.rpartition("/")[0]
    return folder if folder in PARTS else None


def missing(tests, found):
    """What of these folders no test of `quick` stands for, in words."""
    said = [f"{f}: no row of PARTS" for f in found if not part_of(f)]
    parts = {part_of(f) for f in found}
    said += [f"{part}: no such folder of sources" for part in sorted(PARTS.keys() - parts)]
    said += [f"{part}: no test of `quick` is {regex}" for part, regex in (PARTS | FEATURES).items()
             if not any(re.match(regex, t) for t in tests)]
    for lab in sorted(p for p in parts if p and p.isdigit()):
        said += [f"lab {lab}: not {what} in `quick`" for what, (regex, n) in OF_A_LAB.items()
                 if sum(bool(re.match(regex.format(lab), t)) for t in tests) < n]
    return said


class Quick(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        command = [CTEST, "--test-dir", BUILD, "-L", "^quick$", "--show-only=json-v1"]
        listed = subprocess.run(command, capture_output=True, check=True).stdout
        cls.rows = json.loads(listed)["tests"]
        cls.tests, cls.folders = [row["name"] for row in cls.rows], folders()

    def test_each_part_and_each_lab(self):
        self.assertEqual(missing(self.tests, self.folders), [])

    def test_what_it_lacks_is_noticed(self):
        for what, regex in (PARTS | FEATURES).items():
            without = [t for t in self.tests if not re.match(regex, t)]
            self.assertIn(f"{what}: no test of `quick` is {regex}", missing(without, self.folders))
        for what, (regex, n) in OF_A_LAB.items():
            of_lab = [t for t in self.tests if re.match(regex.format("04"), t)]
            without = [t for t in self.tests if t not in of_lab[n - 1:]]
            self.assertEqual(missing(without, self.folders), [f"lab 04: not {what} in `quick`"])
        self.assertEqual(len(missing(self.tests, [*self.folders, "labs/99_new/grader"])), len(OF_A_LAB))
        self.assertEqual(missing(self.tests, [*self.folders, "common/new"]), ["common/new: no row of PARTS"])
        fewer = [f for f in self.folders if f != "common/base"]
        self.assertEqual(missing(self.tests, fewer), ["common/base: no such folder of sources"])

    def test_it_brings_nothing_long_along(self):
        """Only a reference states a COST, and none requires a fixture: CTest would run all that set it up."""
        for row in self.rows:
            stated = {p["name"]: p["value"] for p in row["properties"]}
            self.assertNotIn("FIXTURES_REQUIRED", stated, row["name"])
            self.assertTrue("COST" not in stated or row["name"].startswith("solution."), row["name"])


if __name__ == "__main__":
    unittest.main()
