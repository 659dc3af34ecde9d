#!/usr/bin/env python3
"""Has a GPU run the random programs: measure.py OUTDIR [--count 1000] [--jobs 16]

Compiles with nvcc (-fmad=false: the emulator contracts nothing) several programs at once, runs each, and writes OUTDIR/hardware.txt
(a digest of each program's output, which belongs beside this file) and OUTDIR/outputs.txt (the outputs, for corpus.py --results)."""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import generate  # pylint: disable=wrong-import-position
from bundle import bundled  # pylint: disable=wrong-import-position
from corpus import digest  # pylint: disable=wrong-import-position

TOGETHER = 8


class Nvcc:
    """What bundled() wants of a harness."""

    def __init__(self, folder, options):
        self.folder, self.options = folder, options

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def compile(self, *arguments):
        program = os.path.join(self.folder, "bundle")
        done = subprocess.run(["nvcc", "-O3", "-std=c++17", "-fmad=false", "-w", "--expt-relaxed-constexpr", *self.options, *arguments, "-o", program],
                              capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return program
        print(f"{self.folder}: nvcc: {(done.stderr or done.stdout)[:600]}", flush=True)
        return None


def measured(folder, numbers, options):
    """{name: output} of those that compile and end."""
    sources = generate.write(folder, numbers)
    outputs = {}
    for source, command in bundled(Nvcc(folder, options), sources, "-I" + folder, "--extended-lambda").items():
        name = os.path.basename(source)[:-len(".cu")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode == 0 and done.stdout.endswith("end\n") and "are not the host's" not in done.stdout:
            outputs[name] = done.stdout
        else:
            print(f"{name}: exit {done.returncode}: {(done.stderr + done.stdout)[-300:]}", flush=True)
    return outputs


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outdir")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--arch", default="sm_90")
    options = parser.parse_args()
    outputs = {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        groups = [range(first, min(first + TOGETHER, options.count)) for first in range(0, options.count, TOGETHER)]
        for done in pool.map(lambda g: measured(os.path.join(folder, str(g[0])), g, ["-arch=" + options.arch]), groups):
            outputs.update(done)
    gpu = said("nvidia-smi", "--query-gpu=name", "--format=csv,noheader").splitlines()[0]
    head = f"# {gpu}, CUDA {said('nvcc', '--version').split('release ')[1].split(',')[0]}, {options.arch}; seed {generate.SEED}\n"
    os.makedirs(options.outdir, exist_ok=True)
    with open(os.path.join(options.outdir, "hardware.txt"), "w", encoding="utf-8") as digests, \
            open(os.path.join(options.outdir, "outputs.txt"), "w", encoding="utf-8") as texts:
        digests.write(head), texts.write(head)
        for name, text in sorted(outputs.items()):
            digests.write(f"== {name} {digest(text)}\n")
            texts.write(f"== {name}\n{text}")
    print(f"{len(outputs)} of {options.count} programs")
    return 0 if len(outputs) == options.count else 1


if __name__ == "__main__":
    sys.exit(main())
