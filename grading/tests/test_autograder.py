#!/usr/bin/env python3
"""Tests of grading/make-autograder: what the zip holds, that it builds and grades, and that results.json is always there:
test_autograder.py [BUILD]"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import edits  # noqa: E402
import same_object  # noqa: E402
import schemas  # noqa: E402
from formats import autograder  # noqa: E402

MAKE = HERE.parent / "make-autograder"
LAB = HERE.parent.parent / "labs/01_vecadd"
SEED = 918273645546372


def make(*options):
    return subprocess.run([sys.executable, MAKE, *map(str, options)], capture_output=True, text=True, check=False)


def setUpModule():
    global FOLDER, PREFIX, ZIP
    FOLDER = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    PREFIX = pathlib.Path(FOLDER.name) / "autograder"
    (PREFIX / "source").mkdir(parents=True)
    pathlib.Path(FOLDER.name).chmod(0o755)  # the user nobody must get through, as in the container
    ZIP = pathlib.Path(FOLDER.name) / "a.zip"
    done = make("--lab", "01", "--out", ZIP, "--seed", SEED)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    with zipfile.ZipFile(ZIP) as archive:
        for info in archive.infolist():
            path = PREFIX / "source" / info.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(info))
            path.chmod(info.external_attr >> 16 & 0o777)
    build = os.environ.get("PMPP_BUILD", str(HERE.parent.parent / "build"))
    built = subprocess.run([PREFIX / "source/setup.sh", "build"], capture_output=True, text=True, check=False,
                           env={**os.environ, "PREFIX": str(PREFIX), **same_object.environment(build)})
    if built.returncode != 0:
        raise RuntimeError(built.stdout[-2000:] + built.stderr[-2000:])


def tearDownModule():
    FOLDER.cleanup()


class Zip(unittest.TestCase):
    def test_contents(self):
        with zipfile.ZipFile(ZIP) as archive:
            names = archive.namelist()
            self.assertEqual(names[:2], ["setup.sh", "run_autograder"])
            self.assertEqual([archive.getinfo(n).external_attr >> 16 & 0o111 for n in names[:2]], [0o111] * 2)
            for part in ("01_vecadd/solution", "baseline", "/wrong/", "measured", "README", ".git", "tests/test_", "02_gemm"):
                self.assertEqual([n for n in names if part in n], [], part)
            for needed in ("labs/01_vecadd/grader/tasks.c", "labs/01_vecadd/vecadd.h", "common/grader/cli/main.c", "CMakePresets.json"):
                self.assertIn(f"pmpp/{needed}", names)
            secret = "".join((LAB / "solution.cu").read_text().split("{", 1)[1].split()[:40])
            for name in names:
                self.assertNotIn(secret, "".join(archive.read(name).decode("utf-8", "replace").split()), name)
            self.assertNotIn("LAB_NUMBER", archive.read("setup.sh").decode())
            self.assertEqual(json.loads(archive.read("autograder.json"))["seed"], SEED)
        self.assertEqual(ZIP.stat().st_mode & 0o777, 0o600)

    def test_same_again(self):
        other = ZIP.with_name("b.zip")
        self.assertEqual(make("--lab", "01", "--out", other, "--seed", SEED).returncode, 0)
        self.assertEqual(other.read_bytes(), ZIP.read_bytes())
        done = make("--lab", "01", "--out", other)
        self.assertIn("exists, and may hold the seed", done.stderr)
        self.assertEqual(other.read_bytes(), ZIP.read_bytes())
        other.unlink()
        self.assertEqual(make("--lab", "01", "--out", other).returncode, 0)
        self.assertNotEqual(other.read_bytes(), ZIP.read_bytes())  # another seed

    def test_usage(self):
        for options, said in ((("--lab", "99", "--out", ZIP), "--lab 99: there is no such lab; there are 01, "),
                              (("--lab", "01", "--out", "/nowhere/a.zip"), "--out /nowhere/a.zip: expected"),
                              (("--lab", "01", "--out", "a.tar"), "expected the name of a .zip"),
                              (("--lab", "01", "--out", ZIP, "--seed", "-1"), "--seed -1"), (("--lab", "01"), "--out")):
            done = make(*options)
            self.assertEqual(done.returncode, 2, options)
            self.assertIn(said, done.stderr)


class Run(unittest.TestCase):
    def setUp(self):
        self.program = PREFIX / "source/build/bin/lab01"
        self.submission = PREFIX / "submission"
        subprocess.run(["rm", "-rf", self.submission, PREFIX / "results"], check=True)
        self.submission.mkdir()

    def hand_in(self, **files):
        for name, data in files.items():
            (self.submission / f"{name}.cu").write_text(data)

    def run_it(self, path=None):
        """What results.json says after run_autograder, checked."""
        environment = {**os.environ, "PREFIX": str(PREFIX), **({"PATH": path} if path else {})}
        self.done = subprocess.run([PREFIX / "source/run_autograder"], capture_output=True, text=True, check=False, env=environment)
        return schemas.gradescope((PREFIX / "results/results.json").read_text())

    def instead(self, script, **config):
        """Another grader, another configuration, for this test."""
        for path, text in ((self.program, script), (PREFIX / "source/autograder.json", None)):
            before, mode = path.read_bytes(), path.stat().st_mode

            def back(path=path, before=before, mode=mode):
                path.unlink(missing_ok=True)
                path.write_bytes(before)
                path.chmod(mode)
            self.addCleanup(back)
            path.unlink()
            path.write_text(text or json.dumps({**json.loads(before), **config}))
            path.chmod(0o755)

    def not_graded(self, why):
        document = self.run_it()
        self.assertEqual(document["extra_data"]["state"], "not graded")
        self.assertNotIn("score", document)
        self.assertNotIn(why, document["output"])
        self.assertEqual([t["visibility"] for t in document["tests"]], ["hidden"])
        self.assertIn(why, document["tests"][0]["output"])

    def test_reference(self):
        self.hand_in(starter=(LAB / "solution.cu").read_text())
        document = self.run_it()
        self.assertEqual((document["score"], document["output"]), (100, "100 of 100 points"))
        *tests, note = document["tests"]
        self.assertEqual({t["status"] for t in tests}, {"passed"})
        self.assertEqual((note["name"], note["visibility"]), ("containment", "hidden"))
        self.assertRegex(note["output"], "contained")
        self.assertNotIn(str(SEED), json.dumps(document))

    def test_wrong(self):
        """A whole submission with one fault: an edit of the reference."""
        self.hand_in(mine=edits.texts(LAB)["2_no_boundary_check"])
        document = self.run_it()
        failed = {t["name"]: t for t in document["tests"] if t.get("status") == "failed"}  # with the tasks that use that kernel, too
        self.assertEqual(document["score"], 100 - sum(t["max_score"] for t in failed.values()))
        self.assertTrue(0 < document["score"] < 100)
        self.assertEqual({(tuple(t["tags"]), t["score"]) for t in failed.values()}, {(("hazard",), 0)})
        for said in ("out-of-bounds", "submission.cu:", "compare the index", "build/bin/lab01 --backend emu --task 2_boundary"):
            self.assertIn(said, failed["2_boundary"]["output"])
        self.assertNotIn(str(SEED), json.dumps(document))
        self.assertNotIn(str(PREFIX), json.dumps(document))

    def test_files(self):
        document = self.run_it()
        self.assertEqual((document["score"], document["output"]), (0, "There is no .cu file in your submission: hand in your starter.cu."))
        self.hand_in(a="", b="")
        document = self.run_it()
        self.assertEqual(document["score"], 0)
        self.assertIn("2 .cu files in your submission (a.cu, b.cu)", document["output"])
        self.hand_in(starter="nonsense;")
        (self.submission / "link.cu").symlink_to("/etc/passwd")
        document = self.run_it()
        self.assertEqual(({t["tags"][0] for t in document["tests"][:-1]}, document["score"]), ({"rejected"}, 0))
        self.hand_in(starter="/" * ((1 << 20) + 1))
        self.assertIn("at most 1048576 are graded", self.run_it()["output"])

    def test_grader_fails(self):
        self.hand_in(starter="")
        self.instead("#!/bin/sh\necho 'no memory' >&2; exit 99\n")
        self.not_graded("status 99: no memory")

    def test_grader_says_nonsense(self):
        self.hand_in(starter="")
        self.instead('#!/bin/sh\necho \'{\n  "schema_version": 1, "lab": "01", "backend": "emu", "tasks": 3}\'\n')
        self.not_graded("tasks: expected a list, got 3")

    def test_grader_hangs(self):
        self.hand_in(starter="")
        self.instead('#!/bin/sh\n[ "$1" = --help ] || exec sleep 30\n', limit_s=1)
        self.not_graded("more than 1 s")

    def test_infra(self):
        """A task that could not be judged is no zero."""
        self.hand_in(starter="")
        row = {"name": "1_x", "backend": "emu", "verdict": "infra", "points": 0, "max": 5, "hazards": [], "gates": [],
               "mismatches": [], "counters": None, "first_mismatch": None, "message": "", "hint": "", "output_excerpt": ""}
        result = json.dumps({"schema_version": 1, "lab": "01", "backend": "emu", "points": 0, "max": 5, "tasks": [row]}, indent=2)
        self.instead(f"#!/bin/sh\ncat <<'END'\n{result}\nEND\n")
        document = self.run_it()
        self.assertEqual((document["extra_data"]["state"], document["tests"][0]["tags"]), ("not graded", ["infra"]))

    def test_no_python(self):
        """The first results.json is there before Python is."""
        tools = pathlib.Path(FOLDER.name) / "tools"
        tools.mkdir()
        for name in ("bash", "mkdir"):
            (tools / name).symlink_to(f"/bin/{name}")
        document = self.run_it(path=str(tools))
        self.assertNotEqual(self.done.returncode, 0)
        self.assertEqual(document["extra_data"]["state"], "not graded")

    @unittest.skipIf(os.geteuid() != 0, "needs root, as in Gradescope's container")
    def test_nobody(self):
        """Without bubblewrap a submission is the user nobody: it is graded, and cannot read what is secret."""
        file = PREFIX / "source/submission.cu"
        file.write_text((LAB / "starter.cu").read_text())
        for user in (None, autograder.NOBODY):  # root's attempt comes first, and must not be in the way
            status, document, said = autograder.Grader(PREFIX).run(file, user=user)
        self.assertEqual((status, document["points"]), (1, 0), said)
        self.run_it()
        secret = ["autograder.json", "pmpp/labs/01_vecadd/grader/tasks.c", "build/bin/lab01", "build/lib/libgrader.a", "build/labs",
                  "build/common", "../results/results.json"]
        for paths, expected in ((secret, 1), (["pmpp/labs/01_vecadd/vecadd.h"], 0)):
            for path in paths:
                done = subprocess.run(["/usr/bin/test", "-r", PREFIX / "source" / path], user=autograder.NOBODY,
                                      group=autograder.NOBODY, extra_groups=[], check=False)
                self.assertEqual(done.returncode, expected, path)


class Classroom50(unittest.TestCase):
    """The bundle as it lies beside autograder.py, and a student's checkout; the grader is that of the other tests, so build() is left out."""

    RUNNER = {"CLASSROOM": "cs1", "ASSIGNMENT": "lab01", "SUBMISSION_TAG": "submit/2026", "COMMIT_URL": "https://h/c", "RELEASE_URL": "https://h/r"}

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(self.folder.cleanup)
        top = pathlib.Path(self.folder.name)
        self.bundle, self.checkout, file = top / "bundle", top / "checkout", top / "c.zip"
        done = make("--lab", "01", "--for", "classroom50", "--out", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        with zipfile.ZipFile(file) as archive:
            archive.extractall(self.bundle)
        self.assertEqual(json.loads((self.bundle / "autograder.json").read_text())["seed"], 1)  # what is published is no secret
        (self.bundle / "setup.sh").write_text("#!/bin/sh\nexit 0\n")
        (self.bundle / "setup.sh").chmod(0o755)
        (self.bundle / "build").symlink_to(PREFIX / "source/build")
        (self.checkout / "labs/01_vecadd").mkdir(parents=True)

    def grade(self, source=None, status=0, **environment):
        if source is not None:
            (self.checkout / "labs/01_vecadd/starter.cu").write_text(source)
        done = subprocess.run([sys.executable, self.bundle / "autograder.py"], cwd=self.checkout, capture_output=True, text=True, check=False,
                              env={**os.environ, **self.RUNNER, **environment})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr if status else schemas.classroom50((self.checkout / "result.json").read_text())

    def test_judged(self):
        result = self.grade((LAB / "solution.cu").read_text())
        self.assertEqual((result["score"], result["max-score"], result["review"]), (100, 100, "https://h/c"))
        self.assertFalse((self.checkout / "run.html").exists())
        result = self.grade(edits.texts(LAB)["2_no_boundary_check"], REVIEW_URL="https://h/v")
        self.assertEqual(result["review"], "https://h/v")
        failed = [t for t in result["tests"] if not t["passed"]]
        self.assertEqual({(t["verdict"], t["score"]) for t in failed}, {("hazard", 0)})
        self.assertEqual(result["score"], 100 - sum(t["max-score"] for t in failed))
        self.assertIn("2\\_boundary", (self.checkout / "release-body.md").read_text())
        schemas.markdown((self.checkout / "release-body.md").read_text())
        self.assertIn("2_boundary", (self.checkout / "run.html").read_text(errors="replace"))

    def test_nothing_handed_in(self):
        result = self.grade()
        self.assertEqual((result["score"], result["max-score"]), (0, 100))
        self.assertIn("no .cu file", result["tests"][0]["output"])

    def test_our_trouble_is_no_score(self):
        (self.bundle / "setup.sh").write_text("#!/bin/sh\necho no compiler; exit 1\n")
        self.assertIn("::error::the grader cannot be built here:\nno compiler", self.grade("int x;", status=1))
        self.assertFalse((self.checkout / "result.json").exists())

    def test_the_schema_is_looked_at(self):
        good = self.grade((LAB / "solution.cu").read_text())
        for spoil in ({"score": 99}, {"score": 100.0}, {"schema": "x"}, {"datetime": "today"}, {"release": ""}, {"tests": []}):
            with self.assertRaises(schemas.Bad):
                schemas.classroom50(json.dumps({**good, **spoil}))
        with self.assertRaises(schemas.Bad):
            schemas.classroom50(json.dumps({k: v for k, v in good.items() if k != "commit"}))


class PrairieLearn(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(self.folder.cleanup)
        self.grade_folder = pathlib.Path(self.folder.name) / "grade"
        (self.grade_folder / "student").mkdir(parents=True)
        (self.grade_folder.parent).chmod(0o755)

    def grade(self, source, task="2_boundary"):
        if source is not None:
            (self.grade_folder / "student/starter.cu").write_text(source)
        script = HERE.parent / "formats/run_prairielearn"
        subprocess.run([script], check=True, capture_output=True, env={**os.environ, "PREFIX": str(PREFIX), "GRADE": str(self.grade_folder),
                                                                       "PMPP_TASK": task})
        return schemas.prairielearn((self.grade_folder / "results/results.json").read_text())

    def test_judged(self):
        result = self.grade((LAB / "solution.cu").read_text())
        self.assertEqual((result["score"], [t["name"] for t in result["tests"]]), (1, ["2_boundary"]))
        result = self.grade(edits.texts(LAB)["2_no_boundary_check"])
        self.assertEqual((result["gradable"], result["score"], result["tests"][0]["message"]), (True, 0, "hazard"))
        self.assertIn("out-of-bounds", result["tests"][0]["output"])

    def test_what_costs_no_attempt(self):
        for source, said in (((LAB / "starter.cu").read_text(), "PMPP_TODO"), ("int x = ;", "error: "), (None, "no .cu file")):
            (self.grade_folder / "student/starter.cu").unlink(missing_ok=True)
            result = self.grade(source)
            self.assertFalse(result["gradable"])
            self.assertIn(said, result["format_errors"][0])

    def test_question_and_image(self):
        file = pathlib.Path(self.folder.name) / "p.zip"
        self.assertEqual(make("--lab", "01", "--for", "prairielearn", "--image", "r/i:1", "--out", file).returncode, 0)
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            infos = {n: schemas.prairielearn_question(archive.read(n).decode()) for n in names if n.endswith("info.json")}
            self.assertIn("COPY source", archive.read("image/Dockerfile").decode())
            self.assertEqual(archive.getinfo("image/source/run_prairielearn").external_attr >> 16 & 0o111, 0o111)
        self.assertEqual(len(infos), 7)
        self.assertEqual(len({i["uuid"] for i in infos.values()}), 7)
        self.assertEqual({i["externalGradingOptions"]["image"] for i in infos.values()}, {"r/i:1"})
        self.assertIn("image/source/pmpp/labs/01_vecadd/grader/tasks.c", names)
        good = next(iter(infos.values()))
        for spoil in ({"uuid": "x"}, {"type": "v2"}, {"externalGradingOptions": {"enabled": True}}, {"odd": 1}):
            with self.assertRaises(schemas.Bad):
                schemas.prairielearn_question(json.dumps({**good, **spoil}))
        for spoil in ({"gradable": True}, {"gradable": True, "score": 2}, {"gradable": False, "score": 0}, {"gradable": True, "score": 0, "odd": 1}):
            with self.assertRaises(schemas.Bad):
                schemas.prairielearn(json.dumps(spoil))


if __name__ == "__main__":
    del sys.argv[1:2]  # the build folder: this test makes its own
    unittest.main()
