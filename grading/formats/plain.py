"""The plain CSV: one row a student, every column of marks.json, then points and verdict of each task."""
import csv
import io

from . import text

COLUMNS = ("key", "id", "name", "email", "login", "section", "outcome", "file", "submitted", "late_days", "raw", "extra",
           "penalty", "adjusted", "mark", "not_assessed", "infra_points", "note")


def document(everybody):
    """UTF-8 with a byte order mark, without which Excel reads a Korean name as Latin-1. A mark that is not final is empty."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*COLUMNS, *(f"{text.cell(t)} {what}" for t in everybody.tasks for what in ("points", "verdict"))])
    for student in everybody.students:
        tasks = {t["name"]: t for t in student.row["tasks"]}
        row = [text.cell(student.row.get(c)) for c in COLUMNS]
        for name in everybody.tasks:
            task = tasks.get(name, {})
            row += [text.cell(task.get("points")), text.cell(task.get("verdict"))]
        writer.writerow(row)
    return ("\ufeff" + out.getvalue()).encode()
