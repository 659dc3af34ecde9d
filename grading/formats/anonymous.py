"""The class without names: what a report may show to people who must not know who is who."""
import copy
import hashlib
import pathlib


class Nobody:
    """A student as results.Student, with the key and name of a number alone: no source, no files, nothing that a program printed."""

    def __init__(self, student, number):
        self.key = self.name = f"student-{number}"
        self.folder, self.seed, self.bench = pathlib.Path("anonymous"), student.seed, student.bench
        self.row = {**student.row, "key": self.key, "name": self.name, "problems": [], "comments": [], "note": "",
                    **{k: "" for k in ("id", "email", "login", "section", "file")}}
        self.row["adjustments"] = [{**a, "reason": ""} for a in student.row.get("adjustments", [])]
        self.result = copy.deepcopy(student.result)
        for task in (self.result or {}).get("tasks", []):
            task["output_excerpt"] = ""

    def source(self):
        return None, False

    def details(self, task):
        return [t for t in (self.result or {}).get("tasks", []) if t["name"] == task]


def hidden(everybody):
    """The class in an order that no name decides, the same each time: that of the hash of the secret seed and the key."""
    shown = copy.copy(everybody)
    order = sorted(everybody.students, key=lambda s: hashlib.sha256(f"{everybody.seed} {s.key}".encode()).digest())
    shown.students = [Nobody(s, n) for n, s in enumerate(order, 1)]
    shown.waiting, shown.alike, shown.pairs = [], [], []
    return shown
