"""The class report: one HTML file without a network or a style attribute; a student's page opens by its link. Its one script, which the
page's policy knows by its hash, sorts and filters the table of students; without it the table is as it is."""
import base64
import hashlib
import pathlib
import re

from . import chart, explain, report_student, speed, text
from .markup import join, raw, table, tag
from .report_student import GROUPS, badge, group, link, target

STYLE = pathlib.Path(__file__).with_name("report.css")
SCRIPT = pathlib.Path(__file__).with_name("report.js")
GROUP_NAMES = {"pass": "pass", "inefficient": "inefficient or slow", "wrong": "wrong", "hazard": "hazard",
               "dead": "no answer (rejected, crash, timeout)", "todo": "todo", "none": "not judged"}


def median(values):
    values, half = sorted(values), len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def handed_in(students):
    return [s for s in students if s.row["outcome"] != "missing"]


def tiles(everybody):
    students, here = everybody.students, handed_in(everybody.students)
    marks = [s.row["mark"] for s in here if s.row["mark"] is not None]
    shown = [("students", len(students), ""), ("handed in", len(here), f" of {len(students)}"),
             ("median", text.number(round(median(marks), 1)) if marks else "none", f" of {text.number(everybody.possible)}"),
             ("mean", text.number(round(sum(marks) / len(marks), 1)) if marks else "none", ""),
             ("full marks", sum(m >= everybody.possible for m in marks), ""),
             ("no mark yet", sum(s.row["mark"] is None for s in students), "")]
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value, tag("small", rest) if rest else ""))
                       for name, value, rest in shown), cls="tiles")


def section(name, title, *parts):
    return tag("section", tag("h2", title, id=f"{name}-title"), *parts, id=name, aria_labelledby=f"{name}-title")


def attention(everybody):
    """What somebody must look at: no mark, nothing handed in, a file that could not be graded."""
    rows = []
    for s in everybody.students:
        row = s.row
        if row["mark"] is None or row["outcome"] not in ("graded", "missing"):
            why = "no mark yet" if row["mark"] is None else explain.OUTCOME[row["outcome"]]
            rows.append([link(s), tag("td", why, cls="later"), tag("td", text.line(row["note"]) or why, cls="words")])
        elif row.get("problems"):
            rows.append([link(s), tag("td", "a problem", cls="later"),
                         tag("td", text.line("; ".join(map(str, row["problems"]))), cls="words")])
    missing = [s for s in everybody.students if s.row["outcome"] == "missing"]
    if not rows and not missing and not everybody.waiting:
        return ""
    parts = [table([("student", "who"), ("what", "later"), ("why", "words")], rows)] if rows else []
    if everybody.waiting:
        parts.append(tag("p", f"Not graded yet, and not in this report: {', '.join(everybody.waiting)}."))
    if missing:
        parts.append(tag("p", f"Nothing was handed in by {len(missing)} student{'s' * (len(missing) > 1)}: ",
                         join([link(s, short=True) for s in missing], ", "), "."))
    return section("attention", "To look at", *parts)


def distribution(everybody):
    shares = [(s.row["mark"] / everybody.possible if everybody.possible else 0) for s in handed_in(everybody.students)
              if s.row["mark"] is not None]
    if not shares:
        return section("distribution", "Marks", tag("p", "No student has a mark yet."))
    counts = [0] * 11
    for share in shares:
        counts[min(10, int(share * 10 + 1e-9))] += 1
    names = [str(10 * i) for i in range(10)] + ["100" if max(shares) <= 1 else "100+"]
    middle = median(shares)
    label = "Students by mark in percent: " + ", ".join(f"from {n} %: {c}" for n, c in zip(names, counts) if c)
    marker = (min(10.5, middle * 10 + 0.5 * (middle >= 1)), f"median {text.number(round(100 * middle, 1))} %")
    return section("distribution", "Marks", tag("figure", chart.histogram(list(zip(names, counts)), marker, label), tag(
        "figcaption", "How many students have a mark of so many percent or up to 9.9 more; "
        f"{len(shares)} who handed in and have a mark.")))


def task_rates(everybody):
    graded = [s for s in everybody.students if s.row["outcome"] == "graded"]
    rows, seen = [], set()
    for name in everybody.tasks:
        found = [t for s in graded for t in s.row["tasks"] if t["name"] == name]
        judged = [t for t in found if t["verdict"] not in (None, "infra", "not-assessed")]
        passed = sum(t["verdict"] == "pass" for t in judged)
        counts = {g: sum(group(t["verdict"]) == g for t in found) for g in GROUPS}
        seen |= {g for g, c in counts.items() if c}
        label = f"{name}: " + ", ".join(f"{GROUP_NAMES[g]} {c}" for g, c in counts.items() if c)
        bar = chart.stacked([(g, c / len(found)) for g, c in counts.items()], label) if found else ""
        mean = sum(t["points"] for t in judged) / len(judged) if judged else 0
        most = max((t["max"] for t in found), default=0)
        rows.append([name, f"{100 * passed / len(judged):.0f} %" if judged else "none", tag("td", bar, cls="wide"),
                     tag("td", f"{passed} of {len(judged)}", cls="n later"),
                     tag("td", f"{mean:.1f} / {text.number(most)}", cls="n later")])
    caption = f"Of the {len(graded)} graded submissions"
    return section("tasks", "Tasks", table([("task", "task"), ("pass", "n"), ("verdicts", None), ("passed", "n later"),
                                            ("mean points", "n later")], rows, caption=caption),
                   chart.legend([(f"v-{g}", GROUP_NAMES[g]) for g in GROUPS if g in seen]))


def first_line(message):
    """Without the place in the student's file; of what does not compile the compiler's first error."""
    lines = message.split("\n")
    said = lines[1] if lines[0].endswith("does not compile:") and len(lines) > 1 else lines[0]
    return re.sub(r"^[^\s:]+\.cu:\d+:(\d+:)? ", "", said)


def reason(student, row):
    """The one sentence that says best why a task did not pass; paths and the seed are taken out."""
    for task in student.details(row["name"]):
        if task["verdict"] != row["verdict"]:
            continue
        said = task["hint"] or next((f"{h['kind']}: {h.get('advice') or h['what']}" for h in task["hazards"]), "") or \
            next((f"{g['metric']} {g['kind']} {text.number(g['bound'])}" for g in task["gates"] if not g["met"]), "") or \
            first_line(task["message"])
        if said:
            return text.line(explain.own(said, student))[:240]
    return explain.meaning(student, row["verdict"])


def hints(everybody, most=12):
    """The commonest reasons; those that differ in a number or the task's name alone are one."""
    found = {}
    for student in everybody.students:
        for row in student.row["tasks"] if student.row["outcome"] == "graded" else []:
            if row["verdict"] in (None, "pass", "todo", "not-assessed", "infra"):
                continue
            said = reason(student, row)
            alike = re.sub(r"-?\d[\d.,]*", "0", said.replace(row["name"], "TASK"))
            entry = found.setdefault((row["verdict"], alike), (said, {}, {}))
            entry[1][student.key] = student
            entry[2][row["name"]] = None
    ranked = sorted(found.items(), key=lambda e: (-len(e[1][1]), e[0]))
    rows = []
    for (verdict, _), (said, students, tasks) in ranked[:most]:
        who = tag("details", tag("summary", f"{len(students)} student{'s' * (len(students) > 1)}"),
                  join([link(s, short=True) for s in students.values()], ", "))
        rows.append([str(len(students)), tag("td", said, tag("div", report_student.verdict(verdict), " in ", ", ".join(tasks),
                                                             cls="quiet"), tag("div", who, cls="screen"), cls="words")])
    if not rows:
        return ""
    rest = len(ranked) - most
    return section("hints", "Most frequent hints", table([("students", "n"), ("hint", "words")], rows),
                   tag("p", f"{rest} rarer ones are left out.", cls="quiet") if rest > 0 else "")


def alike(everybody, most=30):
    """The groups of submissions that grading/similar found to differ in blanks and comments alone, and the pairs that JPlag found."""
    by_key = {s.key: s for s in everybody.students}
    groups = [[by_key[key] for key in group if key in by_key] for group in everybody.alike]
    rows = [[str(len(group)), tag("td", join([link(s, short=True) for s in group], ", "), cls="words")] for group in groups if len(group) > 1]
    pairs = [pair for pair in everybody.pairs if all(key in by_key for key in pair["keys"])]
    found = [[tag("th", join([link(by_key[key], short=True) for key in pair["keys"]], ", "), scope="row", cls="words"),
              *(tag("td", f"{100 * pair[how]:.0f} %", cls="n") for how in ("average", "most"))] for pair in pairs[:most]]
    if not rows and not found:
        return ""
    return section(
        "alike", "Alike",
        *([table([("students", "n"), ("who", "words")], rows, caption="The files differ in blanks and comments alone")] if rows else []),
        *([table([("pair", "words"), ("average similarity", "n"), ("maximum similarity", "n")], found,
                 caption=f"JPlag's pairs{f', the {most} most alike of {len(pairs)}' if len(pairs) > most else ''}")] if found else []),
        tag("p", "A small kernel has few right forms: look before you decide (grading/similar).", cls="quiet"))


def speed_table(unit, rows):
    """The numbers of one chart: a row a student, then the libraries' medians."""
    def numbers(pairs_of_cases, wanted):
        return [next((f"{v:,.0f}" for name, v in pairs if name == wanted), "–") for pairs in pairs_of_cases]
    dots = [[(key, value) for key, _, value in found] for _, found, _ in rows]
    libraries = [references for *_, references in rows]
    who = {key: name for _, found, _ in rows for key, name, _ in found}
    body = [[tag("a", name, href=target(key)), *numbers(dots, key)] for key, name in who.items()]
    body += [[f"{n} (median)", *numbers(libraries, n)] for n in dict.fromkeys(n for refs in libraries for n, _ in refs)]
    return table([("student", "who"), *((name, "n") for name, *_ in rows)], body, caption=f"{unit}; – where nothing was measured")


def speeds(everybody):
    """Every student's rate beside the libraries', task by task; nothing where nothing was timed."""
    parts = []
    for unit, rows in speed.of_class(everybody.students).items():
        if not any(dots or libraries for _, dots, libraries in rows):
            continue
        libraries = ", ".join(dict.fromkeys(n for *_, refs in rows for n, _ in refs))
        label = f"{unit} of the students in {len(rows)} timed cases, and of the libraries; the table below has the numbers"
        parts.append(tag(
            "figure", chart.strip(rows, label, target),
            chart.legend([("dot", "a student (opens the page)"), ("key-library", f"the library: {libraries}")]),
            tag("figcaption", f"{unit}: a task's floor of memory traffic, or its operations, over the median time. "
                "Only right outputs are timed."),
            tag("details", tag("summary", f"The {unit} of each student as a table"), speed_table(unit, rows))))
    return section("speed", "Speed against the library", *parts) if parts else ""


def roster(everybody):
    rows = []
    for s in everybody.students:
        row = s.row
        strip = join(badge(t) for t in row["tasks"]) if row["outcome"] == "graded" else explain.OUTCOME[row["outcome"]]
        rows.append([tag("th", link(s), scope="row", cls="who"),
                     tag("td", "–" if row["mark"] is None else text.number(row["mark"]), cls="n"),
                     tag("td", strip, cls="strip" if row["outcome"] == "graded" else "words"),
                     tag("td", text.number(row["penalty"]) if row["penalty"] else "", cls="n later"),
                     tag("td", text.line(row["section"]), cls="later")])
    return section("students", "Students", table([("student", "who"), ("mark", "n"), ("tasks", None), ("penalty", "n later"),
                                                  ("section", "later")], rows),
                   tag("p", join([tag("span", report_student.SYMBOLS[v], " ", v) for v in report_student.SYMBOLS], " · "),
                       cls="quiet"))


def document(everybody):
    style = STYLE.read_text(encoding="utf-8")
    script = SCRIPT.read_text(encoding="utf-8")
    digest, script_digest = (base64.b64encode(hashlib.sha256(text_.encode()).digest()).decode() for text_ in (style, script))
    title = f"Lab {everybody.lab}, {everybody.title}"
    parts = [("attention", "To look at", attention(everybody)), ("distribution", "Marks", distribution(everybody)),
             ("tasks", "Tasks", task_rates(everybody)), ("hints", "Hints", hints(everybody)),
             ("alike", "Alike", alike(everybody)), ("speed", "Speed", speeds(everybody)), ("students", "Students", roster(everybody))]
    parts = [p for p in parts if p[2]]
    when = everybody.created.replace("T", " ").replace("Z", " UTC")
    head = tag("head", tag("meta", charset="utf-8"), tag(
        "meta", http_equiv="Content-Security-Policy",
        content=f"default-src 'none'; style-src 'sha256-{digest}'; script-src 'sha256-{script_digest}'; base-uri 'none'; form-action 'none'"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"), tag("title", title), raw(f"<style>{style}</style>"))
    pages = [report_student.page(everybody, i) for i in range(len(everybody.students))]
    body = tag("body", tag("div", tag("header", tag("h1", title), tag(
        "p", f"Graded on {everybody.backend}, {when}; at most {text.number(everybody.possible)} points.", cls="quiet"),
        id="class"), tag("nav", tag("ul", *(tag("li", tag("a", name, href=f"#{i}")) for i, name, _ in parts)),
                         aria_label="Sections"),
        tag("main", tiles(everybody), join([p for *_, p in parts], "\n")), cls="class"), "\n", join(pages, "\n"), raw(f"<script>{script}</script>"))
    return "<!DOCTYPE html>\n" + tag("html", head, "\n", body, lang="en") + "\n"
