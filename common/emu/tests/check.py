"""Programs of checks/: their fault is told as announced, and without the fault (-DFIXED) they are silent and right.

Several are compiled as two programs, with the faults and without: alone, each costs more to compile and link than to run."""
import contextlib
import json
import os
import re
import sys

from bundle import bundled, own_names
from expectations import QUIET, Head, compare_findings, compare_hazards, compare_stderr, seeds_of, without_notes
from harness import HELLO, HERE, fail, indent, run

HAZARD_STATUS = 86


def read_report(path):
    with open(path, encoding="utf-8") as f:
        text = own_names(f.read())
    if text.count("\n") != 1 or not text.startswith('{"emu_report":1'):
        raise ValueError(f"the report must be one line that starts with {{\"emu_report\":1, got {text[:80]!r}")
    return json.loads(text)


def run_reported(harness, command, seed, environment):
    """Returns (exit status, stdout, stderr, report)."""
    path = harness.path("report.json")
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)
    status, out, err = run(command, timeout=120, EMU_SEED=str(seed), EMU_REPORT="json", EMU_REPORT_FILE=path, **environment)
    err = own_names(err)
    try:
        return status, out, err, read_report(path)
    except (OSError, ValueError) as e:
        return status, out, err, {"hazards": None, "error": str(e)}


def check_profile(name, findings, command):
    status, out, err = run(command, EMU_REPORT="lines")
    complaints = compare_findings(out, findings)
    if status or err or "requests  lanes" not in out:
        complaints.append(f"the line profile must come alone, got exit {status}" + indent(err))
    for complaint in complaints:
        fail(name, complaint)


def check_hazards(harness, source, name, command, head, expected, allowed, notes):
    """Runs the program under each seed; returns the set of its outputs, or None after a failure was noted."""
    outputs = set()
    for seed in seeds_of(head.text):
        status, out, err, report = run_reported(harness, command, seed, head.environment)
        hazards = report["hazards"]
        if hazards is None:
            fail(name, f"EMU_SEED={seed}: exit {status}, no usable report: {report['error']}" + indent(err))
            return None
        complaints = compare_hazards(source, hazards, expected, allowed)
        complaints += compare_hazards(source, report["notes"], notes, [])
        complaints += [f"an address of the host, which is another in each run: {h['what']}" for h in hazards
                       if h["kind"] == "host-pointer-in-kernel" and re.search("0x[0-9a-f]{4}", h["what"])]
        complaints += compare_stderr([n for n in report["notes"] if n["kind"] not in QUIET], err, "note: ")
        if any("note: " + kind in err for kind in QUIET):
            complaints.append("a cost belongs into the reports, not on stderr" + indent(err))
        if expected:
            complaints += compare_stderr(hazards, err)
            if status != HAZARD_STATUS:
                complaints.append(f"exit status {status}, expected {HAZARD_STATUS}")
        elif status != 0 or without_notes(err):
            complaints.append(f"must exit 0 with nothing on stderr, got exit {status}" + indent(err))
        if not expected and not out:
            complaints.append("printed nothing")
        for complaint in complaints:
            fail(name, f"EMU_SEED={seed}: {complaint}")
        if complaints:
            return None
        outputs.add(out)
    return outputs


def check_fault(harness, source, name, head, command):
    outputs = check_hazards(harness, source, name, command, head, head.expected, head.allowed, head.notes)
    for out in sorted(outputs or ()):
        if head.gives and out.splitlines() != head.gives:
            fail(name, f"must print {head.gives} with the fault, got" + indent(out))
    if outputs is not None and head.profiled:
        check_profile(name, head.findings, command)


def check_silence(harness, source, name, head, command):
    outputs = check_hazards(harness, source, name, command, head, [], [], [])
    for out in sorted(outputs or ()):
        if out.splitlines() != head.prints:
            fail(name, f"must print {head.prints}, got" + indent(out))
    if outputs and head.profiled:
        check_profile(name, [], command)


def stands_alone(text):
    """Whether a program in a bundle would be another one. The __shared__ objects of a program lie side by side, so those of others
    would lie within its reach; and where each branch of an #if opens a bracket, what follows looks like its kernel's body. Whether
    a kernel has no effect is read from its code, and nothing is said if a distance in it looks like a call: that differs with the place."""
    return "__shared__" in text or "// note: kernel-without-effect" in text or text.count("{") != text.count("}")


def compiled(harness, heads, *options):
    """{source: the command that runs it}; without those of which a failure was noted."""
    together = [source for source, head in heads.items() if not stands_alone(head.text)]
    if len(together) < 2:
        together = []
    commands = bundled(harness, together, *options) if together else {}
    for source in heads:
        if source not in together and (program := harness.compile(*options, source)):
            commands[source] = [program]
    return commands


def group_check(harness, sources):
    """Programs of checks/ report the hazards that they announce; with -DFIXED they are silent and print the right result."""
    heads = {source: Head(source) for source in sources}
    for source, head in heads.items():
        for complaint in head.complaints():
            fail(os.path.basename(source), complaint)
    faulty = {source: head for source, head in heads.items() if head.faulty()}
    silent = {source: head for source, head in heads.items() if not head.faulty()}
    for source, command in compiled(harness, faulty).items():
        check_fault(harness, source, os.path.basename(source), heads[source], command)
    for of_these, options in ((faulty, ["-DFIXED"]), (silent, [])):
        for source, command in compiled(harness, of_these, *options).items():
            check_silence(harness, source, " ".join([os.path.basename(source), *options]), heads[source], command)
    for source, head in heads.items():
        print(f"{os.path.basename(source)}: seeds {seeds_of(head.text)}")


# ---- the test of the runner: a right program, and the same with one mistake each

RIGHT = """// A store behind the end.
// expect: out-of-bounds kernel=k at=@store
// fixed: A store to the last element.
// prints: 41
""" + HELLO.replace('#include "value.h"\n', "").replace("{ *p = VALUE; }", """{
#ifdef FIXED
  p[0] = 41; // the fix
#else
  p[1] = 41; // @store
#endif
}""")
SILENT = "".join(line + "\n" for line in RIGHT.splitlines() if not re.match("// (expect|fixed):|#(if|else|endif)|.*(// the fix)", line))
MISTAKES = (  # what is wrong, the program, what the runner must say of it
    ("the fault is not there", RIGHT.replace("p[1]", "p[0]"), "not reported: out-of-bounds"),
    ("the fault is another", RIGHT.replace("expect: out-of-bounds", "expect: use-after-free"), "reported but not expected"),
    ("the fault is in another line", RIGHT.replace("// @store", "//").replace("// the fix", "// @store"), "not reported: out-of-bounds"),
    ("the twin is accused", RIGHT.replace("p[0] = 41;", "p[0] = 41, p[1] = 0;"), "-DFIXED: EMU_SEED=1: reported but not expected"),
    ("the fault gives another result", RIGHT.replace("// prints: 41", "// prints: 41\n// gives: 7"), "must print ['7'] with the fault"),
    ("the result is wrong", RIGHT.replace("p[0] = 41;", "p[0] = 42;"), "-DFIXED: must print ['41']"),
    ("nothing is asked of the result", RIGHT.replace("// prints: 41\n", ""), "`// prints:` must say"),
    ("there is no twin", RIGHT.replace("#ifdef FIXED", "#ifdef OTHER"), "compiles without the fault under"),
    ("the twin does not compile", RIGHT.replace("p[0] = 41;", "p[0] = 41"), "-DFIXED program.cu: emucc must exit 0"),
    ("a silent program is accused", SILENT, "reported but not expected"),
    ("a silent program is wrong", SILENT.replace("p[1] = 41;", "p[0] = 42;"), "must print ['41']"),
)


def group_check_noticed(harness):
    """`run.py check` fails if a fault is not told, if a twin is accused, if the result is wrong."""
    right = (("a right program", RIGHT), ("a right silent program", SILENT.replace("p[1]", "p[0]")))
    for what, text, says in [(what, text, None) for what, text in right] + list(MISTAKES):
        source = harness.write("program.cu", text)
        command = [sys.executable, os.path.join(HERE, "run.py"), "check", source, "--emucc", harness.emucc]
        status, out, err = run(command, timeout=120)
        if status != (1 if says else 0) or (says or "") not in err or (err and not says):
            fail("check_noticed", f"{what}: expected " + (f"exit 1 and {says!r}" if says else "exit 0") + f", got exit {status}"
                 + indent(out + err))
    print(f"{len(MISTAKES)} mistakes")
