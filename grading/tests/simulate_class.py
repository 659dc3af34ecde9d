#!/usr/bin/env python3
"""Grades a simulated class, kills the run half-way, resumes it and checks every verdict: simulate_class.py [--count 300]

The submissions are a lab's reference, its starter, its wrong submissions (line 1 says what must come), the exploits of
the lab and odd files, in the layouts of three platforms. Prints how long it took. Exit status: 0 all came as expected.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from classroom import store  # noqa: E402
from simulated import Simulated, machine, workers_left  # noqa: E402


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lab", default="01")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--task", action="append", default=[], help="these tasks only")
    parser.add_argument("--kill-after", type=int, help="students (half of them)")
    parser.add_argument("--no-sandbox", action="store_true")
    parser.add_argument("--if-possible", action="store_true", help="contained where this machine and this build can do it")
    parser.add_argument("--regrade", action="store_true", help="and grade all again: every byte but the dates must be the same")
    parser.add_argument("--no-slow", action="store_true", help="without submissions that end by a time limit, and odd files")
    parser.add_argument("--exploits", metavar="DIR", default=str(store.ROOT / "grading/exploits"))
    parser.add_argument("--build", default=str(store.ROOT / "build"))
    parser.add_argument("--out", help="keep everything in this new folder")
    return parser.parse_args()


def exploits_of(lab, corpus):
    """The corpus's files for this lab; a file of another lab names another contract header."""
    header = next(lab.glob("*.h")).name
    files = sorted(pathlib.Path(corpus).glob("*.cu"))
    return [f for f in files if f'#include "{header}"' in f.read_text(errors="replace")]


def can_contain(grader):
    """Whether bubblewrap works here and this build knows how to use it; says so where not."""
    try:
        trial = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, text=True,
                               check=False)
        why = trial.stderr.strip() if trial.returncode else ""
    except OSError as error:
        why = str(error)
    asked = subprocess.run([grader, "--help"], capture_output=True, text=True, check=False)
    if not why and "--contained" not in asked.stdout:
        why = f"{grader} has no --contained"
    if why:
        print(f"without a sandbox: {why}")
    return not why


def kill_half_way(words, after):
    """Starts the run and kills it, with SIGKILL, when so many students are done; whether it was killed in time."""
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    done = 0
    for line in run.stdout:
        done += line.startswith("[")
        if done >= after:
            run.kill()
            break
    else:
        print(f"the run ended with status {run.wait()} before it could be killed")
        return False
    run.wait()
    run.stdout.close()
    return True


def resume(words, results):
    """Runs it to the end; the killed run's last students hold the folder until they are ended too."""
    for _ in range(100):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if "another command is at work" not in done.stderr:
            return done
        time.sleep(0.3)
    raise SystemExit(f"the killed run never let go of {results}")


def tree(results):
    return {p.relative_to(results.folder): p.read_bytes() for p in results.students.rglob("*") if p.is_file()} | {
        "marks": results.marks.read_bytes(), "run": results.run.read_bytes()}


def simulate(o, folder):
    lab = next((store.ROOT / "labs").glob(f"{o.lab}_*"))
    exploits = exploits_of(lab, o.exploits)
    made = Simulated(folder, lab, o.count, exploits=[] if o.no_slow else exploits, tasks=o.task, slow=not o.no_slow,
                     odd_files=o.count >= 30)
    results = store.Results(folder / "results")
    words = [sys.executable, HERE.parent / "grade", made.subs, "--lab", o.lab, "--out", results.folder, "--roster",
             made.roster, "--jobs", o.jobs, "--build", o.build, *(["--no-sandbox"] if o.no_sandbox else [])]
    for task in o.task:
        words += ["--task", task]
    troubles, began = [], time.monotonic()
    if not kill_half_way(words, o.kill_after or o.count // 2):
        return ["nothing was killed half-way"]
    half = tree_of_status(results)
    print(f"killed after {time.monotonic() - began:.0f} s: {len(half)} students done", flush=True)
    done = resume(words, results)
    seconds = time.monotonic() - began
    print(done.stdout[-1500:] + done.stderr, end="")
    whole = tree_of_status(results)
    again = [k for k, p in half.items() if whole.get(k) != p]
    if again:
        troubles.append(f"graded again after the kill: {', '.join(again)}")
    troubles += made.compare(results)
    if left := workers_left(o.build, o.lab):
        troubles.append(f"{len(left)} workers were left behind: {', '.join(left[:5])}")
    before = tree(results)
    subprocess.run(words, capture_output=True, check=False)
    after = tree(results)
    if changed := [str(k) for k in before.keys() | after.keys() if before.get(k) != after.get(k)]:
        troubles.append(f"a second run changed {', '.join(changed[:5])}")
    if o.regrade:
        again = subprocess.run([sys.executable, HERE.parent / "regrade", results.folder, "--jobs", o.jobs], capture_output=True,
                               text=True, check=False)
        if again.returncode or "nothing to apply" not in again.stdout or tree(results) != before:
            troubles.append(f"a regrade is not the same, byte for byte:\n{again.stdout}{again.stderr}")
    graded = sum(s["outcome"] == "graded" for s in store.read_object(results.marks)["students"])
    print(f"lab {o.lab}: {o.count} submissions, {graded} of them compiled and run ({len(exploits)} exploits known), "
          f"{'no sandbox' if o.no_sandbox else 'contained'}, {seconds:.0f} s ({seconds / 60:.1f} min) with --jobs {o.jobs} "
          f"on {machine()}")
    return troubles


def tree_of_status(results):
    """{key: when and what its status.json is}: a student graded twice has a new one."""
    return {p.parent.name: (p.stat().st_mtime_ns, p.read_bytes()) for p in results.students.glob("*/status.json")}


def main():
    o = options()
    grader = pathlib.Path(o.build) / "bin" / f"lab{o.lab}"
    if not grader.exists() or not list((store.ROOT / "labs").glob(f"{o.lab}_*/solution.cu")):
        print(f"SKIP: it takes {grader} and labs/{o.lab}_*/solution.cu")
        return 77
    if o.if_possible and not can_contain(grader):
        o.no_sandbox = True
    if o.out:
        pathlib.Path(o.out).mkdir(parents=True)
        troubles = simulate(o, pathlib.Path(o.out))
    else:
        with tempfile.TemporaryDirectory() as folder:
            troubles = simulate(o, pathlib.Path(folder))
    print("\n".join(troubles) if troubles else "every expected verdict came, nothing was lost or graded twice")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
