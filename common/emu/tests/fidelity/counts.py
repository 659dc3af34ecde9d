"""What the emulator counted, launch by launch, for kernels.cu and for the references of the labs; hardware.csv beside it."""
import csv
import glob
import json
import math
import os
import re
import subprocess
import tempfile
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
HARDWARE = os.path.join(HERE, "hardware.csv")
KEY = ["lab", "task", "case", "kernel", "ran", "grid", "block", "launches"]  # ran: where the GPU ran another kernel
TEST = "test"  # the "lab" of kernels.cu
DEVICE = "h100"  # the model that launches are sized for: as many multiprocessors as an H200


class Trouble(Exception):
    """What ends the comparison, in words."""


def base_name(kernel):
    """The function's own name: without namespaces, template arguments and parameters."""
    return re.split(r"[<(]", kernel.strip(), maxsplit=1)[0].split("::")[-1].strip()


def shape(numbers):
    return "(" + ", ".join(str(n) for n in numbers) + ")"


def run(command, **environment):
    """Returns what a command printed; anything but status 0 is trouble."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False,
                              env={**os.environ, **environment})
    except OSError as e:
        raise Trouble(f"{command[0]}: {e.strerror}") from e
    if done.returncode:
        raise Trouble(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Launch:
    """Launches of one kernel, one after another, of one shape: the emulator adds their counts up."""

    def __init__(self, lab, task, case, entry, place=0):
        self.lab, self.task, self.case, self.place = lab, task, case, place
        self.kernel, self.launches = base_name(entry["kernel"]), entry["repeats"]
        self.grid, self.block, self.counters = shape(entry["grid"]), shape(entry["block"]), entry["counters"]
        self.unmeasured = None  # the cause for which the hardware has no counts of it

    def blocks(self):
        return self.launches * math.prod(int(n) for n in re.findall(r"\d+", self.grid))

    def where(self):
        return " ".join(w for w in (self.lab, self.task, self.case and f"({self.case})", self.kernel) if w)


def launches_of(lab, task, case, report):
    if report["launches_dropped"]:
        raise Trouble(f"{lab} {task} ({case}): the report has no room for {report['launches_dropped']} of its launches")
    seen, found = Counter(), []
    for entry in report["launches"]:
        kernel = base_name(entry["kernel"])
        found.append(Launch(lab, task, case, entry, seen[kernel]))
        seen[kernel] += 1
    return found


def read_report(command, allowed):
    """The JSON report of an emulated program; hazards of the kernels in `allowed` are expected, others trouble."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False,
                                  env={**os.environ, "EMU_DEVICE": DEVICE, "EMU_REPORT": "json", "EMU_REPORT_FILE": path})
            with open(path, encoding="utf-8") as f:
                report = json.load(f)
        except (OSError, ValueError) as e:
            raise Trouble(f"{' '.join(command)}: {e}") from e
    found = {h["kernel"] for h in report["hazards"]}
    if found != set(allowed) or done.returncode not in ((86,) if allowed else (0,)):
        raise Trouble(f"{' '.join(command)}: exit status {done.returncode}, hazards of {sorted(found)}\n{done.stdout}{done.stderr}")
    return report


def emulate_kernels(emucc):
    """The launches of kernels.cu, whose race must be reported, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "kernels")
        run([emucc, os.path.join(HERE, "kernels.cu"), "-o", program])
        return launches_of(TEST, "", "", read_report([program], ["planted_race"]))


class Lab:
    """A lab whose grader is built: its gated cases as files that a worker of the reference runs by itself."""

    def __init__(self, grader):
        self.grader, self.name = grader, os.path.basename(grader)[len("lab"):]
        self.cases = []  # (task, label, file)
        self.build = os.path.dirname(os.path.dirname(grader))

    def worker(self, backend):
        return os.path.join(self.build, "workers", f"lab{self.name}", f"solution.{backend}")

    def save(self, folder, tasks=None):
        """Only these tasks' cases, if there are such."""
        folder = os.path.join(folder, self.name)
        os.makedirs(folder)
        for line in run([self.grader, "save", folder, *(word for task in tasks or [] for word in ("--task", task))]).splitlines():
            file, task, label = re.fullmatch(r"(.*\.case): ([^,]*), (.*)", line).groups()
            self.cases.append((task, label, file))

    def emulate(self):
        run([self.grader, "build", "--impl", "solution", "--backend", "emu"])
        found = []
        for task, label, file in self.cases:
            found += launches_of(self.name, task, label, read_report([self.worker("emu"), file], []))
        return found


def labs_of(build, wanted=None):
    """The labs whose graders are there, in order; only the wanted ones, if there are such."""
    labs = [Lab(os.path.abspath(g)) for g in sorted(glob.glob(os.path.join(build, "bin", "lab[0-9][0-9]"))) if os.access(g, os.X_OK)]
    missing = set(wanted or []) - {lab.name for lab in labs}
    if missing:
        raise Trouble(f"{build}/bin has no lab{' and no lab'.join(sorted(missing))}")
    return [lab for lab in labs if not wanted or lab.name in wanted]


# ---- hardware.csv

def read_hardware(path):
    """(the comment at its head, rows); a row is a dict of text."""
    try:
        with open(path, encoding="utf-8") as f:
            lines = f.read().splitlines()
    except OSError as e:
        raise Trouble(f"{path}: {e.strerror}") from e
    head = [line.lstrip("# ") for line in lines if line.startswith("#")]
    return " ".join(head), list(csv.DictReader(line for line in lines if not line.startswith("#")))


def write_hardware(path, head, metrics, rows):
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(f"# {head}\n")
        writer = csv.DictWriter(f, [*KEY, *metrics], lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
