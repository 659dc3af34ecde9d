"""The C grader of a lab as this machine has it: its tasks, whether it works here, and a pool that runs it."""
import os
import pathlib
import re
import shutil
import subprocess

from . import pool, store
from .one import granted_devices

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

    def _say(self, *words):
        return subprocess.run([self.file, *words], capture_output=True, text=True, check=False, cwd=store.ROOT).stdout

    def only(self, tasks):
        known = [name for name, _ in self.tasks]
        for task in tasks:
            if task not in known:
                raise store.Stop(f"--task {task}: the lab's tasks are {', '.join(known)}")
        return [t for t in self.tasks if not tasks or t[0] in tasks]

    def try_out(self, backend, sandbox, work):
        """Grades the starter's first task: (exit status, the document, what it said). Shows whether all works."""
        out = work / "trial.json"
        out.unlink(missing_ok=True)
        words = ["--impl", "starter", "--backend", backend, "--task", self.tasks[0][0], "--json", out]
        done = subprocess.run([self.file, *words, *(["--contained"] if sandbox else [])], capture_output=True, text=True,
                              check=False, cwd=store.ROOT, stdin=subprocess.DEVNULL)
        document = store.read_json(out)
        out.unlink(missing_ok=True)
        return done.returncode, document, (done.stderr.strip() or done.stdout.strip())[-800:]

    def check(self, backend, sandbox, work):
        """The grader's version, after a trial that shows that it can grade here."""
        if sandbox and not shutil.which("bwrap"):
            raise store.Stop("bwrap is missing (apt-get install bubblewrap), so submissions cannot be contained.\n"
                             + NO_SANDBOX)
        if sandbox and "--contained" not in self._say("--help"):
            raise store.Stop(f"{self.file} has no option --contained: build it again.\n{NO_SANDBOX}")
        status, document, said = self.try_out(backend, sandbox, work)
        if status == 77 and backend == "gpu":
            raise store.Stop(f"no GPU can be used here: {document and document['not_assessed_reason']}")
        if status not in (0, 1, 77) or document is None:
            raise store.Stop(f"the grader cannot grade the starter here (status {status}), nobody was graded:\n{said}")
        return document["grader_version"]


def devices():
    """How many GPUs are granted, or else there; 1 where nvidia-smi does not say."""
    if granted_devices():
        return len(granted_devices())
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 1
    return max(1, sum(line.startswith("GPU ") for line in listed.splitlines()))


def grade_all(results, run, todo, jobs, lock, slurm=None, scratch=None):
    """Runs the pool over these students; what went wrong, as a text."""
    results.work.mkdir(parents=True, exist_ok=True)
    scratch = scratch or results.work / "grade"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    jobs = jobs or run["devices"] or len(os.sched_getaffinity(0))
    if run["devices"]:
        jobs = min(jobs, run["devices"])
    if slurm is not None:
        return pool.run_slurm(results, scratch, todo, jobs, slurm)
    return pool.run_make(results, scratch, todo, jobs, lock)
