#!/usr/bin/env python3
"""Compares what the emulator counts with what a GPU counted (hardware.csv): kernels.cu, and the labs' references.

    compare.py --emucc PATH             kernels.cu
    compare.py --build BUILD [--lab NN [--task TASK]]  the labs whose graders are in BUILD/bin; with --emucc, everything
    compare.py ... --readme             write the table into README.md beside this script as well
    compare.py ... --check-readme       is that table current?
    compare.py --selftest               wrong numbers must be noticed

Prints a table; exit status 1 where a difference has no named cause (rules.py says what agrees, causes.py which causes there
are), 77 where nothing could be compared."""
import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import rules  # pylint: disable=wrong-import-position
from causes import CAUSES  # pylint: disable=wrong-import-position
from counts import HARDWARE, HERE, TEST, Launch, Trouble, emulate_kernels, labs_of, launches_of, read_hardware, run  # pylint: disable=wrong-import-position
from rules import EQUAL, NAMED, NOISY, UNMEASURED, VARIES, Cause, Comparison, number  # pylint: disable=wrong-import-position

README = os.path.join(HERE, "README.md")
SHOWN = 4  # launches of a kernel by one case that README.md's table shows
BEGIN, END = "<!-- fidelity:begin -->", "<!-- fidelity:end -->"
LOADS = ["global_load_requests", "global_load_sectors", "shared_load_wavefronts", "shared_wavefronts_ideal"]
COLUMNS = [("load requests", ["global_load_requests"]), ("load sectors", ["global_load_sectors"]),
           ("store requests", ["global_store_requests"]), ("store sectors", ["global_store_sectors"]),
           ("shared load wavefronts", ["shared_load_wavefronts"]), ("shared store wavefronts", ["shared_store_wavefronts"]),
           ("active lanes", ["active_lanes"])]


# ---- the table

def cell_text(cell):
    if cell.counter == "active_lanes":
        ours = f"{cell.emulator:.1f}"
        return ours if cell.hardware is None else f"{ours} ({cell.hardware})"
    ours = number(cell.emulator)
    if cell.verdict in (EQUAL, UNMEASURED):
        return ours
    if isinstance(cell.hardware, str) or cell.emulator == 0:
        return f"{ours} / {cell.hardware}"
    percent = f"{100 * (cell.hardware - cell.emulator) / cell.emulator:+.1f} %"
    return f"{ours} ({percent})" if cell.verdict == NOISY else f"{ours} / {number(cell.hardware)} ({percent})"


class Table:
    """Rows of a comparison; causes are numbered in the order in which they come."""

    def __init__(self):
        self.causes, self.rows = [], []

    def note(self, why):
        if why not in self.causes:
            self.causes.append(why)
        return self.causes.index(why) + 1

    def add(self, launch, cells, shown):
        by_counter = {c.counter: c for c in cells or []}
        notes = sorted({self.note(c.why) for c in by_counter.values() if c.verdict in (NAMED, VARIES) and c.why})
        if cells is None and launch.unmeasured:
            notes = [self.note(launch.unmeasured.why)]
        row = [shown]
        for _, (counter,) in COLUMNS:
            if cells is None:  # not measured
                value = 32 * launch.counters["simt_efficiency"] if counter == "active_lanes" else launch.counters[counter]
                row.append(f"{value:.1f}" if counter == "active_lanes" else number(value))
            else:
                row.append(cell_text(by_counter[counter]) if counter in by_counter else "other launch")
        self.rows.append([*row, " ".join(f"[{n}]" for n in notes)])

    def heads(self):
        return ["kernel", *(name for name, _ in COLUMNS), "cause"]

    def text(self):
        widths = [max(len(row[i]) for row in [self.heads(), *self.rows]) for i in range(len(self.heads()))]
        lines = ["  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))).rstrip()
                 for row in [self.heads(), *self.rows]]
        return "\n".join(lines + [f"[{i}] {why}" for i, why in enumerate(self.causes, 1)])

    def markdown(self):
        lines = ["| " + " | ".join(self.heads()) + " |", "|:--|" + "--:|" * len(COLUMNS) + ":--|"]
        lines += ["| " + " | ".join([f"`{row[0]}`" if " " not in row[0] else row[0], *row[1:]]) + " |" for row in self.rows]
        return "\n".join(lines + [""] + [f"[{i}] {why}.  " for i, why in enumerate(self.causes, 1)]).rstrip()


def tally(pairs):
    """"36 launches: 288 counts equal, 10 within the hardware's noise, 1 with a named cause"."""
    cells = [c for _, cells in pairs for c in cells or [] if c.counter != "active_lanes"]
    words = [(EQUAL, "equal"), (NOISY, "equal but for the hardware's noise"), (NAMED, "different with a named cause"),
             (VARIES, "decided by the hardware's scheduling"), (rules.WRONG, "WRONG")]
    found = [f"{n:,} {word}" for verdict, word in words if (n := sum(c.verdict == verdict for c in cells))]
    return f"{len(pairs)} launches, {len(cells):,} counts: " + (", ".join(found) or "none measured")


def print_tables(comparison):
    for lab in dict.fromkeys(launch.lab for launch, _ in comparison.pairs):
        pairs, table = [p for p in comparison.pairs if p[0].lab == lab], Table()
        for launch, cells in pairs:
            table.add(launch, cells, " ".join(w for w in (launch.task, launch.case, launch.kernel) if w))
        print(f"\n{'kernels.cu' if lab == TEST else 'lab ' + lab}: {tally(pairs)}\n{table.text()}")


# ---- the same in README.md: the labs' tasks by the case that their tables show, the last, and its first launches

def compiler_of(emucc):
    """The g++ behind emucc: basic blocks, hence active lanes, are its."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "empty.cpp")
        with open(source, "w", encoding="utf-8"):
            pass
        said = subprocess.run([emucc, "-v", "-c", source, "-o", os.path.join(folder, "empty.o")], capture_output=True, text=True,
                              check=True).stderr
    return "GCC " + ".".join(run([said.split()[0], "-dumpfullversion"]).strip().split(".")[:2])


def markdown(comparison, head, compiler):
    measured = [p for p in comparison.pairs if p[1] is not None]
    lines = [f"Hardware: {head}. Emulator: {compiler}, `EMU_DEVICE=h100`. {tally(measured)}."]
    for lab in dict.fromkeys(launch.lab for launch, _ in measured):
        pairs, table = [p for p in measured if p[0].lab == lab], Table()
        last = {launch.task: launch.case for launch, _ in pairs}
        for launch, cells in pairs:
            if launch.case == last[launch.task] and launch.place < SHOWN:
                table.add(launch, cells, launch.kernel)
        name = "Test kernels (`kernels.cu`)" if lab == TEST else f"Lab {lab}, the reference"
        lines += ["", f"**{name}**: {tally(pairs)}.", "", table.markdown()]
    return "\n".join(lines)


def readme_parts():
    with open(README, encoding="utf-8") as f:
        text = f.read()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise Trouble(f"{README}: expected one {BEGIN} and one {END}")
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    return before, old.strip("\n"), after


def write_readme(new):
    before, _, after = readme_parts()
    with open(README, "w", encoding="utf-8") as f:
        f.write(f"{before}{BEGIN}\n{new}\n{END}{after}")


def major(compiler):
    found = re.search(r"GCC (\d+)", compiler)
    return int(found[1]) if found else None


def free_counters(compiler):
    """The counters that differ by compiler, where this one is not the table's: active lanes, and with an older one loads."""
    written, here = major(readme_parts()[1]), major(compiler)
    if written is None or here == written:
        return ()
    return ("active_lanes",) if here > written else ("active_lanes", *LOADS)


def check_readme(new, compiler):
    """A complaint where the table is not the present one; None also where another compiler wrote it."""
    old = readme_parts()[1]
    written = major(old)
    if written and major(compiler) != written:
        print(f"the table in {os.path.relpath(README)} was written with GCC {written}: not checked with {compiler}")
        return None
    if old == new:
        return None
    return f"{os.path.relpath(README)}: the table is not current: compare.py --readme writes it\n" + "\n".join(
        difflib.unified_diff(old.splitlines(), new.splitlines(), "written", "now", n=0, lineterm=""))


# ---- the test of the rules

def fixture(**changes):
    """A launch and its row, which agree but for the noise of the loads, and what changes in either."""
    counters = {**{c: 1000 for c in rules.GLOBAL}, "shared_load_wavefronts": 1500, "shared_store_wavefronts": 1000,
                "shared_wavefronts_ideal": 2000, "simt_efficiency": 0.75}
    row = {"lab": "00", "task": "t", "case": "c", "kernel": "k", "ran": "", "grid": "(4, 1, 1)", "block": "(256, 1, 1)", "launches": "2",
           **{m: "1000" for m in rules.GLOBAL.values()}, rules.WAVEFRONTS["load"]: "1510", rules.CONFLICTS["load"]: "510",
           rules.WAVEFRONTS["store"]: "1000", rules.CONFLICTS["store"]: "0", rules.LANES_ON: "22.5", rules.LANES_ALL: "31"}
    entry = {"kernel": "ns::k<int>", "grid": [4, 1, 1], "block": [256, 1, 1], "repeats": 2,
             "counters": {**counters, **{k: v for k, v in changes.items() if k in counters}}}
    entry.update({k: v for k, v in changes.items() if k in ("grid", "block", "repeats")})
    row.update({k: v for k, v in changes.items() if k in row and k not in ("grid", "block")})
    return Launch("00", "t", "c", entry), row


def selftest():
    """The comparison accepts noise, named causes and ranges, and refuses each wrong number."""
    bad = []

    def judge(what, wanted, causes=(), free=(), **changes):
        launch, row = fixture(**changes)
        complaints = Comparison([launch], [row], list(causes), free).complaints
        if bool(complaints) != wanted:
            bad.append(f"{'accepted' if wanted else 'refused'} {what}: {complaints}")

    judge("what is right", False)
    for counter, metric in rules.GLOBAL.items():
        for wrong in (999, 1001):
            judge(f"{counter} {wrong}", True, **{counter: wrong})
            judge(f"{metric} {wrong}", True, **{metric: str(wrong)})
        half = Cause("00", "t", "k", counter, "half of them", ratio="1/2")
        judge(f"{counter} with a cause", False, [half], **{metric: "500"})
        judge(f"{counter} with another ratio than its cause's", True, [half], **{metric: "501"})
        judge(f"{counter} equal in spite of a cause", True, [half])
        judge(f"a range of {counter}", False, **{metric: "990..1010"})
        judge(f"a range of {counter} that is elsewhere", True, **{metric: "1100..1200"})
        judge(f"{counter} that varies", False, [Cause("00", "t", "k", counter, "polls", varies=True)], **{metric: "1040"})
        judge(f"{counter} that varies too much", True, [Cause("00", "t", "k", counter, "polls", varies=True)], **{metric: "1100"})
        judge(f"{counter} by block", False, [Cause("00", "t", "k", counter, "why", each_block=-2)], **{metric: "984"})
        judge(f"{counter} by block, one off", True, [Cause("00", "t", "k", counter, "why", each_block=-2)], **{metric: "985"})
        judge(f"{counter} of this launch's cause", False, [Cause("00", "t", "k", counter, "why", at=(1, 0), more=1)], **{metric: "1001"})
        judge(f"{counter} of another launch's cause", True, [Cause("00", "t", "k", counter, "why", at=(1,), more=1)], **{metric: "1001"})
        judge(f"{counter} of another case's cause", True, [Cause("00", "t", "k", counter, "why", case="d", more=1)], **{metric: "1001"})
    loads, stores = rules.WAVEFRONTS["load"], rules.WAVEFRONTS["store"]
    judge("more wavefronts than the hardware", True, shared_load_wavefronts=1511)
    judge("more than noise missing", True, shared_load_wavefronts=1464)
    judge("missing conflicts", True, shared_load_wavefronts=1000)
    judge("noise without conflicts", True, **{stores: "1001"})
    noisy = {loads: "1580", rules.CONFLICTS["load"]: "580"}
    judge("too much noise", True, **noisy)
    judge("noise that is named", False, [Cause("00", "t", "k", "shared_load_wavefronts", "why", noise=rules.SPREAD + rules.SPREAD)], **noisy)
    polls = [Cause("00", "t", "k", "shared_load_wavefronts", "polls", more=50, varies=True)]
    judge("shared loads that vary, fewer than on the hardware", False, polls)
    judge("shared loads that vary too much", True, polls, shared_load_wavefronts=1700)
    judge("stores too few", True, **{stores: "999"})
    judge("another ideal", True, shared_wavefronts_ideal=2001)
    merged = Cause("00", "*", "k", "shared_load_wavefronts", "merged", ratio="1/2")
    ideal = Cause("00", "*", "k", "shared_wavefronts_ideal", "merged", more=-750)
    judge("a merged kernel", False, [merged, ideal], **{loads: "760", rules.CONFLICTS["load"]: "510"})
    judge("a merged kernel whose ideal is not the named one", True, [merged], **{loads: "760", rules.CONFLICTS["load"]: "510"})
    judge("a merged kernel that is not merged", True, [merged, ideal])
    for lanes in (20.0, 33.5):
        judge(f"{lanes} active lanes", True, simt_efficiency=lanes / 32)
    judge("few lanes of another compiler", False, free=["active_lanes"], simt_efficiency=20 / 32)
    judge("another counter of another compiler", True, free=["active_lanes"], global_load_requests=999)
    judge("few lanes with a cause", False, [Cause("00", "t", "k", "active_lanes", "why")], simt_efficiency=20 / 32)
    judge("a cause for lanes that agree", True, [Cause("00", "t", "k", "active_lanes", "why")])
    judge("a cause for another kernel", True, [Cause("00", "t", "j", "global_*", "why")])
    judge("a cause for a lab that is not here", False, [Cause("01", "t", "j", "global_*", "why")])
    judge("another grid", True, grid=[5, 1, 1])
    judge("another block", True, block=[128, 1, 1])
    judge("one launch instead of two", True, repeats=1)
    judge("another grid with a cause", False, [Cause("00", "t", "k", "grid", "as many blocks as fit")], grid=[5, 1, 1])
    judge("another kernel on the hardware", True, ran="x")
    judge("another kernel with a cause", False, [Cause("00", "t", "k", "kernel", "no such instructions here", ran="x")], ran="x")
    judge("another kernel than its cause's", True, [Cause("00", "t", "k", "kernel", "no such instructions here", ran="x")], ran="y")
    judge("a kernel that was not measured", True, kernel="j")
    judge("a case that came later, and a row left over", True, [Cause("00", "t", "k", "unmeasured", "later")], case="d")
    judge("a row, and a cause for having none", True, [Cause("00", "t", "k", "unmeasured", "later")])
    judge("another case", True, case="d")
    entries = [{"kernel": k, "grid": [1, 1, 1], "block": [32, 1, 1], "repeats": 1, "counters": {}} for k in ("k", "j", "ns::k<int>")]
    places = [launch.place for launch in launches_of("00", "t", "c", {"launches": entries, "launches_dropped": 0})]
    if places != [0, 0, 1]:
        bad.append(f"places of two launches of k and one of j between them: {places}")
    launch, row = fixture()
    if not Comparison([launch, launch], [row], []).complaints or not Comparison([launch], [row, row], []).complaints:
        bad.append("accepted a launch too many")
    if Comparison([launch], [], []).complaints or Comparison([launch], [], []).unmeasured != ["00"]:
        bad.append("a lab that was never measured is no mistake, but must be named")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emucc", help="compare kernels.cu")
    parser.add_argument("--build", help="compare the labs that are built there")
    parser.add_argument("--lab", action="append")
    parser.add_argument("--task", action="append", help="of the one --lab; may be repeated")
    parser.add_argument("--hardware", default=HARDWARE)
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--check-readme", action="store_true")
    parser.add_argument("--without-causes", action="store_true", help=argparse.SUPPRESS)  # for a substitute of ncu
    parser.add_argument("--selftest", action="store_true")
    arguments = parser.parse_args()
    if arguments.selftest:
        complaints = selftest()
        for complaint in complaints:
            print("FAIL " + complaint, file=sys.stderr)
        return 1 if complaints else 0
    if not arguments.emucc and not arguments.build:
        parser.error("nothing to compare: give --emucc, --build or both")
    try:
        return compare(arguments)
    except Trouble as e:
        print(f"compare.py: {e}", file=sys.stderr)
        return 1


def compare(arguments):
    head, rows = read_hardware(arguments.hardware)
    if arguments.task:
        rows = [row for row in rows if row["task"] in arguments.task]
    launches = emulate_kernels(arguments.emucc) if arguments.emucc else []
    with tempfile.TemporaryDirectory() as folder:
        for lab in labs_of(arguments.build, arguments.lab) if arguments.build else []:
            lab.save(folder, arguments.task)
            launches += lab.emulate()
    compiler = compiler_of(arguments.emucc or os.path.join(arguments.build, "bin", "emucc"))
    comparison = Comparison(launches, rows, [] if arguments.without_causes else CAUSES, free_counters(compiler))
    print_tables(comparison)
    for line in comparison.told:
        print(f"with {compiler}: {line}")
    complaints = comparison.complaints
    for lab in comparison.unmeasured:
        print(f"\nnot measured on hardware: lab {lab}")
    wanted = [lab for lab in comparison.absent if arguments.build or lab == TEST]
    if wanted:
        print("\nmeasured, but not compared here: " + ", ".join(wanted))
    if arguments.readme or arguments.check_readme:
        if comparison.absent:
            print(f"the table is left alone: {', '.join(comparison.absent)} is not compared here")
        else:
            new = markdown(comparison, head, compiler)
            if arguments.readme:
                write_readme(new)
            else:
                complaint = check_readme(new, compiler)
                complaints += [complaint] if complaint else []
    for complaint in complaints:
        print("FAIL " + complaint, file=sys.stderr)
    if not complaints and all(cells is None for _, cells in comparison.pairs):
        print("nothing that was measured on hardware is built here")
        return 77
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
