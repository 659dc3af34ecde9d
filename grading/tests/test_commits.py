#!/usr/bin/env python3
"""The commits since SINCE: a subject of at most 72 characters that begins with a verb in the imperative, and a body with the reason.

Skipped where the history is not there (an archive, a shallow clone)."""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SINCE = "50d20d6b68057ccb9d81e9577d8ab995e4abfc3a"
LONGEST = 72
# What begins a subject and is no imperative: articles, names, and the forms of a verb that tell.
NO_VERB = re.compile(r"^(?:A|An|The|This|It|We|I|On|In|No|Some|All|Each|Every|Now|Also|What|That|WIP|fixup|squash|Labs?|Stages?|"
                     r"\w+(?:ed|ing)|[^\W_]*[_./\d]\S*)\b[:!]?", re.I)
VERBS_ALL_THE_SAME = {"bring", "embed", "feed", "need", "seed", "shed", "speed", "string", "swing"}


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)


def complaints(subject, body):
    first = subject.split()[0] if subject.split() else ""
    if len(subject) > LONGEST:
        yield f"its subject has {len(subject)} characters; at most {LONGEST}: the reason stands in the body"
    if NO_VERB.match(subject) and first.lower() not in VERBS_ALL_THE_SAME or not first[:1].isupper():
        yield f"its subject begins with {first!r}: begin with a verb, as in `Find lost barriers in loops`"
    if subject.endswith("."):
        yield "its subject ends with a full stop"
    if not body.strip():
        yield "it has no body: say why"


class Commits(unittest.TestCase):
    def test_new(self):
        log = git("log", "--no-merges", "--format=%h%x00%s%x00%b%x01", f"{SINCE}..HEAD").stdout
        for entry in filter(str.strip, log.split("\x01")):
            commit, subject, body = entry.strip("\n").split("\0")
            with self.subTest(commit=commit, subject=subject):
                self.assertEqual(list(complaints(subject, body)), [])

    def test_noticed(self):
        good = "Find lost barriers in loops", "A barrier in a loop was ..."
        self.assertEqual(list(complaints(*good)), [])
        self.assertEqual(list(complaints("Bring the tables up to date", good[1])), [])
        for subject in ("Added a test", "Adding a test", "The barrier is found", "WIP: barriers", "Lab 04: a barrier", "find barriers",
                        "10/7: streams", "rewrite.h keeps to its length", "Find " + "barriers " * 8, "Find barriers.", ""):
            self.assertEqual(len(list(complaints(subject, good[1]))), 1, subject)
        self.assertEqual(len(list(complaints(good[0], "\n"))), 1)


if git("cat-file", "-e", f"{SINCE}^{{commit}}").returncode:
    print(f"skipped: there is no git history back to {SINCE[:8]} here, whose later commits this test reads")
    sys.exit(77)
unittest.main()
