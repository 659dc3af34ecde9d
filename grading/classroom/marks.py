"""marks.json from the results of every student and the policy: the one source of every format."""
import datetime
import math

from . import records, store
from .policy import TABLES

UNJUDGED = ("infra", "not-assessed")
PARTIAL = {key: default for key, (_, default) in TABLES["partial"].items()}  # the grader's own shares


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def tidy(number):
    """Sums of weights without the dust of binary fractions; whole numbers as such."""
    if number is None:
        return None
    number = round(number, 6)
    return int(number) if number == int(number) else number


def timing_of(bench, task):
    """The timed cases of one task in a `bench` result: [{case, bytes_per_s, ops_per_s, ratios: {baseline: ratio}}]."""
    cases = []
    for row in (bench or {}).get("tasks", []):
        runs = (row.get("timing") or {}).get("runs") or []
        if row["name"] == task and runs and "median_ms" in runs[0]:
            cases.append({"case": row["timing"]["case"], "median_ms": runs[0]["median_ms"],
                          "bytes_per_s": runs[0].get("bytes_per_s"), "ops_per_s": runs[0].get("ops_per_s"),
                          "ratios": {r["name"]: r["ratio"] for r in runs[1:] if isinstance(r.get("ratio"), (int, float))}})
    return cases


def bonus_of(rule, cases):
    """(points, note): the ratio must be reached in every timed case, against the named baseline or every one."""
    reached = []
    for case in cases:
        ratios = [r for name, r in case["ratios"].items() if rule["baseline"] in (None, name)]
        if not ratios:
            return 0, "bonus: no baseline was timed"
        reached.append(min(ratios))
    if not reached:
        return 0, "bonus: nothing was timed"
    against = rule["baseline"] or "the fastest library"
    return (rule["points"] if min(reached) >= rule["ratio"] else 0,
            f"bonus: {min(reached):.2f} times the speed of {against}, {rule['ratio']:g} wanted")


def worth(policy, name, points):
    """(points of a task under the policy, whether they are extra credit)."""
    rule = policy.values["tasks"].get(name, {"points": None, "weight": 1, "extra_credit": False})
    return (points if rule["points"] is None else rule["points"]) * rule["weight"], rule["extra_credit"]


def share_of(entry, policy):
    """What part of its points an entry of a result has. The grader has given whole points by the default shares; other shares of
    the policy are applied to what it found: the task's points without its distinctions, and the gates that are met."""
    rule, gates = policy.values["partial"], entry.get("gates") or []
    if not entry["max"] or entry["verdict"] not in ("inefficient", "slow") or rule == PARTIAL:
        return entry["points"] / entry["max"] if entry["max"] else 0
    required = [g["met"] for g in gates if not g.get("distinction")]
    percent = rule["right_percent"] + rule["gates_percent"] * (sum(required) / len(required) if required else 1)
    return (1 - sum(g.get("points", 0) for g in gates) / entry["max"]) * percent / 100


def task_rows(result, catalogue, policy, bench):
    """One row for each task of the lab, weights applied; a task counts once, over all backends that assessed it."""
    rows = []
    for name, points in catalogue:
        most, extra = worth(policy, name, points)
        found = [t for t in (result or {}).get("tasks", []) if t["name"] == name]
        judged = [t for t in found if t["verdict"] not in UNJUDGED]
        chosen = min(judged, key=lambda t: (share_of(t, policy), t["verdict"] == "pass"), default=None) or \
            next((t for t in found if t["verdict"] == "infra"), found[0] if found else None)
        share = share_of(chosen, policy) if judged else 0
        row = {"name": name, "verdict": chosen["verdict"] if chosen else None, "points": tidy(most * share),
               "max": tidy(most), "hint": chosen["hint"] if chosen else "", "message": chosen["message"] if chosen else ""}
        if extra:
            row["extra_credit"] = True
        if timing := timing_of(bench, name):
            row["timing"] = timing
        rows.append(row)
    return rows


def without_result(rows, outcome):
    """The rows of a student whom no grader has judged: ours to repair, or nothing to judge, which is no verdict."""
    for row in rows:
        row["verdict"] = "infra" if outcome == "infra" else None
    return rows


class Sum:
    """The points of one student's rows."""

    def __init__(self, rows):
        normal = [r for r in rows if not r.get("extra_credit")]
        self.possible = sum(r["max"] for r in normal)
        self.raw = sum(r["points"] for r in normal)
        self.extra = sum(r["points"] for r in rows if r.get("extra_credit"))
        self.infra, self.not_assessed = (sum(r["max"] for r in normal if r["verdict"] == v) for v in UNJUDGED)
        self.any_infra = any(r["verdict"] == "infra" for r in rows)


def add_bonus(sums, rows, policy, bench, notes):
    passed = [r["name"] for r in rows if r["verdict"] == "pass"]
    for task, rule in policy.values["bonus"].items():
        if task in passed:
            points, note = bonus_of(rule, timing_of(bench, task))
            sums.extra += points
            notes.append(f"{task}: {note}: {points:g} points")


def earned(sums, policy, notes):
    """(points before any penalty, whether they are final): unjudged points count what the policy says, or hold the mark."""
    floor, final = policy.values["infra"]["floor_percent"], True
    credited = sums.infra * (floor or 0) / 100
    points = sums.raw + credited
    if sums.any_infra and floor is None:
        final = False
        notes.append(f"no mark yet: {tidy(sums.infra)} points could not be judged through no fault of the student; run "
                     "grading/grade again")
    elif sums.any_infra:
        notes.append(f"{tidy(sums.infra)} points could not be judged and count {floor:g} %: {tidy(credited)}")
    assessed = sums.possible - sums.not_assessed
    if sums.not_assessed and policy.values["marks"]["not_assessed"] == "leave-out" and assessed > 0:
        points = points * sums.possible / assessed
        notes.append(f"{tidy(sums.not_assessed)} points were not assessed and are left out: {tidy(sums.raw + credited)} of "
                     f"{tidy(assessed)} counts as {tidy(round(points, 2))} of {tidy(sums.possible)}")
    elif sums.not_assessed:
        final = False
        notes.append(f"no mark yet: {tidy(sums.not_assessed)} points were not assessed on this machine")
    return points + sums.extra, final


def rounded(mark, sums, policy):
    """Within the policy's bounds, halves up; the upper bound is not rounded up."""
    limits, scale = policy.values["marks"], 10 ** policy.values["marks"]["digits"]
    units = math.floor(max(0, mark) * scale + 0.5 + 1e-9)
    if limits["most_percent"] is not None:
        units = min(units, math.floor(sums.possible * limits["most_percent"] / 100 * scale + 1e-9))
    return tidy(units / scale)


def student_marks(key, submission, status, result, catalogue, policy, bench=None, free=0):
    """One entry of marks.json's "students". free: late days that cost nothing, on top of the policy's grace."""
    outcome = status["outcome"]
    judged = result if outcome in ("graded", "infra") else None
    rows = task_rows(judged, catalogue, policy, bench)
    if judged is None:
        without_result(rows, outcome)
    notes = [] if outcome == "graded" else [status["reason"]]
    sums = Sum(rows)
    add_bonus(sums, rows, policy, bench, notes)
    points, final = earned(sums, policy, notes)
    names = (key, submission.get("id"), submission.get("login"), submission.get("email"))
    late = policy.lateness(submission.get("submitted"), names)
    penalty, penalty_text = policy.penalty(late, points, names, free)
    if outcome == "missing" and policy.values["marks"]["missing"] == "blank":
        final = False
    by_hand = [{k: e[k] for k in ("task", "points", "reason")} for e in policy.of_student("adjust", names)]
    said = [{k: e[k] for k in ("task", "text")} for e in policy.of_student("comment", names)]
    return {"key": key, **{k: submission.get(k) or "" for k in ("id", "name", "email", "login", "section")},
            "outcome": outcome, "file": submission.get("file"), "submitted": policy.local(submission.get("submitted")),
            "late_s": late.seconds, "late_days": math.ceil(late.days), "penalty": tidy(round(penalty, 2)),
            "penalty_text": penalty_text, "raw": tidy(sums.raw), "extra": tidy(sums.extra),
            "not_assessed": tidy(sums.not_assessed), "infra_points": tidy(sums.infra),
            "adjusted": tidy(sum(a["points"] for a in by_hand)), "adjustments": by_hand, "comments": said,
            "mark": rounded(max(0, points - penalty) + sum(a["points"] for a in by_hand), sums, policy) if final else None,
            "note": "; ".join(notes), "problems": submission.get("problems", []), "tasks": rows}


def best(rows):
    """The row that counts of a student's graded versions (row, folder's key), the one that "last" would choose first: the best mark.
    No version is left out because it could not be judged: then there is no mark yet."""
    unjudged = [r for r in rows if r[0]["mark"] is None]
    row, folder = unjudged[0] if unjudged else max(rows, key=lambda r: r[0]["mark"])
    if len(rows) == 1:
        return row
    listed = "; ".join(f"{r['file']}: {'no mark yet' if r['mark'] is None else tidy(r['mark'])}" for r, _ in rows)
    note = f"the best of {len(rows)} versions counts: {listed}"
    return {**row, "key": rows[0][0]["key"], "graded_as": folder, "note": "; ".join(filter(None, (row["note"], note)))}


def build(results, run, policy, free=None):
    """The whole document, and the keys that are not graded yet (they are not in it: no mark is better than a wrong one).
    free: {key: late days that cost this student nothing}."""
    versions, waiting = {}, []
    for key in results.keys():
        status, submission = results.read(key, "status"), results.read(key, "submission")
        student = key.partition("~")[0] if submission is None else submission.get("version_of", key)
        if submission is None or records.trouble(results, run, key):
            waiting.append(student)
            continue
        row = student_marks(student, submission, status, results.read(key, "result"), run["tasks"], policy, results.read(key, "bench"),
                            (free or {}).get(student, 0))
        versions.setdefault(student, []).append((row, key))
    waiting = list(dict.fromkeys(waiting))
    students = [best(sorted(rows, key=lambda r: r[1])) for key, rows in versions.items() if key not in waiting]
    possible = sum(most for most, extra in (worth(policy, *task) for task in run["tasks"]) if not extra)
    return {"schema_version": 1, "lab": run["lab"], "title": run["title"], "backend": run["backend"],
            "points_possible": tidy(possible), "policy": policy.values, "created": now(), "waiting": waiting,
            "students": students}


def write(results, run, policy):
    document = build(results, run, policy)
    store.write_dated(results.marks, document)
    return document
