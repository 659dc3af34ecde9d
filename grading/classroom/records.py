"""A student's record: what status.json vouches for, and whether what lies beside it is still that."""
import hashlib
import re

from formats.results import VERDICTS

from . import store

FILES = ("result.json", "bench.json", "log.txt")  # of one grading, for which status.json vouches
GRADING = (*FILES, "status.json")


def undated(data):
    """A result's bytes without its one time stamp."""
    return re.sub(rb'\n  "date": "[^"\n]*"', b"", data, count=1)


def digest(path):
    """SHA-256 of a file without its time stamp, None where there is no file."""
    try:
        return hashlib.sha256(undated(path.read_bytes()) if path.suffix == ".json" else path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return None


def seal(results, run, key, **status):
    """Writes status.json, last of a student's files: it names the student, the lab, the submission and every other file's hash."""
    here = results.student(key)
    store.write_json(here / "status.json", {**status, "student": key, "lab": run["lab"], "seed": run["seed"],
                                            "files": {name: digest(here / name) for name in FILES}})


def status_trouble(results, run, key):
    """Why status.json cannot be believed, whatever it says of the submission, or ""."""
    status = results.read(key, "status")
    if status is None:
        return f"status.json {'is damaged' if (results.student(key) / 'status.json').exists() else 'is missing'}"
    if status.get("outcome") not in store.OUTCOMES or not isinstance(status.get("reason"), str) or "attempts" not in status:
        return "status.json is damaged"
    if status["attempts"] and (status.get("student"), status.get("lab"), status.get("seed")) != (key, run["lab"], run["seed"]):
        return "status.json is another student's, lab's or run's"
    return ""


def trouble(results, run, key):
    """Why a student's record does not tell what the grader gave, or "" where it does. Only for students with a status of a
    grading; intake decides on the others anew in each run."""
    here, status = results.student(key), results.read(key, "status")
    if why := status_trouble(results, run, key):
        return why
    if status["attempts"] == 0:
        return ""
    submission = results.read(key, "submission")
    if submission is None:
        return f"submission.json {'is damaged' if (here / 'submission.json').exists() else 'is missing'}"
    if not status.get("sha256") == submission.get("sha256") == digest(here / "submission.cu"):
        return "submission.cu is not the file that was graded"
    for name in FILES:
        if (found := digest(here / name)) != (status.get("files") or {}).get(name):
            return f"{name} {'is missing' if found is None else 'is not what the grader wrote: damaged, or of another student'}"
    return "" if status["outcome"] == "infra" else result_trouble(run, results.read(key, "result"))


def result_trouble(run, result):
    """Why a grader's result is none of this run, or ""."""
    if not isinstance(result, dict) or not isinstance(result.get("tasks"), list):
        return "result.json is not a result"
    if (result.get("lab"), result.get("seed")) != (run["lab"], run["seed"]):
        return "result.json is another lab's or seed's"
    rows = {t.get("name"): t for t in result["tasks"] if isinstance(t, dict)}
    for name, _ in run["tasks"]:
        if name not in rows or rows[name].get("verdict") not in VERDICTS:
            return f"result.json lacks a verdict for {name}"
    return ""
