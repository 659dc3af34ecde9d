#!/usr/bin/env python3
"""What the jobs of GitHub and GitLab run in a student's repository, which has the labs, built:

    grading/steps.py grade 04 [TASK]     grades labs/04_*/starter.cu, or one task of it, on the emulator
    grading/steps.py table               all that was graded so, as a table: into the job's summary, else printed
    grading/steps.py junit FILE          the same as JUnit XML

Exit status: 0; of `table` 1 where a task did not pass; 2 usage; 99 where nothing could be judged: no points then, rather
than none.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import types
import xml.etree.ElementTree as ET

from formats import explain, text

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = pathlib.Path("build/steps")  # a file for each call of `grade`


def stop(message, status=2):
    print(f"steps: {message}", file=sys.stderr)
    sys.exit(status)


def student(document):
    """Whom the explanations speak to; the inputs' seed is public."""
    return types.SimpleNamespace(result=document, seed="")


def why(document, task):
    """The first reason for a verdict, and the hints, in one line."""
    facts = explain.facts(student(document), task)
    first = next((said for label, said in facts if label not in ("case", "order", "repeat", "hint")), [])
    return " ".join(first + [line for label, said in facts if label == "hint" for line in said])


def grade(lab, task):
    grader = ROOT / f"build/bin/lab{lab}"
    if not grader.exists():
        stop(f"build/bin/lab{lab} is not there: cmake -B build && cmake --build build --target lab{lab}_grader")
    out = ROOT / RESULTS / f"lab{lab}{'-' + task if task else ''}.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.unlink(missing_ok=True)
    status = subprocess.run([grader, "--json", out, *(("--task", task) if task else ())], cwd=ROOT, check=False).returncode
    if status not in (0, 1):
        stop(f"build/bin/lab{lab} ended with status {status}, and gave no verdict", 2 if status == 2 else 99)
    return 0


def graded():
    """(document, task) for each task that was graded, in the tasks' order."""
    documents = [json.loads(path.read_bytes()) for path in (ROOT / RESULTS).glob("lab*.json")]
    found = [(document, task) for document in documents for task in document["tasks"]]
    return sorted(found, key=lambda item: (item[0]["lab"], int(item[1]["name"].split("_")[0])))


def table():
    found = graded()
    rows = [(f"{document['lab']}: `{task['name']}`", task["verdict"], f"{task['points']}/{task['max']}",
             "" if task["verdict"] == "pass" else text.escaped(why(document, task))) for document, task in found]
    points, most = (sum(task[key] for _, task in found) for key in ("points", "max"))
    rows.append(("**score**", "", f"**{points}/{most}**", ""))
    lines = ["| task | verdict | points | why |", "|:--|:--|--:|:--|", *(f"| {' | '.join(row)} |" for row in rows)]
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    with open(summary, "a", encoding="utf-8") if summary else open(1, "w", encoding="utf-8", closefd=False) as file:
        file.write("\n".join(lines) + "\n")
    return 0 if found and all(task["verdict"] == "pass" for _, task in found) else 1


def junit(path):
    found = graded()
    failed = sum(task["verdict"] != "pass" for _, task in found)
    total = {"tests": str(len(found)), "failures": str(failed), "errors": "0", "skipped": "0"}
    root = ET.Element("testsuites", total)
    suite = ET.SubElement(root, "testsuite", name="labs", **total)
    for document, task in found:
        name = f"{task['name']} ({task['points']}/{task['max']} points)"
        case = ET.SubElement(suite, "testcase", classname=f"lab{document['lab']}", name=name)
        if task["verdict"] != "pass":
            failure = ET.SubElement(case, "failure", message=explain.MEANING[task["verdict"]], type=task["verdict"])
            failure.text = text.clean(explain.plain(student(document), task))
    ET.indent(root)
    pathlib.Path(path).write_bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("grade")
    command.add_argument("lab", metavar="NN")
    command.add_argument("task", nargs="?", metavar="TASK")
    commands.add_parser("table")
    commands.add_parser("junit").add_argument("file", metavar="FILE")
    options = parser.parse_args()
    if options.command == "grade":
        return grade(options.lab, options.task)
    return table() if options.command == "table" else junit(options.file)


if __name__ == "__main__":
    sys.exit(main())
