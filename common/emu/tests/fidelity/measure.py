#!/usr/bin/env python3
"""Has Nsight Compute count kernels.cu and the labs' references on the GPU of this machine, beside the emulator.

    measure.py --build BUILD [--lab NN [--task TASK]] [--nvcc nvcc] [--ncu ncu] [--output DIR] [--runs 2] [--raw DIR | --from DIR]

Needs nvcc, ncu, the right to read the GPU's performance counters (often root) and a build of the project for the GPU.
Writes DIR/hardware.csv (default: beside this script) and, then also the table in README.md there, compares it with
the emulator and ends as compare.py does. A launch is found by its place in the order of launches, which is the
emulator's; what the worker launches for itself is left out. With --lab these labs' rows alone, or
those of --task in them, are measured anew."""
import argparse
import csv
import datetime
import glob
import io
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from counts import HARDWARE, HERE, Launch, Trouble, base_name, emulate_kernels, labs_of, read_hardware, run, write_hardware  # pylint: disable=wrong-import-position
from causes import CAUSES  # pylint: disable=wrong-import-position
from rules import CONFLICTS, INSTRUCTIONS, LANES_ALL, LANES_ON, METRICS, WAVEFRONTS, Cause  # pylint: disable=wrong-import-position

OWN = {"hold", "noise"}  # kernels of the worker
RATIOS = (LANES_ON, LANES_ALL)
SHARED = [*WAVEFRONTS.values(), *CONFLICTS.values()]


def parse(text):
    """Rows of ncu's raw page as dicts. The program's own output and ncu's ==PROF== lines stand before the table;
    the row under the heads holds the units and has no ID."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        raise Trouble("no table in ncu's output:\n" + text)
    rows = list(csv.DictReader(io.StringIO("\n".join(lines[start:]))))
    return [r for r in rows if (r.get("ID") or "").isdigit()]


def number(text):
    """A count or a ratio; None for "n/a"."""
    text = (text or "").replace(",", "")
    return float(text) if re.fullmatch(r"[0-9.]+(e[+-]?[0-9]+)?", text) else None


def written(value):
    return "" if value is None else str(int(value)) if value == int(value) else f"{value:.4g}"


# ---- from ncu's rows to the launches that the emulator counted

def find_launches(launches, rows, causes=tuple(CAUSES)):
    """For each launch (of one kernel and shape, repeated) its rows of ncu's. Raises Trouble where the order differs."""
    known = {launch.kernel for launch in launches}
    rows = [r for r in rows if base_name(r["Kernel Name"]) in known or base_name(r["Kernel Name"]) not in OWN]
    found, at = [], 0
    for launch in launches:
        others = [c.ran for c in causes if c.applies(launch, "kernel") and c.ran]
        part = list(itertools.takewhile(lambda r, o=others: base_name(r["Kernel Name"]) in o, rows[at:]))
        if part:  # the GPU runs another kernel there, for a reason that is named
            found.append(part)
            at += len(part)
            continue
        part = rows[at:at + launch.launches]
        names = [base_name(r["Kernel Name"]) for r in part]
        if names != [launch.kernel] * launch.launches:
            raise Trouble(f"{launch.where()}: the emulator counted {launch.launches} of them here, the GPU launched {names or 'nothing'}")
        found.append(part)
        at += launch.launches
    if at != len(rows):
        raise Trouble(f"the GPU launched {len(rows) - at} more kernels than the emulator: {base_name(rows[at]['Kernel Name'])}")
    return found


def add_up(rows):
    """One launch, or several of one kernel: counts are added, ratios weighted by instructions."""
    total = {}
    weights = [number(r.get(INSTRUCTIONS)) or 0 for r in rows]
    for metric in METRICS:
        values = [number(r.get(metric)) for r in rows]
        if None in values:
            total[metric] = None
        elif metric in RATIOS:
            total[metric] = sum(v * w for v, w in zip(values, weights)) / sum(weights) if sum(weights) else values[0]
        else:
            total[metric] = sum(values)
    return total


def merge(runs):
    """One row of text from several runs: a count that differs becomes "least..most". Shared wavefronts differ by the noise
    that the conflicts hold too; where nothing else differs, they are those of the run with the least."""
    row = {}
    for metric in METRICS:
        values = [r[metric] for r in runs]
        same = None in values or min(values) == max(values) or metric in RATIOS or metric == INSTRUCTIONS
        row[metric] = written(values[0]) if same else f"{written(min(values))}..{written(max(values))}"
    if not any(r[m] is None for r in runs for m in SHARED):
        ideals = {tuple(r[WAVEFRONTS[name]] - r[CONFLICTS[name]] for name in WAVEFRONTS) for r in runs}
        if len(ideals) == 1:
            for name, wavefronts in WAVEFRONTS.items():
                least = min(runs, key=lambda r, w=wavefronts: r[w])
                row[wavefronts], row[CONFLICTS[name]] = written(least[wavefronts]), written(least[CONFLICTS[name]])
    return row


def rows_of(launches, runs):
    """Rows of hardware.csv from the same launches in several runs of ncu's."""
    found = [find_launches(launches, rows) for rows in runs]
    result = []
    for i, launch in enumerate(launches):
        ran = base_name(found[0][i][0]["Kernel Name"])
        row = {"lab": launch.lab, "task": launch.task, "case": launch.case, "kernel": launch.kernel}
        if ran != launch.kernel:
            result.append({**row, "ran": ran})
            continue
        row.update(launches=launch.launches, grid=found[0][i][0]["Grid Size"], block=found[0][i][0]["Block Size"],
                   **merge([add_up(one[i]) for one in found]))
        missing = [m for m in METRICS if not row[m]]
        if missing:
            raise Trouble(f"{launch.where()}: ncu gave no value for {', '.join(missing)}")
        result.append(row)
    return result


# ---- measuring

class Profiler:
    def __init__(self, arguments):
        self.ncu, self.runs, self.raw, self.backend = arguments.ncu, arguments.runs, arguments.raw, arguments.backend
        self.kept = getattr(arguments, "from")

    def read_kept(self, name):
        found = []
        for path in sorted(glob.glob(os.path.join(self.kept, f"{name}.[0-9].csv"))):
            with open(path, encoding="utf-8") as f:
                found.append(parse(f.read()))
        if not found or not found[0]:
            raise Trouble(f"{self.kept} has no {name}.0.csv with a table of ncu's")
        return found

    def profile(self, name, command):
        """ncu's rows of each run."""
        found = []
        if self.kept:
            return self.read_kept(name)
        for i in range(self.runs):
            text = run([self.ncu, "--csv", "--page", "raw", "--print-units", "base", "--print-kernel-base", "function",
                        "--clock-control", "none", "--metrics", ",".join(METRICS), *command])
            if self.raw:
                with open(os.path.join(self.raw, f"{name}.{i}.csv"), "w", encoding="utf-8") as f:
                    f.write(text)
            found.append(parse(text))
        return found


def measure_kernels(profiler, nvcc, build):
    launches = emulate_kernels(os.path.join(build, "bin", "emucc"))
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "kernels")
        if not profiler.kept:
            run([nvcc, "-O3", "-std=c++17", "-lineinfo", "-arch=native", os.path.join(HERE, "kernels.cu"), "-o", program])
        return rows_of(launches, profiler.profile("kernels", [program]))


def measure_lab(profiler, lab, tasks, trouble):
    """All cases in one run of ncu's; case by case where the launches are not the emulator's, so that one case spoils no
    other."""
    if not profiler.kept:
        run([lab.grader, "build", "--impl", "solution", "--backend", profiler.backend])
    with tempfile.TemporaryDirectory() as folder:
        lab.save(folder, tasks)
        launches, worker = lab.emulate(), lab.worker(profiler.backend)
        try:
            return rows_of(launches, profiler.profile(f"lab{lab.name}", [worker, *(file for _, _, file in lab.cases)]))
        except Trouble as e:
            print(f"lab {lab.name}, case by case: {e}", file=sys.stderr)
        rows = []
        for task, label, file in lab.cases:
            mine = [launch for launch in launches if (launch.task, launch.case) == (task, label)]
            name = f"lab{lab.name}.{os.path.basename(file)}"
            try:
                rows += rows_of(mine, profiler.profile(name, [worker, file]))
            except Trouble as e:
                trouble.append(f"lab {lab.name} {task} ({label}): {e}")
        return rows


def versions(arguments):
    """Device, driver, CUDA and Nsight Compute in one line, which --raw keeps in the file `versions`."""
    if getattr(arguments, "from"):
        with open(os.path.join(getattr(arguments, "from"), "versions"), encoding="utf-8") as f:
            return f.read().strip()

    def find(pattern, command):
        try:
            m = re.search(pattern, run(command))
        except Trouble:
            m = None
        return m[1].strip() if m else "unknown"

    device = find(r"(.*)", ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"])
    driver = find(r"(.*)", ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"])
    line = (f"{device}, driver {driver}, CUDA {find(r'release ([0-9.]+)', [arguments.nvcc, '--version'])}, "
            f"Nsight Compute {find(r'Version ([0-9.]+)', [arguments.ncu, '--version'])}")
    if arguments.raw:
        with open(os.path.join(arguments.raw, "versions"), "w", encoding="utf-8") as f:
            f.write(line + "\n")
    return line


def others(arguments, device):
    """The rows that --lab and --task leave as they are."""
    path = os.path.join(arguments.output, "hardware.csv")
    head, rows = read_hardware(path) if os.path.exists(path) else (device + ",", [])
    if not head.startswith(device + ","):
        raise Trouble(f"hardware.csv is of another machine or version ({head}): measure everything, without --lab")
    kept = [r for r in rows if r["lab"] not in arguments.lab or arguments.task and r["task"] not in arguments.task]
    if any(m not in kept[0] for m in METRICS if kept):
        raise Trouble("hardware.csv has other metrics: measure everything, without --lab")
    return kept


def place(row):
    """Where a row stands in hardware.csv: the test kernels first, then the labs, and in a lab its tasks in order."""
    return row["lab"] != "test", row["lab"], row["task"].split("_")[0].zfill(2)


# ---- the test of all this

SAMPLE = """==PROF== Connected to process 7 (/tmp/kernels)
no error
==PROF== Disconnected from process 7
"ID","Process ID","Kernel Name","Block Size","Grid Size","Device","a.sum","b.ratio","c.sum"
"","","","","","","","",""
"0","7","reduce_1","(256, 1, 1)","(4096, 1, 1)","0","1,048,576","31.875","n/a"
"1","7","vec4","(256, 1, 1)","(64, 1, 1)","0","0","7.5","12"
"""


def selftest():
    """ncu's table, the order of launches, sums over launches and ranges over runs."""
    bad = []

    def expect(what, got, wanted):
        if got != wanted:
            bad.append(f"{what}: expected {wanted}, got {got}")

    def refuse(what, function, *args):
        try:
            function(*args)
            bad.append(f"accepted {what}")
        except Trouble:
            pass

    expect("table", [[r["Kernel Name"], r["Grid Size"], *(written(number(r[m])) for m in ("a.sum", "b.ratio", "c.sum"))] for r in parse(SAMPLE)],
           [["reduce_1", "(4096, 1, 1)", "1048576", "31.88", ""], ["vec4", "(64, 1, 1)", "0", "7.5", "12"]])
    refuse("an output without a table", parse, "==ERROR== no permission\n")
    for full, base in (("ns::k<int, 4>(float *)", "k"), ("k", "k"), ("reduce<ns::Sum>", "reduce")):
        expect("name", base_name(full), base)

    def launch(kernel, repeats):
        return Launch("00", "t", "c", {"kernel": kernel, "repeats": repeats, "grid": [1, 1, 1], "block": [32, 1, 1], "counters": {}})

    def row(kernel, **values):
        return {"Kernel Name": kernel, "Grid Size": "(1, 1, 1)", "Block Size": "(32, 1, 1)", **{m: "10" for m in METRICS}, **values}

    both, rows = [launch("a", 2), launch("b", 1)], [row("a"), row("a"), row("noise"), row("b")]
    expect("order", [len(r) for r in find_launches(both, rows)], [2, 1])
    for what, other in (("a launch missing", rows[1:]), ("a launch more", rows + [row("b")]), ("another order", rows[::-1]),
                        ("a stranger", [row("x")] + rows)):
        refuse(what, find_launches, both, other)
    other = [Cause("00", "t", "a", "kernel", "why", ran="x")]
    expect("another kernel", [len(r) for r in find_launches(both, [row("x"), row("noise"), row("b")], other)], [1, 1])
    refuse("another kernel than its cause's", find_launches, both, [row("y"), row("b")], other)
    w, on = WAVEFRONTS["load"], LANES_ON
    total = add_up([row("a", **{w: "1,000", on: "32", INSTRUCTIONS: "30"}), row("a", **{w: "1", on: "16"})])
    expect("sum", (total[w], total[on]), (1001.0, 28.0))
    loads, conflicts, requests = WAVEFRONTS["load"], CONFLICTS["load"], METRICS[0]
    run_1 = add_up([row("a", **{loads: "110", conflicts: "10"})])
    run_2 = add_up([row("a", **{loads: "105", conflicts: "5", requests: "12"})])
    merged = merge([run_1, run_2])
    expect("merged", [merged[m] for m in (loads, conflicts, requests)], ["105", "5", "10..12"])
    run_2[conflicts] = 6
    merged = merge([run_1, run_2])
    expect("varying", [merged[m] for m in (loads, conflicts)], ["105..110", "6..10"])
    refuse("a metric without a value", rows_of, [launch("a", 1)], [[row("a", **{requests: "n/a"})]])
    with tempfile.TemporaryDirectory() as folder:
        rows = [{**row("k"), "lab": lab, "task": task, "case": "", "kernel": "k"} for lab, task in (("00", "a"), ("00", "b"), ("01", "a"))]
        write_hardware(os.path.join(folder, "hardware.csv"), "device, date", METRICS, rows)
        for tasks, wanted in ((None, [("01", "a")]), (["a"], [("00", "b"), ("01", "a")])):
            kept = others(argparse.Namespace(output=folder, lab=["00"], task=tasks), "device")
            expect("rows that stay", [(r["lab"], r["task"]) for r in kept], wanted)
    # compare.py takes the first row of a case's kernel for its first launch: within a task the order stays.
    rows = [{"lab": lab, "task": task, "case": case} for lab, task, case in (
        ("02", "1_c", ""), ("01", "10_b", "first"), ("01", "10_b", "a second"), ("01", "2_a", ""), ("test", "", ""))]
    ordered = sorted(rows, key=place)
    expect("rows in order", [rows.index(r) for r in ordered], [4, 3, 1, 2, 0])
    for complaint in bad:
        print("FAIL " + complaint, file=sys.stderr)
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--lab", action="append", help="01, say; may be repeated")
    parser.add_argument("--task", action="append", help="7_csr_merge, say, of the one --lab; may be repeated")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--output", default=HERE)
    parser.add_argument("--runs", type=int, default=2, help="runs of ncu, to see which counts differ from run to run")
    parser.add_argument("--raw", help="keep ncu's own output in this directory")
    parser.add_argument("--from", help="take what --raw has kept, from another machine perhaps, instead of running ncu")
    parser.add_argument("--backend", default="gpu", help=argparse.SUPPRESS)  # emu: a test, with a substitute for ncu
    parser.add_argument("--selftest", action="store_true", help="test what needs no GPU")
    arguments = parser.parse_args()
    if arguments.selftest:
        return selftest()
    if arguments.task and len(arguments.lab or []) != 1:
        parser.error("--task: say of which lab, by one --lab")
    rows, trouble = [], []
    try:
        for tool in (arguments.nvcc, arguments.ncu):
            if not getattr(arguments, "from") and not shutil.which(tool):
                raise Trouble(f"{tool}: not found")
        profiler, device = Profiler(arguments), versions(arguments)
        rows += others(arguments, device) if arguments.lab else measure_kernels(profiler, arguments.nvcc, arguments.build)
        for lab in labs_of(arguments.build, arguments.lab):
            rows += measure_lab(profiler, lab, arguments.task, trouble)
            print(f"lab {lab.name}: {len(lab.cases)} cases, {sum(r['lab'] == lab.name for r in rows)} launches", flush=True)
    except Trouble as e:
        trouble.append(str(e))
    for line in trouble:
        print(f"measure.py: {line}", file=sys.stderr)
    if not rows:
        return 1
    output = os.path.join(arguments.output, "hardware.csv")
    write_hardware(output, f"{device}, {datetime.date.today().isoformat()}; written by measure.py", METRICS, sorted(rows, key=place))
    print(f"{len(rows)} rows, {len(METRICS)} metrics -> {output}", flush=True)
    compare = [sys.executable, os.path.join(HERE, "compare.py"), "--build", arguments.build, "--hardware", output]
    here = os.path.abspath(output) == HARDWARE
    compare += [f"--{what}={name}" for what in ("lab", "task") for name in getattr(arguments, what) or [] if not here]
    if here or not arguments.lab:
        compare += ["--emucc", os.path.join(arguments.build, "bin", "emucc")]
    if here:
        compare.append("--readme")
    if arguments.backend == "emu":
        compare.append("--without-causes")
    return subprocess.run(compare, check=False).returncode or (1 if trouble else 0)


if __name__ == "__main__":
    sys.exit(main())
