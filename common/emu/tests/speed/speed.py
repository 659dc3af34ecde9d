#!/usr/bin/env python3
"""How fast the emulator is on this machine, counting and with --fast, and where the time goes.

    speed.py [--emucc PATH] [--runs N] [--json FILE]

A benchmark, not a test. Times are processor seconds of whole programs, the least of several runs taken by turns, less
those of a program that launches one empty kernel. Where perf is installed, its samples are added up by source file."""
import argparse
import glob
import json
import os
import platform
import re
import shutil
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
EMPTY = "__global__ void empty() {}\nint main() { empty<<<1, 1>>>(); return 0; }\n"
PROGRAMS = {"matmul": ["matmul.cu"], "tile16": ["matmul.cu", "-DTILE=16"], "barrier": ["barrier.cu"],
            "shuffle": ["shuffle.cu"], "saxpy": ["saxpy.cu"], "patterns": ["patterns.cu"]}
PATTERNS = {
    "consecutive": "neighbouring words, each once",
    "strided": "words 1 KiB apart",
    "repeated": "words of global memory read again and again",
    "shared": "a reduction tree in shared memory",
    "atomic": "a histogram by atomics",
    "divergent": "rows of 0 to 31 elements, gathered",
}
BARRIERS = 256 * 20000  # waiting threads in barrier.cu; as many take part in a shuffle in shuffle.cu
THREADS = 4 << 20       # in saxpy.cu
MODES = {"counted": [], "fast": ["--fast"]}


def processor_seconds(command):
    before = os.times()
    subprocess.run(command, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def build(emucc, folder):
    """(mode, name) -> the command that runs it, for the programs, the patterns and the empty program."""
    with open(os.path.join(folder, "empty.cu"), "w", encoding="utf-8") as f:
        f.write(EMPTY)
    built = {}
    for mode, options in MODES.items():
        for name, (source, *defines) in {"empty": [os.path.join(folder, "empty.cu")], **PROGRAMS}.items():
            program = os.path.join(folder, f"{name}_{mode}")
            subprocess.run([emucc, *options, *defines, os.path.join(HERE, source), "-o", program], check=True)
            built[mode, name] = [program]
        program = built.pop((mode, "patterns"))
        built |= {(mode, pattern): [*program, pattern] for pattern in PATTERNS}
    return built


def count(command, folder):
    """(accesses of lanes, threads that waited at barriers) of a counted program, whose words have 4 bytes."""
    report = os.path.join(folder, "report.json")
    subprocess.run(command, check=True, env={**os.environ, "EMU_REPORT": "json", "EMU_REPORT_FILE": report})
    with open(report, encoding="utf-8") as f:
        total = json.load(f)["total"]
    accesses = 32 * sum(total[f"shared_{op}_requests"] for op in ("load", "store"))  # by full warps
    accesses += sum(total[f"global_{op}_bytes"] for op in ("load", "store")) // 4
    accesses += sum(total[f"{space}_atomics"] for space in ("global", "shared"))
    return accesses, total["barriers"] * 1024  # every block of matmul.cu is full


def measure(built, runs):
    """(mode, program) -> the least processor time, without that of starting a program."""
    best = {key: float("inf") for key in built}
    for _ in range(runs):
        for key, command in built.items():
            best[key] = min(best[key], processor_seconds(command))
    return {key: seconds - best[key[0], "empty"] for key, seconds in best.items()}


def members(library):
    """symbol -> source file, of a library of the runtime, which is one object with lines for debuggers."""
    text = subprocess.run(["nm", "-l", library], capture_output=True, text=True, check=True).stdout
    return {m[1]: os.path.basename(m[2]) for m in re.finditer(r"^[0-9a-f]+ [tTwW] (\S+)\t(.*):\d+$", text, re.M)}


def profile(program, library, folder):
    """[(share, source file)], largest first; "the kernel" is the program's own code. None without perf."""
    data = os.path.join(folder, "perf.data")
    if not shutil.which("perf"):
        return None
    record = subprocess.run(["perf", "record", "-q", "-F", "4999", "-o", data, program], capture_output=True, check=False)
    done = subprocess.run(["perf", "report", "-i", data, "--stdio", "-F", "overhead,dso,symbol", "-t", ";"], capture_output=True,
                          text=True, check=False)
    if record.returncode or done.returncode:
        return None
    files, shares = members(library), {}
    for line in done.stdout.splitlines():
        m = re.match(r"\s*([0-9.]+)%?\s*;(.*?);\[.\] (.*)", line)
        if m:
            own = m[2].strip() == os.path.basename(program)
            symbol = re.sub(r"\.(constprop|isra|part|cold).*", "", m[3].strip())
            where = files.get(symbol, "the kernel") if own else "system"
            shares[where] = shares.get(where, 0) + float(m[1])
    return sorted(((share, where) for where, share in shares.items()), reverse=True)


def processor_name():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            return re.search(r"^model name\s*: (.*)$", f.read(), re.M)[1].strip()
    except (OSError, TypeError):
        return platform.processor() or platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emucc", default="build/bin/emucc")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", help="write the figures to this file too")
    options = parser.parse_args()
    result = {"date": time.strftime("%Y-%m-%d"), "processor": processor_name()}
    with tempfile.TemporaryDirectory() as folder:
        built = build(options.emucc, folder)
        accesses, waits = count(built["counted", "matmul"], folder)
        counts = {name: count(built["counted", name], folder)[0] for name in ("matmul", "tile16", *PATTERNS)}
        seconds = measure(built, options.runs)
        print(f"{result['date']}, one core of {result['processor']}; the least of {options.runs} runs\n")
        print(f"{'':60}{'counted':>10}{'--fast':>10}{'ratio':>8}")
        rates = {"matmul": "tiled matrix product", "tile16": "the same with tiles of 16", **PATTERNS}
        for key, text, scale, best in (
                *((name, text + ", million accesses a second", lambda m, n=name: counts[n] / seconds[m, n] / 1e6, max)
                  for name, text in rates.items()),
                ("barrier", "a barrier, ns a thread", lambda m: 1e9 * seconds[m, "barrier"] / BARRIERS, min),
                ("shuffle", "a shuffle, ns a thread", lambda m: 1e9 * seconds[m, "shuffle"] / BARRIERS, min),
                ("thread", "saxpy, ns a thread", lambda m: 1e9 * seconds[m, "saxpy"] / THREADS, min)):
            a, b = scale("counted"), scale("fast")
            result[key] = {"counted": a, "fast": b}
            print(f"{text:64}{a:>6.0f}{b:>10.0f}{b / a if best is max else a / b:>8.1f}")
        library = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(options.emucc))), "lib", "libemu{}.a")
        print(f"\nWhere the matrix product's time goes ({accesses / 1e6:.0f} million accesses, {waits / 1e6:.1f} million waits at barriers):")
        for mode, suffix in (("counted", ""), ("fast", "_fast")):
            at_barriers = 1e9 * seconds[mode, "barrier"] / BARRIERS * waits / 1e9 / seconds[mode, "matmul"]
            print(f"  {mode}: {seconds[mode, 'matmul']:.3f} s, of which about {100 * at_barriers:.0f} % at barriers")
            shares = profile(built[mode, "matmul"][0], library.format(suffix), folder) if glob.glob(library.format(suffix)) else None
            if shares is None:
                print("    no finer profile: perf is not installed, or may not sample here")
                continue
            result.setdefault("profile", {})[mode] = {where: share for share, where in shares}
            print("    " + ", ".join(f"{where} {share:.0f} %" for share, where in shares if share >= 0.5))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as f:
            json.dump(result, f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    main()
