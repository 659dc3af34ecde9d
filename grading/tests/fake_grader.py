"""A build folder whose grader of lab 99 does what the first line of a submission says, for tests of what is around it.

    // fake: TASK=VERDICT ...   these verdicts, "pass" for the other tasks (1_a 10 points, 2_b 30, 3_c 60)
    // fake: exit N             ends with N and writes nothing
    // fake: infra-once FILE    our trouble the first time, then pass; FILE remembers
    // fake: sleep SECONDS      then pass
    // fake: wait FILE          until there is this file, then pass
    // fake: loud               prints a megabyte, then pass
    // fake: breaks             from now on the machine is broken: a file "broken" lies in the build folder
"""
import os
import pathlib
import sys

TASKS = [("1_a", 10), ("2_b", 30), ("3_c", 60)]
SCRIPT = '''#!{python} -S
import os, sys, time
TASKS = {tasks!r}
build = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
args = sys.argv[1:]
if "--list" in args:
    print("Lab 99, Fakes: tasks, points, cases on emu and gpu\\n")
    for name, points in TASKS:
        print(f"  {{name}}  {{points}}  1  1  an idea")
    print(os.environ.get("FAKE_ROOM", "")) # what its largest case takes
    sys.exit(0)
if "--help" in args:
    print("Grades lab 99, Fakes.", "--contained" if os.environ.get("FAKE_CONTAINED") else "")
    sys.exit(0)
if "--name" in args:
    print(build + "/workers/none")
    sys.exit(0)
def value(option, default=None):
    return args[args.index(option) + 1] if option in args else default
impl, seed, backend = value("--impl"), int(value("--seed", "1")), value("--backend", "emu")
words = [] if impl == "starter" else open(impl, errors="replace").readline().split()[1:]
no_device = backend == "gpu" and not os.environ.get("FAKE_GPU")
if no_device:
    words = []
with open(build + "/calls", "a") as calls:
    calls.write(" ".join(args) + " " + os.environ.get("CUDA_VISIBLE_DEVICES", "-") + "\\n")
verdicts, status = {{}}, 0
broken = build + "/broken"  # as of a compiler that dies: infra, and the starter is rejected
if os.path.exists(broken) and impl == "starter":
    verdicts = {{name: "rejected" for name, _ in TASKS}}
elif os.path.exists(broken):
    verdicts, status = {{name: "infra" for name, _ in TASKS}}, 99
if words[:1] == ["fake:"]:
    word = words[1]
    if word == "exit":
        print(f"{{impl}}: the last words"); sys.exit(int(words[2]))
    elif word == "infra-once":
        if not os.path.exists(words[2]):
            open(words[2], "w").close()
            verdicts, status = {{"2_b": "infra"}}, 99
    elif word == "infra":
        verdicts, status = {{"2_b": "infra"}}, 99
    elif word == "breaks" and os.environ.get("FAKE_BREAKS"):
        open(broken, "w").close()
        verdicts, status = {{"2_b": "infra"}}, 99
    elif word == "breaks":
        pass
    elif word == "sleep":
        time.sleep(float(words[2]))
    elif word == "wait":
        while not os.path.exists(words[2]):
            time.sleep(0.05)
    elif word == "loud":
        print("x" * (1 << 20))
    else:
        verdicts = dict(w.split("=") for w in words[1:])
wanted = [args[i + 1] for i, a in enumerate(args) if a == "--task"]
rows = []
for name, points in TASKS:
    if wanted and name not in wanted:
        continue
    verdict = "not-assessed" if no_device else verdicts.get(name, "pass")
    row = dict(name=name, backend=backend, verdict=verdict, points=points * (verdict == "pass"), max=points, hint="a hint",
               message="" if verdict == "pass" else f"{{impl}}:7: {{verdict}}", timing=None)
    if args[0] == "bench":
        row["timing"] = dict(case="n=1", runs=[dict(name="impl", median_ms=1.0, bytes_per_s=2e12, ops_per_s=0.0),
                                               dict(name="cub", median_ms=0.9, ratio=0.9, bytes_per_s=2e12)])
    rows.append(row)
status = status or int(any(r["verdict"] != "pass" for r in rows))
if no_device:
    status = 77
import json  # no earlier: the other calls do without
json.dump(dict(schema_version=1, lab="99", title="Fakes", implementation=impl, grader_version=os.environ.get("FAKE_VERSION", "v1"),
               seed=seed, backend=backend, date=time.strftime("%Y-%m-%dT%H:%M:%SZ") + str(time.time_ns()), not_assessed_reason="no GPU",
               tasks=rows), open(value("--json"), "w"), indent=2)
print("graded", impl)
sys.exit(status)
'''


def make(folder):
    """Makes the build folder and gives it back."""
    folder = pathlib.Path(folder)
    (folder / "bin").mkdir(parents=True)
    file = folder / "bin" / "lab99"
    file.write_text(SCRIPT.format(python=sys.executable, tasks=TASKS))
    os.chmod(file, 0o755)
    return folder


def calls(folder):
    """The command lines that the grader was called with, but for the trials of the starter."""
    file = pathlib.Path(folder) / "calls"
    return [c for c in file.read_text().splitlines() if "--impl starter" not in c] if file.exists() else []
