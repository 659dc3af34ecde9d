"""Canvas's gradebook CSV, made from the instructor's own export of it: the same rows, its ID columns and one assignment."""
import csv
import io
import re

from . import text

NAMES = (("Student",), ("LastName", "FirstName"))  # the latter where the institution asks for it
FIXED = ("Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Root Account", "Section")
NEEDED = ("ID", "Section")
MATCHED = (("SIS Login ID", ("login", "email", "key")), ("SIS User ID", ("id", "key")), ("ID", ("id",)))


class Refused(Exception):
    """The template does not fit; the text says where and what to do."""


def read(path):
    """(rows, delimiter) of an export; European Canvas writes semicolons."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            said = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: cannot be read as UTF-8 text: {error}") from None
    first = said.split("\n", 1)[0]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    rows = list(csv.reader(io.StringIO(said, newline=""), delimiter=delimiter))
    header = rows[0] if rows else []
    missing = [c for c in NEEDED if c not in header]
    missing += [] if any(set(names) <= set(header) for names in NAMES) else ["Student"]
    if missing:
        raise Refused(f"{path}:1: no column {', '.join(missing)}: expected the gradebook as Canvas exports it "
                      "(Grades, Export, Export Entire Gradebook)")
    for number, row in enumerate(rows, 1):
        if row and len(row) != len(rows[0]):
            raise Refused(f"{path}: row {number}: expected {len(rows[0])} cells as in the header, got {len(row)}")
    return [row for row in rows if row], delimiter


def assignment(header, wanted, path):
    """The index of the one assignment column that is meant. Any other title would create an assignment in Canvas."""
    columns = {i: re.fullmatch(r"(.*) \((\d+)\)", c.strip(), re.S) for i, c in enumerate(header) if c not in FIXED}
    columns = {i: m for i, m in columns.items() if m}
    found = [i for i, m in columns.items() if wanted in (m[0], m[1], m[2])]
    if len(found) != 1:
        names = ", ".join(f"'{m[0]}'" for m in columns.values()) or "none"
        raise Refused(f"{path}: {'no' if not found else len(found)} assignments '{wanted}'; create it in Canvas and export "
                      f"again, or choose one with --canvas-column. There are: {names}")
    return found[0]


def match(header, row, students):
    """The students whose login, id or e-mail this row has: the first kind of name that any student answers to."""
    for column, fields in MATCHED:
        said = row[header.index(column)].strip().casefold() if column in header else ""
        found = [s for s in students if said and said in {(s.row.get(f) or "").casefold() for f in fields}]
        if found:
            return found
    return []


def document(everybody, path, wanted):
    """(CSV text, [what the reader must know]): rows as in the template, a mark where there is one.

    A cell stays as it was where there is no mark (not graded yet, nobody of that name here) and where it says EX."""
    rows, delimiter = read(path)
    header = rows[0]
    mark_column = assignment(header, wanted, path)
    kept = [i for i, c in enumerate(header) if c in FIXED]
    written, said, owners = [[header[i] for i in [*kept, mark_column]]], [], {}
    named = [header.index(c) for c in ("FirstName", "LastName", "Student") if c in header]
    for number, row in enumerate(rows[1:], 2):
        name, value = " ".join(row[i] for i in named).strip(), row[mark_column]
        possible = "Points Possible" in row[0]
        if possible:
            check_possible(value, everybody.possible, f"{path}: row {number}")
        else:
            found = match(header, row, everybody.students)
            for student in found:
                if len(found) > 1 or student.key in owners:
                    others = [s.key for s in found if s is not student] or [f"row {owners[student.key]}"]
                    raise Refused(f"{path}: row {number}: {text.line(name)} is {student.key} and {', '.join(others)} at once")
                owners[student.key] = number
                if value.strip().upper() == "EX":
                    said.append(f"{student.key}: is excused (EX) in Canvas and stays so")
                elif student.row["mark"] is None:
                    said.append(f"{student.key}: has no mark yet; the cell stays '{text.line(value)}'")
                else:
                    value = text.number(student.row["mark"])
            if not found and row[header.index("ID")].strip():
                said.append(f"{path}: row {number}: {text.line(name)} is not in the results; the cell stays")
        guarded = [text.cell(row[i]) if (i in named or header[i] == "Section") and not possible else row[i]
                   for i in kept]
        written.append([*guarded, value])
    lost = [s.key for s in everybody.students if s.key not in owners and s.row["mark"] is not None]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(written)
    return out.getvalue(), said, lost


def check_possible(value, possible, place):
    try:
        points = float(value.replace(",", "."))
    except ValueError:
        raise Refused(f"{place}: Points Possible: expected a number, got '{value}'") from None
    if points != possible:
        raise Refused(f"{place}: Points Possible: the assignment has {text.number(points)} points in Canvas, the lab "
                      f"{text.number(possible)}; set it to {text.number(possible)} there and export again")
