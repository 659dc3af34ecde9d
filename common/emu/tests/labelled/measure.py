#!/usr/bin/env python3
"""Runs the labelled programs under compute-sanitizer's four tools on a GPU: measure.py OUT.

Compiles every program with nvcc, runs each alone and under each tool, several side by side. A line of OUT/rows.csv tells of
a run as soon as it has ended, and OUT/h200.csv, a row for each program, is made of them when the measurement ends. What
one of the two files has already is not measured again, unless the program has changed: call it again until nothing is
left over. A program that does not end is killed and costs only itself; those that may hang come last. --budget ends the
measurement in time, with exit status 3. table.py makes the README's table of h200.csv, which belongs beside this script.

In h200.csv: alone: right, wrong, hang, or "exit N"; a tool: yes (it reported something), no, yes-hang, no-hang."""
import argparse
import concurrent.futures
import csv
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import generate  # pylint: disable=wrong-import-position
from results import ALONE, TOOLS, code_of, read, read_rows, write  # pylint: disable=wrong-import-position

FOUND_STATUS = 86
HANGS = ("livelock", "barrier-branch", "lost-ticket", "mask")  # bugs whose programs may not end
FIRST_PORT, PORTS = 54000, 32  # each side-by-side place has ports of its own for the tool and its target
REPORT = re.compile(r"^========= (?:Invalid|Misaligned|Barrier error|Uninitialized|Error: |Warning: |Potential|Program hit)", re.M)


def command_of(sanitizer, tool, program, options, place):
    """The command line, with those options that this version's --help names."""
    if tool == ALONE:
        return [program]
    words = [sanitizer, "--tool", tool]
    for option, value in (("--error-exitcode", FOUND_STATUS), ("--print-limit", 20), ("--check-exit-code", "no"),
                          ("--report-api-errors", "no"), ("--base-port", FIRST_PORT + PORTS * place), ("--max-connections", PORTS)):
        if option in options:
            words += [option, str(value)]
    return words + [program]


def kill(process, program):
    """Ends a run: its process group, and what a tool has started elsewhere under this run's own path."""
    os.killpg(process.pid, signal.SIGKILL)
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and os.readlink(f"/proc/{entry}/exe") == os.path.realpath(program):
                os.kill(int(entry), signal.SIGKILL)
        except OSError:
            pass  # it has ended, or is another user's


def run_limited(command, limit, program=""):
    """(exit status or "hang", output)."""
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        try:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
        except OSError as e:
            return 127, str(e)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = "hang"
            kill(process, program)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                pass  # stuck in the driver: leave it behind
        out.seek(0)
        return status, out.read(400000)


def reading(tool, status, text):
    """(what was seen, errors, warnings) of a run; "" where a tool says nothing that can be read."""
    if tool == ALONE:
        said = re.search(r"^(right|wrong)$", text, re.M)
        good = status == (0 if said and said[1] == "right" else 1)
        return ("hang" if status == "hang" else said[1] if said and good else f"exit {status}"), 0, 0
    if status == "hang":  # what it had printed when it was killed
        reports = len(REPORT.findall(text))
        return ("yes-hang" if reports else "no-hang"), reports, 0
    m = re.search(r"RACECHECK SUMMARY: \d+ hazards? displayed \((\d+) errors?, (\d+) warnings?\)", text)
    errors, warnings = (int(m[1]), int(m[2])) if m else (0, 0)
    n = re.search(r"ERROR SUMMARY: (\d+) errors?", text)
    errors += int(n[1]) if n else 0
    if not m and not n:
        return "", 0, 0
    return ("yes" if errors + warnings else "no"), errors, warnings


class Measurement:
    def __init__(self, arguments):
        self.arguments, self.started = arguments, time.monotonic()
        self.lock, self.left_over, self.trouble = threading.Lock(), 0, []
        self.places = queue.Queue()
        for place in range(arguments.j):
            self.places.put(place)
        self.rows, self.table = (os.path.join(arguments.out, name) for name in ("rows.csv", "h200.csv"))
        self.head, self.seen = read(self.table)
        read_rows(self.rows, self.seen)
        self.options = run_limited([arguments.sanitizer, "--help"], 60)[1]

    def versions(self):
        def first(pattern, command):
            m = re.search(pattern, run_limited(command, 60)[1])
            return m[1].strip() if m else "unknown"
        smi = ["nvidia-smi", "--format=csv,noheader"]
        return (f"{first(r'(.+)', smi + ['--query-gpu=name'])}, driver {first(r'(.+)', smi + ['--query-gpu=driver_version'])}, "
                f"CUDA {first(r'release ([0-9.]+)', [self.arguments.nvcc, '--version'])}, "
                f"compute-sanitizer {first(r'[Vv]ersion ([0-9.]+)', [self.arguments.sanitizer, '--version'])}, "
                f"{time.strftime('%Y-%m-%d')}")

    def time_left(self):
        return self.arguments.budget - (time.monotonic() - self.started)

    def complain(self, text):
        with self.lock:
            self.trouble.append(text)

    def compile(self, program, folder):
        target = os.path.join(folder, program.name)
        with open(target + ".cu", "w", encoding="utf-8") as f:
            f.write(program.text)
        status, text = run_limited([self.arguments.nvcc, "-std=c++17", "-lineinfo", f"-arch={self.arguments.arch}", target + ".cu", "-o", target],
                                   max(1, min(120, self.time_left())))
        if status != 0:
            self.complain(f"{program.name}: nvcc: {status} {text.strip()[:300]}")
        return status == 0

    def run(self, program, tool, folder):
        limit = self.arguments.limit
        if self.time_left() < limit:
            with self.lock:
                self.left_over += 1
            return
        path = os.path.join(folder, f"{program.name}.{tool}")
        os.link(os.path.join(folder, program.name), path)
        place, begin = self.places.get(), time.monotonic()
        try:
            status, text = run_limited(command_of(self.arguments.sanitizer, tool, path, self.options, place), limit, path)
        finally:
            self.places.put(place)
            os.remove(path)
        found, errors, warnings = reading(tool, status, text)
        if not found:
            self.complain(f"{program.name}: {tool}: no summary, exit {status}: {text.strip()[-200:]}")
            return  # no row: the next call tries again
        row = (program.name, code_of(program), tool, found, errors, warnings, status, f"{time.monotonic() - begin:.1f}")
        with self.lock, open(self.rows, "a", encoding="utf-8", newline="") as f:
            csv.writer(f, lineterminator="\n").writerow(row)
            self.seen.setdefault(row[:2], {})[tool] = found

    def everything(self, programs, folder):
        todo = [(p, t) for p in programs for t in (ALONE, *TOOLS) if t not in self.seen.get((p.name, code_of(p)), {})]
        need = [p for p in programs if any(p is q for q, _ in todo)]
        with concurrent.futures.ThreadPoolExecutor(self.arguments.compilers) as pool:
            compiled = {p for p, good in zip(need, pool.map(lambda p: self.compile(p, folder), need)) if good}
        print(f"{len(compiled)} of {len(need)} compiled, {time.monotonic() - self.started:.0f} s", flush=True)
        todo = [(p, t) for p, t in todo if p in compiled]
        may_hang = [bool(p.kinds) and p.bug in HANGS for p, _ in todo]
        for part in ([x for x, hangs in zip(todo, may_hang) if not hangs], [x for x, hangs in zip(todo, may_hang) if hangs]):
            with concurrent.futures.ThreadPoolExecutor(self.arguments.j) as pool:
                for (p, t), future in [(x, pool.submit(self.run, *x, folder)) for x in part]:
                    try:
                        future.result()
                    except Exception as e:  # pylint: disable=broad-exception-caught
                        self.complain(f"{p.name}: {t}: {e}")  # one program's trouble is not the others'
            print(f"{len(part)} runs, {time.monotonic() - self.started:.0f} s", flush=True)

    def close(self, programs):
        """h200.csv: today's programs alone, as long as their code is what was measured."""
        current = {(p.name, code_of(p)) for p in programs}
        if not self.arguments.only:
            self.seen = {key: tools for key, tools in self.seen.items() if key in current}
        write(self.table, self.versions(), self.seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--sanitizer", default="compute-sanitizer")
    parser.add_argument("--arch", default="native")
    parser.add_argument("-j", type=int, default=12, help="so many programs run side by side")
    parser.add_argument("--compilers", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=10, help="seconds for one run")
    parser.add_argument("--budget", type=float, default=540, help="seconds for all of it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", type=int, default=1)
    parser.add_argument("--only", default="", help="a regular expression for the programs' names")
    arguments = parser.parse_args()
    for tool in (arguments.nvcc, arguments.sanitizer):
        if not shutil.which(tool):
            parser.error(f"{tool}: not found")
    os.makedirs(arguments.out, exist_ok=True)
    everything = generate.programs(arguments.seed, arguments.variants)
    measurement = Measurement(arguments)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        measurement.everything([p for p in everything if re.search(arguments.only, p.name)], folder)
    measurement.close(everything)
    for line in measurement.trouble[:40]:
        print(f"measure.py: {line}", file=sys.stderr)
    if measurement.left_over:
        print(f"measure.py: {measurement.left_over} runs are left over: call it again with the same OUT", file=sys.stderr)
    print(f"{measurement.table}: {time.monotonic() - measurement.started:.0f} s", flush=True)
    return 3 if measurement.left_over else 1 if measurement.trouble else 0


if __name__ == "__main__":
    sys.exit(main())
