#!/usr/bin/env python3
"""Grades one student of a results folder; what make and Slurm start: one.py RESULTS SCRATCH KEY

The grader gets a copy in SCRATCH under the student's own name, so that no two students share a worker; the worker is
deleted afterwards. Written last and whole, status.json says that this student is done.
"""
import fcntl
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from classroom import records, store  # noqa: E402
from classroom.trial import LIMITS, Proof, Trial  # noqa: E402

ROOM = 64 << 20             # bytes that must be free before and after
ATTEMPTS = 2


def no_room(folders):
    for folder in folders:
        free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
        if free < ROOM:
            return f"the disk is full: {free >> 20} MiB are free for {folder}, {ROOM >> 20} MiB are wanted"
    return ""


class Student:
    def __init__(self, results, scratch, key):
        self.results, self.key, self.run = store.Results(results), key, store.Results(results).read_run()
        self.here = self.results.student(key)
        self.trial = Trial(self.run, pathlib.Path(scratch) / f"{key}.submission.cu")
        self.file = self.trial.file
    def call(self, mode, out, device):
        """Grades the submission, or times it (mode ["bench"]); (the grader's status, what it printed)."""
        tasks = [word for task in self.run["only"] for word in ("--task", task)]
        status, text = self.trial.call(out, "--impl", self.file, *tasks, mode=mode, device=device)
        return status, self.trial.neutral(text)

    def attempt(self, device):
        """(result's bytes or None, log, status, why it is our trouble or "")."""
        folders = [self.results.folder, self.trial.build, tempfile.gettempdir()]
        if full := no_room(folders):
            return None, b"", None, full
        out = self.file.with_suffix(".json")
        out.unlink(missing_ok=True)
        shutil.copyfile(self.here / "submission.cu", self.file)
        status, log = self.call([], out, device)
        data = self.trial.neutral(out.read_bytes()) if out.exists() else None
        document = store.read_object(out)
        if full := no_room(folders):
            return None, log, status, full  # what the compiler says on a full disk is not the student's fault
        bad = [t for t in (document or {}).get("tasks", []) if isinstance(t, dict) and t.get("verdict") == "infra"]
        if bad:
            said = " ".join(str(bad[0].get("message", "")).split())[:400]
            return data, log, status, f"the grader's own trouble with {', '.join(t['name'] for t in bad)}" + (f": {said}" if said else "")
        if document is None or status not in (0, 1, 77):
            said = log.decode("utf-8", "replace").strip().splitlines()
            return data, log, status, f"the grader ended with status {status}" + (f": {said[-1][:300]}" if said else "")
        why = records.result_trouble(self.run, document)
        return data, log, status, f"the grader gave no full result: {why}" if why else ""

    def bench(self, device):
        out = self.file.with_suffix(".bench.json")
        out.unlink(missing_ok=True)
        status, log = self.call(["bench"], out, device)
        if out.exists():
            store.write_bytes(self.here / "bench.json", self.trial.neutral(out.read_bytes()))
        return b"\n" + log + (b"" if out.exists() else f"\nbench ended with status {status}, no times\n".encode())

    def grade(self, device):
        began = time.monotonic()
        sha256 = self.results.read(self.key, "submission")["sha256"]
        try:
            if sha256 != records.digest(self.here / "submission.cu"):
                raise store.Stop("submission.cu is not what was handed in; it changed while the class was graded")
            (self.here / "bench.json").unlink(missing_ok=True)
            for n in range(1, ATTEMPTS + 1):
                data, log, status, trouble = self.attempt(device)
                if not trouble:
                    break
            if not trouble and self.run["timed"]:
                log += self.bench(device)
            if data is None:
                (self.here / "result.json").unlink(missing_ok=True)
            else:
                store.write_bytes(self.here / "result.json", data)
            store.write_bytes(self.here / "log.txt", log)
            outcome = "infra" if trouble else "graded"
            records.seal(self.results, self.run, self.key, outcome=outcome,
                         reason=f"{trouble} ({n} attempts)" if trouble else "", exit=status, attempts=n, sha256=sha256)
        finally:
            self.trial.tidy()
        return outcome, trouble, time.monotonic() - began


def granted_devices():
    """The names of the GPUs that CUDA_VISIBLE_DEVICES grants; none where it does not say."""
    granted = os.environ.get("CUDA_VISIBLE_DEVICES")
    return granted.split(",") if granted else []


def take_devices(count, each):
    """(names, locks) of as many GPUs as the lab's largest case uses (all, where there are fewer), which no other job of this user
    has, on this machine, of those that are granted, or of `count`; waits for them. The grader itself tests the devices before
    each submission, and lets one grader at a time use them."""
    names = granted_devices() or [str(k) for k in range(count)]
    each = min(each, len(names))
    groups = [names[k:k + each] for k in range(0, len(names) - each + 1, each)]
    while True:
        for group in groups:
            if locks := _lock_all(group):
                return ",".join(group), locks
        time.sleep(0.5)


def _lock_all(names):
    """The locks of all these GPUs; none where another job has one of them."""
    locks = []
    for name in names:
        locks.append(os.open(f"{tempfile.gettempdir()}/pmpp-gpu-{os.getuid()}-{re.sub('[^0-9A-Za-z]', '-', name)}.lock",
                             os.O_RDWR | os.O_CREAT, 0o600))
        try:
            fcntl.flock(locks[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            for lock in locks:
                os.close(lock)
            return []
    return locks


def prove(results, run, scratch):
    """Why the grader cannot be trusted here any more, or ""; one process at a time tries, and the time of the last proof is kept."""
    results.work.mkdir(exist_ok=True)
    with open(results.work / "proved", "a", encoding="utf-8") as file:
        asked = time.time_ns()
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_mtime_ns > asked:
            return ""  # another process has proved it in the meantime
        why = (results.work / "stop").read_text(errors="replace") if (results.work / "stop").exists() else \
            Proof(run, scratch).fails()
        if not why:
            os.utime(file.fileno())
        return why


def stop_all(results, why):
    """Nobody else of this run is graded; the command that waits for it tells why."""
    store.write_bytes(results.work / "stop", why.encode("utf-8", "replace"))


def main():
    results, scratch, key = sys.argv[1:4]
    student = Student(results, scratch, key)
    if (student.results.work / "stop").exists():
        return 1
    run = student.run
    devices = take_devices(run["devices"], run.get("most_devices", 1))[0] if run["devices"] else None
    try:
        outcome, trouble, seconds = student.grade(devices)
        if trouble and (why := prove(student.results, student.run, scratch)):
            stop_all(student.results, why)
            outcome = "stopped"
    except (OSError, store.Stop, MemoryError) as error:
        if isinstance(error, MemoryError) or isinstance(error, OSError) and error.errno in LIMITS:
            stop_all(student.results, f"this machine's limits do not suffice for grading {key}: "
                     + (error.strerror or str(error) if isinstance(error, OSError) else "no memory")
                     + " (look at `ulimit -a`: open files, processes, memory)")
            os.write(1, f"{key}\tstopped\t0.0\t{error}\n".encode("utf-8", "replace"))
        print(f"{key}: not graded: {error}", file=sys.stderr)
        return 1
    line = "\t".join((key, outcome, f"{seconds:.1f}", " ".join(trouble.split())))
    os.write(1, f"{line}\n".encode("utf-8", "replace"))  # in one piece: others write there too
    return 0


if __name__ == "__main__":
    store.command("one.py", main)
