"""The results of a lab's tasks, each graded alone, as the grader gives them of all at once."""
import json
import pathlib
import re


def results(folder, names):
    """The result files of these tasks in a folder, as one."""
    parts = [json.loads(pathlib.Path(folder, f"{name}.json").read_text(encoding="utf-8")) for name in names]
    whole = {**parts[0], "tasks": [task for part in parts for task in part["tasks"]]}
    for count in ("points", "max", "not_assessed"):
        whole[count] = sum(part[count] for part in parts)
    whole["not_assessed_reason"] = next((part["not_assessed_reason"] for part in parts if part["not_assessed_reason"]), None)
    return whole


def counted(text):
    """(case, [(heading, cell) of each column]) of the counter table that the grader printed of one task, its name first; or None."""
    block = re.search(r"^Counted by the emulator, (.*)\n\n(.*?\n)\n", text, re.S | re.M)
    if not block:
        return None
    *headings, row = [line for line in block[2].splitlines() if not line.startswith("  * ")]
    columns, begin = [], 0
    for cell in re.finditer(r"\S+(?: \S+)*", row):  # every column but the first is aligned to the right
        end = cell.end() if columns else max(cell.end(), len("  task"))
        columns.append((tuple(line[begin:end].strip() for line in headings), cell[0]))
        begin = end
    return block[1], columns


def counter_table(folder, names):
    """The counter table of these tasks, as the grader prints it of all of them."""
    found = [row for name in names if (row := counted(pathlib.Path(folder, f"{name}.txt").read_text(encoding="utf-8")))]
    if not found:
        return ""
    cases = {case for case, _ in found}
    lines = [[heading[i] for heading, _ in found[0][1]] for i in range(len(found[0][1][0][0]))]
    lines += [[cell for _, cell in columns] for _, columns in found]
    if len(cases) > 1:
        heads = [""] * (len(lines) - len(found) - 1) + ["case"]
        for line, case in zip(lines, heads + [case for case, _ in found]):
            line.insert(1, case)
    left = 1 + (len(cases) > 1)
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    rows = ["".join("  " + (cell.ljust(w) if i < left else cell.rjust(w)) for i, (cell, w) in enumerate(zip(line, widths))) for line in lines]
    return "Counted by the emulator" + (f", {cases.pop()}" if len(cases) == 1 else "") + "\n\n" + "\n".join(rows) + "\n"
