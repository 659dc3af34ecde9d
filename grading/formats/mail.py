"""A table for mail merge: who gets which feedback file, under which address."""
import csv
import io

from . import text


def document(everybody):
    """(UTF-8 with a byte order mark, [keys without an address]). The file is named as seen from the table."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["key", "name", "email", "mark", "possible", "file"])
    for s in everybody.students:
        writer.writerow([*map(text.cell, (s.key, s.name, s.row["email"], s.row["mark"], everybody.possible, f"feedback/{s.key}.md"))])
    return ("\ufeff" + out.getvalue()).encode(), [s.key for s in everybody.students if not s.row["email"]]
