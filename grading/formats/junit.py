"""JUnit XML: one testsuite for the lab, one testcase a task of each student."""
import xml.etree.ElementTree as ET

from . import explain, text

SKIPPED = ("not-assessed",)


def kind(student, task):
    """passed, failure, error (our trouble) or skipped (nothing to judge)."""
    if student.row["outcome"] in ("missing", "no-file") or task["verdict"] in SKIPPED:
        return "skipped"
    if student.row["outcome"] == "bad-file":
        return "failure"
    if student.row["outcome"] == "infra" or task["verdict"] in ("infra", None):
        return "error"
    return "passed" if task["verdict"] == "pass" else "failure"


def document(everybody):
    suite = ET.Element("testsuite", name=f"lab{everybody.lab}", timestamp=everybody.created.removesuffix("Z"))
    counts = {"passed": 0, "failure": 0, "error": 0, "skipped": 0}
    for student in everybody.students:
        for task in student.row["tasks"]:
            case = ET.SubElement(suite, "testcase", classname=f"lab{everybody.lab}.{student.key}", name=text.line(task["name"]))
            what = kind(student, task)
            counts[what] += 1
            if what == "passed":
                continue
            outcome = student.row["outcome"]
            why = explain.OUTCOME[outcome] if outcome != "graded" else explain.meaning(student, task["verdict"])
            child = ET.SubElement(case, what, message=why)
            if what != "skipped":
                child.set("type", outcome if outcome == "bad-file" else task["verdict"] or "infra")
                child.text = "\n\n".join(text.clean(explain.plain(student, d)) for d in student.details(task["name"]))
    total = {"tests": sum(counts.values()), "failures": counts["failure"], "errors": counts["error"],
             "skipped": counts["skipped"]}
    for name, value in total.items():
        suite.set(name, str(value))
    root = ET.Element("testsuites", {k: str(v) for k, v in total.items()})
    root.append(suite)
    ET.indent(root)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"
