#!/usr/bin/env python3
"""Runs one group of the emulator's tests: run.py GROUP [PROGRAM] --emucc PATH (run.py --list names the groups)."""
import argparse
import contextlib
import glob
import inspect
import io
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True  # the source tree stays as it is
from harness import HELLO, HERE, ROOT, Harness, fail, failures, indent, run  # pylint: disable=wrong-import-position
sys.path.insert(0, os.path.join(HERE, "arithmetic"))
from same import group_arithmetic  # noqa: F401,E402 pylint: disable=wrong-import-position,unused-import
from fast import group_fast  # noqa: F401 pylint: disable=wrong-import-position,unused-import
from compiler import group_driver, group_translator  # noqa: F401 pylint: disable=wrong-import-position,unused-import
from streams import group_streams  # noqa: F401 pylint: disable=wrong-import-position,unused-import
from public_style import group_public_style  # noqa: F401 pylint: disable=wrong-import-position,unused-import
from precompiled import group_precompiled  # noqa: F401 pylint: disable=wrong-import-position,unused-import
from check import HAZARD_STATUS, group_check, group_check_noticed  # noqa: F401 pylint: disable=wrong-import-position,unused-import
from expectations import Expectation, Head, compare_findings, compare_hazards, compare_stderr  # pylint: disable=wrong-import-position
from whole import (group_program, group_robust, group_robust_forms, group_robust_limits, group_textbook,  # noqa: F401 pylint: disable=wrong-import-position,unused-import
                   group_textbook_outputs, orphans, robust_complaints)

# ---- what is refused

def refused_lines(text, compiler):
    """{line number: text that the error must hold} of the marks `// refused: TEXT` and `// refused before g++ N: TEXT`."""
    found = ((n, re.search(r"// refused(?: before g\+\+ (\d+))?: (.*)", line)) for n, line in enumerate(text.splitlines(), 1))
    return {n: mark[2].strip() for n, mark in found if mark and (not mark[1] or compiler < int(mark[1]))}


def refusal_complaints(name, wanted, status, err):
    got = {}
    for line, message in re.findall(rf"^{re.escape(name)}:(\d+):(?:\d+:)? error: (.*)", err, re.M):
        got.setdefault(int(line), []).append(message)
    if status != 1:
        yield f"expected exit 1, got {status}"
    for line, part in wanted.items():
        if not any(part in message for message in got.get(line, ())):
            yield f"line {line} must be refused with {part!r}, got {got.get(line)}"
    for line in sorted(set(got) - set(wanted)):
        yield f"line {line} is right and refused: {got[line]}"


def group_refused(harness):
    """Programs in refused/ do not compile: each marked line is refused with its text, and no other line."""
    sources, total = sorted(glob.glob(os.path.join(HERE, "refused", "*.cu"))), 0
    compiler = int(re.search(r" (\d+)\.\d+\.\d+", run([harness.emucc, "--version"])[1])[1])
    for source in sources:
        with open(source, encoding="utf-8") as f:
            text = f.read()
        wanted = refused_lines(text, compiler)
        total += len(wanted)
        status, _, err = run([harness.emucc, "-c", "-w", source, "-o", harness.path("o.o")])
        for complaint in refusal_complaints(source, wanted, status, err):
            fail(os.path.basename(source), complaint)
        lines = text.splitlines(keepends=True)  # and without those lines it compiles
        kept = harness.write("kept.cu", "".join("\n" if n in wanted else line for n, line in enumerate(lines, 1)))
        status, _, err = run([harness.emucc, "-c", "-w", "-DKEPT", kept, "-o", harness.path("o.o")])
        if status != 0:
            fail(os.path.basename(source), "must compile without the marked lines" + indent(err))
    print(f"{len(sources)} programs, {total} lines")


def group_seen(harness):
    """Every memory reference of device code has its callback; a dump that lacks one is noticed, wherever it lacks."""
    sources = [os.path.join(HERE, "fidelity", "kernels.cu"), os.path.join(HERE, "programs", "by_value.cu"),
               os.path.join(HERE, "textbook", "merge_path.cu"),
               *sorted(glob.glob(os.path.join(ROOT, "labs", "0[257]*", "solution.cu")))]
    left_out = 0
    for source in sources:
        name, dump = os.path.relpath(source, ROOT), harness.path("dump")
        status, _, err = run([harness.emucc, "-c", "-w", "-I" + os.path.join(ROOT, "common"), "--dump", dump, source, "-o",
                              harness.path("o.o")])
        if status != 0:
            fail(name, "does not compile" + indent(err))
            continue
        with open(dump, encoding="utf-8") as f:
            lines = f.read().splitlines(keepends=True)
        status, _, err = run([harness.emucc, "--check-dump", dump])
        told = re.search(r"(\d+) memory references in \d+ functions of device code, 0 without", err)
        if status != 0 or not told or int(told.group(1)) < 10:
            fail(name, f"--check-dump: exit {status}" + indent(err))
        for bracket in "([{<>}])":  # text that no compiler writes: the search ends, whatever it finds
            unbalanced = harness.write("unbalanced", "".join(lines).replace(" " + bracket, " ").replace(bracket + " ", " "))
            status, _, err = run([harness.emucc, "--check-dump", unbalanced], timeout=20)
            if status not in (0, 1):
                fail(name, f"--check-dump without each {bracket}: exit {status}" + indent(err))
        calls = [n for n in device_lines(lines) if re.search(r"\b__tsan_(volatile_|unaligned_)?(read|write)", lines[n])
                 and "emu_touch.h:" not in lines[n]]  # those are what a function of the runtime will do
        passed = []
        tried = calls[::max(1, len(calls) // 25)]
        for n in tried:
            cut = harness.write("cut", "".join(lines[:n] + lines[n + 1:]))
            status, _, err = run([harness.emucc, "--check-dump", cut])
            left_out += 1
            if status != 1 or "error: the emulator cannot see" not in err:
                passed.append(n)
        passed = [n for n in passed if not on_local_variable(lines, n)]
        # A few callbacks are of a load that the compiler has left out since.
        if 12 * len(passed) > len(tried):
            fail(name, f"{len(passed)} of {len(tried)} dumps without a callback pass:" +
                 indent("\n".join(f"line {n + 1}: {lines[n].strip()}" for n in passed)))
    print(f"{len(sources)} programs, {left_out} callbacks left out")


def device_lines(lines):
    """The numbers of the lines in functions that are device code alone."""
    inside = marked = False
    for n, line in enumerate(lines):
        if line.startswith("__attribute__(("):
            marked = "no_instrument_function" in line and "no_profile_instrument_function" not in line
        elif line.startswith("{"):
            inside = marked
        elif line.startswith("}"):
            inside = marked = False
        elif inside:
            yield n


def on_local_variable(lines, n):
    """Does the pointer of the callback in this line come from addresses of the function's variables alone?"""
    first = next(i for i in range(n, -1, -1) if lines[i].startswith("{"))
    last = next(i for i in range(n, len(lines)) if lines[i].startswith("}"))
    body = [re.sub(r"\[[^][]*:\d+:\d+[^][]*\] ?", "", line).strip() for line in lines[first:last]]
    declared = {found.group(1) for line in body if (found := re.fullmatch(r"[^=()]*?([\w.]+)(?:\[\d+\])*;", line))}
    made = {}
    for line in body:
        if found := re.fullmatch(r"(?:# )?([\w.]+) = (.*?);?", line):
            made.setdefault(found.group(1), found.group(2))
    todo, seen = [re.search(r"__tsan_\w+ \((.*?)(?:, \d+)?\)", body[n - first]).group(1)], set()
    while todo:
        pointer = re.sub(r"^\([^()]*\) ?", "", todo.pop()).split(" + ")[0]  # without a cast, and of a sum the pointer
        if pointer.startswith("PHI <"):
            todo += re.sub(r"\(\d+\)", "", pointer[5:-1]).split(", ")
        elif pointer.startswith("&"):
            variable = re.match(r"&(?:MEM <.*?> \[[^&]*&|MEM\[[^&]*&)?([\w.]+)", pointer)
            if not variable or variable.group(1) not in declared:
                return False
        elif pointer not in seen:
            seen.add(pointer)
            todo.append(made.get(pointer, "&unknown"))
    return True


def group_determinism(harness):
    """The same seed repeats a run to the byte; another seed changes the order of blocks and of warps."""
    program = harness.compile(os.path.join(HERE, "order.cu"))
    if not program:
        return
    runs = {}
    for seed in (1, 2, 3):
        first = run([program], EMU_SEED=str(seed), EMU_REPORT="json")
        if first != run([program], EMU_SEED=str(seed), EMU_REPORT="json"):
            fail("determinism", f"two runs with EMU_SEED={seed} differ")
        if first[0] != HAZARD_STATUS or '"emu_report":1' not in first[1] or "race-global" not in first[2]:
            fail("determinism", f"EMU_SEED={seed}: the run must report counters and its planted race" + indent(first[2]))
        runs[seed] = first[1].splitlines()
    if run([program], EMU_REPORT="json")[1].splitlines() != runs[1]:
        fail("determinism", "without EMU_SEED the run must be that of EMU_SEED=1")
    for what, line in (("blocks", 0), ("warps", 1)):
        if not runs[1][line].startswith(what):
            fail("determinism", f"expected the order of {what}, got {runs[1][line][:60]!r}")
        elif len({runs[s][line] for s in runs}) < 2:
            fail("determinism", f"seeds 1, 2 and 3 give the same order of {what}: {runs[1][line][:60]}")
        numbers = sorted(int(n) for n in runs[1][line].split()[1:])
        if numbers != list(range(len(numbers))) or len(numbers) < 8:
            fail("determinism", f"every one of the {what} must have drawn one ticket: {runs[1][line]}")


def group_late(harness):
    """A seed other than 1 lets a block meet words that others have yet to tell: who waits is right, who trusts is not."""
    program = harness.compile(os.path.join(HERE, "late.cu"))
    for seed in (1, 2, 3, 4, 5) if program else ():
        status, out, err = run([program], EMU_SEED=str(seed))
        told = re.fullmatch(r"careful: (\d+) wrong, empty (\d+), count (\d+), prefix \d+\n"
                            r"trusting: (\d+) wrong, .*\nlost (\d+)\nwithout a fence (\d+)\n", out)
        if status or err or not told:
            fail("late", f"EMU_SEED={seed}: expected four lines and exit 0, got exit {status}" + indent(out + err))
            continue
        wrong, empty, count, trusting, lost, unfenced = map(int, told.groups())
        if wrong or lost:
            fail("late", f"EMU_SEED={seed}: a store was lost or came out of its order" + indent(out))
        if (seed > 1) != (unfenced > 0):
            fail("late", f"EMU_SEED={seed}: a flag stored behind its data without a fence is seen first, with seed 1 never"
                 + indent(out))
        if seed == 1 and (empty or count or trusting):
            fail("late", "EMU_SEED=1: nothing may be late" + indent(out))
        if seed > 1 and not (empty and count and trusting):
            fail("late", f"EMU_SEED={seed}: a wait, a tile's own count and a wrong sum were to come" + indent(out))


def group_progress(harness):
    """A program that takes long says once what the device is at, and that there is --fast; a fast one says nothing."""
    source = os.path.join(HERE, "speed", "matmul.cu")
    program, fast = harness.compile(source), harness.compile("--fast", source)
    if not program or not fast:
        return
    wanted = r"emu: after 0\.\d+ s: kernel multiply, block \d+ of 144\n  Every access is .* emucc --fast, .*\n"
    for what, command, seconds, expected in (("early", program, "0.05", wanted), ("never", program, "0", ""),
                                             ("long", program, "1000", ""), ("--fast", fast, "0.001", "")):
        status, out, err = run([command], EMU_PROGRESS=seconds)
        if status or out or not re.fullmatch(expected, err):
            fail("progress", f"{what}: exit {status}" + indent(out + err))
    status, _, err = run([program], EMU_PROGRESS="soon")
    if status != 99 or "EMU_PROGRESS=soon: expected a number of seconds" not in err:
        fail("progress", f"EMU_PROGRESS=soon: exit {status}" + indent(err))


# ---- the tests of the tests

def group_selftest(harness):
    """A wrong line, thread, kind, silence or number must be noticed by the comparisons above."""
    source = harness.write("p.cu", "// purpose\n// expect: race-shared kernel=k at=@a other=@b block=0,0,0\n"
                         "// may: uninitialised-read kernel=k at=@b what~s[3]\n// note: half-overflow kernel=k\nx // @a\ny // @b\n")
    head = Head(source)
    expected, allowed, notes = head.expected, head.allowed, head.notes
    if [n.kind for n in notes] != ["half-overflow"]:
        fail("selftest", f"expected one note, got {notes}")

    def place(line, thread):
        return {"file": "/x/p.cu", "line": line, "block": [0, 0, 0], "thread": [thread, 0, 0]}

    race = {"kind": "race-shared", "kernel": "k", **place(5, 1), "other": place(6, 2), "what": "w", "advice": "a", "count": 1}
    read = {"kind": "uninitialised-read", "kernel": "k", **place(6, 1), "other": None, "what": "reads s[3]", "advice": "a",
            "count": 1}
    swapped = {**race, **place(6, 2), "other": place(5, 1)}
    for good in ([race], [swapped], [race, read]):
        if compare_hazards(source, good, expected, allowed):
            fail("selftest", f"refused {good}: {compare_hazards(source, good, expected, allowed)}")
    for what, bad in (("nothing", []), ("another kind", [{**race, "kind": "race-global"}]), ("another kernel", [{**race, "kernel": "j"}]),
                      ("another line", [{**race, "line": 4}]), ("another line of the other access", [{**race, "other": place(7, 2)}]),
                      ("no other access", [{**race, "other": None}]), ("one thread twice", [{**race, "other": place(6, 1)}]),
                      ("another block", [{**race, "block": [1, 0, 0]}]), ("one too many", [race, {**read, "kind": "leak"}]),
                      ("another text", [race, {**read, "what": "reads s[4]"}]), ("no advice", [{**race, "advice": ""}]),
                      ("another file", [{**race, "file": "/tmp/emucc.x/0-q.cpp"}])):
        if not compare_hazards(source, bad, expected, allowed):
            fail("selftest", f"accepted {what}")
    profile = "requests  lanes\n\nWhere it goes\n  /x/p.cu:5: uncoalesced\n  /x/p.cu:6: local-array: a\n"
    finding = [Expectation("at=@a what~uncoalesced", {"@a": 5})]
    if compare_findings(profile, finding):
        fail("selftest", f"refused a right profile: {compare_findings(profile, finding)}")
    for what, bad, wanted in (("silence", "requests  lanes\n", finding), ("another line", profile.replace(":5", ":4"), finding),
                              ("another text", profile.replace("uncoalesced", "waste"), finding), ("one too many", profile, [])):
        if not compare_findings(bad, wanted):
            fail("selftest", f"accepted a profile with {what}")
    text = "emu: race-shared in kernel k\n  at /x/p.cu:5\n  other access: /x/p.cu:6\n  advice: a\nemu: 1 hazards\n"
    if compare_stderr([race], text):
        fail("selftest", f"refused a right stderr: {compare_stderr([race], text)}")
    for what, bad in (("no end", text.replace("emu: 1 hazards\n", "")), ("wrong number", text.replace("1 hazards", "2 hazards")),
                      ("no advice", text.replace("advice: a", "")), ("no line", text.replace(":6", ":7")), ("nothing", "")):
        if not compare_stderr([race], bad):
            fail("selftest", f"accepted stderr with {what}")
    asks = "// exit: 86\n// says: emu: x\n// prints: a\n"
    if robust_complaints(asks, 86, "a\n", "emu: x\n"):
        fail("selftest", "refused what a program of robust/ announces")
    for what, bad in (("another status", (0, "a\n", "emu: x\n")), ("another output", (86, "b\n", "emu: x\n")),
                      ("more output", (86, "a\na\n", "emu: x\n")), ("silence", (86, "a\n", "")), ("a timeout", (None, "", "no end"))):
        if not robust_complaints(asks, *bad):
            fail("selftest", f"robust accepted {what}")
    if not robust_complaints("// prints: a\n", 0, "a\n", "noise\n"):
        fail("selftest", "robust accepted noise on stderr")
    hello = HELLO.replace('#include "value.h"', "#define VALUE 41")
    for what, directory, text, expected in (("the right output", "right", hello, "41\n"), ("a wrong .out", "wrong", hello, "42\n"),
                                            ("a longer .out", "longer", hello, "41\n41\n"), ("an empty .out", "empty", hello, ""),
                                            ("a leak", "leak", hello.replace("cudaFree(d);", ""), "41\n"),
                                            ("no program", "none", None, "41\n")):
        harness.write(f"textbook_{directory}/hello.out", expected)
        if text:
            harness.write(f"textbook_{directory}/hello.cu", text)
        before = len(failures)
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            group_textbook(harness, harness.path(f"textbook_{directory}/hello.cu"))
        noticed = len(failures) > before
        del failures[before:]
        if noticed == (directory == "right"):
            fail("selftest", f"textbook {'refused' if noticed else 'accepted'} {what}")
    if orphans(harness.path("textbook_none")) != ["hello.out"] or orphans(harness.path("textbook_right")):
        fail("selftest", "an output without a program was not noticed, or one with a program was")
    for script in ("compare.py", "measure.py"):
        status, out, err = run([sys.executable, os.path.join(HERE, "fidelity", script), "--selftest"])
        if status != 0:
            fail("selftest", f"fidelity/{script} --selftest: exit {status}" + indent(out + err))


def group_fidelity(harness):
    """The counters of fidelity/kernels.cu against those that a GPU counted."""
    status, out, err = run([sys.executable, os.path.join(HERE, "fidelity", "compare.py"), "--emucc", harness.emucc])
    print(out, end="")
    if status != 0:
        fail("fidelity", f"compare.py: exit {status}" + indent(err))


def group_fidelity_labs(harness):
    """The references of the labs that are built beside emucc, likewise; and measure.py with a substitute for ncu."""
    build = os.path.dirname(os.path.dirname(os.path.abspath(harness.emucc)))
    scripts = os.path.join(HERE, "fidelity")
    status, out, err = run([sys.executable, os.path.join(scripts, "compare.py"), "--emucc", harness.emucc, "--build", build,
                            "--check-readme"], timeout=600)
    print(out, end="")
    if status not in (0, 77):
        fail("fidelity_labs", f"compare.py: exit {status}" + indent(err))
    labs = sorted(glob.glob(os.path.join(build, "bin", "lab[0-9][0-9]")))
    if labs:
        check_measure(harness, scripts, build, os.path.basename(labs[0])[len("lab"):])
    if status == 77 or not labs:
        harness.skipped = "no lab that was measured on hardware is built here"


def check_measure(harness, scripts, build, lab):
    """What ncu counts comes into hardware.csv and is compared: a wrong count, and one that varies, are told."""
    requests, stores = (f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum" for op in ("ld", "st"))
    fake = os.path.join(scripts, "fake_ncu.py")
    command = [sys.executable, os.path.join(scripts, "measure.py"), "--build", build, "--backend", "emu", "--lab", lab,
               "--ncu", fake, "--nvcc", fake, "--output", harness.directory]
    status, out, err = run(command, timeout=300)
    if status != 0 or f"lab {lab}:" not in out or "equal" not in out:
        fail("measure", f"expected exit 0 and a comparison of lab {lab}, got exit {status}" + indent(out + err))
    status, out, err = run(command, timeout=300, FAKE_NCU_WRONG=requests, FAKE_NCU_VARIES=stores, FAKE_NCU_NOTE=harness.path("note"))
    if status != 1 or "global_load_requests: hardware" not in err or "global_store" in err or "from run to run" not in out:
        fail("measure", f"expected exit 1 for a wrong count of loads, and a range of stores, got exit {status}" + indent(out + err))


GROUPS = {name[len("group_"):]: f for name, f in list(globals().items()) if name.startswith("group_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("group", nargs="?", choices=sorted(GROUPS))
    parser.add_argument("program", nargs="?", help="the source that the groups check, program, textbook and robust take")
    parser.add_argument("--emucc", default="emucc", help="the compiler driver to test")
    parser.add_argument("--translate-test", help="the program built from translate_test.c")
    parser.add_argument("--list", action="store_true", help="name the groups and stop")
    arguments = parser.parse_args()
    if arguments.list or not arguments.group:
        for name, f in sorted(GROUPS.items()):
            print(f"{name}: {f.__doc__.splitlines()[0]}")
        return 0 if arguments.list else 2
    group = GROUPS[arguments.group]
    takes_program = len(inspect.signature(group).parameters) == 2
    if takes_program != bool(arguments.program):
        parser.error(f"{arguments.group} takes {'a' if takes_program else 'no'} program")
    with tempfile.TemporaryDirectory() as directory:
        harness = Harness(arguments, directory)
        group(harness, *([arguments.program] if takes_program else []))
    if failures:
        print(f"{len(failures)} failures", file=sys.stderr)
    elif harness.skipped:
        print(harness.skipped)
        return 77
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
