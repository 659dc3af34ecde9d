"""The C grader of a lab as this machine has it: its tasks, whether it works here, and a pool that runs it."""
import os
import pathlib
import re
import shutil
import subprocess

from . import intake, pool, records, store
from .one import granted_devices
from .trial import Proof

NO_SANDBOX = """--no-sandbox compiles and runs every submission as you, with your files, your network and the other
submissions in reach; use it only on a machine that holds nothing else, or for submissions that you trust"""


class Grader:
    """build/bin/labNN, asked what it is before anybody's file is given to it."""

    def __init__(self, build, lab):
        if not re.fullmatch(r"\d\d", lab):
            raise store.Stop(f"--lab {lab}: expected a lab's number, two digits: 01")
        self.file = pathlib.Path(build).resolve() / "bin" / f"lab{lab}"
        if not self.file.is_file():
            raise store.Stop(f"{self.file} is missing: cmake -S . -B build && cmake --build build --target lab{lab}")
        listed = self._say("--list")
        head = re.match(r"Lab \S+, (.*): tasks", listed)
        self.title = head[1] if head else f"Lab {lab}"
        self.tasks = [[m[1], int(m[2])] for m in re.finditer(r"^\s+(\d+_\S+)\s+(\d+)\s", listed, re.M)]
        room = re.search(r"^A case takes up to (\d+) ranks at a time, on gpu up to (\d+) devices", listed, re.M)
        self.ranks, self.most_devices = (int(room[1]), int(room[2])) if room else (1, 1)
        if not self.tasks:
            raise store.Stop(f"{self.file} --list names no task: build it again")

    def _say(self, *words):
        done = subprocess.run([self.file, *words], capture_output=True, text=True, errors="replace", check=False, cwd=store.ROOT)
        if done.returncode != 0:
            raise store.Stop(f"{self.file} {' '.join(words)} ended with status {done.returncode}: {(done.stderr or done.stdout)[-300:]}")
        return done.stdout

    def only(self, tasks):
        known = [name for name, _ in self.tasks]
        for task in tasks:
            if task not in known:
                raise store.Stop(f"--task {task}: the lab's tasks are {', '.join(known)}")
        return [t for t in self.tasks if not tasks or t[0] in tasks]

    def check(self, run, work):
        """The grader's version, after a proof that it judges here: nothing that was compiled earlier is used."""
        if run["sandbox"] and not shutil.which("bwrap"):
            raise store.Stop("bwrap is missing (apt-get install bubblewrap), so submissions cannot be contained.\n"
                             + NO_SANDBOX)
        if run["sandbox"] and "--contained" not in self._say("--help"):
            raise store.Stop(f"{self.file} has no option --contained: build it again.\n{NO_SANDBOX}")
        work.mkdir(parents=True, exist_ok=True)
        proof = Proof(run, work)
        why = proof.fails()
        document = proof.document
        if not why and proof.status == 77 and run["backend"] == "gpu":
            raise store.Stop(f"no GPU can be used here: {document['not_assessed_reason']}")
        if why or not isinstance(document.get("grader_version"), str):
            raise store.Stop(f"nobody was graded: {why or 'the grader does not tell its version'}")
        return document["grader_version"]

    def has_device(self, run, work):
        """Whether the starter's first task can be assessed on a GPU here."""
        work.mkdir(parents=True, exist_ok=True)
        proof = Proof({**run, "backend": "gpu"}, work)
        proof.fails()
        return proof.status in (0, 1)


def devices():
    """How many GPUs are granted, or else there; 1 where nvidia-smi does not say."""
    if granted_devices():
        return len(granted_devices())
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 1
    return max(1, sum(line.startswith("GPU ") for line in listed.splitlines()))


def at_a_time(run):
    """So many students: each has the devices of the lab's largest case, or a processor for each of that case's ranks."""
    if run["devices"]:
        return max(1, run["devices"] // run.get("most_devices", 1))
    return max(1, len(os.sched_getaffinity(0)) // run.get("ranks", 1))


def grade_all(results, run, todo, jobs, lock, slurm=None, scratch=None):
    """Runs the pool over these students; what went wrong, as a text."""
    results.work.mkdir(parents=True, exist_ok=True)
    (results.work / "stop").unlink(missing_ok=True)
    (results.work / "proved").touch()  # Grader.check() has just proved it
    scratch = scratch or results.work / "grade"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    places = at_a_time(run if slurm is None else {**run, "ranks": 1, "most_devices": 1})  # an element of an array asks itself
    jobs = min(jobs or places, places) if run["devices"] else jobs or places
    if slurm is not None:
        said = pool.run_slurm(results, scratch, todo, jobs, slurm)
    else:
        said = pool.run_make(results, scratch, todo, jobs, lock)
    return withdraw(results, run, todo) if (results.work / "stop").exists() else said


def withdraw(results, run, todo):
    """The run stopped, since the grader could not prove itself: who was graded since the last proof has no mark."""
    why, proved = (results.work / "stop").read_text(errors="replace"), (results.work / "proved").stat().st_mtime_ns
    date, keys = intake.stamp(results), []
    for key in todo:
        file, status = results.student(key) / "status.json", results.read(key, "status")
        if status and status["attempts"] and file.stat().st_mtime_ns > proved:
            intake.put_away(results, key, date, records.GRADING)
            records.seal(results, run, key, outcome="infra", exit=None, attempts=status["attempts"], sha256=status["sha256"],
                         reason="graded while the grader could not prove that it judges here")
            keys.append(key)
    return (f"stopped: {why}\nMend that and run the same command again."
            + (f" Graded again then, since the last proof came before them: {', '.join(keys)}" if keys else ""))
