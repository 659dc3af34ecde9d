"""Moodle's grade import: a row for each mark, found by e-mail or id number, with a feedback column."""
import csv
import html
import io

from . import explain, text

BY = {"ID number": "id", "Email address": "email"}  # Moodle's columns that find a student, and ours


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


def findable(students):
    """(columns, students, [the others' keys]): a column is written if it finds each of these students. Moodle looks for whoever has an
    empty id where a cell is empty, so no cell may be: of columns with gaps the one that finds most is taken."""
    def found(field):
        said = [s.row[field] for s in students]
        return [s for s in students if s.row[field] and said.count(s.row[field]) == 1]
    by = {column: found(field) for column, field in BY.items()}
    most = max(by.values(), key=len)
    return [c for c, some in by.items() if some == most], most, [s.key for s in students if s not in most]


def document(everybody):
    """(CSV text, keys that cannot be told apart or found in Moodle). Without a mark there is no row: nothing is overwritten."""
    columns, students, lost = findable([s for s in everybody.students if s.row["mark"] is not None])
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*columns, "Full name", f"Lab {everybody.lab} {text.line(everybody.title)}", "Feedback"])
    for student in students:
        writer.writerow([*(text.line(student.row[BY[c]]) for c in columns), text.cell(student.name), text.number(student.row["mark"]),
                         feedback(student)])
    return out.getvalue(), lost


def above(everybody, most=100):
    """The students for whose marks Moodle refuses the whole file, as long as its grades end at the maximum (unlimitedgrades)."""
    return [s.key for s in everybody.students if s.row["mark"] is not None and s.row["mark"] > most]
