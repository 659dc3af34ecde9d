"""Autolab's two lines on stdout: the semantic presentation, then the scores; nothing that a student printed is a line of them."""
import json

from . import explain, text

ADJUSTMENT = "adjustment"


def adjustment(student):
    """What the mark has beyond the tasks' points: extra credit, penalty, caps. 0 without a mark."""
    row = student.row
    return 0 if row["mark"] is None else round(row["mark"] - sum(t["points"] for t in row["tasks"]), 6)


def document(student, adjusted):
    """Both lines; adjusted: whether the class has the problem "adjustment", which all its students must have then.
    A student without a mark gets no scores, so that Autolab keeps the submission ungraded."""
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
    scores, board = {}, []
    if row["mark"] is not None:
        # not judged: no score for that task, which is not the same as 0
        scores = {text.line(t["name"]): t["points"] for t in row["tasks"] if t["verdict"] not in ("infra", "not-assessed")}
        scores |= {ADJUSTMENT: adjustment(student)} if adjusted else {}
        board = [row["mark"]]
    last = {"scores": scores} | ({"scoreboard": board} if board else {})
    return json.dumps(presentation) + "\n" + json.dumps(last) + "\n"
