"""One student's page in the class report: verdicts, what was found, counters, times, source."""
import re
import urllib.parse

from . import chart, explain, run_page, speed, text
from .markup import Html, join, table, tag

GROUPS = ("pass", "inefficient", "wrong", "hazard", "dead", "todo", "none")
SYMBOLS = {"pass": "✓", "inefficient": "~", "slow": "s", "wrong": "✗", "hazard": "!", "crash": "†", "timeout": "t", "rejected": "r",
           "todo": "·", "not-assessed": "–", "infra": "?"}
SHOWN_SOURCE = 128 << 10


def group(verdict):
    """Which colour a verdict has."""
    if verdict in ("crash", "timeout", "rejected"):
        return "dead"
    if verdict == "slow":
        return "inefficient"
    return verdict if verdict in GROUPS else "none"


def target(key):
    return "#s-" + urllib.parse.quote(key)


def link(student, short=False):
    name = tag("a", text.line(student.name), href=target(student.key))
    return name if short else join([name, tag("span", student.key, cls="key")])


def verdict(name):
    return tag("span", name or "not graded", cls=f"v c-{group(name)}")


def badge(task):
    name = f"{text.line(task['name'])}: {task['verdict'] or 'not graded'}"
    return tag("span", SYMBOLS.get(task["verdict"], "?"), cls=f"b c-{group(task['verdict'])}", role="img", aria_label=name,
               title=name)


def facts(pairs):
    return tag("dl", join(join([tag("dt", name), tag("dd", value)]) for name, value in pairs), cls="facts")


def finding(student, task):
    pairs = []
    for label, said in explain.facts(student, task):
        value = "\n".join(said)
        pairs.append((label, tag("code", value) if label in ("repeat", "output") else value))
    output = explain.output(student, task)
    printed = [tag("p", "It printed, last lines:", cls="quiet"), tag("pre", output)] if output else []
    return tag("div", tag("h4", text.line(task["name"]), " ", verdict(task["verdict"])),
               tag("p", f"On {text.line(task['backend'])}: {explain.MEANING[task['verdict']]}.", cls="quiet"),
               facts(pairs) if pairs else "", *printed, cls=f"finding c-{group(task['verdict'])}")


def gates(details):
    rows = [[t["name"], tag("td", join([g["metric"], f"{g['kind']} {count(g['bound'])}"], " "), title=text.line(g["formula"])),
             count(g["value"]) if g["met"] else tag("td", count(g["value"]), tag("div", "missed"), cls="n miss")]
            for t in details for g in t["gates"]]
    head = [("task", "task"), ("gate", None), ("counted", "n")]
    missed = sum(not g["met"] for t in details for g in t["gates"])
    summary = tag("summary", f"Gates ({len(rows)}, {missed} missed)")
    return tag("details", summary, table(head, rows, caption="Gates")) if rows else ""


def count(value):
    """A counter with its thousands apart, a share with four digits."""
    if isinstance(value, float) and abs(value) < 1000 and value != int(value):
        return f"{value:.4g}"
    return f"{round(value):,}" if isinstance(value, (int, float)) else text.line(value)


def counters(details):
    """Every counter of each task's gated case; those that are 0 everywhere are left out."""
    counted = [t for t in details if t["counters"]]
    metrics = list(dict.fromkeys(m for t in counted for m in t["counters"]))
    rows = [[m, *(count(t["counters"].get(m, "")) for t in counted)] for m in metrics
            if any(t["counters"].get(m) for t in counted)]
    if not rows:
        return ""
    head = [("counter", None), *((join([t["name"], tag("small", text.line(t["gated_case"]))]), "n") for t in counted)]
    return tag("details", tag("summary", f"Counters of {len(counted)} tasks"), table(head, rows, caption="Counters"))


def times(student):
    rows = speed.of(student)
    if not rows:
        return ""
    called, parts = speed.names(rows), []
    for unit in dict.fromkeys(r[0] for r in rows):
        mine = [r for r in rows if r[0] == unit]
        bars = [(called[r[1], r[2]], r[3], r[5]) for r in mine]
        libraries = ", ".join(dict.fromkeys(n for r in mine for n, _ in r[5]))
        if any(value or refs for _, value, refs in bars):
            parts.append(tag("figure", chart.ladder(bars, f"{unit} of {student.name}; the table below has the numbers"),
                             chart.legend([("bar", "this submission"), ("key-library", f"the library: {libraries}")]),
                             tag("figcaption", unit)))
        best = [max((v for _, v in r[5]), default=None) for r in mine]
        parts.append(table([("task", "task"), ("case", None), (unit, "n"), ("library", "n"), ("share", "n")],
                           [[r[1], r[2], f"{r[3]:,.0f}" if r[3] else tag("td", text.line(r[4]) or "not timed", cls="words"),
                             f"{b:,.0f}" if b else "–", f"{100 * r[3] / b:.0f} %" if b and r[3] else "–"]
                            for r, b in zip(mine, best)], caption=f"{unit}, medians of alternating runs"))
    return join([tag("h3", "Speed"), *parts])


def source(student):
    said, cut = student.source()
    if said is None:
        return ""
    cut = cut or len(said) > SHOWN_SOURCE
    said = text.clean(said[:SHOWN_SOURCE])
    hits = {at.get("line") for d in (student.result or {}).get("tasks", []) for h in d["hazards"]
            for at in (h.get("at") or {}, h.get("other") or {})}
    hits |= {int(n) for d in (student.result or {}).get("tasks", []) for n in re.findall(r"\.cu:(\d+)", d["message"])}
    lines = [tag("li", line or Html(" "), cls="hit" if n in hits else None) for n, line in enumerate(said.split("\n"), 1)]
    note = tag("p", f"Only the first {SHOWN_SOURCE >> 10} KiB are shown.", cls="quiet") if cut else ""
    return tag("details", tag("summary", f"Source ({len(lines)} lines)"), note, tag("ol", join(lines), cls="source"))


def pages(everybody, student):
    """Links to the pages that grading/pages has made of the student's runs."""
    found = run_page.links(everybody.folder, student)
    if not found:
        return ""
    return join([tag("h3", "Runs, drawn"), tag("ul", *(tag("li", tag("a", text.line(task), href=at)) for task, at in found), cls="pages")])


def about(student):
    row = student.row
    pairs = [("key", student.key)]
    pairs += [(k, text.line(row[k])) for k in ("id", "login", "email", "section") if row[k] != student.key]
    pairs += [(name, value) for name, value in (
        ("file", text.line(row["file"])), ("handed in", text.line(row["submitted"])),
        ("tasks", f"{text.number(row['raw'])} points"),
        ("extra", text.number(row["extra"]) if row["extra"] else ""),
        ("penalty", f"{text.number(row['penalty'])}: {text.line(row.get('penalty_text'))}" if row["penalty"] else ""),
        ("by hand", "\n".join(f"{a['points']:+g}{' in ' + a['task'] if a['task'] else ''}: {text.line(a['reason'])}"
                              for a in row.get("adjustments", []))),
        ("comments", "\n".join(f"{c['task'] + ': ' if c['task'] else ''}{text.line(c['text'])}" for c in row.get("comments", []))),
        ("outcome", explain.OUTCOME[row["outcome"]] if row["outcome"] != "graded" else ""),
        ("note", explain.own(text.line(row["note"]), student)),
        ("problems", "\n".join(text.line(str(p)) for p in row.get("problems") or [])))]
    return facts([(name, value) for name, value in pairs if value])


def neighbours(everybody, index):
    """Links to the class and to the students before and after."""
    links = [tag("a", "← the class", href="#class")]
    for step, name in ((-1, "before"), (1, "after")):
        if 0 <= index + step < len(everybody.students):
            other = everybody.students[index + step]
            links.append(tag("span", f"{name}: ", tag("a", text.line(other.name)[:30], href=target(other.key)), cls="quiet"))
    return tag("nav", tag("ul", *(tag("li", one) for one in links)), aria_label="Students")


def page(everybody, index):
    student = everybody.students[index]
    row = student.row
    details = [d for t in row["tasks"] for d in student.details(t["name"])]
    mark = tag("p", "no mark yet" if row["mark"] is None else text.number(row["mark"]),
               tag("small", f" of {text.number(everybody.possible)}") if row["mark"] is not None else "", cls="mark")
    tasks = table([("task", "task"), ("verdict", None), ("points", "n")],
                  [[explain.title(t), verdict(t["verdict"]), f"{text.number(t['points'])} / {text.number(t['max'])}"]
                   for t in row["tasks"]],
                  caption="Tasks") if row["outcome"] == "graded" else ""
    found = [finding(student, d) for d in details if d["verdict"] not in ("pass", "not-assessed", "todo")]
    heading = f"s-{student.key}-name"
    return tag("section", neighbours(everybody, index), tag("h2", text.line(student.name), id=heading), mark, about(student), tasks,
               tag("h3", "What was found") if found else "", *found, pages(everybody, student), times(student), gates(details), counters(details),
               source(student), id=f"s-{student.key}", cls="student", tabindex="-1", aria_labelledby=heading)
