"""Grades one submission inside a platform's container and writes results.json, whatever happens:
autograder.py PREFIX [gradescope|prairielearn [RESULTS]]

PREFIX (/autograder in Gradescope's) holds source/ (what make-autograder packed), submission/ and results/ (or RESULTS).
results.json is there from the first moment on and is replaced by what is known; where no mark can be given through no fault of
the student, it has no score, which Gradescope reports to the staff as a failed autograder instead of storing a zero. PMPP_TASK in
the environment names the one task that is graded.
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from formats import gradescope, prairielearn, results  # noqa: E402

SOURCE_LIMIT = 1 << 20
NOBODY = 65534


class NoFile(Exception):
    """The student handed in nothing that can be graded; the text tells the student what to do."""


class Ours(Exception):
    """The grader's own trouble; the text is for the staff."""


def write(folder, document):
    """results.json, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
    os.chmod(name, 0o644)
    os.replace(name, folder / "results.json")


def not_graded(why):
    """For the student a sentence, for the staff the reason."""
    return {"output": "Not graded yet, through no fault of yours: the course staff has been told to run it again.",
            "output_format": "text", "visibility": "visible", "stdout_visibility": "hidden",
            "tests": [staff_note("why it was not graded", why)], "extra_data": {"state": "not graded"}}


def staff_note(name, said):
    return {"name": name, "output": said, "output_format": "text", "visibility": "hidden", "tags": ["staff"]}


def find(folder, lab):
    """The one .cu file of a submission. Of several, one that is called starter.cu, labNN.cu or submission.cu."""
    files = []
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "__MACOSX")))
        files += [pathlib.Path(top, n) for n in sorted(names) if n.lower().endswith(".cu") and not n.startswith("._")]
    files = [f for f in files if f.is_file() and not f.is_symlink()]
    if not files:
        raise NoFile("There is no .cu file in your submission: hand in your starter.cu.")
    if len(files) > 1:
        files = [f for f in files if f.name.lower() in ("starter.cu", f"lab{lab}.cu", "submission.cu")] or files
    if len(files) > 1:
        raise NoFile(f"There are {len(files)} .cu files in your submission ({', '.join(f.name for f in files)[:200]}): "
                     "hand in one, called starter.cu.")
    if files[0].stat().st_size > SOURCE_LIMIT:
        raise NoFile(f"{files[0].name[:100]} has {files[0].stat().st_size} bytes; at most {SOURCE_LIMIT} are graded.")
    return files[0]


def kill_all_of(user):
    """What a submission left behind under its own user."""
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and entry.stat().st_uid == user:
                os.kill(int(entry.name), signal.SIGKILL)
        except (ProcessLookupError, FileNotFoundError, PermissionError):
            continue


class Grader:
    def __init__(self, prefix):
        self.prefix = prefix
        self.source = prefix / "source"
        self.config = json.loads((self.source / "autograder.json").read_text())
        self.lab = self.config["lab"]
        self.program = self.source / "build/bin" / f"lab{self.lab}"

    def run(self, file, *options, user=None):
        """(status, result or None, what went to standard error)."""
        task = ["--task", os.environ["PMPP_TASK"]] if os.environ.get("PMPP_TASK") else []
        command = [self.program, "--impl", file, "--backend", "emu", "--seed", str(self.config["seed"]), "--json", "-", *task, *options]
        as_user = {}
        if user is not None:  # with workers of its own: those that root compiled are closed to it
            workers = self.source / "build/workers"
            shutil.rmtree(workers, ignore_errors=True)
            workers.mkdir()
            os.chown(workers, user, user)
            as_user = {"user": user, "group": user, "extra_groups": []}
        try:
            done = subprocess.run(command, cwd=self.source / "pmpp", stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=self.config["limit_s"], check=False, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
                                  **as_user)
        except subprocess.TimeoutExpired:
            raise Ours(f"the grader needed more than {self.config['limit_s']} s") from None
        finally:
            if user is not None:
                kill_all_of(user)
        said = done.stdout.decode("utf-8", "replace")
        begin = said.find('{\n  "schema_version"')
        document = json.JSONDecoder().raw_decode(said[begin:])[0] if begin >= 0 else None
        return done.returncode, document, done.stderr.decode("utf-8", "replace")[-2000:]

    def judge(self, file):
        """(result, how it was contained)."""
        helped = subprocess.run([self.program, "--help"], capture_output=True, text=True, check=False).stdout
        why = "this grader has no --contained"
        if "--contained" in helped:
            status, document, said = self.run(file, "--contained")
            if document is not None and status in (0, 1, 77):
                return document, "bubblewrap contained the compiler and every worker: no network, no files, limits."
            if status != 99 or document is not None:
                raise Ours(f"the grader ended with status {status}: {said}")
            why = said.strip().split("\n")[-1]
        if os.geteuid() == 0:
            how = ("NOT contained by bubblewrap; the submission ran as the user nobody, who can read neither the grader nor "
                   "its tasks nor results/, but has this container's network and can see the seed. Why: " + why)
            status, document, said = self.run(file, user=NOBODY)
        else:
            how = "NOT contained: the submission ran as the grader's own user and can read what it can. Why: " + why
            status, document, said = self.run(file)
        if document is None or status not in (0, 1, 77):
            raise Ours(f"the grader ended with status {status}: {said}")
        return document, how

    def tasks(self):
        """[(name, points)] of the lab."""
        listed = subprocess.run([self.program, "--list"], capture_output=True, text=True, check=False).stdout
        return re.findall(r"^\s+(\d+_\S+)\s+(\d+)\s", listed, re.M)

    def page(self, task, out):
        """Draws the run of a task of the submission, contained, or nothing."""
        file = find(self.prefix / "submission", self.lab)
        subprocess.run([self.program, "--impl", file, "--task", task, "--contained", "--html", out], cwd=self.source / "pmpp",
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                       timeout=self.config["limit_s"], env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})

    def judged(self):
        """(student, points possible, seconds, how it was contained)."""
        began = time.monotonic()
        given = find(self.prefix / "submission", self.lab)
        work = pathlib.Path(tempfile.mkdtemp(prefix="work-", dir=self.source))
        try:
            work.chmod(0o755)
            file = work / "submission.cu"
            file.write_bytes(given.read_bytes())
            file.chmod(0o644)
            document, how = self.judge(file)
            (work / "result.json").write_text(json.dumps(document))
            row = row_of(results.read_result(work / "result.json", self.lab), given.name)
            student = results.Student(work, row, self.lab, str(self.config["seed"]))
            return student, document["max"], time.monotonic() - began, how
        finally:
            shutil.rmtree(work, ignore_errors=True)


def row_of(document, name):
    """The student's entry of marks.json, without roster and policy: Gradescope has its own."""
    tasks = [{k: t[k] for k in ("name", "verdict", "points", "max", "hint", "message")} for t in document["tasks"]]
    infra = [t["name"] for t in tasks if t["verdict"] == "infra"]
    open_points = sum(t["max"] for t in tasks if t["verdict"] == "not-assessed")
    note = f"not judged through no fault of yours: {', '.join(infra)}" if infra else \
        f"{open_points} points need a GPU and are not assessed here" if open_points else ""
    return {"key": "submission", "id": None, "name": None, "email": None, "login": None, "section": None, "outcome": "graded",
            "file": name, "submitted": None, "raw": document["points"], "extra": 0, "penalty": 0, "note": note,
            "mark": None if infra else document["points"], "tasks": tasks}


class Gradescope:
    @staticmethod
    def graded(student, possible, seconds, how):
        made = gradescope.document(student, possible, seconds)
        made["tests"].append(staff_note("containment", how))
        return made

    @staticmethod
    def no_file(why):
        return {"score": 0, "output": why, "output_format": "text", "visibility": "visible", "stdout_visibility": "hidden", "tests": [],
                "extra_data": {"state": "graded"}}

    not_graded = staticmethod(not_graded)


class PrairieLearn:
    """Its staff reads what the container prints; the student reads results.json."""

    @staticmethod
    def graded(student, possible, _seconds, how):
        print(f"containment: {how}", file=sys.stderr)
        if student.row["mark"] is None:
            raise Ours(student.row["note"])
        return prairielearn.document(student, possible)

    @staticmethod
    def no_file(why):
        return prairielearn.not_gradable(why)

    @staticmethod
    def not_graded(_why):
        return prairielearn.not_gradable("Not graded, through no fault of yours; tell the course staff.")


PLATFORMS = {"gradescope": Gradescope, "prairielearn": PrairieLearn}


def main():
    prefix = pathlib.Path(sys.argv[1]).resolve()
    platform = PLATFORMS[sys.argv[2] if len(sys.argv) > 2 else "gradescope"]
    folder = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else prefix / "results"
    write(folder, platform.not_graded("the autograder was stopped before it had a result"))
    if os.geteuid() == 0:
        folder.chmod(0o700)
    try:
        state, document = "graded", platform.graded(*Grader(prefix).judged())
    except NoFile as error:
        state, document = "no file", platform.no_file(str(error))
    except Exception as error:  # whatever it is: the file must say that it was not the student
        why = str(error) if isinstance(error, (Ours, results.Broken)) else f"{type(error).__name__}: {error}"
        state, document = "not graded", platform.not_graded(why)
        print(f"autograder: {error}", file=sys.stderr)
    write(folder, document)
    print(f"autograder: {folder / 'results.json'}: {document.get('extra_data', {}).get('state', state)}")


if __name__ == "__main__":
    main()
