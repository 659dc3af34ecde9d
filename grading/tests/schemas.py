"""What each export must look like, from the loaders' own documentation: a function a format, which raises Bad with the place."""
import csv
import html.parser
import io
import json
import re
import urllib.parse
import xml.etree.ElementTree as ET


class Bad(Exception):
    pass


def need(condition, message):
    if not condition:
        raise Bad(message)


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


VISIBILITY = ("hidden", "after_due_date", "after_published", "visible")
GRADESCOPE = {"score": number, "execution_time": number, "output": str, "output_format": str, "visibility": VISIBILITY,
              "stdout_visibility": VISIBILITY, "tests": list, "leaderboard": list, "extra_data": dict}
GRADESCOPE_TEST = {"score": number, "max_score": number, "status": ("passed", "failed"), "name": str, "number": str,
                   "output": str, "output_format": ("text", "html", "simple_format", "md", "ansi"), "tags": list,
                   "visibility": VISIBILITY}


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
    need(isinstance(scores.get("scoreboard", []), list), "last line: scoreboard")
    need(presentation.get("_presentation") == "semantic", "presentation")
    stages = presentation.get("stages")
    need(isinstance(stages, list) and presentation.keys() == {"_presentation", "stages", *stages}, "stages")
    for stage in stages:
        for name, case in presentation[stage].items():
            need(isinstance(case.get("passed"), bool), f"{stage}.{name}: passed")
            need(isinstance(case.get("hint", ""), str), f"{stage}.{name}: hint")
    return presentation, scores


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
    fixed = ("Student", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Root Account", "Section")
    assignments = [c for c in rows[0] if c not in fixed]
    need(len(assignments) == 1 and assignments[0] in known[0], f"assignments {assignments}")
    need(re.search(r" \(\d+\)$", assignments[0]), f"{assignments[0]}: no id, Canvas would create an assignment")
    need([c for c in known[0] if c in fixed] == rows[0][:-1], "ID columns differ from the template's")
    at, known_at = rows[0].index("ID"), known[0].index("ID")
    need([r[at] for r in rows[1:]] == [r[known_at] for r in known[1:]], "rows differ from the template's")
    for n, row in enumerate(rows[1:], 2):
        need(row[-1] in ("", "EX") or re.fullmatch(r"\d+([.,]\d+)?", row[-1]), f"row {n}: grade {row[-1]!r}")
    no_formula(rows, ("Student", "Section"))
    return rows


def moodle(text):
    rows = rows_of(text)
    need(rows[0][:3] == ["ID number", "Email address", "Full name"] and rows[0][-1] == "Feedback", f"header {rows[0]}")
    no_formula(rows)
    for n, row in enumerate(rows[1:], 2):
        need(row[0] or row[1], f"row {n}: nothing to find the student by")
        need(re.fullmatch(r"\d+(\.\d+)?", row[3]), f"row {n}: grade {row[3]!r}")
        need(not re.search(r"<(?!br>)|[\r\n]", row[4]), f"row {n}: feedback {row[4]!r}")
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
        need(tag not in ("script", "iframe", "object", "embed", "form", "base", "link", "img"), f"<{tag}>")
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
    need("default-src 'none'" in page.csp and "script-src" not in page.csp and "unsafe" not in page.csp, f"policy {page.csp!r}")
    need(len(page.ids) == len(set(page.ids)), "an id is there twice")
    lost = [link for link in page.links if urllib.parse.unquote(link) not in page.ids]
    need(not lost, f"links lead nowhere: {lost[:3]}")
    need(page.headings and page.headings[0] == 1 and page.headings.count(1) == 1, "one h1, first")
    for before, after in zip(page.headings, page.headings[1:]):
        need(after <= before + 1, f"h{before} is followed by h{after}")
    head = re.sub(r"<title>.*?</title>", "", text.split("</head>")[0])
    need(not re.search(r"(?:https?:)?//[a-z]", head), "an address in the head")
    return page
