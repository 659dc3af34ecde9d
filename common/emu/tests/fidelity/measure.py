#!/usr/bin/env python3
"""Counts kernels.cu on the GPU of this machine with Nsight Compute and writes hardware.csv.

Needs nvcc, ncu and the right to read the GPU's performance counters (often root):
    measure.py [--nvcc nvcc] [--ncu ncu] [--output hardware.csv] [--raw FILE]"""
import argparse
import csv
import datetime
import io
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
L1 = "l1tex__"
METRICS = [
    *(f"{L1}t_{what}_pipe_lsu_mem_global_op_{op}.sum" for what in ("requests", "sectors") for op in ("ld", "st")),
    *(f"{L1}data_{what}_pipe_lsu_mem_shared_op_{op}.sum" for what in ("bank_conflicts",) for op in ("ld", "st")),
    *(f"{L1}data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum" for op in ("ld", "st")),
    *(f"smsp__inst_executed_op_shared_{op}.sum" for op in ("ld", "st")),
    "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio",
]
OPTIONAL = ["derived__memory_l1_wavefronts_shared_excessive", "derived__memory_l1_wavefronts_shared"]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return done.stdout
    print(f"measure.py: {' '.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}", file=sys.stderr)
    return None


def parse(text):
    """Rows of ncu's raw page as dicts. The program's own output and ncu's ==PROF== lines stand before the table;
    the row under the heads holds the units and has no ID."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        raise ValueError("no table in ncu's output:\n" + text)
    rows = list(csv.DictReader(io.StringIO("\n".join(lines[start:]))))
    return [r for r in rows if (r.get("ID") or "").isdigit()]


def number(text):
    text = (text or "").replace(",", "")
    if not re.fullmatch(r"[0-9.]+(e[+-]?[0-9]+)?", text):
        return ""
    value = float(text)
    return str(int(value)) if value == int(value) else f"{value:.4g}"


SAMPLE = """==PROF== Connected to process 7 (/tmp/kernels)
no error
==PROF== Disconnected from process 7
"ID","Process ID","Kernel Name","Block Size","Grid Size","Device","a.sum","b.ratio","c.sum"
"","","","","","","","",""
"0","7","reduce_1","(256, 1, 1)","(4096, 1, 1)","0","1,048,576","31.875","n/a"
"1","7","vec4","(256, 1, 1)","(64, 1, 1)","0","0","7.5","12"
"""


def selftest():
    """The rows of a table as ncu prints it, units and missing values told apart from numbers."""
    rows = parse(SAMPLE)
    got = [[r["Kernel Name"], r["Grid Size"], *(number(r[m]) for m in ("a.sum", "b.ratio", "c.sum"))] for r in rows]
    wanted = [["reduce_1", "(4096, 1, 1)", "1048576", "31.88", ""], ["vec4", "(64, 1, 1)", "0", "7.5", "12"]]
    if got != wanted:
        print(f"FAIL parse: expected {wanted}, got {got}", file=sys.stderr)
        return 1
    try:
        parse("==ERROR== no permission\n")
    except ValueError:
        return 0
    print("FAIL parse: accepted an output without a table", file=sys.stderr)
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--output", default=os.path.join(HERE, "hardware.csv"))
    parser.add_argument("--raw", help="keep ncu's own output in this file")
    parser.add_argument("--selftest", action="store_true", help="test the reading of ncu's output, without a GPU")
    arguments = parser.parse_args()
    if arguments.selftest:
        return selftest()
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "kernels")
        if run([arguments.nvcc, "-O3", "-std=c++17", "-lineinfo", "-arch=native", os.path.join(HERE, "kernels.cu"), "-o", program]) is None:
            return 1
        ncu = [arguments.ncu, "--csv", "--page", "raw", "--print-units", "base", "--print-kernel-base", "function",
               "--clock-control", "none", "--metrics"]
        metrics = METRICS + OPTIONAL
        text = run([*ncu, ",".join(metrics), program])
        if text is None:
            print("measure.py: once more without the derived metrics", file=sys.stderr)
            metrics = METRICS
            text = run([*ncu, ",".join(metrics), program])
        if text is None:
            return 1
        if arguments.raw:
            with open(arguments.raw, "w", encoding="utf-8") as f:
                f.write(text)
        rows = parse(text)
    missing = [m for m in METRICS if not all(number(r.get(m)) for r in rows)]
    if not rows or missing:
        print(f"measure.py: {len(rows)} launches, without a value: {missing}", file=sys.stderr)
        return 1
    metrics = [m for m in metrics if any(number(r.get(m)) for r in rows)]
    device = run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]) or "unknown device"
    release = re.search(r"release ([0-9.]+)", run([arguments.nvcc, "--version"]) or "")
    with open(arguments.output, "w", encoding="utf-8", newline="") as f:
        f.write(f"# {device.splitlines()[0].strip()}, CUDA {release[1] if release else 'unknown'}, "
                f"{datetime.date.today().isoformat()}; written by measure.py. A kernel without a row was not measured.\n")
        writer = csv.writer(f, lineterminator="\n")
        writer.writerow(["kernel", "grid", "block", *metrics])
        for r in rows:
            writer.writerow([r["Kernel Name"], r["Grid Size"], r["Block Size"], *(number(r.get(m)) for m in metrics)])
    print(f"{len(rows)} launches, {len(metrics)} metrics -> {arguments.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
