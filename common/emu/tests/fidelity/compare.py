#!/usr/bin/env python3
"""Compares what the emulator counts for kernels.cu with what a GPU counted (hardware.csv).

    compare.py --emucc PATH       prints a table; exit 1 if a difference has no named cause
    compare.py --selftest         wrong numbers must be noticed

Global requests and sectors must be equal. For shared memory the hardware's wavefronts hold arbitration noise, which
its bank-conflict counter holds too: conflicts = true conflicts + noise, wavefronts = ideal + true conflicts + noise.
So three things must hold for the loads, and for the stores where their conflicts were measured:
  1. ideal: the emulator's requests (one wavefront each, all accesses here being of 4 bytes) equal the hardware's
     wavefronts less its conflicts, exactly;
  2. the hardware counts no fewer wavefronts than the emulator, and what it has more, the noise, is at most NOISE
     of its wavefronts (at most 1.3 % was seen) and at most its conflicts;
  3. where the derived count of excess wavefronts was measured, which has no noise, the emulator's excess equals it.
Where the conflicts of the stores were not measured, their wavefronts must be equal."""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
NOISE = Fraction(2, 100)

GLOBAL = {
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
}
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
EXCESS = "derived__memory_l1_wavefronts_shared_excessive"
PREDICATED_ON = "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"

# Kernels in which nvcc merges accesses: (kernel, ld or st) -> (hardware's wavefronts for each of the emulator's, why).
MERGED = {
    ("matmul_tiled", "ld"): (Fraction(3, 4), "nvcc merges four neighbours as[y][k..k+3] into one 16-byte load of two "
                             "wavefronts: half of the loads shrink to a half"),
}


def read_hardware(path):
    """kernel -> {column: text}; the file's first lines begin with #."""
    with open(path, encoding="utf-8") as f:
        return {row["kernel"]: row for row in csv.DictReader(line for line in f if not line.startswith("#"))}


def measured(row, column):
    return int(float(row[column])) if row.get(column) not in (None, "") else None


def compare_shape(name, row, launch):
    complaints = []
    for what in ("grid", "block"):
        shape = "(" + ", ".join(str(n) for n in launch[what]) + ")"
        if row[what] != shape:
            complaints.append(f"{name}: {what} {shape} here, {row[what]} measured: not the same launch")
    if launch["repeats"] != 1:
        complaints.append(f"{name}: launched {launch['repeats']} times: one row cannot stand for all")
    return complaints


def compare_shared(name, op, row, counters):
    """Complaints about the shared loads (op "ld") or stores ("st") of one kernel."""
    long = {"ld": "load", "st": "store"}[op]
    wavefronts = counters[f"shared_{long}_wavefronts"]
    ratio, _ = MERGED.get((name, op), (Fraction(1), ""))
    hardware, conflicts = measured(row, WAVEFRONTS.format(op)), measured(row, CONFLICTS.format(op))
    expected = wavefronts * ratio
    if hardware is None:
        return []
    if conflicts is None:
        return [] if hardware == expected else [f"{name}: shared {long} wavefronts: hardware {hardware}, emulator {expected}"]
    complaints, noise = [], hardware - expected
    if not 0 <= noise <= min(conflicts, NOISE * hardware):
        complaints.append(f"{name}: shared {long} wavefronts: hardware {hardware}, emulator {expected}: the difference "
                          f"{noise} is no noise (0 to {float(min(conflicts, NOISE * hardware)):g})")
    return complaints


def compare_ideal(name, row, counters):
    """Complaints about loads and stores together: without its bank conflicts the hardware needs what we call ideal."""
    expected, without = Fraction(counters["shared_wavefronts_ideal"]), 0
    for op, long in (("ld", "load"), ("st", "store")):
        hardware, conflicts = measured(row, WAVEFRONTS.format(op)), measured(row, CONFLICTS.format(op))
        if hardware is None or conflicts is None:
            return []
        without += hardware - conflicts
        if (name, op) in MERGED:  # four-byte accesses: a request is a wavefront
            expected -= counters[f"shared_{long}_requests"] * (1 - MERGED[name, op][0])
    if without == expected:
        return []
    return [f"{name}: shared wavefronts without conflicts: hardware {without}, emulator {expected}"]


def compare_kernel(name, row, launch):
    counters = launch["counters"]
    complaints = compare_shape(name, row, launch)
    for counter, column in GLOBAL.items():
        value = measured(row, column)
        if value is not None and value != counters[counter]:
            complaints.append(f"{name}: {counter}: hardware {value}, emulator {counters[counter]}")
    for op in ("ld", "st"):
        complaints += compare_shared(name, op, row, counters)
    complaints += compare_ideal(name, row, counters)
    excess = measured(row, EXCESS)
    if excess is not None and not any((name, op) in MERGED for op in ("ld", "st")):
        if excess != counters["shared_wavefronts_excess"]:
            complaints.append(f"{name}: excess shared wavefronts: hardware {excess}, emulator "
                              f"{counters['shared_wavefronts_excess']}")
    return complaints


def compare_all(hardware, launches):
    complaints = [f"{name}: in hardware.csv, but never launched" for name in hardware if name not in launches]
    for name, row in hardware.items():
        if name in launches:
            complaints += compare_kernel(name, row, launches[name])
    complaints += [f"{name}: named as merged, but not measured" for name, _ in MERGED if name not in hardware]
    return complaints


def print_table(hardware, launches):
    columns = ["global_load_requests", "global_load_sectors", "global_store_requests", "global_store_sectors"]
    print(f"{'emulator / hardware':19}" + "".join(f"{c.replace('global_', ''):>19}" for c in columns)
          + f"{'shared wavefronts':>19}{'conflicts + noise':>19}{'active lanes':>14}")

    def pair(a, b):
        return f"{a}" if a == b else f"{a} / {'-' if b is None else b}"

    for name, launch in launches.items():
        row, c = hardware.get(name, {}), launch["counters"]
        cells = [pair(c[k], measured(row, GLOBAL[k])) for k in columns]
        parts = [measured(row, WAVEFRONTS.format(op)) for op in ("ld", "st")]
        cells.append(pair(c["shared_load_wavefronts"] + c["shared_store_wavefronts"],
                          None if None in parts else sum(parts)))
        conflicts = [measured(row, CONFLICTS.format(op)) for op in ("ld", "st")]
        known = [n for n in conflicts if n is not None]
        cells.append(pair(c["shared_wavefronts_excess"], sum(known) if known else None))
        lanes = f"{32 * c['simt_efficiency']:.1f} / {row.get(PREDICATED_ON) or '-'}"
        print(f"{name:19}" + "".join(f"{cell:>19}" for cell in cells) + f"{lanes:>14}")
    for (name, op), (ratio, why) in MERGED.items():
        print(f"merged: {name}, shared {op}: hardware = {ratio} of the emulator's: {why}")
    unmeasured = [n for n in launches if n not in hardware]
    if unmeasured:
        print("not measured on hardware: " + ", ".join(unmeasured))


def run_emulator(emucc):
    """kernel -> launch, as in the report's JSON. Raises RuntimeError."""
    with tempfile.TemporaryDirectory() as directory:
        program, report = os.path.join(directory, "kernels"), os.path.join(directory, "report.json")
        done = subprocess.run([emucc, os.path.join(HERE, "kernels.cu"), "-o", program], capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"emucc: exit {done.returncode}\n{done.stderr}")
        done = subprocess.run([program], capture_output=True, text=True, check=False,
                              env={**os.environ, "EMU_REPORT": "json", "EMU_REPORT_FILE": report})
        if done.returncode != 86 or done.stdout != "no error\n":
            raise RuntimeError(f"kernels: exit {done.returncode}, expected 86 for its planted race\n{done.stdout}{done.stderr}")
        with open(report, encoding="utf-8") as f:
            result = json.load(f)
    strangers = [h for h in result["hazards"] if h["kernel"] != "planted_race"]
    if strangers or not result["hazards"] or result["launches_dropped"]:
        raise RuntimeError(f"only planted_race may have a hazard, and must: {result['hazards']}")
    launches = {launch["kernel"]: launch for launch in result["launches"]}
    if len(launches) != len(result["launches"]):
        raise RuntimeError("two launches of one kernel: a row could not tell them apart")
    return launches


def selftest():
    """The comparison accepts a hardware that differs by noise alone and refuses each wrong number."""
    shape = {"grid": "(4, 1, 1)", "block": "(256, 1, 1)"}
    row = {"kernel": "k", **shape, **{c: "1000" for c in GLOBAL.values()}, WAVEFRONTS.format("ld"): "1510",
           CONFLICTS.format("ld"): "510", WAVEFRONTS.format("st"): "1000", CONFLICTS.format("st"): "0", EXCESS: "500"}
    old = {k: v for k, v in row.items() if k not in (EXCESS, CONFLICTS.format("st"), GLOBAL["global_store_requests"])}
    counters = {**{c: 1000 for c in GLOBAL}, "shared_load_requests": 1000, "shared_load_wavefronts": 1500,
                "shared_store_requests": 1000, "shared_store_wavefronts": 1000, "shared_wavefronts_excess": 500,
                "shared_wavefronts_ideal": 2000}
    launch = {"grid": [4, 1, 1], "block": [256, 1, 1], "repeats": 1, "counters": counters}
    merged = {**row, "kernel": "matmul_tiled", WAVEFRONTS.format("ld"): "1125", CONFLICTS.format("ld"): "375", EXCESS: "7"}
    bad = [f"refused what is right: {c}" for r in (row, old) for c in compare_kernel("k", r, launch)]
    bad += [f"refused a merged kernel: {c}" for c in compare_kernel("matmul_tiled", merged, launch)]

    def must_refuse(what, r, **changes):
        changed = {**launch, **{k: v for k, v in changes.items() if k in launch},
                   "counters": {**counters, **{k: v for k, v in changes.items() if k in counters}}}
        if not compare_kernel(r["kernel"], r, changed):
            bad.append(f"accepted {what}")

    older = ("shared_wavefronts_excess", "shared_wavefronts_ideal", "global_store_requests")
    for counter in counters:
        if counter in ("shared_load_requests", "shared_store_requests"):
            continue  # the hardware counts merged instructions and predicated-off ones
        for wrong in (counters[counter] + 1, counters[counter] - 1):
            noisy = counter == "shared_load_wavefronts" and abs(wrong - 1500) == 1
            if not noisy:
                must_refuse(f"{counter} {wrong}", row, **{counter: wrong})
            if not noisy and counter not in older:
                must_refuse(f"{counter} {wrong} against the older columns", old, **{counter: wrong})
    must_refuse("more wavefronts than the hardware", old, shared_load_wavefronts=1511)
    must_refuse("more than noise missing", old, shared_load_wavefronts=1479)
    must_refuse("missing conflicts", old, shared_load_wavefronts=1000)
    must_refuse("a merged kernel that is not merged", {**merged, WAVEFRONTS.format("ld"): "1500"})
    must_refuse("another grid", row, grid=[5, 1, 1])
    must_refuse("another block", row, block=[128, 1, 1])
    must_refuse("two launches", row, repeats=2)
    full = {"k": row, "matmul_tiled": merged}
    if compare_all(full, {"k": launch, "matmul_tiled": launch}):
        bad.append("refused a complete run")
    if not compare_all(full, {"matmul_tiled": launch}) or not compare_all({"k": row}, {"k": launch}):
        bad.append("accepted a kernel that is missing")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emucc", default="emucc")
    parser.add_argument("--hardware", default=os.path.join(HERE, "hardware.csv"))
    parser.add_argument("--selftest", action="store_true")
    arguments = parser.parse_args()
    if arguments.selftest:
        complaints = selftest()
    else:
        hardware = read_hardware(arguments.hardware)
        try:
            launches = run_emulator(arguments.emucc)
        except (RuntimeError, OSError, KeyError, ValueError) as e:
            print(f"compare.py: {e}", file=sys.stderr)
            return 1
        print_table(hardware, launches)
        complaints = compare_all(hardware, launches)
    for complaint in complaints:
        print("FAIL " + complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
