#!/usr/bin/env python3
"""Makes a results folder by hand: real results of lab 01, students who do not exist: class_fixture.py BUILD OUT [COUNT]

class_fixture.py --real BUILD FILE keeps the real results alone; tests that find FILE named by PMPP_REAL_RESULTS take them from there
instead of grading the same again."""
import copy
import json
import os
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "grading"))
from classroom import policy  # noqa: E402,F401  pylint: disable=wrong-import-position,unused-import  # ends where Python is too old
LAB = ROOT / "labs/01_vecadd"
SEED = 727272910482361
WRONG = {"3_chunk_per_thread": "3_grid_stride", "2_no_boundary_check": "2_boundary", "2_nothing_done": "2_boundary",
         "2_prints_pass": "2_boundary", "2_grid_rounded_down": "2_boundary", "1_leak": "1_five_steps"}
SCRIPT = "<script>document.title='pwned'</script><img src=x onerror=\"document.title='pwned'\">"
NAMES = ["김철수", "이영희", "박지민", "Ada Lovelace", "Grace Hopper", "Niklaus Wirth", "Barbara Liskov", "최민준", "Tony Hoare",
         "Frances Allen", "정서연", "Edsger Dijkstra", "Radia Perlman", "한지우", "Ken Thompson", "Lynn Conway"]
# key -> name, the real result, what differs
STUDENTS = [
    ("20260001", "김철수", "solution", {}),
    ("20260002", 'O\'Brien, "Pat"\nthe 2nd', "3_chunk_per_thread", {}),
    ("20260003", "=cmd|' /C calc'!A0", "2_no_boundary_check", {}),
    ("20260004", SCRIPT, "2_prints_pass", {"file": f"제출 {SCRIPT}.cu"}),
    ("20260005", "Late, Lena", "2_nothing_done",
     {"late_s": 90000, "late_days": 2, "penalty": 10, "penalty_text": "2 days late, 5 points a day"}),
    ("20260006", "Missing Mo", None, {"outcome": "missing", "note": "nothing was handed in"}),
    ("20260007", "Infra Ina", "infra", {"note": "no mark yet: 10 points could not be judged"}),
    ("20260008", "박지민", "not-assessed", {"note": "no mark yet: 15 points were not assessed on this machine"}),
    ("20260009", "Bad Bo", None, {"outcome": "bad-file", "note": "the file is empty"}),
    ("20260010", "No File Nia", None, {"outcome": "no-file", "note": "no .cu file"}),
    ("20260011", "이영희", "rejected", {}),
    ("20260012", "+Plus Paul", "starter", {}),
    ("a%EA%B9%80.b", "@At Anna", "1_leak", {}),
]


def grade(build, source, *options):
    command = [build / "bin/lab01", "--impl", source, "--seed", str(SEED), "--json", "-", *options]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    text = done.stdout.decode()
    begin = text.find('{\n  "schema_version"')
    if begin < 0:
        raise RuntimeError(f"{command}: no result: {text[-500:]} {done.stderr.decode()[-500:]}")
    return json.JSONDecoder().raw_decode(text[begin:])[0]


def wrong_file(build, name):
    """A wrong submission; one that is an edit of the reference lies in the build folder."""
    return next(file for folder in (LAB, pathlib.Path(build, "labs", LAB.name)) for file in folder.glob(f"wrong/{name}.cu"))


def real_results(build):
    """name -> (result, path of its source). A wrong file is graded on its own task, the rest is the reference's."""
    solution = grade(build, LAB / "solution.cu")
    found = {"solution": (solution, LAB / "solution.cu"), "starter": (grade(build, LAB / "starter.cu"), LAB / "starter.cu"),
             "rejected": (grade(build, wrong_file(build, "2_calls_thrust")), wrong_file(build, "2_calls_thrust"))}
    for name, task in WRONG.items():
        file = wrong_file(build, name)
        one = grade(build, file, "--task", task)
        tasks = [one["tasks"][0] if t["name"] == task else t for t in solution["tasks"]]
        found[name] = ({**one, "tasks": tasks, "max": 100, "points": sum(t["points"] for t in tasks)}, file)
    for verdict, index in (("infra", 1), ("not-assessed", 6)):
        result = copy.deepcopy(solution)
        result["tasks"][index] |= {"verdict": verdict, "points": 0, "counters": None, "gated_case": None, "gates": [],
                                   "message": "the worker could not be started: no memory" if verdict == "infra" else ""}
        found[verdict] = (result, LAB / "solution.cu")
    return found


def keep_real(build, file):
    """Writes the real results, for real_or_kept."""
    file = pathlib.Path(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    real = {name: (result, str(source)) for name, (result, source) in real_results(pathlib.Path(build).resolve()).items()}
    file.write_text(json.dumps(real))


def real_or_kept(build):
    kept = os.environ.get("PMPP_REAL_RESULTS")
    if not kept or not os.path.exists(kept):
        return real_results(build)
    return {name: (result, pathlib.Path(source)) for name, (result, source) in json.loads(pathlib.Path(kept).read_text()).items()}


def timing(result, factor):
    """A made-up `bench` result; who is measured must not matter to the exports."""
    tasks = []
    for task in result["tasks"]:
        impl = {"name": "impl", "samples": 20, "median_ms": 1 / factor, "bytes_per_s": 4.1e12 * factor, "trouble": None,
                "note": None, "share_of_copy": 0.97 * factor}
        cub = {"name": "cub", "samples": 20, "median_ms": 0.98, "bytes_per_s": 4.2e12, "ratio": 0.98 * factor,
               "trouble": None, "note": None}
        passed = task["verdict"] == "pass"
        runs = [impl, cub] if passed else [{"name": "impl", "samples": 0, "trouble": "the output is wrong", "note": None}, cub]
        tasks.append({"name": task["name"], "verdict": task["verdict"],
                      "timing": {"case": "n=2^28", "floor_bytes": 3221225472, "floor_ops": 268435456, "runs": runs}})
    return {"schema_version": 1, "lab": "01", "machine": {"host": "", "device": "made-up device", "software": ""},
            "copy_bytes_per_s": 4.2e12, "tasks": tasks}


def mark(row):
    judged = not any(t["verdict"] in ("infra", "not-assessed") for t in row["tasks"])
    return max(0, row["raw"] + row["extra"] - row["penalty"]) if judged else None


def make(build, out, count=0):
    """Writes the folder; count: how many more students, so that charts have something to show."""
    out, real = pathlib.Path(out), real_or_kept(pathlib.Path(build).resolve())
    people, dice = list(STUDENTS), random.Random(4)
    kinds = ["solution"] * 5 + list(WRONG) + ["starter", "3_chunk_per_thread", "2_no_boundary_check"]
    for i in range(count):
        people.append((f"2026{i + 1000}", f"{NAMES[i % len(NAMES)]} {i // len(NAMES) + 1}", dice.choice(kinds), {"mixed": True}))
    rows = []
    for key, name, kind, other in people:
        folder = out / "students" / key
        folder.mkdir(parents=True)
        result, source = real[kind] if kind else (None, None)
        if other.get("mixed") and kind != "starter":
            result = copy.deepcopy(result)
            for name_of, task in WRONG.items():
                if dice.random() < 0.2:
                    result["tasks"] = [next(w for w in real[name_of][0]["tasks"] if w["name"] == task)
                                       if t["name"] == task else t for t in result["tasks"]]
        catalogue = real["solution"][0]["tasks"]
        row = {"key": key, "id": key if key.isdigit() else "", "name": name, "email": f"{key}@example.edu",
               "login": f"u{key[-4:]}", "section": "A", "outcome": "graded", "file": "starter.cu" if kind else None,
               "submitted": "2026-11-20T12:00:00Z" if kind else None, "late_s": 0, "late_days": 0, "penalty": 0,
               "penalty_text": "", "extra": 0, "note": ""} | {k: v for k, v in other.items() if k != "mixed"}
        outcome = row["outcome"]
        row["tasks"] = [{k: t[k] for k in ("name", "verdict", "points", "max", "hint", "message")} for t in result["tasks"]] \
            if result else [{"name": t["name"], "verdict": None, "points": 0, "max": t["max"], "hint": "", "message": ""}
                            for t in catalogue]
        row["raw"] = sum(t["points"] for t in row["tasks"])
        row["not_assessed"] = sum(t["max"] for t in row["tasks"] if t["verdict"] == "not-assessed")
        row["infra_points"] = sum(t["max"] for t in row["tasks"] if t["verdict"] == "infra")
        row["mark"] = mark(row)
        rows.append(row)
        if result:
            if key == "20260004":  # the output of a program that wants to be more than text
                result = copy.deepcopy(result)
                result["tasks"][1]["output_excerpt"] = f"```\n# PASS\n{SCRIPT}\n--seed {SEED}\n```\n"
            (folder / "result.json").write_text(json.dumps(result))
            (folder / "submission.cu").write_bytes(source.read_bytes())
            if kind == "solution":
                factor = 1.0 if key == "20260001" else dice.uniform(0.2, 1.01)
                (folder / "bench.json").write_text(json.dumps(timing(result, factor)))
        (folder / "status.json").write_text(json.dumps({"outcome": outcome, "reason": row["note"]}))
    run = {"schema_version": 1, "lab": "01", "backend": "emu", "seed": SEED, "sandbox": True, "grader_version": "test"}
    marks = {"schema_version": 1, "lab": "01", "title": "Vector addition", "backend": "emu", "points_possible": 100,
             "policy": {}, "created": "2026-11-21T12:00:00Z", "students": sorted(rows, key=lambda r: r["key"])}
    (out / "run.json").write_text(json.dumps(run))
    (out / "marks.json").write_text(json.dumps(marks, ensure_ascii=False, indent=1))
    return marks


if __name__ == "__main__":
    if sys.argv[1] == "--real":
        keep_real(*sys.argv[2:])
    else:
        make(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0)
