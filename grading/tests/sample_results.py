#!/usr/bin/env python3
"""Makes a small RESULTS folder without compiling anything: grading/tests/sample_results.py OUT

Six students of lab 04 for the tests of whatever reads marks.json: full marks, some tasks failed and late, rejected, our
own trouble, nothing handed in, a file that is none. The result files have the shape that the grader writes.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from classroom import marks, policy, store  # noqa: E402

TASKS = [["1_interleaved", 10], ["2_strided_index", 10], ["3_sequential", 15], ["4_first_add", 15],
         ["5_unroll_last_warp", 15], ["6_shuffle", 15], ["7_multi_block", 20]]
POLICY = """
[deadline]
due = 2026-11-20T23:59:00
time_zone = "Asia/Seoul"
[late]
penalty = 10
cap = 50
"""
ROSTER = {  # key: (id, name, section)
    "ada": ("2026001", "Ada Lovelace", "A"), "kim": ("2026002", "김민수", "A"), "lee": ("2026003", "Lee, \"Bo\" <b>", "B"),
    "noether": ("2026004", "Emmy Noether", "B"), "turing": ("2026005", "Alan Turing", "B"), "%EB%B0%95": ("", "박", "")}


def result(verdicts):
    rows = [{"name": name, "idea": "", "backend": "emu", "verdict": verdicts.get(name, "pass"),
             "points": points * (verdicts.get(name, "pass") == "pass"), "max": points, "cases_run": 9, "cases_total": 9,
             "failed_case": None, "failed_schedule_seed": None, "first_mismatch": None, "mismatches": [],
             "wrong_elements": 0, "hazards": [], "hazards_dropped": 0, "gated_case": None, "counters": None, "gates": [],
             "timing": None, "message": "" if verdicts.get(name, "pass") == "pass" else f"{name} at n=33: expected 12, got 11",
             "hint": "" if verdicts.get(name, "pass") == "pass" else "Look at the last block: who adds its tail?",
             "repeat": f"build/bin/lab04 --impl submission.cu --backend emu --task {name} --seed 4711",
             "output_excerpt": ""} for name, points in TASKS]
    return {"schema_version": 1, "lab": "04", "title": "Reduction", "implementation": "submission.cu", "source_bytes": 3,
            "source_hash": "0" * 16, "grader_version": "sample", "backend": "emu",
            "machine": {"host": "Linux", "device": "emulator", "software": "emulator"}, "seed": 4711, "schedules": 1,
            "date": "2026-11-21T09:00:00Z", "points": sum(r["points"] for r in rows), "max": 100, "not_assessed": 0,
            "not_assessed_reason": None, "tasks": rows}


def make(folder):
    results = store.Results(folder)
    results.students.mkdir(parents=True)
    policy_ = results.folder / "policy.toml"
    policy_.write_text(POLICY)
    names = [name for name, _ in TASKS]
    holds = policy.read(policy_, names)
    run = {"schema_version": 1, "lab": "04", "title": "Reduction", "backend": "emu", "seed": 4711, "sandbox": True,
           "grader_version": "sample", "submissions": "submissions", "created": "2026-11-21T09:00:00Z",
           "policy": holds.values, "roster": "roster.csv", "tasks": TASKS}
    store.write_json(results.run, run)
    cases = {"ada": ("graded", {}, "2026-11-20T10:00:00+00:00", ""),
             "kim": ("graded", {"5_unroll_last_warp": "hazard", "7_multi_block": "inefficient"},
                     "2026-11-22T14:59:00+00:00", ""),
             "lee": ("graded", {name: "rejected" for name in names}, "2026-11-20T10:00:00+00:00", ""),
             "noether": ("infra", None, "2026-11-20T10:00:00+00:00", "the grader ended with status 99, twice"),
             "turing": ("missing", None, None, "in the roster, nothing handed in"),
             "%EB%B0%95": ("bad-file", None, "2026-11-20T10:00:00+00:00", "과제.cu is empty")}
    for key, (outcome, verdicts, submitted, reason) in cases.items():
        id_, name, section = ROSTER[key]
        here = results.student(key)
        here.mkdir()
        file = None if outcome == "missing" else f"{key}/starter.cu"
        store.write_json(here / "submission.json", {
            "key": key, "id": id_, "name": name, "email": f"{id_}@example.edu" if id_ else "", "login": key if id_ else "",
            "section": section, "file": file, "sha256": None, "submitted": submitted, "late_s": 0, "versions": [],
            "problems": [] if id_ else ["not in the roster"]})
        if file:
            (here / "submission.cu").write_text("//\n")
        if verdicts is not None:
            store.write_json(here / "result.json", result(verdicts))
        (here / "log.txt").write_text("a log\n")
        store.write_json(here / "status.json", {"outcome": outcome, "reason": reason, "exit": 0, "attempts": 1})
    return marks.write(results, run, holds)


if __name__ == "__main__":
    if len(sys.argv) != 2 or pathlib.Path(sys.argv[1]).exists():
        sys.exit("sample_results.py OUT: needs the name of a folder that is not there yet")
    make(sys.argv[1])
