#!/usr/bin/env python3
"""How fast the emulator counts and checks on this machine: speed.py [--emucc PATH]. A benchmark, not a test."""
import argparse
import json
import os
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def processor_seconds(program, runs):
    """The least processor time of several runs, its start-up included."""
    best = float("inf")
    for _ in range(runs):
        before = os.times()
        subprocess.run([program], check=True)
        after = os.times()
        best = min(best, after.children_user - before.children_user)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--emucc", default="build/bin/emucc")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        built = {}
        for name in ("matmul", "barrier"):
            built[name] = os.path.join(folder, name)
            subprocess.run([options.emucc, os.path.join(HERE, name + ".cu"), "-o", built[name]], check=True)
        report = os.path.join(folder, "report.json")
        subprocess.run([built["matmul"]], check=True, env={**os.environ, "EMU_REPORT": "json", "EMU_REPORT_FILE": report})
        with open(report, encoding="utf-8") as f:
            total = json.load(f)["total"]
        requests = sum(total[f"{space}_{op}_requests"] for space in ("global", "shared") for op in ("load", "store"))
        seconds = processor_seconds(built["matmul"], options.runs)
        print(f"counted and checked: {32 * requests / seconds / 1e6:.0f} million accesses a second "
              f"({32 * requests / 1e6:.0f} million in {seconds:.2f} s of processor time)")
        seconds = processor_seconds(built["barrier"], options.runs)
        print(f"a barrier: {1e9 * seconds / (256 * 20000):.0f} ns a thread")
    print(time.strftime("%Y-%m-%d"))


if __name__ == "__main__":
    main()
