"""Autolab: the table of its bulk import, and the two lines that an autograder prints: the semantic presentation, then the scores."""
import csv
import io
import json

from . import explain, text

ADJUSTMENT = "adjustment"


def adjustment(student):
    """What the mark has beyond the tasks' points: extra credit, penalty, caps. 0 without a mark."""
    row = student.row
    return 0 if row["mark"] is None else round(row["mark"] - sum(t["points"] for t in row["tasks"]), 6)


def judged(row):
    """{task: points}: a task that was not judged has no score, which is not the same as 0."""
    return {text.line(t["name"]): t["points"] for t in row["tasks"] if t["verdict"] not in ("infra", "not-assessed")}


def table(everybody, adjusted):
    """(CSV text, [keys that have no e-mail address of their own]): for Autolab's `Bulk import grades`, which reads no header but an
    e-mail address, then a score for each problem in the order of the assessment's. An empty cell changes nothing."""
    out, lost = io.StringIO(newline=""), []
    emails = [s.row["email"] for s in everybody.students]
    for student in everybody.students:
        if student.row["mark"] is None:
            continue
        if not student.row["email"] or emails.count(student.row["email"]) > 1:
            lost.append(student.key)
            continue
        scores = judged(student.row)
        cells = [text.number(scores[name]) if name in scores else "" for name in map(text.line, everybody.tasks)]
        csv.writer(out, lineterminator="\r\n").writerow([text.cell(student.row["email"]), *cells,
                                                        *([text.number(adjustment(student))] if adjusted else [])])
    return out.getvalue(), lost


def document(student, adjusted):
    """Both lines; adjusted: whether the class has the problem "adjustment", which all its students must have then.
    Only of a student with a mark: where the scores are missing, Autolab gives each problem a zero and releases it."""
    row = student.row
    stage = {}
    for task in row["tasks"]:
        hints = ["; ".join(label + " " + " / ".join(said) for label, said in explain.facts(student, d)
                           if label != "repeat") for d in student.details(task["name"])]
        said = text.line("; ".join(h for h in hints if h))
        passed = task["verdict"] == "pass"
        meaning = explain.meaning(student, task["verdict"])
        stage[text.line(task["name"])] = {"passed": passed} | ({} if passed else {
            "hint": (f"{task['verdict']}: " if task["verdict"] else "") + meaning + (f". {said[:1000]}" if said else "")})
    presentation = {"_presentation": "semantic", "stages": ["Tasks"], "Tasks": stage}
    scores = judged(row) | ({ADJUSTMENT: adjustment(student)} if adjusted else {})
    return json.dumps(presentation) + "\n" + json.dumps({"scores": scores, "scoreboard": [row["mark"]]}) + "\n"
