#!/usr/bin/env python3
"""Compiles and runs programs that are not the tree's: how many compile, run right, are accused.

    corpus.py FOLDER... --emucc build/bin/emucc             # each .cu file with a main below the folders; or files, named
    corpus.py FOLDER --results FILE --seeds 1 2 7           # and compares what they print with a device's output
    corpus.py FOLDER --list CASES --options=-lcublas        # the files of a list, one a line: PATH [OPTIONS OF EMUCC]

A program runs in its own folder without arguments. FILE holds, of each program, a line `== NAME` (the file's name without
.cu) and its output, or `== NAME DIGEST` (digest() here) alone. A line there may be `NAME~5f VALUE`: the bits of a float in hexadecimal, that of the device within 5 units of
the last digit (d: double, h: half, b: bfloat16; ~a0.01f: within 0.01). Of repositories say the commit: it is printed where git
knows it. A program that does not end within --limit seconds of processor time is counted as slow, not as right."""
import argparse
import collections
import concurrent.futures
import glob
import hashlib
import os
import re
import resource
import shlex
import struct
import subprocess
import sys
import tempfile

BITS = {"f": 32, "d": 64, "h": 16, "b": 16}
# In the order of the report: what may become of a program.
ENDS = ("right", "refused", "accused", "other output", "other exit", "slow")


def programs_of(paths, listed, options):
    """(path, options) of each program."""
    if listed:
        with open(listed, encoding="utf-8") as f:
            lines = [shlex.split(line, comments=True) for line in f]
        return [(os.path.join(paths[0], line[0]), options + line[1:]) for line in lines if line]
    found = []
    for path in paths:
        found += sorted(glob.glob(os.path.join(path, "**", "*.cu"), recursive=True)) if os.path.isdir(path) else [path]
    return [(p, options) for p in found if has_main(p)]


def has_main(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return re.search(r"\bmain\s*\(", f.read()) is not None


def digest(output):
    return hashlib.sha256(output.encode()).hexdigest()[:16]


def results_of(path):
    """{name: lines of its output, or their digest}"""
    results, lines = {}, None
    with open(path, encoding="utf-8", errors="replace") as f:
        for line in f.read().splitlines():
            if line.startswith("== "):
                name, _, of_all = line[3:].strip().partition(" ")
                lines = results.setdefault(name, of_all or [])
            elif lines is not None and not line.startswith("#"):
                lines.append(line)
    return results


def number(bits, kind):
    form = {"f": ("<I", "<f"), "d": ("<Q", "<d")}[kind]
    return struct.unpack(form[1], struct.pack(form[0], bits))[0]


def near(name, a, b):
    m = re.search(r"~(a?)([\d.e-]+)([fdhb])$", name)
    if not m:
        return False
    try:
        x, y, n = int(a, 16), int(b, 16), BITS[m[3]]
    except ValueError:
        return False
    if m[1]:
        return abs(number(x, m[3]) - number(y, m[3])) <= float(m[2])
    sign = 1 << (n - 1)
    ordered = [v & (sign - 1) if v < sign else -(v & (sign - 1)) for v in (x, y)]
    return abs(ordered[0] - ordered[1]) <= float(m[2])


def differences(output, wanted, ignored=None):
    """Lines that differ, as text. wanted: lines or a digest; ignored: a pattern of lines that are left out."""
    if isinstance(wanted, str):
        return [] if digest(output) == wanted else [f"its digest is {digest(output)}, expected {wanted}"]
    got, wanted = ([line for line in lines if not (ignored and re.match(ignored, line))] for lines in (output.splitlines(), wanted))
    told = []
    for i in range(max(len(got), len(wanted))):
        a, b = (lines[i] if i < len(lines) else "(no line)" for lines in (got, wanted))
        name, _, value = b.partition(" ")
        if a != b and not (a.startswith(name + " ") and near(name, a[len(name) + 1:], value)):
            told.append(f"printed {a!r}, expected {b!r}")
    return told


def limited(seconds):
    def before():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return before


def command(words, limit, folder, **environment):
    """(status, stdout, stderr); status None: its time was over."""
    with tempfile.TemporaryFile("w+", errors="replace") as out, tempfile.TemporaryFile("w+", errors="replace") as err:
        try:
            status = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder, check=False,
                                    preexec_fn=limited(limit), timeout=10 * limit + 60,
                                    env={**os.environ, "EMU_PROGRESS": "0", **environment}).returncode
        except subprocess.TimeoutExpired:
            status = None
        out.seek(0), err.seek(0)
        return None if status in (-9, -24) else status, out.read(1 << 24), err.read(1 << 20)


def first(text, pattern):
    return next((line for line in text.splitlines() if re.search(pattern, line)), text.strip().split("\n")[0])


def judge(source, options, arguments, wanted):
    """(what became of it, one line of why)"""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        status, out, err = command([os.path.abspath(arguments.emucc), *options, os.path.abspath(source), "-o", program], 600, folder)
        if status:
            return "refused", first(err + out, r"error|emucc:")
        for seed in arguments.seeds:
            status, out, err = command([program], arguments.limit, os.path.dirname(os.path.abspath(source)), EMU_SEED=str(seed))
            if status is None:
                return "slow", f"more than {arguments.limit} s, seed {seed}"
            if status == 86:
                return "accused", first(err, r"^emu: (?!note)") + f", seed {seed}"
            if wanted is not None and (told := differences(out, wanted, arguments.ignore)):
                return "other output", f"{len(told)} lines, seed {seed}: {told[0]}"
            if status:
                return "other exit", f"{status}: " + first(err, r"emu|rror")
    return "right", ""


def commit_of(path):
    folder = path if os.path.isdir(path) else os.path.dirname(path) or "."
    done = subprocess.run(["git", "-C", folder, "log", "-1", "--format=%H"], capture_output=True, text=True, check=False)
    return done.stdout.strip()[:12] if done.returncode == 0 else "no commit known"


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--emucc", default="emucc")
    parser.add_argument("--options", type=shlex.split, default=[], help="of emucc, for each program")
    parser.add_argument("--list", help="the programs, below the first folder")
    parser.add_argument("--results", help="what a device prints")
    parser.add_argument("--ignore", help="a regular expression: lines of the output that are not compared")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--limit", type=int, default=60, help="seconds of processor time for each run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args(words)


def measure(arguments):
    """Counter of what became of the programs; each that is not right is named on the way."""
    results = results_of(arguments.results) if arguments.results else {}
    counted = collections.Counter()
    programs = programs_of(arguments.paths, arguments.list, arguments.options)

    def one(case):
        source, options = case
        name = os.path.basename(source)[:-len(".cu")]
        return judge(source, options, arguments, results.get(name, [] if results else None))

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for (source, _), (end, why) in zip(programs, pool.map(one, programs)):
            counted[end] += 1
            if end != "right":
                print(f"{end}: {source}: {why}", flush=True)
    return counted


def main(words=None):
    arguments = parse(words)
    counted = measure(arguments)
    n = sum(counted.values())
    for path in arguments.paths:
        print(f"{path}: {commit_of(path)}")
    print(f"{n} programs, seeds {' '.join(map(str, arguments.seeds))}: {n - counted['refused']} compile, "
          + ", ".join(f"{counted[end]} {end}" for end in ENDS))
    return 0 if n and counted["right"] == n else 1


if __name__ == "__main__":
    sys.exit(main())
