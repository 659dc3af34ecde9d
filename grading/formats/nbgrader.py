"""The table that `nbgrader export` writes, of these marks: for a course that adds up nbgrader's grades.csv already."""
import csv
import datetime
import io

from . import text

COLUMNS = ("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score",
           "late_submission_penalty", "score", "max_score")


def moment(said, zone=datetime.timezone.utc):
    """As nbgrader writes it: in UTC, without saying so. A time without an offset is the zone's."""
    if not said:
        return ""
    when = datetime.datetime.fromisoformat(said)
    return str((when if when.tzinfo else when.replace(tzinfo=zone)).astimezone(datetime.timezone.utc).replace(tzinfo=None))


def document(everybody, due=None, zone=datetime.timezone.utc):
    """CSV text, a row for each mark; nbgrader, which has no column for what was given by hand, finds it in the raw score."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for student in everybody.students:
        row = student.row
        if row["mark"] is None:
            continue
        raw = row["mark"] + row["penalty"] if row["mark"] > 0 else min(row["raw"] + row["extra"], row["penalty"])
        writer.writerow([f"lab{everybody.lab}", moment(due, zone), moment(row["submitted"]), text.cell(row["login"] or row["id"] or student.key), text.cell(student.name), "",
                         text.cell(row["email"]), *map(text.number, (raw, row["penalty"], row["mark"], everybody.possible))])
    return out.getvalue()
