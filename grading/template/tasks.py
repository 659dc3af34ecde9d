"""The next task of a lab: `add` fills the places that docs/contributing/labs.md names."""
import re

from . import WIDTH, filled

NAME = re.compile(r"(?!calls)[a-z][a-z0-9_]{0,23}")  # grader/calls*.c is the worker's
NAMES = "a-z, 0-9 and _, at most 24 characters, not `calls...`"


def lab_folder(root, number):
    """labs/NN_name; None where there is no such lab."""
    found = sorted((root / "labs").glob(f"{number}_*"))
    return found[0] if found and re.fullmatch(r"\d\d", number) else None


def before(mark, last=False):
    """A place: before the one line (or the last one) that is `mark`, a regular expression."""
    def place(text):
        found = [m.start() for m in re.finditer(rf"^{mark}", text, re.M)]
        return found[-1] if len(found) == 1 or (found and last) else None
    return place


def end_of_rows(text):
    """Where the table of tasks ends."""
    table = re.search(r"^static const struct pmpp_task tasks\[\] = \{\n", text, re.M)
    end = re.compile(r"^\};", re.M).search(text, table.end()) if table else None
    return end.start() if end else None


def with_call(text, row):
    """calls.c with one row more in its list; None where the list has another form."""
    block = re.search(r"^(#define CALLS\(RUN, TWO, AFTER\).*\n(?:.*\n)*?)PMPP_CALLS\(CALLS\);", text, re.M)
    lines = block[1].rstrip("\n").split("\n") if block else [""]
    if not block or not all(line.endswith("\\") for line in lines[:-1]) or lines[-1].endswith("\\"):
        return None
    lines[-1] = lines[-1].ljust(WIDTH - 1) + "\\"
    return text[:block.start(1)] + "\n".join(lines) + "\n" + row + text[block.end(1):]


def end_of_sections(text):
    """Where the next task's section belongs: after the last one, or in the section about the tasks."""
    tasks = [m.end() for m in re.finditer(r"^### .*\(\d+ points?\)$", text, re.M)]
    tasks = tasks or [m.end() for m in re.finditer(r"^## (?:The )?(?:[Tt]asks|[Ss]tages)$", text, re.M)]
    following = re.compile(r"^##+ ", re.M).search(text, tasks[-1]) if tasks else None
    return following.start() if following else None


def header_of_cases(changes, folder):
    """The header in which cases are declared and which tasks.c includes; of several the last."""
    included = re.findall(r'^#include "(\w+\.h)"$', changes.read(folder / "grader/tasks.c") or "", re.M)
    headers = [h for h in (folder / "grader" / name for name in included) if changes.read(h) is not None]
    return ([h for h in headers if "pmpp_case_spec" in changes.read(h)] or headers or [None])[-1]


def contract(changes, folder):
    new = [path for path in changes.texts if path.parent == folder and path.suffix == ".h"]
    paths = sorted({*folder.glob("*.h"), *new})
    return next((p for p in paths if "PMPP_CONTRACT_END" in changes.read(p)), None)


def clashes(folder, values):
    """The files of the lab that use one of the new task's names already."""
    word, function = values["WORD"], f"{values['PREFIX']}_{values['TASK']}"
    names = re.compile(rf"\b(?:(?:make|golden|update)_{word}|{word}_(?:cases|gates|bytes)|"
                       rf"{function}(?:_kernel)?|\d+_{word})\b")
    patterns = ("*.h", "*.cu", "grader/*", "solution/*")
    files = [file for pattern in patterns for file in sorted(folder.glob(pattern))]
    found = {file: names.search(file.read_text(encoding="utf-8")) for file in files}
    return [f"{file.relative_to(folder)} has a `{m[0]}`" for file, m in found.items() if m]


def add_solution(changes, folder, values):
    text, solution = filled("task/solution", values), folder / "solution.cu"
    if (folder / "solution").is_dir():
        part = f"solution/{values['TASK']}.cuh"
        changes.create(folder / part, f"// Lab {values['NUMBER']}, {values['TASK']}.\n\n{text}")
        text = f"//   {values['N']} {values['WORD']}\n#include \"{part}\"\n"
    else:
        text = "\n" + f"// ---- {values['N']}: {values['WORD']} ".ljust(WIDTH - 1, "-") + "\n\n" + text
    changes.insert(solution, text, len, "the reference")


def add(changes, folder, word, points, name=""):
    """Puts the next task into the lab, returns its name, 8_word. `name`: the prefix where there is none."""
    tasks = changes.read(folder / "grader/tasks.c") or ""
    number = 1 + max(map(int, re.findall(r'"(\d+)_[a-z]\w*"', tasks)), default=0)
    header, table = contract(changes, folder), header_of_cases(changes, folder)
    if not header:
        changes.lacking.append(f"labs/{folder.name}: expected a header with PMPP_CONTRACT_END, for the declaration")
        return word
    prefixes = re.findall(r"\bint ([a-z]+)_\d\w*\(", changes.read(header))
    values = {"NUMBER": folder.name[:2], "N": number, "WORD": word, "TASK": f"{number}_{word}",
              "POINTS": points, "PREFIX": prefixes[-1] if prefixes else name,
              "DECLARATIONS": table.name if table else "parts.h", "CONTRACT": header.name}
    if used := clashes(folder, values):
        changes.lacking += [f"labs/{folder.name}/{use}: choose another name" for use in used]
        return values["TASK"]

    changes.insert(header, filled("task/contract", values), before(r"PMPP_CONTRACT_END$"),
                   "one line PMPP_CONTRACT_END in a header")
    row = filled("task/calls", values)
    changes.replace(folder / "grader/calls.c", lambda text: with_call(text, row),
                    f"`#define CALLS(RUN, TWO, AFTER)`, rows, `PMPP_CALLS(CALLS);`; one row more:\n{row}")
    changes.insert(folder / "grader/tasks.c", filled("task/row", values), end_of_rows,
                   "`static const struct pmpp_task tasks[] = {` .. `};`")
    changes.insert(table, filled("task/declarations", values), before(r"#endif", last=True),
                   "a header that tasks.c includes, with an #endif")
    changes.create(folder / f"grader/{word}.c", filled("task/task.c", values))
    changes.insert(folder / "starter.cu", filled("task/starter", values), len, "the starter")
    add_solution(changes, folder, values)
    changes.create(folder / f"wrong/{values['TASK']}.edits", filled("task/wrong.edits", values))
    changes.create(folder / f"accepted/grid_stride_{number}.cu", filled("task/accepted.cu", values))
    changes.insert(folder / "README.md", filled("task/handout.md", values), end_of_sections,
                   "a heading `### 3_name (10 points)` or `## The tasks`, and a heading after it")
    return values["TASK"]


def points_of(changes, folder):
    """The sum of the points in the table; None where a row does not say them as `.points = 10`."""
    text = changes.read(folder / "grader/tasks.c")
    said, rows = re.findall(r"\.points = (\d+)", text), set(re.findall(r'"(\d+_[a-z]\w*)"', text))
    return sum(map(int, said)) if len(said) == len(rows) else None
