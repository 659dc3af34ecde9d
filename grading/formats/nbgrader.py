"""The table that `nbgrader export` writes, of these marks: for a course that adds up nbgrader's grades.csv already."""
import csv
import io

from . import text

COLUMNS = ("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score",
           "late_submission_penalty", "score", "max_score")


def document(everybody, due=None):
    """CSV text, a row for each mark; nbgrader, which has no column for what was given by hand, finds it in the raw score."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for student in everybody.students:
        row = student.row
        if row["mark"] is None:
            continue
        when = (row["submitted"] or "").replace("T", " ").removesuffix("Z")
        writer.writerow([f"lab{everybody.lab}", due or "", when, text.cell(row["login"] or row["id"] or student.key), text.cell(student.name), "",
                         text.cell(row["email"]), *map(text.number, (row["mark"] + row["penalty"], row["penalty"], row["mark"], everybody.possible))])
    return out.getvalue()
