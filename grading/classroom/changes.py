"""What differs between two marks.json: whose marks, by which task, and why."""


def of_student(old, new):
    """The lines that say what changes for one student; empty where nothing does."""
    if old is None:
        return [f"{new['key']}: new: {show(new['mark'])}"]
    lines = []
    before = {t["name"]: t for t in old["tasks"]}
    for task in new["tasks"]:
        was = before.pop(task["name"], None)
        if was is None:
            lines.append(f"    {task['name']}: a task that was not there: {task['verdict']}")
        elif (was["verdict"], was["points"], was["max"]) != (task["verdict"], task["points"], task["max"]):
            lines.append(f"    {task['name']}: {verdict(was)} -> {verdict(task)}{why(was, task)}")
    lines += [f"    {name}: a task that is there no longer" for name in before]
    if old["outcome"] != new["outcome"]:
        lines.append(f"    outcome: {old['outcome']} -> {new['outcome']}" + (f": {new['note']}" if new["note"] else ""))
    if old["penalty"] != new["penalty"]:
        lines.append(f"    penalty: {old['penalty']} -> {new['penalty']} {new['penalty_text']}")
    if lines or old["mark"] != new["mark"]:
        lines.insert(0, f"{new['key']} ({new['name']}): {show(old['mark'])} -> {show(new['mark'])}")
    return lines


def verdict(task):
    return f"{task['verdict'] or 'not graded'} ({task['points']} of {task['max']})"


def why(was, task):
    """The first line of what is said of a task now; where it passes now, of what was said before."""
    for when, one in (("", task), ("before: ", was)):
        if one["verdict"] != "pass" and (said := (one["message"] or one["hint"]).strip().split("\n")[0]):
            return f": {when}{said}"
    return ""


def show(mark):
    return "no mark" if mark is None else f"{mark:g}"


def pairs(old, new):
    before = {s["key"]: s for s in old["students"]}
    return [(before.get(s["key"]), s) for s in new["students"]]


def count(old, new):
    """How many students something changes for."""
    return sum(bool(of_student(a, b)) for a, b in pairs(old, new))


def describe(old, new, old_version, new_version):
    lines = [line for a, b in pairs(old, new) for line in of_student(a, b)]
    marks = sum(a is None or a["mark"] != b["mark"] for a, b in pairs(old, new))
    grader = (f"the same grader, {new_version}" if old_version == new_version else
              f"grader {old_version} before, {new_version} now")
    head = (f"{len(new['students'])} students, the same inputs, {grader}: "
            f"{marks} mark{' changes' if marks == 1 else 's change'}")
    other = count(old, new) - marks
    return [head + (f", {other} verdict{'s' * (other != 1)} without a change of the mark" if other else ""), *lines]
