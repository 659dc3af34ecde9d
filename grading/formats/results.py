"""Reads a results folder (run.json, marks.json, students/KEY/...) and stops at the first thing that is not as it must be."""
import json
import pathlib
import re

OUTCOMES = ("graded", "missing", "no-file", "bad-file", "infra")
VERDICTS = ("pass", "wrong", "hazard", "inefficient", "slow", "crash", "timeout", "todo", "rejected", "not-assessed",
            "infra")
UNJUDGED = ("not-assessed", "infra")
KEY = re.compile(r"[A-Za-z0-9_%][A-Za-z0-9._%-]*")
SOURCE_LIMIT = 1 << 20


class Broken(Exception):
    """The folder cannot be exported; the text says which file, which place in it, and what was expected."""


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value and abs(value) != float("inf")


def is_text(value):
    return isinstance(value, str)


def is_text_or_none(value):
    return value is None or isinstance(value, str)


def is_number_or_none(value):
    return value is None or is_number(value)


def is_list(value):
    return isinstance(value, list)


def is_object_or_none(value):
    return value is None or isinstance(value, dict)


EXPECTED = {is_number: "a number", is_text: "a text", is_text_or_none: "a text or null", is_list: "a list",
            is_number_or_none: "a number or null", is_object_or_none: "an object or null"}

MARKS = {"lab": is_text, "title": is_text, "backend": is_text, "points_possible": is_number, "created": is_text,
         "students": is_list}
STUDENT = {"key": is_text, "id": is_text_or_none, "name": is_text_or_none, "email": is_text_or_none,
           "login": is_text_or_none, "section": is_text_or_none, "outcome": is_text, "file": is_text_or_none,
           "submitted": is_text_or_none, "raw": is_number, "extra": is_number, "penalty": is_number,
           "mark": is_number_or_none, "note": is_text_or_none, "tasks": is_list}
MARKED_TASK = {"name": is_text, "verdict": is_text_or_none, "points": is_number, "max": is_number}
RESULT = {"lab": is_text, "backend": is_text, "tasks": is_list}
RESULT_TASK = {"name": is_text, "backend": is_text, "verdict": is_text, "points": is_number, "max": is_number,
               "hazards": is_list, "gates": is_list, "mismatches": is_list, "counters": is_object_or_none,
               "first_mismatch": is_object_or_none, "message": is_text, "hint": is_text, "output_excerpt": is_text}


def check(value, keys, place):
    """Raises Broken unless value is an object with these keys, each of its kind."""
    if not isinstance(value, dict):
        raise Broken(f"{place}: expected an object, got {brief(value)}")
    for key, kind in keys.items():
        if key not in value:
            raise Broken(f"{place}: the key '{key}' is missing")
        if not kind(value[key]):
            raise Broken(f"{place}.{key}: expected {EXPECTED[kind]}, got {brief(value[key])}")


def brief(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def one_of(value, allowed, place):
    if value not in allowed:
        raise Broken(f"{place}: expected one of {', '.join(allowed)}, got {brief(value)}")


def read_json(path, needed=True):
    """The object in a JSON file; None where it is not needed and absent."""
    try:
        value = json.loads(path.read_bytes())
    except FileNotFoundError:
        if needed:
            raise Broken(f"{path}: no such file; is this a folder that grading/grade wrote?") from None
        return None
    except json.JSONDecodeError as error:
        raise Broken(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except (ValueError, OSError) as error:
        raise Broken(f"{path}: cannot be read: {error}") from None
    if not isinstance(value, dict):
        raise Broken(f"{path}: expected an object, got {brief(value)}")
    version = value.get("schema_version", 1)
    if version != 1:
        raise Broken(f"{path}: schema_version: expected 1, got {brief(version)}; this command is older than the file")
    return value


def check_marks(marks, path):
    check(marks, MARKS, str(path))
    seen = set()
    for i, student in enumerate(marks["students"]):
        place = f"{path}: students[{i}]"
        check(student, STUDENT, place)
        if not KEY.fullmatch(student["key"]):
            raise Broken(f"{place}.key: expected letters, digits, '.', '_', '-' and %XX, got {brief(student['key'])}")
        if student["key"].casefold() in seen:
            raise Broken(f"{place}.key: {student['key']} is there twice")
        seen.add(student["key"].casefold())
        graded_as = student.get("graded_as", student["key"])
        if not is_text(graded_as) or graded_as.partition("~")[0] != student["key"] or not KEY.fullmatch(graded_as.replace("~", "")):
            raise Broken(f"{place}.graded_as: expected {student['key']}, or that and ~1, got {brief(graded_as)}")
        one_of(student["outcome"], OUTCOMES, f"{place}.outcome")
        for k, task in enumerate(student["tasks"]):
            check(task, MARKED_TASK, f"{place}.tasks[{k}]")
            if task["verdict"] is not None:
                one_of(task["verdict"], VERDICTS, f"{place}.tasks[{k}].verdict")


def read_result(path, lab):
    """A result file of the grader, checked; None where there is none."""
    result = read_json(path, needed=False)
    if result is not None:
        check(result, RESULT, str(path))
        if result["lab"] != lab:
            raise Broken(f"{path}: lab: expected {brief(lab)} as in marks.json, got {brief(result['lab'])}")
        for i, task in enumerate(result["tasks"]):
            check(task, RESULT_TASK, f"{path}: tasks[{i}]")
            one_of(task["verdict"], VERDICTS, f"{path}: tasks[{i}].verdict")
    return result


def read_bench(path, lab):
    """What `labNN bench` wrote, checked; None where nothing was timed."""
    bench = read_json(path, needed=False)
    if bench is None:
        return None
    check(bench, {"lab": is_text, "tasks": is_list}, str(path))
    if bench["lab"] != lab:
        raise Broken(f"{path}: lab: expected {brief(lab)} as in marks.json, got {brief(bench['lab'])}")
    for i, task in enumerate(bench["tasks"]):
        place = f"{path}: tasks[{i}]"
        check(task, {"name": is_text, "timing": is_object_or_none}, place)
        if task["timing"] is not None:
            check(task["timing"], {"case": is_text, "runs": is_list}, f"{place}.timing")
            for k, run in enumerate(task["timing"]["runs"]):
                check(run, {"name": is_text, "trouble": is_text_or_none}, f"{place}.timing.runs[{k}]")
    return bench


class Student:
    """One student: what marks.json says, and what lies in the student's folder."""

    def __init__(self, folder, row, lab, seed):
        self.folder, self.row, self.seed = folder, row, seed
        self.key, self.name = row["key"], row["name"] or row["key"]
        self.result = read_result(folder / "result.json", lab) if row["outcome"] in ("graded", "infra") else None
        self.bench = read_bench(folder / "bench.json", lab) if row["outcome"] == "graded" else None

    def source(self):
        """(text of the graded file or None, whether it was cut); bytes that are no UTF-8 become U+FFFD."""
        try:
            with open(self.folder / "submission.cu", "rb") as file:
                data = file.read(SOURCE_LIMIT + 1)
        except FileNotFoundError:
            return None, False
        except OSError as error:
            raise Broken(f"{self.folder / 'submission.cu'}: cannot be read: {error.strerror}") from None
        return data[:SOURCE_LIMIT].decode("utf-8", "replace"), len(data) > SOURCE_LIMIT

    def details(self, task):
        """The result file's entries of one task, one a backend; empty where nothing was graded."""
        return [t for t in (self.result or {}).get("tasks", []) if t["name"] == task]


class Class:
    """A results folder: lab, title, points_possible, created, seed (a text, secret), and the students by key."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        if not self.folder.is_dir():
            raise Broken(f"{folder}: no such folder")
        if (self.folder / ".work/apply.json").exists():
            raise Broken(f"{folder}: a `regrade --apply` was interrupted while it put new results in place: run grading/grade or "
                         "grading/regrade, which complete that")
        self.run = read_json(self.folder / "run.json")
        self.marks = read_json(self.folder / "marks.json")
        check_marks(self.marks, self.folder / "marks.json")
        self.lab, self.title, self.possible = (self.marks[k] for k in ("lab", "title", "points_possible"))
        self.backend, self.created = self.marks["backend"], self.marks["created"]
        self.waiting = [k for k in self.marks.get("waiting", []) if is_text(k)]  # not graded yet: not among the students
        self.seed = str(self.run.get("seed", ""))
        self.students = [Student(self.folder / "students" / row.get("graded_as", row["key"]), row, self.lab, self.seed)
                         for row in self.marks["students"]]
        alike = {"pairs": [], **(read_json(self.folder / "similar.json", needed=False) or {"groups": []})}
        check(alike, {"groups": is_list, "pairs": is_list}, str(self.folder / "similar.json"))
        self.alike = [group for group in alike["groups"] if is_list(group) and all(map(is_text, group))]
        self.pairs = alike["pairs"]  # JPlag's, the most alike first
        for i, pair in enumerate(self.pairs):
            check(pair, {"keys": is_list, "average": is_number, "most": is_number}, f"{self.folder / 'similar.json'}: pairs[{i}]")
        self.tasks = list({task["name"]: None for s in self.students for task in s.row["tasks"]})
