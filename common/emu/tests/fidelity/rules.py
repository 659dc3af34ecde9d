"""When a count of the emulator and one of the hardware agree; causes.py names the differences whose cause is known.

Global requests and sectors must be equal. For shared memory the hardware's wavefronts hold arbitration noise, which
its bank-conflict counter holds too: conflicts = true conflicts + noise, wavefronts = ideal + true conflicts + noise.
So for loads and for stores the hardware counts no fewer wavefronts than the emulator, and what it has more, the noise, is
at most NOISE of its wavefronts (2.4 % was seen, but for a kernel that causes.py names) and at most its conflicts; and without
its conflicts the hardware has what the emulator calls ideal, exactly. The emulator weighs a basic block once, whatever is
in it; so its active lanes lie between the hardware's two ratios by instructions: of those that are not predicated off,
and of all. A count that differs from run to run on the hardware is a range; the emulator's must be within SPREAD of it."""
from fractions import Fraction
from fnmatch import fnmatch

NOISE = Fraction(3, 100)
LANES = 2  # by which the weights of blocks may put the active lanes outside the hardware's two ratios
SPREAD = Fraction(5, 100)

L1 = "l1tex__"
GLOBAL = {f"global_{name}_{what}": f"{L1}t_{what}_pipe_lsu_mem_global_op_{op}.sum"
          for name, op in (("load", "ld"), ("store", "st")) for what in ("requests", "sectors")}
WAVEFRONTS = {name: f"{L1}data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum" for name, op in (("load", "ld"), ("store", "st"))}
CONFLICTS = {name: f"{L1}data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum" for name, op in (("load", "ld"), ("store", "st"))}
LANES_ON = "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"
LANES_ALL = "smsp__thread_inst_executed_per_inst_executed.ratio"
INSTRUCTIONS = "smsp__inst_executed.sum"
METRICS = [*GLOBAL.values(), *WAVEFRONTS.values(), *CONFLICTS.values(), LANES_ON, LANES_ALL, INSTRUCTIONS]


class Cause:
    """A difference that is there, exactly so: the hardware's count is `ratio` of the emulator's, plus `more`, plus
    `each_block` for each block. Where it `varies`, and no two runs need give the same, it is so within SPREAD. `noise` is
    that of one kernel's shared wavefronts. Where a case launches a kernel several times, it is about those whose places
    among the kernel's launches are in `at`, from 0 on, or about all. With the counter "grid" or "launches" the hardware
    launches another number, with "kernel" the other kernel `ran`; then nothing else of the launch is compared. With
    "unmeasured" the case came after the last measurement and has no count of the hardware's yet. Lanes need the words
    alone."""

    def __init__(self, lab, task, kernel, counter, why, case="*", at=(), ratio=1, more=0, each_block=0, varies=False, noise=NOISE, ran=""):
        self.lab, self.task, self.case, self.kernel, self.counter, self.why = lab, task, case, kernel, counter, why
        self.at, self.ratio, self.more, self.each_block = at, Fraction(ratio), Fraction(more), each_block
        self.varies, self.noise, self.ran, self.used = varies, noise, ran, False

    def applies(self, launch, counter):
        return (self.lab == launch.lab and fnmatch(launch.task, self.task) and fnmatch(launch.case, self.case)
                and fnmatch(launch.kernel, self.kernel) and fnmatch(counter, self.counter)
                and (not self.at or launch.place in self.at))

    def hardware(self, launch, count):
        return count * self.ratio + self.more + self.each_block * launch.blocks()


NO_CAUSE = Cause("", "", "", "", "")

EQUAL, NOISY, NAMED, VARIES, WRONG, UNMEASURED = "equal", "noise", "named", "varies", "wrong", "unmeasured"


class Cell:
    """One counter of one launch: the emulator's count, the hardware's, how they compare and why they differ."""

    def __init__(self, counter, emulator, hardware, verdict, why=""):
        self.counter, self.emulator, self.hardware, self.verdict, self.why = counter, emulator, hardware, verdict, why


def number(count):
    return f"{count:.1f}" if isinstance(count, float) else f"{count:,}" if isinstance(count, int) else str(count)


def reading(row, metric):
    """(least, most) of a metric over the runs; None where it was not measured."""
    text = row.get(metric) or ""
    if not text:
        return None
    ends = [float(part) for part in text.split("..")]
    ends = [int(e) if e == int(e) else e for e in ends]
    return ends[0], ends[-1]


def find_cause(causes, launch, counter):
    for cause in causes:
        if cause.applies(launch, counter):
            cause.used = True
            return cause
    return NO_CAUSE


def exact_cell(counter, launch, least, most, causes):
    """The hardware's count, or the range of its counts, is what is expected of the emulator's."""
    ours, cause = launch.counters[counter], find_cause(causes, launch, counter)
    expected = cause.hardware(launch, ours)
    if least != most or cause.varies:
        shown = f"{least:,}..{most:,}" if least != most else least
        good = least * (1 - SPREAD) <= expected <= most * (1 + SPREAD)
        why = cause.why or "it differs from run to run on the hardware"
        return Cell(counter, ours, shown, VARIES if good else WRONG, why if good else f"{number(float(expected))} was expected, to {float(SPREAD):.0%}")
    if least != expected:
        return Cell(counter, ours, least, WRONG, f"{number(float(expected))} was expected, for: {cause.why}" if cause.why else "")
    return Cell(counter, ours, least, NAMED if cause.why else EQUAL, cause.why)


def global_cell(counter, launch, row, causes):
    found = reading(row, GLOBAL[counter])
    if found is None:
        return Cell(counter, launch.counters[counter], None, UNMEASURED)
    return exact_cell(counter, launch, *found, causes)


def shared_cell(name, launch, row, causes):
    counter = f"shared_{name}_wavefronts"
    ours, found, conflicts = launch.counters[counter], reading(row, WAVEFRONTS[name]), reading(row, CONFLICTS[name])
    if found is None or conflicts is None:
        return Cell(counter, ours, None, UNMEASURED)
    cause = find_cause(causes, launch, counter)
    if found[0] != found[1] or conflicts[0] != conflicts[1] or cause.varies:
        return exact_cell(counter, launch, *found, causes)
    noise, most = found[0] - cause.hardware(launch, ours), min(conflicts[0], cause.noise * found[0])
    if not 0 <= noise <= most:
        return Cell(counter, ours, found[0], WRONG, f"{number(float(found[0] - noise))} was expected, and noise from 0 to {float(most):.0f}"
                    + (f", for: {cause.why}" if cause.why else ""))
    return Cell(counter, ours, found[0], NAMED if cause.why else NOISY if noise else EQUAL, cause.why)


def ideal_cell(launch, row, causes):
    """Loads and stores together, without the hardware's conflicts."""
    counter, ours = "shared_wavefronts_ideal", launch.counters["shared_wavefronts_ideal"]
    found = [reading(row, metrics[name]) for name in ("load", "store") for metrics in (WAVEFRONTS, CONFLICTS)]
    if None in found:
        return Cell(counter, ours, None, UNMEASURED)
    if any(least != most for least, most in found):
        return Cell(counter, ours, "?", VARIES, "it differs from run to run on the hardware")
    without = found[0][0] - found[1][0] + found[2][0] - found[3][0]
    return exact_cell(counter, launch, without, without, causes)


def lanes_cell(launch, row, causes):
    counter, ours = "active_lanes", 32 * launch.counters["simt_efficiency"]
    on, every = reading(row, LANES_ON), reading(row, LANES_ALL)
    if on is None:
        return Cell(counter, ours, None, UNMEASURED)
    most = every[1] if every else 32
    cause = find_cause(causes, launch, counter)
    good = on[0] - LANES <= ours <= most + LANES
    text = f"{on[0]:.1f}" + (f" to {most:.1f}" if every else "")
    if cause.why:
        return Cell(counter, ours, text, WRONG if good else NAMED, "a cause is named for no difference" if good else cause.why)
    return Cell(counter, ours, text, EQUAL if good else WRONG)


def compare_launch(launch, row, causes):
    """The cells of one launch. Another kernel, grid, block or number of launches makes all else incomparable."""
    if row.get("ran"):
        cause = find_cause(causes, launch, "kernel")
        named = cause.ran == row["ran"]
        return [Cell("kernel", launch.kernel, row["ran"], NAMED if named else WRONG, cause.why if named else "not the same kernel")]
    for what in ("grid", "block", "launches"):
        ours = str(getattr(launch, what))
        if row.get(what) and row[what] != ours:
            cause = find_cause(causes, launch, what)
            return [Cell(what, ours, row[what], NAMED if cause.why else WRONG, cause.why or "not the same launch")]
    return [*(global_cell(counter, launch, row, causes) for counter in GLOBAL),
            *(shared_cell(name, launch, row, causes) for name in ("load", "store")),
            ideal_cell(launch, row, causes), lanes_cell(launch, row, causes)]


def same_launch(launch, row):
    return (launch.lab, launch.task, launch.case, launch.kernel) == tuple(row[k] for k in ("lab", "task", "case", "kernel"))


class Comparison:
    """All launches beside the rows of hardware.csv, lab by lab. What differs in a counter of `free` is told, and no complaint."""

    def __init__(self, launches, rows, causes, free=()):
        self.causes, self.free = causes, free
        self.pairs, self.complaints, self.told, self.unmeasured = [], [], [], []
        here = list(dict.fromkeys(launch.lab for launch in launches))
        self.absent = sorted({row["lab"] for row in rows} - set(here))
        for lab in here:
            self._compare_lab(lab, [launch for launch in launches if launch.lab == lab], [r for r in rows if r["lab"] == lab])
        self.complaints += [f"a cause is named for {c.lab} {c.task} {c.kernel} {c.counter}, where nothing is compared"
                            for c in self.causes if not c.used and c.lab in here and c.lab not in self.unmeasured]

    def _compare_lab(self, lab, launches, rows):
        if not rows:
            self.unmeasured.append(lab)
            self.pairs += [(launch, None) for launch in launches]
            return
        rest = list(rows)
        for launch in launches:
            row = next((r for r in rest if same_launch(launch, r)), None)
            if row is None:
                self.pairs.append((launch, None))
                launch.unmeasured = next((c for c in self.causes if c.applies(launch, "unmeasured")), None)
                if launch.unmeasured:
                    launch.unmeasured.used = True
                    continue
                self.complaints.append(f"{launch.where()}: launched here, but not in hardware.csv: measure it")
                continue
            rest.remove(row)
            cells = compare_launch(launch, row, self.causes)
            self.pairs.append((launch, cells))
            for c in cells:
                if c.verdict == WRONG:
                    (self.told if c.counter in self.free else self.complaints).append(
                        f"{launch.where()}: {c.counter}: hardware {c.hardware}, emulator {number(c.emulator)}" + (f": {c.why}" if c.why else ""))
        self.complaints += [f"{r['lab']} {r['task']} ({r['case']}) {r['kernel']}: in hardware.csv, but not launched here" for r in rest]
