"""The results folder: where things lie, and how a file is written whole or not at all."""
import fcntl
import hashlib
import json
import os
import pathlib
import re
import sys
import tempfile
import traceback
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OUTCOMES = ("graded", "missing", "no-file", "bad-file", "infra")


class Stop(Exception):
    """What the user must hear; the command ends with status 2 and this text."""


def command(name, main, kept=""):
    """Runs a command's main() and ends the process with its status. Whatever goes wrong is one line: 2 for the user's own,
    130 where it was interrupted, 1 for the machine's troubles, 99 for our mistakes. kept: what to add to the last three, a
    text or a function that makes it then."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # names of students, in a terminal of any encoding
    try:
        status = main()
        sys.stdout.flush()
    except Stop as stop:
        status, said = 2, str(stop)
    except KeyboardInterrupt:
        status, said = 130, "interrupted"
    except BrokenPipeError:
        status, said = 1, ""
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or the interpreter complains at its end
    except (OSError, MemoryError) as error:
        status, said = 1, str(error) or "no memory"
    except Exception as error:  # pylint: disable=broad-except
        place = traceback.extract_tb(error.__traceback__)[-1]
        status, said = 99, (f"a mistake of this program, not of yours: {type(error).__name__}: {' '.join(str(error).split())} "
                            f"({pathlib.Path(place.filename).name}:{place.lineno})")
    else:
        said = ""
    if said:
        print(f"{name}: {said}{(kept() if callable(kept) else kept) if status != 2 else ''}", file=sys.stderr)
    sys.exit(status)


def read_object(path):
    """The object in a JSON file; None where there is none, or the file is damaged."""
    try:
        value = json.loads(pathlib.Path(path).read_bytes())
    except (FileNotFoundError, NotADirectoryError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def write_bytes(path, data):
    """Replaces the file, whole or not at all; leaves it, time stamp included, where it holds this already."""
    path = pathlib.Path(path)
    if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
        return False
    handle, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException as error:
        pathlib.Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk does not say where
        raise
    return True


def to_json(value):
    """The bytes; a number that JSON does not have is an error, a path that is no UTF-8 is escaped."""
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:
        return (json.dumps(value, indent=2, allow_nan=False) + "\n").encode()


def write_json(path, value):
    return write_bytes(path, to_json(value))


def write_dated(path, value):
    """As write_json, but a file that differs in "created" alone is left as it is."""
    old = read_object(path)
    if old is not None and {**old, "created": None} == {**value, "created": None}:
        return False
    return write_json(path, value)


def key_of(name):
    """A folder name made of [A-Za-z0-9._-] and %XX (UTF-8) from any text; readable where the text is ASCII."""
    text = unicodedata.normalize("NFC", name).strip() or "nameless"
    key = "".join(c if re.match(r"[A-Za-z0-9._-]", c) else "".join(f"%{b:02X}" for b in c.encode("utf-8", "replace"))
                  for c in text)
    if key[0] in ".-":
        key = f"%{ord(key[0]):02X}{key[1:]}"
    return key if len(key) <= 180 else f"{key[:160]}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


class Results:
    """RESULTS, by name."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.run, self.marks = self.folder / "run.json", self.folder / "marks.json"
        self.students, self.history, self.work = (self.folder / n for n in ("students", "history", ".work"))

    def keys(self):
        return sorted(p.name for p in self.students.iterdir() if p.is_dir()) if self.students.is_dir() else []

    def student(self, key):
        return self.students / key

    def read(self, key, name):
        """A student's record of that name; None where it is missing or damaged (records.trouble tells which)."""
        return read_object(self.student(key) / f"{name}.json")

    def read_run(self):
        run = read_object(self.run)
        if run is None and self.run.exists():
            raise Stop(f"{self.run} is damaged; it holds the seed: put it back from a backup or from {self.history}, or grade into "
                       "another --out")
        if run is None:
            raise Stop(f"{self.folder} is not a results folder: it has no run.json (grading/grade makes one)")
        for key in ("lab", "backend", "seed", "sandbox", "grader_version", "tasks"):
            if key not in run:
                raise Stop(f"{self.run} is damaged: it has no {key}")
        return run

    def make(self):
        """A new folder is the user's alone: it holds the seed, and everybody's files and marks."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        if not self.folder.exists():
            self.folder.mkdir(mode=0o700)
        self.work.mkdir(exist_ok=True)

    def lock(self):
        """Keeps other commands out of this folder until every process that inherits the descriptor has ended."""
        self.make()
        handle = os.open(self.work / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise Stop(f"another command is at work in {self.folder}; wait for its end or end it (what it has graded "
                       "is kept)") from None
        return handle
