"""What compute-sanitizer's tools said of the labelled programs: rows of one run each, and h200.csv, a row for each program."""
import csv
import hashlib
import os

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
ALONE = "alone"
ROW = ("program", "code", "tool", "found", "errors", "warnings", "exit", "seconds")
HEAD = ("program", "code", ALONE, *TOOLS)
HERE = os.path.dirname(os.path.abspath(__file__))
CSV = os.path.join(HERE, "h200.csv")


def code_of(program):
    """Names the program's code: a row is of use as long as this is the same. A label may be corrected without a GPU."""
    code = program.text.split("\n", 3)[3].replace(" // here\n", "\n")
    return hashlib.sha256(code.encode()).hexdigest()[:8]


def read(path):
    """(first line, {(program, code): {tool: what was seen}}); empty if there is no such file."""
    if not os.path.exists(path):
        return "", {}
    with open(path, encoding="utf-8", newline="") as f:
        head = f.readline().lstrip("# ").strip()
        return head, {(r["program"], r["code"]): {t: r[t] for t in (ALONE, *TOOLS) if r[t]} for r in csv.DictReader(f)}


def write(path, head, seen):
    """The table of all programs, sorted; written beside it first, so that a kill leaves the old one."""
    with open(path + ".new", "w", encoding="utf-8", newline="") as f:
        f.write(f"# {head}\n")
        out = csv.writer(f, lineterminator="\n")
        out.writerow(HEAD)
        for (name, code), tools in sorted(seen.items()):
            out.writerow([name, code, *(tools.get(t, "") for t in (ALONE, *TOOLS))])
    os.replace(path + ".new", path)


def read_rows(path, seen):
    """Adds the rows of runs to `seen`; a line that a kill has cut short is left out."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8", newline="") as f:
        for row in csv.reader(f):
            if len(row) == len(ROW):
                seen.setdefault((row[0], row[1]), {})[row[2]] = row[3]
