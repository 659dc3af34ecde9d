"""PrairieLearn's external grader: results.json, and the question and the image that belong to it.
Source: PrairieLearn/PrairieLearn, docs/externalGrading.md, as of 2026-11."""
import json
import uuid

from . import explain, text

LIMIT = 1 << 20  # bytes of results.json
NAMESPACE = uuid.UUID("5a1f3e0a-52ab-4f0a-9a34-6f1d1f6a2c04")


def test_of(student, row):
    said = "\n\n".join(explain.plain(student, d) for d in student.details(row["name"])) or explain.meaning(student, row["verdict"])
    return {"name": text.line(row["name"]), "description": explain.MEANING.get(row["verdict"], ""), "points": row["points"],
            "max_points": row["max"], "message": row["verdict"] or "not graded", "output": text.clean(said)[:LIMIT // 32]}


def document(student, possible):
    """The whole file. What does not compile, or was not begun, costs no attempt: it is not gradable, and says why."""
    rows = student.row["tasks"]
    tests = [test_of(student, row) for row in rows]
    if all(row["verdict"] in ("rejected", "todo") for row in rows):
        return not_gradable("\n\n".join(dict.fromkeys(t["output"] for t in tests)))
    return {"gradable": True, "score": round(sum(row["points"] for row in rows) / possible, 6) if possible else 0.0,
            "message": "", "output": "", "tests": tests}


def not_gradable(why):
    """Neither points nor an attempt lost."""
    return {"gradable": False, "format_errors": [why], "message": why}


def dockerfile(lab):
    return f"""# The grader of lab {lab}; grading/make-autograder made this folder. docker build -t REGISTRY/pmpp-lab{lab} .
FROM ubuntu:24.04
COPY source /autograder/source
RUN /autograder/source/setup.sh && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["/autograder/source/run_prairielearn"]
"""


def question(lab, title, task, image, seconds):
    """{path: text} of one task's question."""
    name = f"lab{lab}-{task}"
    info = {"uuid": str(uuid.uuid5(NAMESPACE, name)), "title": f"Lab {lab}, {title}: {task}", "topic": title, "type": "v3", "gradingMethod": "External",
            "externalGradingOptions": {"enabled": True, "image": image, "timeout": seconds, "environment": {"PMPP_TASK": task}}}
    html = (f"<pl-question-panel>\n  <p>Implement task <code>{task}</code> of lab {lab}, and hand in your <code>starter.cu</code>.</p>\n"
            "  <pl-file-upload file-names=\"starter.cu\"></pl-file-upload>\n</pl-question-panel>\n"
            "<pl-submission-panel>\n  <pl-external-grader-results></pl-external-grader-results>\n  <pl-file-preview></pl-file-preview>\n"
            "</pl-submission-panel>\n")
    return {f"questions/{name}/info.json": json.dumps(info, indent=2) + "\n", f"questions/{name}/question.html": html}
