"""Grades one text on some tasks with the lab's grader, the cheapest task first, until one does not get all its points."""
import json
import pathlib
import subprocess
import time

NO_COMPILE = ("does not compile", "does not link", "does not define")  # the last: a contract function with other parameters


class Trouble(Exception):
    """The grader cannot grade: nothing is known about the mutant."""


class Bench:
    """A place where texts are graded one after another; `name` is used for no other place."""

    def __init__(self, grader, folder, name, timeout):
        self.grader, self.timeout = pathlib.Path(grader).resolve(), timeout
        self.file, self.result = pathlib.Path(folder, f"{name}.cu"), pathlib.Path(folder, f"{name}.json")

    def grade(self, task):
        """The task's entry of the result file, for the text that lies there."""
        command = [str(self.grader), "--impl", str(self.file), "--backend", "emu", "--task", task, "--json", str(self.result)]
        if self.timeout:
            command += ["--timeout", str(self.timeout)]
        for _ in range(2):  # what is not the mutant's fault is tried again
            self.result.unlink(missing_ok=True)
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                  check=False)
            if self.result.exists():
                entry = json.loads(self.result.read_text())["tasks"]
                entry = next(t for t in entry if t["name"] == task)
                if entry["verdict"] not in ("infra", "not-assessed"):
                    return entry
        raise Trouble(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout[-2000:]}")

    def run(self, text, tasks):
        """{"outcome": killed, uncompiled or survived, and for one that is killed: verdict, task, case, why}."""
        begin = time.monotonic()
        self.file.write_text(text)
        record = {"outcome": "survived"}
        for task in tasks:
            entry = self.grade(task)
            gates = sorted({g["metric"] for g in entry["gates"] if not g["met"]})
            if entry["verdict"] == "pass" and not gates:
                continue
            verdict = "distinction" if entry["verdict"] == "pass" else entry["verdict"]  # a pass that lacks one
            record = {"outcome": "killed", "verdict": verdict, "task": task, "case": entry["failed_case"]}
            lacks = entry["verdict"] == "rejected" and any(said in entry["message"] for said in NO_COMPILE)
            if lacks or entry["verdict"] == "todo":
                record["outcome"] = "uncompiled"
            kinds = sorted({h["kind"] for h in entry["hazards"]})
            record["why"] = ", ".join(kinds or gates) or entry["message"].split("\n")[0][:200]
            break
        record["seconds"] = round(time.monotonic() - begin, 2)
        return record

    def clean(self, workers):
        """Removes what lies here, and what the grader has compiled of it, in its folder of workers."""
        for path in [self.file, self.result, *pathlib.Path(workers).glob(f"{self.file.stem}-*")]:
            path.unlink(missing_ok=True)
