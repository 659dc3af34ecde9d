"""The job pool: a Makefile with one target a student, or a Slurm job array; and the line that tells the time left."""
import ctypes
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

from . import store

ONE = pathlib.Path(__file__).resolve().parent / "one.py"
ARRAY_LIMIT = 1000          # Slurm's MaxArraySize is 1001 unless a site changes it


class Progress:
    """Says after each student how many are done and how long the rest may take, from the pace so far."""

    def __init__(self, total, out=sys.stdout):
        self.total, self.done, self.out, self.began = total, 0, out, time.monotonic()

    def line(self, key, outcome, trouble=""):
        self.done += 1
        left = (time.monotonic() - self.began) / self.done * (self.total - self.done)
        print(f"[{self.done:{len(str(self.total))}}/{self.total}] {key}: {outcome}" + (f": {trouble}" if trouble else "")
              + (f"; {duration(left)} left" if self.done < self.total else ""), file=self.out, flush=True)


def duration(seconds):
    seconds = round(seconds)
    return f"{seconds} s" if seconds < 100 else f"{round(seconds / 60)} min" if seconds < 6000 else \
        f"{seconds // 3600} h {seconds % 3600 // 60} min"


def command_of_one(results, scratch):
    """What grades a student, but for the key behind it. -S: a look at the installed packages would take longer than our part."""
    return shlex.join([sys.executable, "-S", str(ONE), str(results.folder), str(scratch)])


def command(results, scratch, key):
    return f"{command_of_one(results, scratch)} {key}"


def makefile(results, scratch, keys):
    """The text: a phony target a student; whether a student needs grading was decided before."""
    names = [f"s{n:05d}" for n in range(1, len(keys) + 1)]
    rules = "".join(f"{name}:\n\t@{command(results, scratch, shlex.quote(key))}\n".replace("$", "$$")
                    for name, key in zip(names, keys))
    return ("# One target a student; grading/grade writes this file anew and runs `make -ks -jN -f` on it.\n"
            f".PHONY: all {' '.join(names)}\nall: {' '.join(names)}\n{rules}")


def _dies_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # make then ends its own jobs


def run_make(results, scratch, keys, jobs, lock):
    """Grades the keys; the lock's descriptor goes to every process, so that it is free only when all have ended."""
    file = results.work / "Makefile"
    store.write_bytes(file, makefile(results, scratch, keys).encode())
    progress = Progress(len(keys))
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    with open(results.work / "make.log", "wb") as log:
        make = subprocess.Popen(["make", "-ks", f"-j{jobs}", "-f", file, "all"], stdout=subprocess.PIPE, stderr=log,
                                text=True, encoding="utf-8", errors="replace", pass_fds=[lock], env=environment,
                                preexec_fn=_dies_with_parent, cwd=results.folder)
        try:
            for line in make.stdout:
                key, outcome, _, trouble = line.rstrip("\n").split("\t", 3)
                progress.line(key, outcome, trouble)
                if outcome == "stopped":
                    make.send_signal(signal.SIGTERM)
            make.wait()
        except KeyboardInterrupt:
            make.send_signal(signal.SIGTERM)
            make.wait()
            raise
    return "" if make.returncode == 0 else (results.work / "make.log").read_text(errors="replace").strip()[-2000:]


def array_script(results, scratch, keys, jobs, options):
    """The batch script of a job array: element i takes the students i, i + 1000, ... A job of ranks is one task of Slurm's, whose
    processors mpirun deals out; it gets as many as the largest case has ranks, and on gpu that case's devices."""
    size = min(len(keys), ARRAY_LIMIT)
    run = results.read_run()
    gres = [f"#SBATCH --gres=gpu:{run.get('most_devices', 1)}"] if run["backend"] != "emu" else []
    head = ["#!/bin/bash", f"#SBATCH --job-name=grade-lab{run['lab']}", f"#SBATCH --array=0-{size - 1}%{jobs}",
            f"#SBATCH --ntasks=1 --cpus-per-task={run.get('ranks', 1)}", *gres, f"#SBATCH --output={results.work}/slurm-%a.log",
            *(f"#SBATCH {o}" for o in options)]
    one = command_of_one(results, scratch)
    listed = shlex.quote(str(results.work / "slurm.keys"))
    return "\n".join([*head, "# Written by grading/grade --slurm.",
                      f"awk -v i=\"$SLURM_ARRAY_TASK_ID\" '(NR - 1) % {size} == i' {listed} |",
                      "while read -r key; do", f"  {one} \"$key\"", "done", ""])


def run_slurm(results, scratch, keys, jobs, options):
    """Submits the array and waits for it; counts the students whose status.json has come."""
    if not shutil.which("sbatch"):
        raise store.Stop("--slurm: there is no sbatch here; run it where Slurm is installed, or leave --slurm out")
    store.write_bytes(results.work / "slurm.keys", "".join(f"{k}\n" for k in keys).encode())
    script = results.work / "array.sh"
    store.write_bytes(script, array_script(results, scratch, keys, jobs, options).encode())
    before = {k: _stamp(results, k) for k in keys}
    with open(results.work / "sbatch.log", "w+", encoding="utf-8", errors="replace") as log:
        batch = subprocess.Popen(["sbatch", "--wait", script], stdout=log, stderr=subprocess.STDOUT, cwd=results.folder)
        progress, ended = Progress(len(keys)), None
        while ended is None:
            try:
                ended = batch.wait(1)
            except subprocess.TimeoutExpired:
                pass
            except KeyboardInterrupt:
                _cancel(results)
                raise
            for key in [k for k, old in before.items() if _stamp(results, k) not in (None, old)]:
                del before[key]
                status = results.read(key, "status") or {"outcome": "infra", "reason": "status.json is damaged"}
                progress.line(key, status["outcome"], status["reason"])
            if (results.work / "stop").exists():
                _cancel(results)
        log.seek(0)
        said = log.read().strip()
    return "" if not before else f"sbatch ended with status {ended}: {said[-1500:]}\n(logs: {results.work}/slurm-*.log)"


def _cancel(results):
    """Takes the array out of the queue; sbatch has said its number."""
    if job := re.search(r"job (\d+)", (results.work / "sbatch.log").read_text(errors="replace")):
        subprocess.run(["scancel", job[1]], check=False)


def _stamp(results, key):
    try:
        return (results.student(key) / "status.json").stat().st_mtime_ns
    except FileNotFoundError:
        return None
