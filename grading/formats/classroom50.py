"""Classroom 50's result.json (schema classroom50/result/v1): whole points, a test a task; and the table in the release's text.
Source: foundation50/classroom50, wiki/Advanced-Autograding, as of 2026-11."""
import datetime
import os

from . import explain, text

SCHEMA = "classroom50/result/v1"
FROM_RUNNER = {"classroom": "CLASSROOM", "assignment": "ASSIGNMENT", "submission": "SUBMISSION_TAG", "commit": "COMMIT_URL",
               "release": "RELEASE_URL", "review": "REVIEW_URL"}


def facts(environment):
    """What the runner tells a script about the submission; REVIEW_URL may be missing, the commit then stands for it."""
    found = {key: environment.get(name) or environment["COMMIT_URL"] if key == "review" else environment[name]
             for key, name in FROM_RUNNER.items()}
    return {"schema": SCHEMA, **found, "datetime": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}


def test_of(student, row):
    said = "\n\n".join(explain.plain(student, d) for d in student.details(row["name"])) or explain.meaning(student, row["verdict"])
    return {"test-name": text.line(row["name"]), "passed": row["verdict"] == "pass", "score": int(row["points"]), "max-score": int(row["max"]),
            "verdict": row["verdict"], "output": text.clean(said)}


def document(student, possible, environment=None):
    """The whole file of a submission that was judged. Tasks that need a GPU count where there is one: the sum of the points is `possible`."""
    tests = [test_of(student, row) for row in student.row["tasks"] if row["verdict"] != "not-assessed"]
    assert sum(t["max-score"] for t in tests) <= possible
    return {**facts(environment or os.environ), "score": sum(t["score"] for t in tests), "max-score": sum(t["max-score"] for t in tests),
            "tests": tests}


def nothing(why, tasks, environment=None):
    """The file where the student handed in nothing that can be graded: every test fails, and says why."""
    tests = [{"test-name": name, "passed": False, "score": 0, "max-score": int(points), "output": why} for name, points in tasks]
    return {**facts(environment or os.environ), "score": 0, "max-score": sum(t["max-score"] for t in tests), "tests": tests}


def body(result):
    """release-body.md: a table of the tests; what did not pass is said below it."""
    lines = ["| task | points |", "|:--|--:|", *(f"| {text.escaped(t['test-name'])} | {t['score']}/{t['max-score']} |" for t in result["tests"]),
             f"| **sum** | **{result['score']}/{result['max-score']}** |"]
    for test in result["tests"]:
        if not test["passed"]:
            lines += ["", f"**{text.escaped(test['test-name'])}**", "", text.fence(test["output"])]
    return "\n".join(lines) + "\n"
