#!/usr/bin/env python3
"""Writes the measured tables: the list of the labs into README.md, and with its times, beside the reduction ladder (the emulator's
counts and, where measured, a device's times), into docs/labs.md; into each handout the reference's counts, as the grader prints them, and
one short table of the times in measured/h200.json; into each lab's measured/NOTES.md, which students do not get, all timed cases of
measured/h200.json and, if it exists, of measured/h100.json; and roofline.svg of a lab whose handout shows one.

A handout's line <!-- times of CASE; CASE --> names the cases of its table of times. A task that was timed at none of them shows
its last one.

A task that was measured again later has its newer rows in these files, each with a "date" of its own; the table says so.

A handout's line <!-- in short: TASK, TASK | what is built --> gives the lab's row in the list: the words, and the
tasks whose ratio to the fastest library is shown.

    grading/update_readme.py                 grades the reference with build/bin/lab04, rewrites the table
    grading/update_readme.py --check         changes nothing; exit status 1 if the table is not current
    grading/update_readme.py --graded FOLDER takes FOLDER/labNN.json and labNN.txt, the result and what the grader printed,
                                             and grades nothing (the tests unit.labNN.gates write them to build/graded)
    grading/update_readme.py --time          also measures anew what grading each reference on the emulator costs
                                             (labs/*/measured/emu.json)
    grading/update_readme.py --emu FILE      takes `lab04 --impl solution --backend emu --json FILE` instead
    grading/update_readme.py --gpu FILE      `lab04 bench --full --impl solution --json FILE`
                                             (default: labs/04_reduce/measured/h200.json, where it exists)

Exit status: 0 done or current, 1 not current, 2 usage or unreadable input, 77 --check cannot tell: another major
version of GCC compiled the kernels, and basic blocks, hence SIMT efficiency, are the compiler's.
"""
import argparse
import datetime
import difflib
import json
import os
import pathlib
import platform
import re
import resource
import subprocess
import sys
import tempfile

import roofline

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHEET = ("NVIDIA H200", 4.8, (67, 989))  # TB/s; TFLOP/s in fp32 and of tensor cores
LADDER, LABS, COUNTS, TIMES = "ladder", "labs", "counts", "times"
DEVICES = ["h200", "h100"]  # measured/DEVICE.json, and the section of NOTES.md; handouts, labs and pictures are of the first
TIE = 0.02
TARGET_ERROR = 0.005  # of bench.c: a time whose mean has a larger relative standard error did not converge
UNSETTLED = "\\*"


def stop(message):
    print(f"update_readme.py: {message}", file=sys.stderr)
    sys.exit(2)


def load(path, backend, lab="04"):
    """A result file, and its tasks by name (of several timed cases the last)."""
    try:
        result = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        stop(f"{path}: {e}")
    return check(result, path, backend, lab)


def check(result, path, backend, lab):
    if result.get("schema_version") != 1 or result.get("lab") != lab:
        stop(f"{path}: expected a result of lab {lab}, schema version 1")
    rows = [t for t in result["tasks"] if t["backend"] == backend]
    tasks = {t["name"]: t for t in rows}
    for t in rows:
        if t["verdict"] != "pass":
            stop(f"{path}: {t['name']} is '{t['verdict']}'; the table shows only what passes")
    if not tasks:
        stop(f"{path}: no task was graded on {backend}")
    return result, tasks


def grade(grader, graded=None):
    """The emulator's result for the reference, and what the grader printed; `graded`: the folder where they lie. None where
    this build does not assess all tasks."""
    if graded:
        kept = pathlib.Path(graded) / pathlib.Path(grader).name
        if '"not-assessed"' in read(pathlib.Path(f"{kept}.json")):
            return None, None
        return load(f"{kept}.json", "emu", kept.name[len("lab"):])[0], read(pathlib.Path(f"{kept}.txt"))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "emu.json"
        command = [grader, "--impl", "solution", "--backend", "emu", "--json", str(path)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as e:
            stop(f"{grader}: {e.strerror}; build first (cmake --workflow --preset demo)")
        if done.returncode != 0:
            stop(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return json.loads(path.read_text(encoding="utf-8")), done.stdout


def elements(label):
    """n of a case's label: "n=1001", "n=2^28" or "n=2^20+7"."""
    match = re.fullmatch(r"n=(\d+)(?:\^(\d+))?([+-]\d+)?", label or "")
    if not match:
        stop(f"no n in the case's label '{label}'")
    return int(match[1]) ** int(match[2] or 1) + int(match[3] or 0)


def counted_cells(task):
    c = task["counters"]
    floor = 4 * elements(task["gated_case"]) + 4
    return [
        f"{100 * c['simt_efficiency']:.1f} %",
        f"{c['shared_wavefronts_excess']:,.0f}",
        f"{100 * c['idle_share']:.1f} %",
        f"{c['barriers']:,}",
        f"{c['launches']:,}",
        f"{c['global_bytes'] / floor:.3f}",
    ]


def unsettled(run):
    """The mark of a time that did not converge, and of what is made from it."""
    return UNSETTLED if run.get("standard_error", 0) > TARGET_ERROR else ""


def compared(run):
    ratio = run.get("ratio")
    if ratio is None:
        return "failed"
    return f"{ratio:.2f}" + unsettled(run) + (" (tie)" if abs(ratio - 1) < TIE else "")


def timed_cells(task):
    if not task or not task["timing"]:
        return ["not measured"] * 4
    runs = {r["name"]: r for r in task["timing"]["runs"]}
    own = task["timing"]["runs"][0]
    if "bytes_per_s" not in own:
        return ["failed"] * 4
    return [
        f"{own['bytes_per_s'] / 1e9:,.0f}",
        f"{100 * own['share_of_copy']:.0f} %" if "share_of_copy" in own else "not measured",
        *(compared(runs[library]) if library in runs else "not measured" for library in ("cub", "thrust")),
    ]


def dates(gpu):
    """A task whose rows come from a later run on the same device carries a date of its own."""
    later = {t["name"]: t["date"][:10] for t in gpu["tasks"] if "date" in t}
    return ", ".join([gpu["date"][:10], *(f"`{name}` {date}" for name, date in later.items())])


def table(emu, emu_tasks, gpu, gpu_tasks):
    head = ["stage", "SIMT efficiency", "excess wavefronts", "idle phases", "barriers", "launches", "bytes / compulsory",
            "GB/s", "share of copy bandwidth", "CUB = 1", "Thrust = 1"]
    lines = ["| " + " | ".join(head) + " |", "|:--" + "|--:" * (len(head) - 1) + "|"]
    for name, task in emu_tasks.items():
        cells = [f"`{name}`", *counted_cells(task), *timed_cells(gpu_tasks.get(name))]
        lines.append("| " + " | ".join(cells) + " |")
    first = next(iter(emu_tasks.values()))
    lines += ["", f"Counted: {first['gated_case']} floats, {emu['machine']['software']}. Counts are not times."]
    if gpu:
        timing = next(t["timing"] for t in gpu_tasks.values() if t["timing"])
        lines.append(
            f"Measured: {timing['case']} floats, {gpu['machine']['device']}, {gpu['machine']['software']}, "
            f"{dates(gpu)}; medians, the last two columns relative to the library's speed (2 % is a tie).")
    else:
        lines.append("Not measured on a device yet.")
    return "\n".join(lines)


def rate(run, timing):
    if timing.get("ops_name"):
        return f"{run['ops_per_s'] / 1e9:.2f} G {timing['ops_name']}/s" if "ops_per_s" in run else "failed"
    if timing.get("floor_bytes") and "bytes_per_s" in run:
        return f"{run['bytes_per_s'] / 1e9:,.0f} GB/s"
    return f"{run['ops_per_s'] / 1e12:.1f} TFLOP/s" if "ops_per_s" in run else "failed"


def timed_rows(result):
    """The rows that were timed: one for each timed case of a task."""
    return [t for t in result["tasks"] if t["backend"] == "gpu" and t["timing"]]


def measured_on(gpu):
    return f"{gpu['machine']['device']}, {gpu['machine']['software']}, {dates(gpu)}; medians of cold runs, alternating with the libraries"


def convergence(table):
    """Which times of a table a reader may not rely on: those whose samples still disagreed when the time was over."""
    if any(UNSETTLED in line for line in table):
        return (f"{UNSETTLED} did not converge: the standard error of the mean stayed above "
                f"{100 * TARGET_ERROR:g} % until the time limit.")
    return f"Every time converged: the standard error of each mean is at most {100 * TARGET_ERROR:g} %."


def spreads(rows):
    """The largest spread of each size's columns, for a table that has no room for a column of them."""
    largest = {}
    for t in rows:
        for role, runs in (("reference", t["timing"]["runs"][:1]), ("library", t["timing"]["runs"][1:])):
            for r in runs:
                if "spread" in r:
                    case = largest.setdefault(t["timing"]["case"], {})
                    case[role] = max(case.get(role, 0), r["spread"])
    found = [f"{case}: " + ", ".join(f"{role} {100 * s:.2f} %" for role, s in roles.items())
             for case, roles in largest.items()]
    return "Largest spreads (interquartile range / median): " + "; ".join(found) + "."


def versions(rows):
    """A sentence with the libraries' versions, as the runs have told them; older results tell none."""
    told, all_told = {}, True
    for t in rows:
        for r in t["timing"]["runs"][1:]:
            if r.get("library"):
                told.setdefault(r["name"], {})[r["library"]] = True
            elif "median_ms" in r:
                all_told = False
    found = "; ".join(f"{name} is {' or '.join(libraries)}" for name, libraries in told.items())
    return f" Libraries{'' if all_told else ', where the run told it'}: {found}." if found else ""


def teraflops(run):
    if "ops_per_s" not in run:
        return "failed"
    rate = run["ops_per_s"] / 1e12
    return f"{rate:.{2 if rate < 10 else 1 if rate < 100 else 0}f}" + unsettled(run)


def rates(gpu, rows):
    """The handout table of a lab that is rated by its operations: a row a task, three columns a size."""
    sizes = list(dict.fromkeys(t["timing"]["case"] for t in rows))
    names = list(dict.fromkeys(t["name"] for t in rows))
    found = {(t["name"], t["timing"]["case"]): t["timing"]["runs"] for t in rows}
    library = rows[0]["timing"]["runs"][1]["name"] if len(rows[0]["timing"]["runs"]) > 1 else None
    head = ["task"]
    for size in sizes:
        head += [f"{size}: TFLOP/s", f"{library} = 1", "fp32 peak"] if library else [f"{size}: TFLOP/s", "fp32 peak"]
    lines = ["| " + " | ".join(head) + " |", "|:--" + "|--:" * (len(head) - 1) + "|"]

    def line(name, index):
        cells = []
        for size in sizes:
            runs = found.get((name, size))
            run = runs[index] if runs and len(runs) > index else {}
            cells.append(teraflops(run) if runs else "not measured")
            if library:
                cells.append(compared(runs[1]) if runs and index == 0 else "1" if runs else "")
            cells.append(f"{100 * run['share_of_fp32_peak']:.1f} %" if "share_of_fp32_peak" in run else "")
        return cells

    for name in names:
        lines.append("| " + " | ".join([f"`{name}`", *line(name, 0)]) + " |")
    if library:
        fp32 = [n for n in names if any("share_of_fp32_peak" in r[0] for (task, _), r in found.items() if task == n)]
        for name in [*fp32[-1:], *(n for n in names if n not in fp32)]:
            lines.append("| " + " | ".join([f"{library} beside `{name}`", *line(name, 1)]) + " |")
    lines += ["", f"{measured_on(gpu)}; the speed relative to the library's; 2 % is a tie. The fp32 peak is "
              f"{gpu['fp32_ops_per_s'] / 1e12:.1f} TFLOP/s: lanes x highest clock x 2. {spreads(rows)} "
              f"{convergence(lines)}{versions(rows)} To repeat: `build/bin/lab{gpu['lab']} bench --full --impl solution`."]
    return "\n".join(lines)


def library_ms(run):
    if "median_ms" in run:
        return f"{run['median_ms']:.4f} ({100 * run['spread']:.2f} %)" + unsettled(run)
    return "" if run["trouble"] in ("no such operation", "not in this case") else run["trouble"]


def by_operations(rows):
    """Is the lab rated by its operations, from its first task on, and so at the same sizes in all of them?"""
    return bool(rows) and "share_of_fp32_peak" in rows[0]["timing"]["runs"][0]


def picture_of(emu, gpu):
    """The measured steps where they share their sizes; else the counted ones under the roofs of a data sheet."""
    if gpu and not by_operations(timed_rows(gpu)):
        return roofline.draw_on_roofs(emu, *SHEET)
    return roofline.draw(emu, gpu)


def times(gpu):
    """A lab's handout table: the reference beside each library, from one alternating run for each timed case."""
    rows = timed_rows(gpu)
    if by_operations(rows):
        return rates(gpu, rows)
    libraries = []
    for t in rows:
        libraries += [r["name"] for r in t["timing"]["runs"][1:] if r["name"] not in libraries]
    head = ["task", "case", "ms", "spread", "rate", "share of copy bandwidth",
            *(f"{name}, ms (spread)" for name in libraries), *(f"{name} = 1" for name in libraries)]
    lines = ["| " + " | ".join(head) + " |", "|:--|:--" + "|--:" * (len(head) - 2) + "|"]
    for t in rows:
        own, runs = t["timing"]["runs"][0], {r["name"]: r for r in t["timing"]["runs"]}
        cells = [f"`{t['name']}`", t["timing"]["case"], f"{own['median_ms']:.4f}" + unsettled(own), f"{100 * own['spread']:.2f} %",
                 rate(own, t["timing"]), f"{100 * own['share_of_copy']:.0f} %" if "share_of_copy" in own and not t["timing"].get("ops_name") else ""]
        cells += [library_ms(runs[l]) if l in runs else "" for l in libraries]
        cells += [compared(runs[l]) if "ratio" in runs.get(l, {}) else "" for l in libraries]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", f"{measured_on(gpu)}; a copy ran at {gpu['copy_bytes_per_s'] / 1e9:,.0f} GB/s. A spread is the "
              "interquartile range divided by the median. The last columns give the speed relative to the library's; "
              f"2 % is a tie. {convergence(lines)}{versions(rows)} To repeat: `build/bin/lab{gpu['lab']} bench --full --impl solution`."]
    return "\n".join(lines)


def shown(rows, cases):
    """Of each task the rows of the named cases; the last row of a task that has none of them."""
    tasks = {}
    for t in rows:
        tasks.setdefault(t["name"], []).append(t)
    found = []
    for own in tasks.values():
        found += [t for t in own if t["timing"]["case"] in cases] or own[-1:]
    return found


def fastest(timing):
    """The name and time of the library that is hardest to beat, and the speed relative to it; if there is none, only that."""
    beside = [r for r in timing["runs"][1:] if "ratio" in r]
    if not beside:
        return "none", "", ""
    run = min(beside, key=lambda r: r["ratio"])
    return run["name"], f"{run['median_ms']:.4f}" + unsettled(run), compared(run)


def short_times(gpu, handout, path):
    """The handout's table: one row for each task and named case, beside the fastest library."""
    named = re.findall(r"^<!-- times of (.+) -->$", handout, re.M)
    if len(named) != 1:
        stop(f"{path}: expected one line <!-- times of CASE; CASE -->")
    rows = timed_rows(gpu)
    cases = named[0].split("; ")
    unknown = [case for case in cases if case not in {t["timing"]["case"] for t in rows}]
    if unknown:
        stop(f"{path}: no task was timed at {unknown[0]}")
    lines = ["| task | case | ms | rate | fastest library | its ms | its speed = 1 |", "|:--|:--|--:|--:|:--|--:|--:|"]
    rated = (lambda own, _: f"{teraflops(own)} TFLOP/s") if by_operations(rows) else rate
    for t in shown(rows, cases):
        own = t["timing"]["runs"][0]
        cells = [f"`{t['name']}`", t["timing"]["case"], f"{own['median_ms']:.4f}" + unsettled(own), rated(own, t["timing"]), *fastest(t["timing"])]
        lines.append("| " + " | ".join(cells) + " |")
    copy = f"A copy ran at {gpu['copy_bytes_per_s'] / 1e9:,.0f} GB/s. " if "copy_bytes_per_s" in gpu else ""
    return "\n".join([*lines, "", f"The reference's times. {measured_on(gpu)}; a difference of 2 % is a tie. {copy}{convergence(lines)} "
                      f"All cases: [NOTES.md](measured/NOTES.md). To repeat: `build/bin/lab{gpu['lab']} bench --full --impl solution`."])


def counted(grader, printed):
    """The counter table in what the grader printed, as a block of text."""
    block = re.search(r"^Counted by the emulator.*?(?=\n\nScore)", printed, re.S | re.M)
    if not block:
        stop(f"{grader} --impl solution printed no counter table")
    return "\n".join(("    " + line).rstrip() for line in block[0].splitlines())


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def time_grading(grader, path):
    """Writes what the reference's grade on the emulator costs: processor time, for cores differ less than loads do."""
    grade(grader)  # compiles the worker where it is needed
    before = processor_seconds()
    result, _ = grade(grader)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({
        "lab": result["lab"], "processor_seconds": round(processor_seconds() - before, 1), "machine": platform.machine(),
        "cores": os.cpu_count(), "software": result["machine"]["software"],
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat()}, indent=2) + "\n", encoding="utf-8")


def against_libraries(gpu, name):
    """The lowest and highest ratio of a task's timed cases to the fastest library of each: "0.99 to 1.03"."""
    ratios = []
    for t in timed_rows(gpu):
        found = [r["ratio"] for r in t["timing"]["runs"][1:] if "ratio" in r] if t["name"] == name else []
        ratios += [min(found)] if found else []
    if not ratios:
        return "not measured"
    low, high = f"{min(ratios):.2f}", f"{max(ratios):.2f}"
    return low if low == high else f"{low} to {high}"


def lab_row(folder, handout):
    """A lab's row of the list, and the file of the emulator's time, where there is one."""
    title = re.search(r"^# Lab (\d\d):? (.+)$", handout, re.M)
    short = re.search(r"^<!-- in short: ([\w, ]+?) \| (.+?) -->$", handout, re.M)
    if not title or not short:
        stop(f"{folder / 'README.md'}: expected a heading `# Lab NN: title` and a line `<!-- in short: TASK | words -->`")
    tasks = len(set(re.findall(r'"\d+_[a-z][a-z0-9_]*"', read(folder / "grader/tasks.c"))))
    emu, gpu = folder / "measured/emu.json", folder / "measured/h200.json"
    cost = f"{json.loads(read(emu))['processor_seconds']:.0f} s" if emu.exists() else "not measured"
    timed = load(gpu, "gpu", folder.name[:2])[0] if gpu.exists() else {"tasks": []}
    ratios = [f"`{name}` {against_libraries(timed, name)}" for name in short[1].split(", ")]
    return f"| [{title[1]} {title[2]}](labs/{folder.name}/README.md) | {short[2]} | {tasks} | {cost} | {', '.join(ratios)} |"


def short_list(rows):
    """README.md's list of the labs: what each is called, and what is built there."""
    return "\n".join(["| lab | what you build |", "|:--|:--|", *("|".join(row.split("|")[:3]) + "|" for row in rows)])


def list_of_labs(rows):
    """docs/labs.md's."""
    rows = [row.replace("](labs/", "](../labs/") for row in rows]
    head = ["lab", "what you build", "tasks", "emu", "H200: the fastest library = 1"]
    return "\n".join(["| " + " | ".join(head) + " |", "|:--|:--|--:|--:|:--|", *rows])


def put(text, path, name, section):
    """The text with its part between <!-- name:begin --> and <!-- name:end --> written anew."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        stop(f"{path}: expected one {begin} and, after it, one {end}")
    return text[:text.index(begin) + len(begin)] + "\n" + section + "\n" + text[text.index(end):]


def read(path):
    try:
        return path.read_text(encoding="utf-8")
    except OSError as e:
        stop(f"{path}: {e.strerror}")


def compiler(text):
    match = re.search(r"GCC (\d+)", text)
    return match[1] if match else None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--graded")
    parser.add_argument("--emu")
    parser.add_argument("--gpu")
    parser.add_argument("--grader", default=str(ROOT / "build/bin/lab04"))
    parser.add_argument("--readme", default=str(ROOT / "README.md"))
    parser.add_argument("--tables", default=str(ROOT / "docs/labs.md"))
    parser.add_argument("--labs", default=str(ROOT / "labs"))
    options = parser.parse_args()

    emu, emu_tasks = (load(options.emu, "emu") if options.emu
                      else check(grade(options.grader, options.graded)[0], options.grader, "emu", "04"))
    gpu_file = pathlib.Path(options.gpu) if options.gpu else ROOT / "labs/04_reduce/measured/h200.json"
    gpu, gpu_tasks = load(gpu_file, "gpu") if options.gpu or gpu_file.exists() else (None, {})

    readme, tables = pathlib.Path(options.readme), pathlib.Path(options.tables)
    front, text = read(readme), read(tables)
    ladder = put(text, tables, LADDER, table(emu, emu_tasks, gpu, gpu_tasks))
    changes, rows = [], []
    for lab in sorted(p for p in pathlib.Path(options.labs).glob("[0-9][0-9]_*")):
        handout, number = lab / "README.md", lab.name[:2]
        old = new = read(handout)
        result = None
        if options.time:
            time_grading(str(pathlib.Path(options.grader).parent / f"lab{number}"), lab / "measured/emu.json")
        rows.append(lab_row(lab, old))
        if (lab / "solution.cu").exists():
            grader = str(pathlib.Path(options.grader).parent / f"lab{number}")
            result, printed = grade(grader, options.graded)
            if result:
                new = put(new, handout, COUNTS, counted(grader, printed))
            else:
                print(f"{handout.parent.name}: not all tasks are assessed here; its counts are left alone")
        timed, notes = {}, lab / "measured/NOTES.md"
        noted = kept = read(notes) if notes.exists() else ""
        for device in DEVICES:
            measured = lab / f"measured/{device}.json"
            if measured.exists():
                timed[device] = load(measured, "gpu", number)[0]
                noted = put(noted, notes, device, times(timed[device]))
        if DEVICES[0] in timed:
            new = put(new, handout, TIMES, short_times(timed[DEVICES[0]], new, handout))
        changes += [(handout, new, old), (notes, noted, kept)]
        picture = lab / "roofline.svg"
        if result and "(roofline.svg)" in new:
            changes.append((picture, picture_of(result, timed.get(DEVICES[0])), read(picture) if picture.exists() else ""))
    changes.insert(0, (tables, put(ladder, tables, LABS, list_of_labs(rows)), text))
    changes.append((readme, put(front, readme, LABS, short_list(rows)), front))
    stale = [(path, new, old) for path, new, old in changes if new != old]
    if not options.check:
        for path, new, _ in stale:
            path.write_text(new, encoding="utf-8")
        return 0
    if not stale:
        return 0
    here, there = compiler(emu["machine"]["software"]), compiler(changes[0][2].split(f"<!-- {LADDER}:begin -->")[1])
    if there and here != there:
        print(f"skipped: the table was counted with GCC {there}, this build uses GCC {here}")
        return 77
    for path, new, old in stale:
        sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), str(path), "current"))
    print("A measured table is not current: run grading/update_readme.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
