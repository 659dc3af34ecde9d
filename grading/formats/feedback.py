"""One student's feedback in Markdown: what each task got and why, without the secret seed and without anybody else."""
from . import explain, text


def head(student, everybody):
    row = student.row
    lines = [f"# Lab {everybody.lab}, {text.escaped(everybody.title)}", "", f"For {text.inline(student.name)}", ""]
    if row["mark"] is None:
        lines.append("**No mark yet.**")
    else:
        lines.append(f"**Mark: {text.number(row['mark'])} of {text.number(everybody.possible)}**")
    facts = []
    if row["outcome"] != "graded":
        facts.append(text.escaped(explain.note(student)) or explain.OUTCOME[row["outcome"]])
    else:
        facts.append(f"tasks: {text.number(row['raw'])} points")
    if row["extra"]:
        facts.append(f"extra: {text.number(row['extra'])} points")
    if row["penalty"]:
        facts.append(f"late: -{text.number(row['penalty'])} points ({text.escaped(row.get('penalty_text') or '')})")
    for entry in row.get("adjustments", []):
        facts.append(f"by hand: {entry['points']:+g} points{by_task(entry)}: {text.escaped(entry['reason'])}")
    for entry in row.get("comments", []):
        facts.append(f"comment{by_task(entry)}: {text.escaped(entry['text'])}")
    if row["file"]:
        facts.append(f"graded file: {text.inline(row['file'])}")
    if row["submitted"]:
        facts.append(f"handed in: {text.escaped(row['submitted'])}")
    if row["outcome"] == "graded" and (note := explain.note(student)):
        facts.append(text.escaped(note))
    return lines + [""] + [f"- {fact}" for fact in facts]


def by_task(entry):
    """" (3_sequential)" where what a human decided or says is of one task."""
    return f" ({text.escaped(entry['task'])})" if entry["task"] else ""


def table(student):
    lines = ["", "| task | verdict | points |", "|:--|:--|--:|"]
    return lines + [f"| {text.escaped(explain.title(t))} | {t['verdict'] or 'not graded'} | "
                    f"{text.number(t['points'])}/{text.number(t['max'])} |" for t in student.row["tasks"]]


def said_of(student, task):
    """(facts, hints, repeat commands, output) of one task of one backend, as lines."""
    said, hints, repeats = [], [], []
    for label, found in explain.facts(student, task):
        if label in ("hint", "repeat"):
            (hints if label == "hint" else repeats).extend(found)
        else:
            said += [f"{label if i == 0 else '':<9}{one}" for i, one in enumerate(found)]
    return said, hints, repeats, explain.output(student, task)


def section(names, task, said, hints, repeats, output):
    """What did not pass, once for all tasks of which the same is to be said."""
    lines = ["", f"## {', '.join(text.escaped(n) for n in names)}: {task['verdict']}", "",
             f"On {text.escaped(task['backend'])}: {explain.MEANING[task['verdict']]}."]
    if said:
        lines += ["", text.fence("\n".join(said))]
    if hints:
        lines += ["", "**Hint:** " + text.escaped(" ".join(hints))]
    if repeats:
        lines += ["", "Try it with your file as the lab's `starter.cu` (your copy has other inputs of the same kind):", "",
                  text.fence("\n".join(repeats), "sh")]
    if output:
        lines += ["", "Your program printed, last lines:", "", text.fence(output)]
    return lines


def sections(student):
    groups = {}
    for row in student.row["tasks"]:
        for task in student.details(row["name"]):
            if task["verdict"] not in ("pass", "not-assessed"):
                said, hints, repeats, output = said_of(student, task)
                same = groups.setdefault((task["verdict"], task["backend"], *said, 0, *hints, 0, output), (task, [], []))
                same[1].append(task["name"])
                same[2].append((said, hints, repeats, output))
    lines = []
    for task, names, parts in groups.values():
        said, hints, _, output = parts[0]
        repeats = [r for part in parts for r in part[2]]
        if len(names) == len(student.row["tasks"]) > 1:
            names, repeats = ["all tasks"], repeats and [repeats[0].split(" --task ")[0]]
        lines += section(names, task, said, hints, repeats, output)
    return lines


def document(student, everybody):
    lines = head(student, everybody)
    if student.row["outcome"] in ("graded", "infra"):
        lines += table(student) + sections(student)
    return "\n".join(lines) + "\n"
