"""What each export must look like, from the loaders' own documentation: a function a format, which raises Bad with the place."""
import base64
import csv
import hashlib
import html.parser
import io
import json
import pathlib
import re
import urllib.parse
import xml.etree.ElementTree as ET


class Bad(Exception):
    pass


def need(condition, message):
    if not condition:
        raise Bad(message)


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


VISIBILITY = ("hidden", "after_due_date", "after_published", "visible")
TEXT_FORMATS = ("text", "html", "simple_format", "md", "ansi")
GRADESCOPE = {"score": number, "execution_time": number, "output": str, "output_format": TEXT_FORMATS, "visibility": VISIBILITY,
              "test_output_format": TEXT_FORMATS, "test_name_format": TEXT_FORMATS,
              "stdout_visibility": VISIBILITY, "tests": list, "leaderboard": list, "extra_data": dict}
GRADESCOPE_TEST = {"score": number, "max_score": number, "status": ("passed", "failed"), "name": str, "number": str,
                   "name_format": TEXT_FORMATS, "output": str, "output_format": TEXT_FORMATS, "tags": list,
                   "visibility": VISIBILITY, "extra_data": dict}


def keys(value, known, place):
    need(isinstance(value, dict), f"{place}: not an object")
    for key, kind in known.items():
        if key in value:
            good = value[key] in kind if isinstance(kind, tuple) else \
                isinstance(value[key], kind) if isinstance(kind, type) else kind(value[key])
            need(good, f"{place}.{key}: {value[key]!r}")
    need(value.keys() <= known.keys(), f"{place}: unknown keys {sorted(value.keys() - known.keys())}")


def gradescope(text):
    """A file without any score is one that says that it is not graded; all others have one."""
    document = json.loads(text)
    keys(document, GRADESCOPE, "results")
    tests = document.get("tests", [])
    for i, test in enumerate(tests):
        keys(test, GRADESCOPE_TEST, f"tests[{i}]")
        need("name" in test, f"tests[{i}]: no name")
        need(all(isinstance(tag, str) for tag in test.get("tags", [])), f"tests[{i}].tags: not texts")
    for i, row in enumerate(document.get("leaderboard", [])):
        keys(row, {"name": str, "value": lambda v: number(v) or isinstance(v, str), "order": ("asc", "desc")}, f"leaderboard[{i}]")
        need("name" in row and "value" in row, f"leaderboard[{i}]: no name or no value")
    graded = document.get("extra_data", {}).get("state") != "not graded"
    need("score" in document if graded else not any("score" in d for d in [document, *tests]),
         "results: a score belongs there exactly when it is graded")
    return document


def autolab(text):
    """(presentation, scores); the last line is what Autolab reads."""
    need(text.endswith("\n"), "no newline at the end")
    lines = text[:-1].split("\n")
    need(len(lines) == 2, f"{len(lines)} lines")
    presentation, scores = (json.loads(line) for line in lines)
    need(scores.keys() <= {"scores", "scoreboard"}, f"last line: unknown keys {sorted(scores)}")
    need(isinstance(scores.get("scores"), dict) and all(number(v) for v in scores["scores"].values()), "last line: scores")
    need(scores["scores"], "last line: no scores, for which Autolab gives zeros")
    need(not re.search(r"\w:", lines[1]), "last line: a letter before a colon, where Autolab puts quotes of its own")
    need(isinstance(scores.get("scoreboard", []), list), "last line: scoreboard")
    need(presentation.get("_presentation") == "semantic", "presentation")
    stages = presentation.get("stages")
    need(isinstance(stages, list) and presentation.keys() == {"_presentation", "stages", *stages}, "stages")
    for stage in stages:
        for name, case in presentation[stage].items():
            need(isinstance(case.get("passed"), bool), f"{stage}.{name}: passed")
            need(isinstance(case.get("hint", ""), str), f"{stage}.{name}: hint")
    return presentation, scores


def autolab_table(text, problems):
    """What Autolab's bulk import reads: no header, an e-mail address, a number or nothing for each problem."""
    rows = rows_of(text)
    for n, row in enumerate(rows, 1):
        need(len(row) == 1 + problems, f"row {n}: {len(row)} cells for {problems} problems")
        need("@" in row[0], f"row {n}: {row[0]!r} is not an e-mail address")
        need(all(re.fullmatch(r"(-?\d+(\.\d+)?)?", cell) for cell in row[1:]), f"row {n}: {row}")
    need(len({row[0] for row in rows}) == len(rows), "an e-mail address is there twice")
    return rows


def nbgrader(text):
    rows = rows_of(text)
    need(",".join(rows[0]) == "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,"
         "max_score", f"header {rows[0]}")
    no_formula(rows)
    for n, row in enumerate(rows[1:], 2):
        need(all(re.fullmatch(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?)?", cell) for cell in row[1:3]), f"row {n}: {row[1:3]}")
        need(row[3] and all(re.fullmatch(r"-?\d+(\.\d+)?", cell) for cell in row[7:]), f"row {n}: {row}")
        raw, penalty, score, _ = map(float, row[7:])
        need(abs(score - max(0, raw - penalty)) < 1e-6, f"row {n}: score {score}, raw {raw} less {penalty}")
    return rows


def rows_of(text, delimiter=","):
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    for n, row in enumerate(rows, 1):
        need(len(row) == len(rows[0]), f"row {n}: {len(row)} cells, the header has {len(rows[0])}")
    return rows


def no_formula(rows, columns=None):
    """No cell that a spreadsheet would calculate."""
    for n, row in enumerate(rows[1:], 2):
        for name, cell in zip(rows[0], row):
            if columns is None or name in columns:
                plain = re.fullmatch(r"-?\d+(\.\d+)?", cell)
                need(plain or cell[:1] not in tuple("=+-@\t\r\n"), f"row {n}, {name}: {cell!r} is a formula")


def canvas(text, template, delimiter=","):
    """Known columns alone: the template's own, and exactly one assignment of it."""
    rows, known = rows_of(text, delimiter), rows_of(template.lstrip("\ufeff"), delimiter)
    fixed = ("Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Root Account", "Section")
    assignments = [c for c in rows[0] if c not in fixed]
    need(len(assignments) == 1 and assignments[0] in known[0], f"assignments {assignments}")
    need(re.search(r" \(\d+\)$", assignments[0]), f"{assignments[0]}: no id, Canvas would create an assignment")
    need([c for c in known[0] if c in fixed] == rows[0][:-1], "ID columns differ from the template's")
    at, known_at = rows[0].index("ID"), known[0].index("ID")
    need([r[at] for r in rows[1:]] == [r[known_at] for r in known[1:]], "rows differ from the template's")
    for n, row in enumerate(rows[1:], 2):
        need(row[-1] in ("", "EX") or re.fullmatch(r"\d+([.,]\d+)?", row[-1]), f"row {n}: grade {row[-1]!r}")
    no_formula(rows, ("Student", "LastName", "FirstName", "Section"))
    return rows


def moodle(text):
    """Each column that Moodle can find students by finds all of them: of an empty cell it finds whoever has an empty id."""
    rows = rows_of(text)
    by = rows[0].index("Full name") if "Full name" in rows[0] else 0
    need(rows[0][:by] in (["ID number"], ["Email address"], ["ID number", "Email address"]) and rows[0][-1] == "Feedback" and
         len(rows[0]) == by + 3, f"header {rows[0]}")
    no_formula(rows)
    for column in range(by):
        cells = [row[column] for row in rows[1:]]
        need(all(cells) and len(set(cells)) == len(cells), f"{rows[0][column]}: empty or twice")
    for n, row in enumerate(rows[1:], 2):
        need(re.fullmatch(r"\d+(\.\d+)?", row[-2]), f"row {n}: grade {row[-2]!r}")
        need(not re.search(r"<(?!br>)|[\r\n]", row[-1]), f"row {n}: feedback {row[-1]!r}")
    return rows


def plain(data):
    need(data.startswith(b"\xef\xbb\xbf"), "no byte order mark")
    rows = rows_of(data.decode("utf-8-sig"))
    need(rows[0][0] == "key" and "mark" in rows[0], f"header {rows[0]}")
    no_formula(rows)
    return rows


def junit(data):
    root = ET.fromstring(data)
    need(root.tag == "testsuites" and all(s.tag == "testsuite" for s in root), "testsuites")
    for element in [root, *root]:
        cases = list(element.iter("testcase"))
        found = {"tests": len(cases), "failures": sum(c.find("failure") is not None for c in cases),
                 "errors": sum(c.find("error") is not None for c in cases),
                 "skipped": sum(c.find("skipped") is not None for c in cases)}
        for name, count in found.items():
            need(element.get(name) == str(count), f"{element.tag}: {name}={element.get(name)}, but there are {count}")
    for case in root.iter("testcase"):
        need(case.get("name") and case.get("classname"), "testcase without a name")
        need(len(case) <= 1 and all(c.tag in ("failure", "error", "skipped") for c in case), f"testcase {case.get('name')}")
    return root


def text_list(value):
    return isinstance(value, list) and bool(value) and all(isinstance(v, str) and v for v in value)


def text_map(value):
    return isinstance(value, dict) and all(isinstance(v, str) for v in value.values())


EVENTS = ("push", "pull_request", "workflow_dispatch", "repository_dispatch")
SCOPES = dict.fromkeys(("actions", "checks", "contents", "issues", "pull-requests", "statuses"), ("read", "write", "none"))
IDENTIFIER = re.compile(r"[A-Za-z_][\w-]*")


def workflow(tree):
    """A workflow of GitHub Actions, of the keys that ours use."""
    keys(tree, {"name": str, "on": lambda v: text_list(v) and set(v) <= set(EVENTS), "permissions": dict, "jobs": dict}, "workflow")
    need(tree.get("on") and tree.get("jobs"), "workflow: no on, or no jobs")
    keys(tree.get("permissions", {}), SCOPES, "permissions")
    for name, job in tree["jobs"].items():
        need(IDENTIFIER.fullmatch(name), f"jobs.{name}: no identifier")
        keys(job, {"name": str, "runs-on": str, "if": str, "timeout-minutes": number, "steps": list, "env": text_map, "strategy": dict}, name)
        need(job.get("runs-on") and job.get("steps"), f"{name}: no runs-on, or no steps")
        matrix = job.get("strategy", {}).get("matrix", {})
        keys(job.get("strategy", {}), {"fail-fast": bool, "matrix": dict}, f"{name}.strategy")
        keys(matrix, dict.fromkeys(matrix, text_list), f"{name}.strategy.matrix")
        for used in re.findall(r"matrix\.([\w-]+)", json.dumps(job)):
            need(used in matrix, f"{name}: no matrix.{used}")
        ids = []
        for i, step in enumerate(job["steps"]):
            place = f"{name}.steps[{i}]"
            keys(step, {"name": str, "id": str, "if": str, "uses": str, "run": str, "with": text_map, "env": text_map}, place)
            need(("uses" in step) != ("run" in step), f"{place}: either uses or run")
            need("uses" not in step or re.fullmatch(r"[\w.-]+/[\w.-]+@[\w.-]+", step["uses"]), f"{place}.uses: {step.get('uses')!r}")
            need("with" not in step or "uses" in step, f"{place}: with, but no uses")
            for used in re.findall(r"steps\.([\w-]+)\.outputs", json.dumps(step)):
                need(used in ids, f"{place}: no step before it has the id {used}")
            if "id" in step:
                need(IDENTIFIER.fullmatch(step["id"]) and step["id"] not in ids, f"{place}.id: {step['id']!r}")
                ids.append(step["id"])
    return tree


CLASSROOM50 = {"schema": ("classroom50/result/v1",), "classroom": str, "assignment": str, "submission": str, "commit": str, "release": str,
               "review": str, "datetime": lambda v: bool(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", v)), "score": whole,
               "max-score": whole, "tests": list}


def classroom50(text):
    """result.json as Classroom 50's wiki (Advanced-Autograding) describes it; a test may have further fields."""
    result = json.loads(text)
    keys(result, CLASSROOM50, "result")
    need(result.keys() == CLASSROOM50.keys() and all(result[k] for k in list(CLASSROOM50)[:8]), "result: a field is missing or empty")
    for i, test in enumerate(result["tests"]):
        keys(test, {"test-name": str, "passed": bool, "score": whole, "max-score": whole, "verdict": str, "output": str}, f"tests[{i}]")
        need({"test-name", "passed", "score", "max-score"} <= test.keys() and test["test-name"], f"tests[{i}]: a field is missing")
        need(0 <= test["score"] <= test["max-score"], f"tests[{i}]: {test['score']} of {test['max-score']}")
    for key in ("score", "max-score"):
        need(result[key] == sum(t[key] for t in result["tests"]), f"{key} is not the tests' sum")
    return result


def prairielearn(text):
    """results.json of an external grader, as PrairieLearn's docs/externalGrading.md describes it."""
    need(len(text.encode()) <= 1 << 20, "more than 1 MiB")
    result = json.loads(text)
    keys(result, {"gradable": bool, "score": number, "message": str, "output": str, "format_errors": text_list, "tests": list}, "results")
    need("score" in result if result.get("gradable", True) else "score" not in result, "a score, where it is gradable alone")
    need(0 <= result.get("score", 0) <= 1, f"score {result.get('score')}")
    for i, test in enumerate(result.get("tests", [])):
        keys(test, {"name": str, "description": str, "points": number, "max_points": number, "message": str, "output": str}, f"tests[{i}]")
        need(0 <= test["points"] <= test["max_points"], f"tests[{i}]: {test['points']} of {test['max_points']}")
    return result


def prairielearn_question(text):
    """A question's info.json with an external grader."""
    info = json.loads(text)
    keys(info, {"uuid": lambda v: bool(re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", v)), "title": str, "topic": str,
                "type": ("v3",), "gradingMethod": ("External",), "externalGradingOptions": dict}, "info")
    options = info["externalGradingOptions"]
    keys(options, {"enabled": bool, "image": str, "timeout": lambda v: whole(v) and 0 < v <= 600, "environment": text_map}, "externalGradingOptions")
    need(options.get("enabled") and options.get("image"), "externalGradingOptions: not enabled, or no image")
    return info


GITLAB_DEFAULT = {"image": str, "before_script": text_list, "timeout": str}
GITLAB_JOB = {"stage": ("build", "test", "deploy"), "script": text_list, "artifacts": dict, **GITLAB_DEFAULT}
GITLAB_NOT_JOBS = ("default", "image", "services", "stages", "variables", "include", "workflow", "cache", "pages")


def gitlab(tree):
    """A .gitlab-ci.yml, of the keys that ours use."""
    keys(tree.get("default", {}), GITLAB_DEFAULT, "default")
    jobs = {name: job for name, job in tree.items() if name not in GITLAB_NOT_JOBS}
    need(jobs, "no job")
    for name, job in jobs.items():
        keys(job, GITLAB_JOB, name)
        need(job.get("script"), f"{name}: no script")
        artifacts = job.get("artifacts", {})
        keys(artifacts, {"when": ("always", "on_success", "on_failure"), "paths": text_list, "reports": dict}, f"{name}.artifacts")
        keys(artifacts.get("reports", {}), {"junit": str}, f"{name}.artifacts.reports")
    return tree


COMMAND = (str, list, dict)
DEVCONTAINER = {"name": str, "build": dict, "remoteUser": str, "containerUser": str, "customizations": dict, "hostRequirements": dict,
                **dict.fromkeys(("onCreateCommand", "updateContentCommand", "postCreateCommand", "postStartCommand"),
                                lambda v: isinstance(v, COMMAND) and bool(v))}


def devcontainer(text):
    """A devcontainer.json that builds a Dockerfile, of the keys that ours use."""
    tree = json.loads(text)
    keys(tree, DEVCONTAINER, "devcontainer")
    keys(tree.get("build"), {"dockerfile": str, "context": str, "target": str, "args": text_map}, "build")
    need("dockerfile" in tree["build"], "build: no dockerfile")
    for name, tool in tree.get("customizations", {}).items():
        need(isinstance(tool, dict), f"customizations.{name}: not an object")
    vscode = tree.get("customizations", {}).get("vscode", {})
    keys(vscode, {"extensions": text_list, "settings": dict}, "customizations.vscode")
    need(all(re.fullmatch(r"-?[\w-]+\.[\w-]+", e) for e in vscode.get("extensions", [])), "customizations.vscode.extensions")
    return tree


def notebook(text):
    """A notebook of format 4.5 without outputs."""
    tree = json.loads(text)
    keys(tree, {"cells": list, "metadata": dict, "nbformat": (4,), "nbformat_minor": (5,)}, "notebook")
    keys(tree["metadata"].get("kernelspec"), {"display_name": str, "language": str, "name": ("python3",)}, "kernelspec")
    ids = set()
    for i, cell in enumerate(tree["cells"]):
        code = {"execution_count": lambda v: v is None, "outputs": lambda v: v == []} if cell.get("cell_type") == "code" else {}
        known = {"cell_type": ("code", "markdown"), "id": lambda v: bool(re.fullmatch(r"[\w-]{1,64}", v)), "metadata": dict,
                 "source": lambda v: isinstance(v, list) and all(isinstance(line, str) for line in v), **code}
        keys(cell, known, f"cells[{i}]")
        need(cell.keys() == known.keys() and cell["id"] not in ids, f"cells[{i}]: keys {sorted(cell)}, id {cell.get('id')}")
        ids.add(cell["id"])
    return tree


def markdown(text):
    """The text outside of code, where nothing may be markup of somebody else's; fences are closed."""
    outside, fence = [], None
    for line in text.split("\n"):
        mark = re.match(r"(`{3,})(\w*)$", line)
        if fence is None and mark:
            fence = mark[1]
        elif fence is not None and line.startswith(fence) and line.strip("`") == "":
            fence = None
        elif fence is None:
            outside.append(line)
    need(fence is None, "a fence is not closed")
    said = "\n".join(outside)
    said = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", said)  # code within a line
    need(not re.search(r"(?<!\\)<", said), "HTML outside of code")
    need(not re.search(r"(?<!\\)\]\(", said), "a link outside of code")
    return said


class Page(html.parser.HTMLParser):
    """Collects what an HTML file consists of."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.scripts = 0
        self.tags, self.ids, self.links, self.headings, self.title, self.csp, self._in_title = [], [], [], [], "", "", False

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        for name, value in attributes:
            need(not name.startswith("on"), f"<{tag} {name}>: an event handler")
            need(name != "style", f"<{tag} style>: a style attribute")
            if name in ("src", "srcset", "action", "data", "poster", "formaction", "xlink:href"):
                raise Bad(f"<{tag} {name}={value}>")
            if name == "href":
                need(value.startswith("#"), f"<{tag} href={value}>: leads out of the file")
                self.links.append(value[1:])
            if name == "id":
                self.ids.append(value)
        values = dict(attributes)
        self.scripts += tag == "script"
        need(tag not in ("iframe", "object", "embed", "form", "base", "link", "img"), f"<{tag}>")
        if tag == "meta" and values.get("http-equiv") == "Content-Security-Policy":
            self.csp = values["content"]
        if tag == "th":
            need(values.get("scope") in ("row", "col"), "<th> without a scope")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self._in_title = tag == "title" and not self.title

    def handle_data(self, data):
        if self._in_title:
            self.title += data
            self._in_title = False


def report(text):
    page = Page()
    page.feed(text)
    page.close()
    script = (pathlib.Path(__file__).resolve().parent.parent / "formats/report.js").read_text(encoding="utf-8")
    own = f"script-src 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}';"
    need("default-src 'none'" in page.csp and page.csp.count("script-src") == page.csp.count(own) == 1 and "unsafe" not in page.csp,
         f"policy {page.csp!r}")
    need(page.scripts == 1 and f"<script>{script}</script></body>" in text, "a script beside our own, or none")
    need(len(page.ids) == len(set(page.ids)), "an id is there twice")
    lost = [link for link in page.links if urllib.parse.unquote(link) not in page.ids]
    need(not lost, f"links lead nowhere: {lost[:3]}")
    need(page.headings and page.headings[0] == 1 and page.headings.count(1) == 1, "one h1, first")
    for before, after in zip(page.headings, page.headings[1:]):
        need(after <= before + 1, f"h{before} is followed by h{after}")
    head = re.sub(r"<title>.*?</title>", "", text.split("</head>")[0])
    need(not re.search(r"(?:https?:)?//[a-z]", head), "an address in the head")
    return page
