"""What a student may know of one graded task, as (label, lines): the same facts for Markdown, HTML, JUnit and Gradescope."""
import pathlib
import re

from . import text

MEANING = {
    "pass": "every case is right and every required gate is met",
    "wrong": "an output differs, an input was changed, or the function returned an error",
    "hazard": "a race, an access out of bounds, a read of unwritten memory, a barrier not reached, or a leak",
    "inefficient": "right, but a counter misses its gate: the kernel does not use the idea of this task yet; worth a part of the "
                   "points",
    "slow": "right, but slower on a GPU than the task allows, in each of three measurements beside the library; worth a part of "
            "the points",
    "crash": "the program ended before it answered",
    "timeout": "it did not answer in time",
    "todo": "not begun: the function returned PMPP_TODO",
    "rejected": "the file does not compile, lacks the function, or uses something that is not allowed",
    "not-assessed": "the task needs a GPU, and there was none; you lose no points by this",
    "infra": "the grader's own trouble, not yours: it will be graded again",
}
OF_A_LAUNCH = ("invalid-launch", "launch-error-unread")  # hazards that the host found
OUTCOME = {
    "graded": "graded",
    "missing": "nothing was handed in",
    "no-file": "the submission contains no .cu file",
    "bad-file": "the file that was handed in cannot be graded",
    "infra": "not graded yet, through no fault of the student: it will be graded again",
}


def own(said, student):
    """Text of the grader with neither the seed nor a path of the grading machine; the student's file is submission.cu."""
    path = (student.result or {}).get("implementation") or ""
    if "/" in path:
        said = said.replace(path, "submission.cu")
    said = re.sub(r"(?<![\w/])(?:/[\w.%+@-]+)+/([\w.%+@-]+)", r"\1", said)
    return text.without_seed(said, student.seed)


def meaning(student, verdict):
    """What a verdict means; without one, why there is none."""
    outcome = student.row["outcome"]
    return MEANING.get(verdict) or (OUTCOME[outcome] if outcome != "graded" else "not graded")


def note(student):
    """What the student reads beside the mark; while there is none, our trouble and its words are for the staff."""
    row = student.row
    if row["mark"] is not None or row["outcome"] == "missing":
        return own(text.line(row["note"]), student)
    verdicts = {t["verdict"] for t in row["tasks"]}
    if row["outcome"] == "graded" and "not-assessed" in verdicts and "infra" not in verdicts:
        return "some points need a GPU and are not assessed yet"
    return "some points could not be judged yet, through no fault of yours; it will be graded again"


def title(row):
    """A task's name, and whether its points are extra credit: those are not among the points of the tasks."""
    return row["name"] + (" (extra credit)" if row.get("extra_credit") else "")


def place(at, in_kernel):
    """in_kernel: a thread stood there; else only a line is known."""
    where = []
    if in_kernel and at.get("thread"):
        where.append("block ({}) thread ({})".format(*(",".join(map(str, at.get(k) or [])) for k in ("block", "thread"))))
    if at.get("file"):
        where.append(f"{pathlib.PurePosixPath(at['file']).name}:{at.get('line', 0)}")
    return ", ".join(where)


def mismatches(task):
    first = task["first_mismatch"]
    lines = [f"{task.get('wrong_elements', 1)} wrong in {first.get('arg', 'the output')}; the first are"]
    for m in task["mismatches"] or [first]:
        lines.append(f"[{text.number(m['index'])}] expected {text.number(m['expected'])}, got {text.number(m['got'])}")
    if isinstance(first.get("bound"), (int, float)) and first["bound"] > 0:
        lines.append(f"allowed: {text.number(first['bound'])} ({first.get('bound_text') or ''})")
    return lines


def hazard(h):
    times = f" ({h['count']} times)" if h.get("count", 1) > 1 else ""
    kernel = f" in {h['kernel']}" if h.get("kernel") else ""
    in_kernel = kernel and h["kind"] not in OF_A_LAUNCH
    lines = [f"{h['kind']}{kernel}: {h['what']}{times}", "at " + (place(h.get("at") or {}, in_kernel) or "an unknown place")]
    if h.get("other"):
        lines.append("against " + place(h["other"], in_kernel))
    return lines + ([h["advice"]] if h.get("advice") else [])


def gate(g):
    name = f"{g['distinction']}, {g['points']} point{'s' * (g['points'] != 1)}, not reached: " if g.get("distinction") else ""
    return [f"{name}{g['metric']}: expected {g['kind']} {text.number(g['bound'])}, counted {text.number(g['value'])}",
            g["formula"]]


def repeat(student, task):
    """The command that shows it on a student's machine, whose inputs are the public ones."""
    lab = (student.result or {}).get("lab", "")
    return f"build/bin/lab{lab} --backend {task['backend']} --task {task['name']}"


def facts(student, task):
    """[(label, [line, ...])] of one of the result file's tasks; untrusted, for one student's eyes."""
    found = []
    if task["verdict"] != "pass" and task.get("failed_case"):
        run, total = task.get("failed_case_number") or task.get("cases_run", 0), task.get("cases_total", 0)
        before = f"; {run - 1} before it passed" if run > 1 else ""
        found.append(("case", [f"{task['failed_case']} (case {run} of {total}{before})"]))
    if task.get("failed_schedule_seed") is not None:
        found.append(("order", ["it failed under another order of blocks, warps or lanes than the first"]))
    if task["message"]:
        found.append(("message", task["message"].rstrip("\n").split("\n")))
    if task["first_mismatch"]:
        found.append(("output", mismatches(task)))
    found += [("hazard", hazard(h)) for h in task["hazards"]]
    if task.get("hazards_dropped"):
        found.append(("hazard", [f"and {task['hazards_dropped']} more kinds and places"]))
    found += [("distinction" if g.get("distinction") else "gate", gate(g)) for g in task["gates"] if not g["met"]]
    if task["hint"]:
        found.append(("hint", task["hint"].rstrip("\n").split("\n")))
    if task["verdict"] not in ("pass", "not-assessed", "infra"):
        found.append(("repeat", [repeat(student, task)]))
    return [(label, [text.clean(own(line, student)) for line in lines]) for label, lines in found]


def output(student, task):
    """The last lines that the submission printed, cut to a few KiB; untrusted. Empty where it printed nothing."""
    said = text.clean(text.without_seed(task["output_excerpt"], student.seed))
    if len(said) > text.OUTPUT_LIMIT:
        said = f"[{len(said) - text.OUTPUT_LIMIT} characters before this are left out]\n" + said[-text.OUTPUT_LIMIT:]
    return said


def plain(student, task):
    """facts() and the output as text with an indent: `label     line`."""
    lines = [f"{text.line(task['backend'])}: {task['verdict']}: {MEANING[task['verdict']]}"]
    for label, said in facts(student, task):
        lines += [f"{label if i == 0 else '':<9} {one}" for i, one in enumerate(said)]
    if said := output(student, task):
        lines += ["the program printed, last lines:"] + ["  | " + one for one in said.rstrip("\n").split("\n")]
    return "\n".join(lines)
