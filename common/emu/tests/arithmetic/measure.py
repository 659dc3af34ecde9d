#!/usr/bin/env python3
"""Has a GPU compute what programs.py makes, for the test to compare the emulator with: measure.py OUTDIR

Compiles with nvcc (-fmad=false: the emulator contracts nothing), runs, and writes OUTDIR/hardware.txt, which belongs
beside this file."""
import argparse
import hashlib
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import programs  # pylint: disable=wrong-import-position


def output(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("outdir")
    arguments.add_argument("--arch", default="sm_90")
    options = arguments.parse_args()
    text = programs.source()
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "arithmetic.cu"), os.path.join(folder, "arithmetic")
        with open(source, "w", encoding="utf-8") as f:
            f.write(text)
        subprocess.run(["nvcc", "-O3", "-arch=" + options.arch, "-fmad=false", "-w", source, "-o", binary], check=True)
        results = output([binary])
    gpu = output(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]).splitlines()[0]
    nvcc = output(["nvcc", "--version"]).split("release ")[1].split(",")[0]
    os.makedirs(options.outdir, exist_ok=True)
    path = os.path.join(options.outdir, "hardware.txt")
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"# {gpu}, CUDA {nvcc}, {options.arch}; seed {programs.SEED}; source {digest(text)}\n{results}")
    print(f"{path}: {len(results.split())} results")


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


if __name__ == "__main__":
    main()
