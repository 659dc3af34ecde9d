#!/usr/bin/env python3
"""Grades one student of a results folder; what make and Slurm start: one.py RESULTS SCRATCH KEY

The grader gets a copy in SCRATCH under the student's own name, so that no two students share a worker; the worker is
deleted afterwards. Written last and whole, status.json says that this student is done.
"""
import ctypes
import fcntl
import glob
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
from classroom import store  # noqa: E402

LOG_LIMIT = 256 << 10
PATIENCE = 6 * 3600         # seconds by the clock: the grader's own limits are far below
ROOM = 64 << 20             # bytes that must be free before and after
ATTEMPTS = 2


def worker_files(grader, path):
    """What the grader has compiled of this file: it says itself how that is called."""
    done = subprocess.run([grader, "build", "--name", "--impl", path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return []
    stem = pathlib.Path(done.stdout.rstrip("\n"))
    return list(stem.parent.glob(glob.escape(stem.name) + ".*"))


def dies_with_parent():
    """Before the grader starts: when this process is killed, the grader is killed too."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


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
        self.file = pathlib.Path(scratch).resolve() / f"{key}.submission.cu"
        self.build = pathlib.Path(self.run["build"])
        self.grader = self.build / "bin" / f"lab{self.run['lab']}"
        self.neutral = [(os.fsencode(form), b"submission.cu") for form in
                        (self.file, os.path.relpath(self.file, store.ROOT), self.file.name)]

    def clean(self, data):
        """Without the scratch file's path: the same bytes wherever the results folder lies."""
        for path, name in self.neutral:
            data = data.replace(path, name)
        return data

    def call(self, mode, out, device):
        """Grades the submission, or times it (mode ["bench"]); (the grader's status, what it printed)."""
        run = self.run
        command = [self.grader, *mode, "--impl", self.file, "--backend", "gpu" if mode else run["backend"], "--seed",
                   str(run["seed"]), "--json", out, *(["--contained"] if run["sandbox"] else [])]
        for task in run["only"]:
            command += ["--task", task]
        environment = {**os.environ, **({"CUDA_VISIBLE_DEVICES": device} if device is not None else {})}
        with tempfile.TemporaryFile() as printed:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT,
                                       preexec_fn=dies_with_parent, cwd=store.ROOT, env=environment)
            try:
                status = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                status = process.wait()
            size = printed.seek(0, os.SEEK_END)
            printed.seek(0)
            text = printed.read(LOG_LIMIT)
            if size > LOG_LIMIT:
                text += f"\n[{size - LOG_LIMIT} more bytes are left out]\n".encode()
        return status, self.clean(text)

    def attempt(self, device):
        """(result's bytes or None, log, status, why it is our trouble or "")."""
        folders = [self.results.folder, self.build, tempfile.gettempdir()]
        if full := no_room(folders):
            return None, b"", None, full
        out = self.file.with_suffix(".json")
        out.unlink(missing_ok=True)
        shutil.copyfile(self.here / "submission.cu", self.file)
        status, log = self.call([], out, device)
        data = self.clean(out.read_bytes()) if out.exists() else None
        document = store.read_json(out)
        if full := no_room(folders):
            return None, log, status, full  # what the compiler says on a full disk is not the student's fault
        if document is None or status not in (0, 1, 77):
            said = log.decode("utf-8", "replace").strip().splitlines()
            return data, log, status, f"the grader ended with status {status}" + (f": {said[-1][:300]}" if said else "")
        bad = [t["name"] for t in document["tasks"] if t["verdict"] == "infra"]
        return data, log, status, f"the grader's own trouble with {', '.join(bad)}" if bad else ""

    def bench(self, device):
        out = self.file.with_suffix(".bench.json")
        out.unlink(missing_ok=True)
        status, log = self.call(["bench"], out, device)
        if out.exists():
            store.write_bytes(self.here / "bench.json", self.clean(out.read_bytes()))
        return b"\n" + log + (b"" if out.exists() else f"\nbench ended with status {status}, no times\n".encode())

    def grade(self, device):
        began = time.monotonic()
        try:
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
            sha256 = self.results.read(self.key, "submission")["sha256"]
            store.write_json(self.here / "status.json", {
                "outcome": outcome, "reason": f"{trouble} ({n} attempts)" if trouble else "", "exit": status,
                "attempts": n, "sha256": sha256})
        finally:
            self.tidy()
        return outcome, trouble, time.monotonic() - began

    def tidy(self):
        for path in [*worker_files(self.grader, self.file), self.file, self.file.with_suffix(".json"),
                     self.file.with_suffix(".bench.json")]:
            path.unlink(missing_ok=True)


def granted_devices():
    """The names of the GPUs that CUDA_VISIBLE_DEVICES grants; none where it does not say."""
    granted = os.environ.get("CUDA_VISIBLE_DEVICES")
    return granted.split(",") if granted else []


def take_device(count):
    """(name, lock) of a GPU that no other job of this user has, on this machine, of those that are granted, or of `count`;
    waits for one. The grader itself tests the device before each submission, and lets one grader at a time use it."""
    names = granted_devices() or [str(k) for k in range(count)]
    locks = [os.open(f"{tempfile.gettempdir()}/pmpp-gpu-{os.getuid()}-{re.sub('[^0-9A-Za-z]', '-', name)}.lock",
                     os.O_RDWR | os.O_CREAT, 0o600) for name in names]
    while True:
        for name, lock in zip(names, locks):
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return name, lock
            except OSError:
                pass
        time.sleep(0.5)


def main():
    results, scratch, key = sys.argv[1:4]
    student = Student(results, scratch, key)
    device = take_device(student.run["devices"])[0] if student.run["devices"] else None
    try:
        outcome, trouble, seconds = student.grade(device)
    except OSError as error:
        print(f"{key}: not graded: {error}", file=sys.stderr)
        return 1
    line = f"{key}\t{outcome}\t{seconds:.1f}\t{trouble}\n"
    os.write(1, line.encode("utf-8", "replace"))  # in one piece: others write there too
    return 0


if __name__ == "__main__":
    sys.exit(main())
