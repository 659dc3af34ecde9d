#!/usr/bin/env python3
"""Tests of the modelled time: test_model.py caches EMUCC | formula EMUCC | tables, each with --twin.

caches: launches whose demands are known. formula: the emulator's modelled times are those of formula.py. tables: README.md,
constants.h and latencies.h are what the counts, times and constants give. --twin plants faults and succeeds if each is found."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import formula  # pylint: disable=wrong-import-position
import prove  # pylint: disable=wrong-import-position

HERE = pathlib.Path(__file__).resolve().parent
N, SECTORS, LINES = 1 << 16, (1 << 16) // 8, (1 << 16) // 32
# What each launch of caches.cu demands, with a second-level cache that holds all of it.
KNOWN = [
    {"l2_load_sectors": SECTORS, "l2_load_lines": LINES, "l2_store_sectors": SECTORS, "l2_store_lines": LINES,
     "dram_read_sectors": SECTORS, "dram_read_lines": LINES, "dram_write_sectors": 0, "l1_lines": 2 * LINES,
     "path_memory_trips": N // 256, "path_far_trips": N // 256, "path_shared_trips": 0, "longest_far_trips": 1, "longest_turns": 2 * 8},
    {"l2_load_sectors": 8 * 32, "dram_read_sectors": 0, "path_far_trips": 8, "unrolled_requests": 4 * 64},
    {"l2_load_sectors": SECTORS, "dram_read_sectors": 0, "dram_write_sectors": 0},
    {"l2_load_sectors": SECTORS, "l2_load_lines": LINES, "l2_store_lines": LINES},
    {"hottest_atomic_steps": 1024, "global_atomic_sectors": 32, "path_memory_trips": 0},
    {"hottest_atomic_steps": 4 * 32, "global_atomic_sectors": 4 * 32},
    {"unrolled_blocks": 0, "unrolled_requests": 0},
    {"unrolled_steps": 8 * 4 * 8, "unrolled_choices": 0},
    {"unrolled_blocks": 0},
    {"merged_requests": 8 * 3, "merged_wavefronts": 8 * (4 * 4 - 4), "conflict_wavefronts": 8 * 4 * 3},
    {"shared_atomic_steps": 8, "longest_turns": 8 + 3},
    {"shared_atomic_steps": 2 * 8 * 32},
    {"hottest_atomic_steps": 0, "hottest_float_steps": 256, "global_atomic_steps": 256},
    {"path_shared_trips": 8, "longest_turns": 4 * 8 + 8 * 32 + 8, "longest_shared_trips": 8, "longest_phases": 10,
     "conflict_wavefronts": 8 * 31},
    {"path_memory_trips": 1},
    {"path_memory_trips": 5},
    {"path_memory_trips": 1, "path_far_trips": 1},
    {"path_memory_trips": 0},
    {"path_memory_trips": 51}, # twice 100 / 4, and where the order begins anew
    {"path_memory_trips": 49}, # and less the first steps, of which nobody knows yet
    {"path_memory_trips": 1},
    # A line of each block, and one that all want: 132 multiprocessors fetch it, and keep it for the other 8 blocks.
    {"l2_load_sectors": 4 * (140 + 132), "l2_load_lines": 140 + 132},
    {"path_shared_trips": 6}, # steps
    {"hottest_atomic_steps": 8},
]
# With one of 64 KiB these find nearly nothing of what was read before.
SMALL = (2, 3)


def launches(emucc, **environment):
    with tempfile.TemporaryDirectory() as folder:
        program, report = pathlib.Path(folder, "caches"), pathlib.Path(folder, "report.json")
        subprocess.run([emucc, str(HERE / "caches.cu"), "-o", str(program)], check=True)
        subprocess.run([str(program)], check=True, env={**os.environ, "EMU_DEVICE": "h200", "EMU_REPORT": "json",
                                                        "EMU_REPORT_FILE": str(report), **environment})
        return json.loads(report.read_text(encoding="utf-8"))["launches"]


def differences(found, known):
    """Complaints: launch, name, expected, got."""
    return [f"launch {i} ({found[i]['kernel']}): {name}: expected {value}, got {found[i]['demand'][name]}"
            for i, wanted in enumerate(known) for name, value in wanted.items() if found[i]["demand"][name] != value]


def caches(emucc, twin):
    found = launches(emucc)
    complaints = differences(found, KNOWN)
    small = launches(emucc, EMU_MODEL_L2=str(64 << 10))
    complaints += [f"launch {i}, cache of 64 KiB: expected nearly {SECTORS} sectors read again, got {again}" for i in SMALL
                   if not 0.97 * SECTORS < (again := small[i]["demand"]["dram_read_sectors"]) <= SECTORS]
    # On a device of one multiprocessor that holds eight such blocks the second eight come when the first ones are through.
    hottest = launches(emucc, EMU_MODEL_PROCESSORS="1", EMU_MODEL_IN_ORDER="1")[-1]["demand"]["hottest_atomic_steps"]
    if hottest != 16:
        complaints.append(f"the last launch, on one multiprocessor: expected 16 serial steps, got {hottest}")
    if small[2]["demand"]["dram_write_sectors"] == 0:
        complaints.append("launch 2, cache of 64 KiB: expected sectors written back, got none")
    if twin:
        return [] if len(differences(small, KNOWN)) >= 2 else ["a cache that is too small was not noticed"]
    return complaints


def modelled(emucc, twin):
    constants = prove.constants_of("h200")
    if twin:
        constants["l2_load_sector"] *= 1.1
        constants["atomic_step"] *= 1.1
    complaints = []
    for launch in launches(emucc):
        wanted, bound, _ = formula.seconds({**launch["counters"], **launch["demand"]}, constants)
        got = launch["modelled"]["seconds"]
        if abs(got / wanted - 1) > 1e-3: # constants.h has four digits
            complaints.append(f"{launch['kernel']}: formula.py says {wanted:.4g} s ({bound}), the emulator {got:.4g} s "
                              f"({launch['modelled']['bound']})")
    if twin:
        return [] if complaints else ["constants that differ by a tenth were not noticed"]
    return complaints


def checks(folder):
    """Whether the two tables of this copy of the folder's tree are as they should be."""
    return all(subprocess.run([sys.executable, str(folder / script), "--check"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode == 0 for script in ("prove.py", "constants.py"))


def tables(twin):
    if not twin:
        return [] if checks(HERE) else ["the tables are old: run grading/model/prove.py --write and constants.py --write"]
    complaints = []
    for name, old, new in (("grading/model/README.md", "| all | ", "| all | 1"), ("common/emu/model/constants.h", ".launch = ",
                                                                                 ".launch = 1"),
                           ("common/emu/model/latencies.h", "CYCLES_L2 = ", "CYCLES_L2 = 1"),
                           ("grading/model/h200.json", '"launch_to_launch_s": ', '"launch_to_launch_s": 1')):
        with tempfile.TemporaryDirectory() as place:
            root = pathlib.Path(place)
            shutil.copytree(HERE, root / "grading" / "model", ignore=shutil.ignore_patterns("__pycache__"))
            for header in ("model/constants.h", "model/latencies.h"):
                copy = root / "common" / "emu" / header
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(HERE.parent.parent / "common" / "emu" / header, copy)
            for path in prove.LABS.glob("*/measured/h200.json"):
                (root / path.relative_to(prove.LABS.parent)).parent.mkdir(parents=True)
                shutil.copy(path, root / path.relative_to(prove.LABS.parent))
            text = (root / name).read_text(encoding="utf-8")
            if old not in text:
                complaints.append(f"{name}: there is no '{old}' to change")
                continue
            (root / name).write_text(text.replace(old, new, 1), encoding="utf-8")
            if checks(root / "grading" / "model"):
                complaints.append(f"a change of {name} was not noticed")
    return complaints


def main():
    words = [word for word in sys.argv[1:] if word != "--twin"]
    twin = "--twin" in sys.argv
    found = tables(twin) if words[0] == "tables" else {"caches": caches, "formula": modelled}[words[0]](words[1], twin)
    for complaint in found:
        print(complaint)
    return 1 if found else 0


sys.exit(main())
