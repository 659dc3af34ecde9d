"""Every task of a lab has a wrong submission and an accepted one, every gate a wrong one whose first line names it, and every
distinction one that passes without it: gates_test.py GRADER KEPT FOLDER...

The accepted submissions are those in folders named `accepted`. What the reference's tests have found of its tasks lies in the folder
KEPT (graded.sh). It is joined: KEPT.json is the result and KEPT.txt the counter table, as the grader gives them of the whole lab; other
tests read them.
"""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import joined  # pylint: disable=wrong-import-position

EXPECT = re.compile(r"// expect: (\S+) (\S+)(?: (?!on )(\S+))?(?: on (emu|gpu))?\s*")


def stated(folders):
    """The tasks with a wrong submission, those with a slow one, those with an accepted one, and the (verdict, task, metric) of those that miss
    a gate on the emulator."""
    tasks, slow, accepted, gates = set(), set(), set(), set()
    for file in sorted(file for folder in folders for file in pathlib.Path(folder).glob("*.cu")):
        line = EXPECT.fullmatch(file.read_text(errors="replace").partition("\n")[0])
        if not line:
            sys.exit(f"{file}:1: expected `// expect: VERDICT TASK [REASON] [on emu|gpu]`")
        verdict, task, reason, backend = line.groups()
        if verdict != "pass":
            tasks.add(task)
        if verdict == "slow":
            slow.add(task)
        if verdict == "pass" and file.parent.name == "accepted":
            accepted.add(task)
        if backend != "gpu":  # what is rejected for its work on the host misses gates, too
            gates.add(("inefficient" if verdict == "rejected" else verdict, task, reason))
    return tasks, slow, accepted, gates


def graded(grader, kept):
    """The reference's tasks, as the grader has judged them."""
    listed = subprocess.run([grader, "--list"], stdout=subprocess.PIPE, check=True, text=True).stdout
    names = re.findall(r"^ +(\d+_[a-z0-9_]+) ", listed, re.M)
    try:
        whole, table = joined.results(kept, names), joined.counter_table(kept, names)
    except OSError as e:
        sys.exit(f"{e.filename}: {e.strerror}: it is left by the tests of the reference's tasks: ctest -R '^solution\\.'")
    pathlib.Path(f"{kept}.json").write_text(json.dumps(whole, indent=1))
    pathlib.Path(f"{kept}.txt").write_text(f"{table}\nScore: {whole['points']}/{whole['max']}\n")
    return whole["tasks"]


def main(grader, kept, *folders):
    tasks, slow, accepted, gates = stated(folders)
    trouble, n_gates = [], 0
    for task in graded(grader, kept):
        name = task["name"]
        if task["verdict"] == "not-assessed":
            print(f"{name}: its gates are not known here: {task['message']}")
        elif task["verdict"] != "pass":  # likewise
            trouble.append(f"the solution does not pass {name}: {task['verdict']}")
        if name not in tasks:
            trouble.append(f"{name}: no wrong submission at all")
        if name not in accepted:
            trouble.append(f"{name}: no accepted submission; in accepted/ belongs a right kernel in a textbook's form that begins `// expect: pass {name}`")
        if task["pace"] and name not in slow:
            trouble.append(f"{name}: no wrong submission that is right and slow; its first line would be `// expect: slow {name} on gpu`")
        for gate in task["gates"]:
            n_gates += 1
            verdict = "pass" if gate["distinction"] else "inefficient"
            what = f"distinction `{gate['distinction']}`" if gate["distinction"] else "gate"
            if (verdict, name, gate["metric"]) not in gates:
                trouble.append(f"{name}: no submission that misses its {what} on {gate['metric']}; "
                               f"its first line would be `// expect: {verdict} {name} {gate['metric']} on emu`")
    print("\n".join(trouble + [f"{n_gates} gates, {len(trouble)} missing"]))
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
