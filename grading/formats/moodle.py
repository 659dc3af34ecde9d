"""Moodle's grade import: a row for each mark, found by e-mail or id number, with a feedback column."""
import csv
import html
import io

from . import explain, text

HEADER = ("ID number", "Email address", "Full name")


def feedback(student):
    """HTML, as Moodle takes it; every text in it that is not ours is escaped, and it is one line."""
    row = student.row
    said = [explain.OUTCOME[row["outcome"]]] if row["outcome"] != "graded" else []
    said += [f"{explain.title(t)}: {t['verdict'] or 'not graded'}, {text.number(t['points'])}/{text.number(t['max'])}"
             for t in row["tasks"] if row["outcome"] == "graded"]
    if row["penalty"]:
        said.append(f"late: -{text.number(row['penalty'])} ({row.get('penalty_text') or ''})")
    if row["outcome"] == "graded" and (note := explain.note(student)):
        said.append(note)
    return "<br>".join(html.escape(text.line(one)) for one in said)


def document(everybody):
    """(CSV text, keys that cannot be told apart or found in Moodle). Without a mark there is no row: nothing is overwritten."""
    out, lost = io.StringIO(newline=""), []
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*HEADER, f"Lab {everybody.lab} {text.line(everybody.title)}", "Feedback"])
    emails = [s.row["email"] for s in everybody.students if s.row["email"]]
    for student in everybody.students:
        row = student.row
        if row["mark"] is None:
            continue
        if not row["id"] and (not row["email"] or emails.count(row["email"]) > 1):
            lost.append(student.key)
            continue
        writer.writerow([text.line(row["id"]), text.line(row["email"]), text.cell(student.name), text.number(row["mark"]),
                         feedback(student)])
    return out.getvalue(), lost
