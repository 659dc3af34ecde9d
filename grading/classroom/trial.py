"""One call of the C grader, and the proof that it judges here: planted faults are found, the starter is not rejected, the
reference passes."""
import ctypes
import errno
import glob
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from . import store

LOG_LIMIT = 256 << 10
PATIENCE = 6 * 3600         # seconds by the clock: the grader's own limits are far below
LIMITS = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)  # of this machine or user: nobody can be graded


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


class Trial:
    """The grader of a run, called on one file of its own, whose worker is deleted afterwards."""

    def __init__(self, run, file):
        self.run, self.file, self.build = run, pathlib.Path(file).resolve(), pathlib.Path(run["build"])
        self.grader = self.build / "bin" / f"lab{run['lab']}"

    def call(self, out, *words, mode=(), device=None):
        """(the grader's status, what it printed)."""
        backend = "gpu" if mode else self.run["backend"]
        large = ["--large"] if not mode and backend != "emu" else []
        return self._run(*mode, "--backend", backend, *large, "--json", out, *words, device=device)

    def page(self, out, task):
        """Writes the page of a task's run on the emulator, not cleaned; what was printed. There is none where it failed."""
        return self._run("--backend", "emu", "--html", out, "--task", task, "--impl", self.file)[1]

    def _run(self, *words, device=None):
        run = self.run
        command = [self.grader, *words, "--seed", str(run["seed"]), *(["--contained"] if run["sandbox"] else [])]
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
        return status, text

    def neutral(self, data):
        """Without the file's path and name: the same bytes wherever the results folder lies."""
        for form in (self.file, os.path.relpath(self.file, store.ROOT), self.file.name):
            data = data.replace(os.fsencode(form), b"submission.cu")
        return data

    def without_seed(self, page):
        """Of a page for a student: a grader that contains nothing shows the seed of the class's inputs."""
        return re.sub(rb"\bseed %d\b" % self.run["seed"], b"seed not shown", page)

    def tidy(self):
        for path in [*worker_files(self.grader, self.file), self.file, self.file.with_suffix(".json"),
                     self.file.with_suffix(".bench.json")]:
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)  # what a compiler that was killed has left
            else:
                path.unlink(missing_ok=True)


def whole(file):
    """A reference's text, the files of its folder solution/ put in place: it is compiled where that folder is not."""
    def put(match):
        return whole(file.parent / match[1]) if (file.parent / match[1]).is_file() else match[0]
    return re.sub(r'^[ \t]*#[ \t]*include[ \t]+"(solution/[^"]+)".*$', put, file.read_text(encoding="utf-8"), flags=re.M)


class Proof:
    """What the grader makes of the starter and, where there is one, of the reference; both are compiled for this alone."""

    def __init__(self, run, scratch):
        self.run, self.scratch = run, pathlib.Path(scratch)
        self.status, self.document = None, None  # of the starter

    def _grade(self, name, source):
        task = self.run["tasks"][0][0]
        trial = Trial(self.run, self.scratch / f"proof-{os.getpid()}-{name}.cu")
        out = trial.file.with_suffix(".json")
        if source:
            trial.file.write_text(whole(source), encoding="utf-8")
        try:
            # --verbose: the grader begins with planted faults, and ends with 99 where the emulator does not find them.
            planted = ["--verbose"] if name == "starter" else []
            status, log = trial.call(out, "--impl", trial.file if source else name, "--task", task, *planted)
            document = store.read_object(out)
        finally:
            trial.tidy()
        said = log.decode("utf-8", "replace").strip()[-800:]
        if status not in (0, 1, 77) or document is None:
            return status, document, f"the grader cannot grade the {name} here (status {status}):\n{said}"
        rows = [t for t in document.get("tasks", []) if isinstance(t, dict)]
        bad = next((t for t in rows if t.get("verdict") in ("rejected", "infra", "crash", "timeout")
                    or name == "solution" and t.get("verdict") not in ("pass", "not-assessed")), None)
        if bad is None and rows:
            return status, document, ""
        return status, document, (f"the grader says `{bad['verdict']}` of the {name}'s task {bad['name']}: {bad.get('message', '')[:800]}"
                                  if bad else f"the grader says nothing of the {name}")

    def fails(self):
        """Why the grader cannot be trusted here, or ""."""
        folder = next(iter(sorted(store.ROOT.glob(f"labs/{self.run['lab']}_*"))), None)
        sources = {name: folder / f"{name}.cu" for name in ("starter", "solution")} if folder else {"starter": None}
        for name, source in sources.items():
            if source and not source.is_file():
                continue
            status, document, why = self._grade(name, source)
            if self.document is None:
                self.status, self.document = status, document
            if why:
                return why
        return ""
