"""Gradescope's results.json of one student: score, one test a task, and what the student reads there."""
from . import explain, text

STATES = ("graded", "not graded")


def test_of(student, row, number, scored):
    details = student.details(row["name"])
    said = "\n\n".join(explain.plain(student, d) for d in details) or explain.meaning(student, row["verdict"])
    test = {"name": text.line(row["name"]), "number": str(number), "output": said, "output_format": "text",
            "tags": [row["verdict"] or "not graded"], "visibility": "visible"}
    if scored:
        test |= {"score": row["points"], "max_score": row["max"]}
        if row["verdict"] not in ("not-assessed", "infra"):
            test["status"] = "passed" if row["verdict"] == "pass" else "failed"
    return test


def leaderboard(student):
    """The best measured speed; points are nobody else's business and counts tie."""
    rates = [case["bytes_per_s"] / 1e9 for t in student.row["tasks"] for case in t.get("timing") or [] if case.get("bytes_per_s")]
    return [{"name": "best GB/s", "value": round(max(rates), 1), "order": "desc"}] if rates else []


def document(student, possible, seconds=None):
    """The whole file. Without a mark (grading is not done, through no fault of the student) it has no score at all:
    Gradescope then reports a failed autograder to the staff, where a number would be taken for the result."""
    row = student.row
    marked = row["mark"] is not None
    lines = [explain.OUTCOME[row["outcome"]] if row["outcome"] != "graded" else
             f"{text.number(row['raw'])} of {text.number(possible)} points" if marked else "not graded yet"]
    if row["extra"]:
        lines.append(f"extra: {text.number(row['extra'])}")
    if row["penalty"]:
        lines.append(f"late: -{text.number(row['penalty'])} ({text.line(row.get('penalty_text'))})")
    lines += [f"by hand: {a['points']:+g}{' in ' + a['task'] if a['task'] else ''}: {text.line(a['reason'])}" for a in row.get("adjustments", [])]
    lines += [f"comment{' on ' + c['task'] if c['task'] else ''}: {text.line(c['text'])}" for c in row.get("comments", [])]
    if note := explain.note(student):
        lines.append(note)
    document = {"output": "\n".join(lines), "output_format": "text", "visibility": "visible", "stdout_visibility": "hidden",
                "tests": [test_of(student, task, i, marked) for i, task in enumerate(row["tasks"], 1)],
                "extra_data": {"state": STATES[0 if marked else 1], "key": row["key"]}}
    if seconds is not None:
        document["execution_time"] = round(seconds, 1)
    if marked:
        document["score"] = row["mark"]
        if board := leaderboard(student):
            document["leaderboard"] = board
    return document
