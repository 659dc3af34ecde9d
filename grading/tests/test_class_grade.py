#!/usr/bin/env python3
"""Tests of grading/grade and grading/regrade around a grader that says what the submission tells it to."""
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import fake_grader  # noqa: E402
import forked  # noqa: E402
from classroom import policy  # noqa: E402,F401  pylint: disable=unused-import  # ends where Python is too old
from classroom import changes, one, store, trial  # noqa: E402


def tree(folder):
    """{path: bytes} of a results folder, without what belongs to the job pool."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(pathlib.Path(folder).rglob("*"))
            if p.is_file() and ".work" not in p.relative_to(folder).parts}


class Class(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.subs, self.out = self.top / "subs", self.top / "out"
        self.build = fake_grader.make(self.top / "build")
        # Each student's process finds the modules compiled, and the source tree stays as it is.
        self.env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "",
                    "PYTHONPYCACHEPREFIX": f"{os.environ.get('PMPP_BUILD', store.ROOT / 'build')}/pycache"}

    def put(self, **files):
        for key, text in files.items():
            (self.subs / key).mkdir(parents=True, exist_ok=True)
            (self.subs / key / "starter.cu").write_text(text)

    def words(self, *more, sandbox=False):
        return [sys.executable, HERE.parent / "grade", self.subs, "--lab", "99", "--out", self.out, "--build", self.build,
                "--seed", "5", "--jobs", "2", *([] if sandbox else ["--no-sandbox"]), *map(str, more)]

    def grade(self, *more, expect=0, **options):
        done = forked.run(self.words(*more, **options)[1:], self.env)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def regrade(self, *more, expect=0):
        done = forked.run([HERE.parent / "regrade", self.out, *more], self.env)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def marks(self):
        return {s["key"]: s for s in store.read_object(self.out / "marks.json")["students"]}


class Grade(Class):
    def test_a_class(self):
        self.put(ada="int x;", bo="// fake: 2_b=wrong 3_c=todo", kim="", lee="// fake: loud")
        roster = self.top / "roster.csv"
        roster.write_text("login,name\nada,Ada\nbo,Bo\nkim,Kim\nnoether,Emmy\n")
        said = self.grade("--roster", roster)
        marks = self.marks()
        self.assertEqual({k: (m["outcome"], m["mark"]) for k, m in marks.items()},
                         {"ada": ("graded", 100), "bo": ("graded", 10), "kim": ("bad-file", 0), "lee": ("graded", 100),
                          "noether": ("missing", 0)})
        self.assertIn("not in the roster: lee", said)
        self.assertIn("nothing to grade: kim (Kim): kim/starter.cu is empty", said)
        self.assertRegex(said, r"\[1/3\] \w+: graded; \d+ s left")
        self.assertLess((self.out / "students/lee/log.txt").stat().st_size, trial.LOG_LIMIT + 100)
        result = (self.out / "students/bo/result.json").read_text()
        self.assertIn('"message": "submission.cu:7: wrong"', result)
        self.assertNotIn(str(self.top), result + (self.out / "students/bo/log.txt").read_text())
        before, calls = tree(self.out), fake_grader.calls(self.build)
        self.grade("--roster", roster)
        self.assertEqual(tree(self.out), before)
        self.assertEqual(fake_grader.calls(self.build), calls)
        self.assertEqual(len(calls), 3)

    def test_our_trouble_is_tried_again_and_is_no_zero(self):
        self.put(once=f"// fake: infra-once {self.top}/once", dies="// fake: exit 99", killed="// fake: exit 139", ours="// fake: infra")
        said = self.grade(expect=1)
        marks = self.marks()
        self.assertEqual({k: (m["outcome"], m["mark"], m["raw"], m["infra_points"]) for k, m in marks.items()},
                         {"once": ("graded", 100, 100, 0), "dies": ("infra", None, 0, 100), "killed": ("infra", None, 0, 100),
                          "ours": ("infra", None, 70, 30)})
        status = store.read_object(self.out / "students/dies/status.json")
        self.assertEqual((status["attempts"], status["exit"]), (2, 99))
        self.assertIn("status 99: submission.cu: the last words (2 attempts)", status["reason"])
        self.assertIn("no mark yet: dies", said)
        before = tree(self.out)
        self.grade(expect=1)  # tries these again, with the same end
        self.assertEqual(tree(self.out), {**before, "students/ours/result.json": tree(self.out)["students/ours/result.json"]})
        self.assertEqual(len(fake_grader.calls(self.build)), 2 + 3 * 4)

    def test_changed_submission_roster_and_policy(self):
        self.put(ada="// fake: 3_c=wrong", bo="int x;")
        self.grade()
        self.put(ada="int better;")
        policy = self.top / "p.toml"
        policy.write_text("[tasks.1_a]\npoints = 20\n")
        self.grade("--policy", policy)
        self.assertEqual(self.marks()["ada"]["mark"], 110)
        self.assertEqual(len(fake_grader.calls(self.build)), 3)
        old = list((self.out / "history").glob("*/students/ada/submission.cu"))
        self.assertEqual([p.read_text() for p in old], ["// fake: 3_c=wrong"])
        roster = self.top / "roster.csv"
        roster.write_text("login,name\nx17,ada\n")
        self.grade("--roster", roster)
        self.assertEqual(sorted(self.marks()), ["bo", "x17"])  # the same files under the roster's name
        shutil.rmtree(self.subs / "bo")
        said = self.grade("--roster", roster)
        self.assertIn("bo/starter.cu was taken in earlier and is not handed in now: kept", said)
        self.assertIn("bo", self.marks())

    def test_refused(self):
        self.put(ada="int x;")
        self.assertIn("lab99 is missing", subprocess.run(
            [*self.words()[:-1], "--build", "/nowhere"], capture_output=True, text=True, check=False).stderr)
        self.grade()
        self.assertIn("was graded with --seed 5, this is with --seed 6:", self.grade("--seed", "6", expect=2))
        self.assertIn("with --backend emu, this is with --backend auto:", self.grade("--backend", "auto", expect=2))
        self.assertIn("with all tasks, this is with --task 2_b:", self.grade("--task", "2_b", expect=2))
        self.assertIn("without bubblewrap, this is with bubblewrap:", self.grade(sandbox=True, expect=2))
        self.assertIn("--lab 0x4: expected a lab's number, two digits", self.grade("--lab", "0x4", expect=2))
        self.assertNotIn("two digits", self.grade("--lab", "4", expect=2))  # another lab than that of the marks
        self.env["FAKE_VERSION"] = "v2"
        self.put(bo="int x;")
        self.assertIn("graded by version v1, this grader is v2", self.grade(expect=2))
        (self.top / "full").mkdir()
        (self.top / "full/mine").write_text("x")
        self.assertIn("is not empty", self.grade("--out", self.top / "full", expect=2))
        self.assertIn("would be taken for a submission", self.grade("--out", self.subs / "results", expect=2))
        shutil.move(self.subs, self.top / "elsewhere")
        self.assertIn("no such folder", self.grade("--out", self.top / "new", expect=2))

    def test_without_bubblewrap(self):
        self.put(ada="int x;")
        bare = self.top / "bin"
        bare.mkdir()
        for tool in ("make", "sh", "env"):
            (bare / tool).symlink_to(shutil.which(tool))
        self.env["PATH"] = str(bare)
        said = self.grade(sandbox=True, expect=2)
        self.assertIn("bwrap is missing", said)
        self.assertIn("with your files, your network and the other submissions", re.sub(r"\s+", " ", said))
        self.assertEqual(fake_grader.calls(self.build), [])
        self.grade()  # with --no-sandbox: nothing that was written stands in the way

    def test_contained_is_passed(self):
        if not shutil.which("bwrap"):
            self.skipTest("no bwrap here")
        self.put(ada="int x;")
        self.assertIn("has no option --contained", self.grade(sandbox=True, expect=2))
        self.env["FAKE_CONTAINED"] = "1"
        self.grade(sandbox=True)
        self.assertIn("--contained", fake_grader.calls(self.build)[0])

    def test_nobody_else_can_read_it(self):
        self.put(ada="int x;")
        self.grade()
        self.assertEqual(self.out.stat().st_mode & 0o777, 0o700)
        self.out.chmod(0o750)  # who wants to share it can
        self.put(ada="int y;")
        self.grade()
        self.assertEqual(self.out.stat().st_mode & 0o777, 0o750)

    def test_secret_seed(self):
        self.put(ada="int x;")
        for out in ("a", "b"):
            words = [w for w in self.words("--out", self.top / out) if w not in ("--seed", "5")]
            subprocess.run(words, check=True, capture_output=True, env=self.env)
        seeds = [store.read_object(self.top / out / "run.json")["seed"] for out in "ab"]
        self.assertNotEqual(*seeds)
        self.assertIn(f"--seed {seeds[0]}", fake_grader.calls(self.build)[0])

    def test_full_disk(self):
        self.put(ada="int x;")
        self.grade()
        student = one.Student(self.out, self.top, "ada")
        old, one.ROOM = one.ROOM, 1 << 60
        self.addCleanup(setattr, one, "ROOM", old)
        outcome, trouble, _ = student.grade(None)
        self.assertEqual(outcome, "infra")
        self.assertIn("the disk is full", trouble)

    def test_names_that_make_and_the_shell_would_read(self):
        names = ["김민수", "a $(touch x) b", "50%", "#1", "it's", "a;b", "tab\there", "-rf", "new\nline"]
        self.put(**{name: "int x;" for name in names})
        self.grade()
        self.assertEqual([m["mark"] for m in self.marks().values()], [100] * len(names))
        self.assertEqual(sorted(m["file"] for m in self.marks().values()), sorted(f"{n}/starter.cu" for n in names))


class SmallDisk(Class):
    """RESULTS on a file system of a given size, which bubblewrap can make for anybody."""

    def on(self, size, *before):
        self.out.mkdir()
        words = shlex.join(map(str, self.words()))
        script = "; ".join([*before, words, "echo status $?", f"cat {self.out}/marks.json {self.out}/students/*/status.json"])
        done = subprocess.run(["bwrap", "--dev-bind", "/", "/", "--size", str(size), "--tmpfs", self.out, "sh", "-c", script],
                              capture_output=True, text=True, check=False, env=self.env)
        if done.stderr.startswith("bwrap:"):
            self.skipTest(done.stderr.strip())
        return done.stdout + done.stderr

    def setUp(self):
        super().setUp()
        if not shutil.which("bwrap"):
            self.skipTest("no bwrap here")

    def test_too_little_room_to_judge(self):
        self.put(ada="int x;", bo="// fake: 1_a=rejected")
        said = self.on(1 << 20)
        self.assertIn("status 1", said)
        self.assertEqual(said.count("the disk is full: 0 MiB are free"), 2 * 4, said)  # progress, summary, marks, status
        self.assertEqual(said.count('"mark": null'), 2)
        self.assertEqual(fake_grader.calls(self.build), [])

    def test_no_room_at_all(self):
        self.put(**{f"s{n}": "// " + "x" * 60000 for n in range(6)})
        said = self.on(200 << 10)
        self.assertRegex(said, "No space left on device: .*; what is graded is kept, the same command goes on")
        self.assertIn("status 1", said)
        self.assertNotIn('"mark": 0', said)


class Interrupted(Class):
    def start(self, count, at_once):
        """Begins to grade; all but the first students wait for the file `go`, however slow the machine is."""
        self.go = self.top / "go"
        self.addCleanup(self.go.touch)
        self.put(**{f"s{n:02}": "// fake: sleep 0" if n < at_once else f"// fake: wait {self.go}" for n in range(count)})
        return subprocess.Popen(self.words(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.env,
                                start_new_session=True)

    def finish(self, process, how, count):
        for _ in range(3):
            process.stdout.readline()
        how(process)
        process.wait(100)
        process.stdout.close()
        done = {p.relative_to(self.out).as_posix(): p.read_bytes() for p in self.out.glob("students/*/status.json")}
        self.go.touch()
        self.assertTrue(2 < len(done) < count, len(done))
        for _ in range(50):  # the rest of the killed run holds the folder until it has ended
            second = subprocess.run(self.words(), capture_output=True, text=True, check=False, env=self.env)
            if "another command is at work" not in second.stderr:
                break
            time.sleep(0.2)
        self.assertEqual(second.returncode, 0, second.stdout + second.stderr)
        self.assertEqual([m["mark"] for m in self.marks().values()], [100] * count)
        after = tree(self.out)
        for name, data in done.items():
            self.assertEqual(after[name], data)
        calls = fake_grader.calls(self.build)
        begun = {c.split("--impl ")[1].split()[0] for c in calls}
        self.assertEqual(len(begun), count)
        self.assertLessEqual(len(calls), count + 2)  # at most the two that were at work began twice

    def test_killed(self):
        self.finish(self.start(10, 3), lambda p: p.kill(), 10)

    def test_control_c(self):
        self.finish(self.start(10, 3), lambda p: os.killpg(p.pid, signal.SIGINT), 10)

    def test_two_at_once(self):
        process = self.start(3, 1)
        process.stdout.readline()
        self.assertIn("another command is at work", self.grade(expect=2))
        self.go.touch()
        process.communicate()


class Changes(unittest.TestCase):
    """What of a task is quoted where its verdict changes."""

    def test_why(self):
        def task(verdict, message="", hint=""):
            return {"verdict": verdict, "message": message, "hint": hint}
        wrong, passed = task("wrong", hint="off by one\nmore"), task("pass", hint="well done")
        self.assertEqual(changes.why(passed, wrong), ": off by one")
        self.assertEqual(changes.why(wrong, task("crash", "at 7\n8", "h")), ": at 7")
        self.assertEqual(changes.why(wrong, passed), ": before: off by one")
        self.assertEqual(changes.why(passed, task("todo")), "")
        self.assertEqual(changes.verdict({"verdict": None, "points": 0, "max": 10}), "not graded (0 of 10)")


class Regrade(Class):
    def test_same_inputs(self):
        self.put(ada="int x;", bo="// fake: 2_b=wrong", kim="")
        self.grade()
        before = tree(self.out)
        self.assertIn("0 marks change", self.regrade())
        self.assertEqual(tree(self.out), before)
        self.assertEqual(sum("--seed 5" in c for c in fake_grader.calls(self.build)), 4)
        undated = re.compile(rb'"date": "[^"]*"')
        for key in ("ada", "bo"):
            again = (self.out / ".work/regrade/students" / key / "result.json").read_bytes()
            self.assertEqual(undated.sub(b"", again), undated.sub(b"", before[f"students/{key}/result.json"]))

    def test_changes_are_shown_and_applied_when_told(self):
        self.put(ada="// fake: 2_b=wrong", bo="int x;")
        self.grade()
        before = tree(self.out)
        self.env.update(FAKE_JUDGES="3_c=timeout", FAKE_VERSION="v2")
        said = self.regrade("--diff", expect=3)
        self.assertIn("2 students, the same inputs, grader v1 before, v2 now: 1 mark changes", said)
        self.assertIn("ada (ada): 70 -> 40", said)
        self.assertIn("2_b: wrong (0 of 30) -> pass (30 of 30): before: submission.cu:7: wrong", said)
        self.assertIn("3_c: pass (60 of 60) -> timeout (0 of 60): submission.cu:7: timeout", said)
        self.assertEqual(tree(self.out), before)
        calls = len(fake_grader.calls(self.build))
        self.regrade("--apply")
        self.assertEqual(len(fake_grader.calls(self.build)), calls)  # what was shown is what is applied
        self.assertEqual({k: m["mark"] for k, m in self.marks().items()}, {"ada": 40, "bo": 100})
        old = next((self.out / "history").iterdir())
        for name in ("marks.json", "run.json", "students/ada/result.json", "students/ada/status.json"):
            self.assertEqual((old / name).read_bytes(), before[name])
        after = tree(self.out)
        self.grade()
        self.assertEqual(tree(self.out), after)

    def test_other_words_alone(self):
        self.put(ada="int x;", bo="")
        self.grade()
        self.env["FAKE_HINT"] = "another hint"
        said = self.regrade()
        self.assertIn("0 marks change", said)
        self.assertIn("beside verdicts and points differs for 1 of them", said)

    def test_trouble_applies_nothing(self):
        self.put(ada=f"// fake: infra-once {self.top}/once")
        self.grade()
        before = tree(self.out)
        self.env["FAKE_DIES"] = "1"
        self.regrade("--apply", expect=1)
        self.assertEqual(tree(self.out), before)


class Devices(Class):
    def test_one_student_a_device(self):
        tools = self.top / "tools"
        tools.mkdir()
        (tools / "nvidia-smi").write_text("#!/bin/sh\necho 'GPU 0: a'\necho 'GPU 1: b'\n")
        (tools / "nvidia-smi").chmod(0o755)
        self.env.pop("CUDA_VISIBLE_DEVICES", None)
        self.env.update(PATH=f"{tools}:{self.env['PATH']}", FAKE_GPU="1")
        policy = self.top / "p.toml"
        policy.write_text("[bonus.3_c]\npoints = 5\nratio = 0.9\n")
        self.put(**{f"s{n}": "// fake: sleep 0.2" for n in range(4)})
        self.grade("--backend", "gpu", "--policy", policy, "--jobs", "8")
        self.assertEqual({m["mark"] for m in self.marks().values()}, {105})
        devices = {c.split()[-1] for c in fake_grader.calls(self.build)}
        self.assertEqual(devices, {"0", "1"})
        self.assertEqual(self.marks()["s0"]["tasks"][2]["timing"][0]["bytes_per_s"], 2e12)

    def test_only_devices_that_are_granted(self):
        self.env.update(CUDA_VISIBLE_DEVICES="2,GPU-0a/b", FAKE_GPU="1")
        self.put(**{f"s{n}": "// fake: sleep 0.2" for n in range(4)})
        self.grade("--backend", "gpu", "--jobs", "8")
        devices = {c.split()[-1] for c in fake_grader.calls(self.build) if "starter" not in c}
        self.assertEqual(devices, {"2", "GPU-0a/b"})

    def test_no_device(self):
        self.put(ada="int x;")
        self.assertIn("no GPU can be used here: no GPU", self.grade("--backend", "gpu", expect=2))
        self.grade("--backend", "auto", "--out", self.top / "auto")
        self.assertEqual(store.read_object(self.top / "auto/run.json")["backend"], "emu")


class Worker(unittest.TestCase):
    def test_its_files_are_found(self):
        build = os.environ.get("PMPP_BUILD", str(store.ROOT / "build"))
        grader = pathlib.Path(build) / "bin/lab01"
        if not grader.exists():
            self.skipTest(f"no {grader}: build lab01")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "k%EA x.submission.cu"
            file.write_bytes((store.ROOT / "labs/01_vecadd/starter.cu").read_bytes())
            subprocess.run([grader, "build", "--impl", file, "--backend", "emu"], check=True)
            left = trial.worker_files(grader, file)
            for path in left:
                path.unlink()
            self.assertIn(".emu", [p.suffix for p in left])
            self.assertEqual(trial.worker_files(grader, file), [])
            self.assertEqual(trial.worker_files(grader, pathlib.Path(folder) / "absent.cu"), [])


if __name__ == "__main__":
    unittest.main()
