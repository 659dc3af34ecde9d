#!/usr/bin/env python3
"""A class of ten, and everything that can go wrong around it: afterwards the marks are those of an undisturbed run, byte for byte."""
import errno
import fcntl
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
import unittest
import zipfile
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import fake_grader  # noqa: E402
from classroom import entries, layouts, one, policy, store, trial  # noqa: E402
from formats.results import VERDICTS  # noqa: E402
from test_class_grade import Class, tree  # noqa: E402

CLASS = {"ada": "int x;", "bo": "// fake: 2_b=wrong", "cleo": "// fake: 1_a=hazard 3_c=todo", "dan": "// fake: breaks", "eve": "",
         "fay": "int y;", "gil": "// fake: 3_c=crash", "hal": "// fake: 2_b=inefficient", "ida": "int z;", "jo": "// fake: 1_a=rejected"}


def undated(marks):
    return store.to_json({**json.loads(marks), "created": None})


def await_rest(out):
    """The rest of a killed run holds the folder until it has ended, which takes a moment on a busy machine."""
    if (out / ".work/lock").exists():
        with open(out / ".work/lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)


class Faults(Class):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.kept, cls.calm = pathlib.Path(folder.name) / "calm", None

    def setUp(self):
        super().setUp()
        self.put(**CLASS)
        for file in self.subs.glob("*/*"):
            os.utime(file, (1.7e9, 1.7e9))  # handed in at the same time in each test

    def read(self, out=None):
        return undated((out or self.out).joinpath("marks.json").read_bytes())

    def undisturbed(self):
        """The marks of a run in which nothing happens; one such run serves all tests: they name no path."""
        if not Faults.calm:
            self.grade("--out", self.top / "calm")
            shutil.move(self.top / "build/calls", self.top / "calls-of-the-calm-run")
            Faults.calm = self.read(self.top / "calm")
            shutil.move(self.top / "calm", self.kept)
        return Faults.calm

    def graded(self):
        """The same marks, and the results of that run lie in self.out."""
        calm = self.undisturbed()
        shutil.copytree(self.kept, self.out)
        run = store.read_object(self.out / "run.json")
        store.write_json(self.out / "run.json", {**run, "build": str(self.build), "submissions": str(self.subs)})
        return calm

    def test_killed_at_seeded_moments(self):
        calm, dice = self.undisturbed(), random.Random(17)
        for how in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            shutil.rmtree(self.out, ignore_errors=True)
            process = subprocess.Popen(self.words(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.env,
                                       start_new_session=True)
            try:
                process.wait(dice.uniform(0.1, 2))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, how)
                process.wait()
                await_rest(self.out)
            self.grade()
            self.assertEqual(self.read(), calm)

    def test_the_machine_breaks_half_way(self):
        calm = self.undisturbed()
        self.env["FAKE_BREAKS"] = "1"
        said = self.grade(expect=1)
        self.assertIn("stopped: the grader says `rejected` of the starter's task 1_a", said)
        marks = self.marks()
        self.assertEqual(marks["dan"]["outcome"], "infra")
        judged = {key: m["mark"] for key, m in marks.items() if m["mark"] is not None}
        self.assertLess(len(judged), len(CLASS))
        of_calm = {s["key"]: s["mark"] for s in json.loads(calm)["students"]}
        self.assertEqual(judged, {key: of_calm[key] for key in judged})
        self.assertIn("nobody was graded: the grader says `rejected` of the starter", self.grade(expect=2))
        self.env.pop("FAKE_BREAKS")
        (self.build / "broken").unlink()
        self.grade()
        self.assertEqual(self.read(), calm)

    def test_who_was_graded_since_the_last_proof_has_no_mark(self):
        self.env["FAKE_BREAKS"] = "1"
        said = self.grade("--jobs", "1", expect=1)
        self.assertIn("Graded again then, since the last proof came before them:", said)
        self.assertEqual(self.marks()["ada"]["mark"], None)

    def test_nothing_is_applied_from_a_run_that_stopped(self):
        self.graded()
        before = tree(self.out)
        self.env["FAKE_BREAKS"] = "1"
        said = self.regrade("--apply", expect=1)
        self.assertIn("Nothing was applied", said)
        self.assertIn("stopped: the grader says `rejected` of the starter", said)
        self.assertEqual(tree(self.out), before)

    def test_damaged_results(self):
        calm = self.graded()
        victims = {"result.json": "bo", "status.json": "cleo", "submission.json": "fay", "log.txt": "gil"}
        damages = {"missing": lambda whole, other: None, "empty": lambda whole, other: b"", "{}": lambda whole, other: b"{}",
                   "null": lambda whole, other: b"null", "[]": lambda whole, other: b"[]",
                   "truncated": lambda whole, other: whole[:len(whole) // 2], "another's": lambda whole, other: other,
                   "not JSON": lambda whole, other: b"\x00\xff"}
        for what, damage in damages.items():
            told = []
            for name, key in victims.items():
                file = self.out / "students" / key / name
                whole = file.read_bytes()
                data = damage(whole, (self.out / "students/ada" / name).read_bytes())
                file.unlink()
                if data is not None:
                    file.write_bytes(data)
                # A status that is missing is that of a run that was cut off; submission.json is written in every run.
                if data != whole and name != "submission.json" and (name != "status.json" or data is not None):
                    told.append(key)
            with self.subTest(damage=what):
                said = self.grade()
                self.assertEqual(self.read(), calm)
                for key in told:
                    self.assertRegex(said, f"{key}: .*graded again")

    def test_damaged_books(self):
        calm = self.graded()
        for data in (b"", b"[]", b"{\"schema", b"null"):
            (self.out / "marks.json").write_bytes(data)
            self.grade()
            self.assertEqual(self.read(), calm)
        (self.out / "run.json").write_bytes(b"{}")
        self.assertIn("run.json is damaged", self.grade(expect=2))

    def test_a_damaged_record_of_a_student_who_is_gone(self):
        self.graded()
        mark = self.marks()["bo"]
        shutil.rmtree(self.subs / "bo")
        (self.out / "students/bo/result.json").write_bytes(b"{}")
        said = self.grade()
        self.assertIn("bo: result.json is not what the grader wrote: damaged, or of another student: graded again", said)
        self.assertEqual(self.marks()["bo"], mark)
        (self.out / "students/bo/submission.json").write_bytes(b"null")
        said = self.grade(expect=1)
        self.assertIn("bo: submission.json is damaged", said)
        self.assertNotIn("bo", self.marks())

    def test_names_that_differ_in_form_or_case(self):
        form = "José"
        for name, text in ((unicodedata.normalize("NFC", form), "int x;"), (unicodedata.normalize("NFD", form), "// fake: 2_b=wrong"),
                           ("Kim", "int k;"), ("kim", "// fake: 3_c=wrong")):
            self.put(**{name: text})
        said = self.grade()
        marks = [(m["mark"], bool([p for p in m["problems"] if p.startswith(layouts.CLASH)])) for m in self.marks().values()
                 if m["name"] in (form, "Kim", "kim")]
        self.assertEqual(sorted(marks), [(40, True), (70, True), (100, True), (100, True)])
        self.assertEqual(said.count(layouts.CLASH), 4)
        people = self.top / "roster.csv"
        people.write_text(f"login,name\nkim,Kim Yuna\nj,{form}\n" + "".join(f"{k},{k}\n" for k in CLASS), encoding="utf-8")
        self.grade("--roster", people)
        marks = self.marks()
        self.assertEqual(marks["kim"]["mark"], 40)  # the exact name is the roster's
        self.assertEqual(sorted(m["mark"] for m in marks.values() if m["name"] in (form, "Kim", "Kim Yuna")), [40, 70, 100, 100])

    def test_names_that_are_no_utf_8(self):
        folder = os.fsencode(self.subs) + b"/" + "김철수".encode("cp949")
        os.mkdir(folder)
        with open(folder + b"/starter.cu", "wb") as file:
            file.write(b"int x;")
        done = subprocess.run(self.words(), capture_output=True, check=False, env={**self.env, "LC_ALL": "C"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual({m["name"]: m["mark"] for m in self.marks().values()}["김철수"], 100)

    def zipped(self, damage):
        """The class as a ZIP whose entries of these students are damaged."""
        file = self.top / "class.zip"
        with zipfile.ZipFile(file, "w") as archive:
            for key, text in CLASS.items():
                archive.writestr(f"{key}/starter.cu", text or " ")
        data = bytearray(file.read_bytes())
        for key in damage:
            at = data.index(f"{key}/starter.cu".encode()) + len(f"{key}/starter.cu")
            data[at] ^= 0x55
        file.write_bytes(data)
        return file

    def test_a_class_zip_with_a_damaged_entry(self):
        self.subs = self.zipped(["bo"])
        self.grade(expect=1)
        marks = self.marks()
        self.assertEqual((marks["bo"]["outcome"], marks["bo"]["mark"]), ("infra", None))
        self.assertEqual(marks["ada"]["mark"], 100)
        self.subs = self.zipped(CLASS)
        self.assertIn("none of the 10 submissions can be read", self.grade("--out", self.top / "none", expect=2))

    def test_a_folder_that_cannot_be_read(self):
        real = os.scandir

        def scandir(path):
            if os.fsencode(path).endswith(b"/bo"):
                raise PermissionError(13, "Permission denied")
            return real(path)
        with mock.patch.object(entries.os, "scandir", scandir):
            students, ignored, _ = layouts.collect(self.subs, None, policy.read(), {})
        by_key = {s.key: s for s in students}
        self.assertEqual((by_key["bo"].broken, ignored), ([("bo", "cannot be read: Permission denied")], []))
        with mock.patch.object(entries.os, "scandir", side_effect=PermissionError(13, "Permission denied")):
            with self.assertRaisesRegex(store.Stop, "cannot be read: Permission denied"):
                layouts.collect(self.subs, None, policy.read(), {})

    def test_few_descriptors(self):
        calm = self.undisturbed()
        for most in (6, 8, 16):
            done = subprocess.run(self.words(), capture_output=True, text=True, check=False, env=self.env, preexec_fn=lambda n=most:
                                  resource.setrlimit(resource.RLIMIT_NOFILE, (n, n)))
            self.assertNotIn("Traceback", done.stdout + done.stderr)
            if done.returncode or most == 6:
                self.assertIn(done.returncode, (1, 2))
                self.assertRegex(done.stdout + done.stderr, "(?i)too many open files|limits|open files")
        self.grade()
        self.assertEqual(self.read(), calm)

    def test_few_processes(self):
        """As where `ulimit -u` is reached: root has no such limit, so the error is put in the call's place."""
        self.graded()
        (self.out / "students/bo/status.json").unlink()
        words = ["one.py", str(self.out), str(self.top), "bo"]
        error = BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        with mock.patch.object(sys, "argv", words), mock.patch.object(trial.subprocess, "Popen", side_effect=error), \
                mock.patch.object(one.os, "write"), mock.patch.object(sys, "stderr"):
            self.assertEqual(one.main(), 1)
        said = (self.out / ".work/stop").read_text()
        self.assertIn("limits do not suffice for grading bo: Resource temporarily unavailable", said)
        self.grade()
        self.assertEqual(self.marks()["bo"]["mark"], 70)

    def test_a_reference_that_does_not_pass(self):
        lab = self.top / "root/labs/99_fakes"
        lab.mkdir(parents=True)
        run = {"lab": "99", "build": str(self.build), "backend": "emu", "seed": 5, "sandbox": False, "tasks": [["1_a", 10]]}
        (lab / "starter.cu").write_text("// fake: 1_a=todo\n")
        for reference, why in (("int x;", ""), ("// fake: 1_a=wrong", "the grader says `wrong` of the solution's task 1_a"),
                               ("// fake: exit 3", r"cannot grade the solution here \(status 3\)")):
            (lab / "solution.cu").write_text(reference + "\n")
            with mock.patch.object(store, "ROOT", self.top / "root"):
                self.assertRegex(trial.Proof(run, self.top).fails(), f"^{why}$" if not why else why)
        (lab / "starter.cu").write_text("// fake: 1_a=rejected\n")
        with mock.patch.object(store, "ROOT", self.top / "root"):
            self.assertIn("`rejected` of the starter", trial.Proof(run, self.top).fails())

    def test_a_volume_that_is_full(self):
        calm = self.undisturbed()
        self.out.mkdir()
        if not shutil.which("bwrap"):
            self.skipTest("no bwrap here")
        done = subprocess.run(["bwrap", "--dev-bind", "/", "/", "--size", "30000", "--tmpfs", self.out, *map(str, self.words())],
                              capture_output=True, text=True, check=False, env=self.env)
        if done.stderr.startswith("bwrap:"):
            self.skipTest(done.stderr.strip())
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertRegex(done.stdout + done.stderr, "No space left on device|the disk is full")
        self.grade()
        self.assertEqual(self.read(), calm)


def children(pid):
    """Those of a process, by the kernel's own lists: to read all of /proc took more than the grading."""
    try:
        return [child for task in os.listdir(f"/proc/{pid}/task") for child in pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:  # it has ended meanwhile
        return []


def descendants(pid):
    return [found for child in children(pid) for found in (child, *descendants(child))]


class Killed(unittest.TestCase):
    """With lab 01's own grader: what it starts for one of three students is killed from outside, once or every time."""

    def setUp(self):
        build = pathlib.Path(os.environ.get("PMPP_BUILD", str(store.ROOT / "build")))
        if not (build / "bin/lab01").exists():
            self.skipTest(f"no {build}/bin/lab01: build lab01")
        if not shutil.which("bwrap"):
            self.skipTest("no bwrap here")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        lab = store.ROOT / "labs/01_vecadd"
        for key in ("ada", "victim", "zoe"):
            (self.top / "subs" / key).mkdir(parents=True)
            shutil.copy(lab / "starter.cu", self.top / "subs" / key / "starter.cu")
        self.words = [sys.executable, HERE.parent / "grade", self.top / "subs", "--lab", "01", "--build", build, "--seed", "5",
                      "--task", "1_five_steps", "--jobs", "1"]

    def marks(self, out, most, chosen):
        """marks.json of a run in which the first `most` processes that chosen(name, command line) are killed; how many were."""
        process = subprocess.Popen([*self.words, "--out", self.top / out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        killed = set()
        while process.poll() is None and len(killed) < most:
            time.sleep(0.01)  # a compiler lives for longer
            for pid in descendants(process.pid):
                try:
                    entry = pathlib.Path("/proc", pid)
                    if pid not in killed and len(killed) < most and \
                            chosen((entry / "comm").read_text().strip(), (entry / "cmdline").read_bytes().decode(errors="replace")):
                        os.kill(int(pid), signal.SIGKILL)
                        killed.add(pid)
                except OSError:
                    pass
        said = process.communicate()[0]
        document = store.read_object(self.top / out / "marks.json")
        if document is None and "does not work here" in said:
            self.skipTest(said)
        self.assertIsNotNone(document, said)
        return document, len(killed), said

    def test_compiler_and_sandbox(self):
        calm = self.marks("calm", 0, None)[0]
        if any(s["outcome"] != "graded" for s in calm["students"]):
            self.skipTest("nobody can be graded here: " + calm["students"][0]["note"])
        for name, chosen in {
                "cc1plus": lambda comm, line: comm == "cc1plus" and "victim" in line,
                "bwrap": lambda comm, line: comm == "bwrap" and "victim" in line}.items():
            with self.subTest(killed=name, times="once"):
                document, killed, said = self.marks(f"once-{name}", 1, chosen)
                self.assertEqual(killed, 1, said)
                self.assertEqual({**document, "created": 0}, {**calm, "created": 0}, said)
        with self.subTest(killed="cc1plus", times="always"):
            document, killed, said = self.marks("always", 99, lambda comm, line: comm == "cc1plus" and "victim" in line)
            self.assertEqual(killed, 2, said)
            by_key = {s["key"]: s for s in document["students"]}
            self.assertEqual((by_key["victim"]["outcome"], by_key["victim"]["mark"]), ("infra", None), said)
            self.assertIn("signal terminated program cc1plus", by_key["victim"]["note"])
            for key in ("ada", "zoe"):
                self.assertEqual(by_key[key], next(s for s in calm["students"] if s["key"] == key))


class Records(unittest.TestCase):
    def test_every_verdict_of_the_grader_is_known(self):
        table = re.search(r"define PMPP_VERDICTS\(X\)(.*?)\n\n", (store.ROOT / "common/grader/result.h").read_text(encoding="utf-8"), re.S)
        listed = re.findall(r'X\(\w+, "([a-z-]+)"', table[1])
        self.assertEqual(sorted(listed), sorted(VERDICTS))


if __name__ == "__main__":
    unittest.main()
