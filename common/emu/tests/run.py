#!/usr/bin/env python3
"""Runs one group of the emulator's tests: run.py GROUP --emucc PATH (run.py --list names the groups)."""
import argparse
import contextlib
import difflib
import fnmatch
import glob
import io
import json
import os
import re
import shlex
import sys
import tempfile

sys.dont_write_bytecode = True  # the source tree stays as it is
from harness import HELLO, HERE, ROOT, Harness, fail, failures, indent, run  # pylint: disable=wrong-import-position
sys.path.insert(0, os.path.join(HERE, "arithmetic"))
from same import group_arithmetic  # noqa: F401,E402 pylint: disable=wrong-import-position,unused-import
from fast import group_fast  # noqa: F401 pylint: disable=wrong-import-position,unused-import
from compiler import group_driver, group_translator  # noqa: F401 pylint: disable=wrong-import-position,unused-import
from precompiled import group_precompiled  # noqa: F401 pylint: disable=wrong-import-position,unused-import

HAZARD_STATUS = 86
SEEDS = (1, 2, 7)


# ---- hazards against what the first lines of a program announce

class Expectation:
    """`// expect: KIND kernel=K at=@M other=@N block=x,y,z thread=x,y,z what~"text" advice~"text"`; `may:` allows but does not ask;
    `note:` asks for a note instead of a hazard, `finding: at=@M what~"text"` for a line of waste in EMU_REPORT=lines.

    @M names the line that holds `// @M`; `@a|@b` and wildcards are allowed. The two parties of a race may come
    in either order."""

    def __init__(self, line, marks):
        words = shlex.split(line)
        if "=" in words[0]:  # a finding has no kind
            words.insert(0, "")
        self.text, self.kind, self.marks, self.fields = line, words[0], marks, {}
        self.contains, self.advises = [], []
        for word in words[1:]:
            if "~" in word:
                (self.advises if word.startswith("advice~") else self.contains).append(word.split("~", 1)[1])
            else:
                key, value = word.split("=", 1)
                self.fields[key] = value
        for key in self.fields:
            if key not in ("kernel", "at", "other", "block", "thread"):
                raise ValueError(f"unknown field {key} in: {line}")

    def _at(self, pattern, line):
        wanted = [m for p in pattern.split("|") for m in fnmatch.filter(self.marks, p)]
        if not wanted:
            raise ValueError(f"no line is marked {pattern}")
        return line in [self.marks[m] for m in wanted]

    def at_line(self, line):
        return self._at(self.fields["at"], line)

    def matches(self, hazard):
        if hazard["kind"] != self.kind or hazard["kernel"] != self.fields.get("kernel", ""):
            return False
        if not all(text in hazard["what"] for text in self.contains) or not all(a in hazard["advice"] for a in self.advises):
            return False
        for key in ("block", "thread"):
            if key in self.fields and hazard[key] != [int(v) for v in self.fields[key].split(",")]:
                return False
        if "at" not in self.fields:
            return True
        if "other" not in self.fields:
            return self._at(self.fields["at"], hazard["line"])
        if hazard["other"] is None:
            return False
        lines = [hazard["line"], hazard["other"]["line"]]
        orders = [lines, lines[::-1]] if self.kind.startswith("race-") else [lines]
        return any(self._at(self.fields["at"], a) and self._at(self.fields["other"], b) for a, b in orders)


def expectations(source):
    with open(source, encoding="utf-8") as f:
        lines = f.read().splitlines()
    marks = {}
    for number, line in enumerate(lines, 1):
        for mark in re.findall(r"@[a-z]+[0-9]*", line.split("//", 1)[1]) if "//" in line and number > 4 else []:
            marks[mark] = number
    found = {"expect": [], "may": [], "note": [], "finding": []}
    for line in lines:
        m = re.match(r"// (expect|may|note|finding): (.*)", line)
        if m:
            found[m[1]].append(Expectation(m[2], marks))
    return tuple(found.values())


def compare_hazards(source, hazards, expected, allowed):
    """Returns a list of complaints; empty if the hazards are those announced."""
    complaints = [f"not reported: {e.text}" for e in expected if not any(e.matches(h) for h in hazards)]
    for h in hazards:
        if not any(e.matches(h) for e in expected + allowed):
            complaints.append(f"reported but not expected: {json.dumps(h)}")
        if h["line"] and not h["file"].endswith(os.path.basename(source)):
            complaints.append(f"points at {h['file']}, not at the source")
        if h["kind"].startswith("race-"):
            other = h["other"]
            if other is None or (h["block"], h["thread"]) == (other["block"], other["thread"]):
                complaints.append(f"a race needs two threads: {json.dumps(h)}")
        if not h["advice"] or "\n" in h["advice"] or not h["what"] or h["count"] < 1:
            complaints.append(f"what, advice (one line) and count must be there: {json.dumps(h)}")
    return complaints


QUIET = ("local-array",)  # notes that only the reports hold


def compare_stderr(hazards, err, note=""):
    """The text on stderr must tell of the same hazards (or notes) as the JSON."""
    complaints, lines = [], err.splitlines()
    for h in hazards:
        head = f"emu: {note}{h['kind']}" + (f" in kernel {h['kernel']}" if h["kernel"] else "")
        if not any(line.startswith(head) for line in lines):
            complaints.append(f"stderr has no line {head!r}")
        if f"  advice: {h['advice']}" not in lines:
            complaints.append(f"stderr lacks the advice {h['advice']!r}")
        for place in (h, h["other"] or {}):
            if place.get("line") and f":{place['line']}" not in err:
                complaints.append(f"stderr lacks line {place['line']}")
    last = lines[-1] if lines else ""
    if not note and not re.fullmatch(rf"emu: {len(hazards)} hazards?", last):
        complaints.append(f"stderr must end with 'emu: {len(hazards)} hazards', got {last!r}")
    return complaints


def without_notes(err):
    return re.sub(r"emu: note: .*\n(  .*\n)+", "", err)


def read_report(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if text.count("\n") != 1 or not text.startswith('{"emu_report":1'):
        raise ValueError(f"the report must be one line that starts with {{\"emu_report\":1, got {text[:80]!r}")
    return json.loads(text)


def run_reported(harness, program, seed):
    """Returns (exit status, stdout, stderr, report)."""
    path = harness.path("report.json")
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)
    status, out, err = run([program], EMU_SEED=str(seed), EMU_REPORT="json", EMU_REPORT_FILE=path)
    try:
        return status, out, err, read_report(path)
    except (OSError, ValueError) as e:
        return status, out, err, {"hazards": None, "error": str(e)}


def compare_findings(out, findings):
    """`Where it goes` must hold exactly the announced lines; with notes beside them, which are compared elsewhere."""
    waste = out.split("\nWhere it goes\n")[1] if "\nWhere it goes\n" in out else ""
    found = [(int(n), text) for n, text in re.findall(r"^  [^:]*:(\d+): (.*)", waste, re.M) if not text.startswith(QUIET)]
    complaints = []
    for f in findings:
        if not any(f.at_line(n) and all(c in text for c in f.contains) for n, text in found):
            complaints.append(f"not found: {f.text}")
    for n, text in found:
        if not any(f.at_line(n) for f in findings):
            complaints.append(f"found but not announced: line {n}: {text}")
    return complaints


def check_findings(harness, source, findings, program):
    status, out, err = run([program], EMU_REPORT="lines")
    complaints = compare_findings(out, findings)
    if status or err or "requests  lanes" not in out:
        complaints.append(f"the line profile must come alone, got exit {status}" + indent(err))
    for complaint in complaints:
        fail(os.path.basename(source), complaint)


def check_program(harness, source, expected, allowed, notes, program):
    name = os.path.basename(source)
    for seed in SEEDS:
        status, out, err, report = run_reported(harness, program, seed)
        hazards = report["hazards"]
        if hazards is None:
            fail(name, f"EMU_SEED={seed}: exit {status}, no usable report: {report['error']}" + indent(err))
            return
        complaints = compare_hazards(source, hazards, expected, allowed)
        complaints += compare_hazards(source, report["notes"], notes, [])
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
            return


def checks(harness, wanted):
    """Each program in checks/ triggers what it announces; its twin _ok is silent."""
    sources = sorted(s for s in glob.glob(os.path.join(HERE, "checks", "*.cu")) if wanted(os.path.basename(s)))
    if not sources:
        fail("checks", "no programs found")
    for source in sources:
        expected, allowed, notes, findings = expectations(source)
        twin = source.endswith("_ok.cu")
        partner = source[:-6] + ".cu" if twin else source[:-3] + "_ok.cu"
        if not os.path.exists(partner):
            fail(os.path.basename(source), f"has no {os.path.basename(partner)} beside it")
        if twin == bool(expected + notes + findings) or (twin and allowed):
            fail(os.path.basename(source), "the triggering program announces hazards, notes or findings, its twin none")
        program = harness.compile(source)
        if program:
            check_program(harness, source, expected, allowed, notes, program)
        if program and is_cost(os.path.basename(source)):
            check_findings(harness, source, findings, program)
    print(f"{len(sources)} programs, seeds {SEEDS}")


def is_cost(name):
    return re.match(r"(coalescing|bank)", name) is not None


def is_sync(name):
    return re.match(r"(race|barrier|warp|deadlock)", name) is not None


def group_checks_sync(harness):
    checks(harness, is_sync)


def group_checks_memory(harness):
    checks(harness, lambda name: not is_sync(name))


# ---- whole programs

def group_programs(harness):
    """Each program in programs/ compares itself with the host, prints known lines and causes known notes."""
    sources = sorted(glob.glob(os.path.join(HERE, "programs", "*.cu")))
    for source in sources:
        name = os.path.basename(source)
        with open(source, encoding="utf-8") as f:
            text = f.read()
        prints, notes = (re.findall(rf"^// {what}: (.*)$", text, re.M) for what in ("prints", "notes"))
        program = harness.compile(source)
        for seed in SEEDS if program else ():
            status, out, err = run([program], EMU_SEED=str(seed))
            told = re.findall(r"^emu: note: (.*)", err, re.M)
            if (status, out.splitlines(), without_notes(err), told) != (0, prints, "", notes):
                fail(name, f"EMU_SEED={seed}: expected exit 0, {prints} and notes {notes}, got exit {status}" + indent(out + err))
                break
    print(f"{len(sources)} programs, seeds {SEEDS}")


# ---- what is refused

def refused_lines(text):
    """{line number: text that the error must hold} of the marks `// refused: TEXT`."""
    found = ((n, re.search(r"// refused: (.*)", line)) for n, line in enumerate(text.splitlines(), 1))
    return {n: mark.group(1).strip() for n, mark in found if mark}


def refusal_complaints(name, text, status, err):
    wanted = refused_lines(text)
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
    sources = sorted(glob.glob(os.path.join(HERE, "refused", "*.cu")))
    for source in sources:
        with open(source, encoding="utf-8") as f:
            text = f.read()
        status, _, err = run([harness.emucc, "-c", "-w", source, "-o", harness.path("o.o")])
        for complaint in refusal_complaints(source, text, status, err):
            fail(os.path.basename(source), complaint)
        lines = text.splitlines(keepends=True)  # and without those lines it compiles
        kept = harness.write("kept.cu", "".join("\n" if n in refused_lines(text) else line for n, line in enumerate(lines, 1)))
        status, _, err = run([harness.emucc, "-c", "-w", "-DKEPT", kept, "-o", harness.path("o.o")])
        if status != 0:
            fail(os.path.basename(source), "must compile without the marked lines" + indent(err))
    print(f"{len(sources)} programs, {sum(len(refused_lines(open(s, encoding='utf-8').read())) for s in sources)} lines")


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
                passed.append(f"line {n + 1}: {lines[n].strip()}")
        # A few callbacks are of local variables, or of a load that the compiler has left out since.
        if 6 * len(passed) > len(tried):
            fail(name, f"{len(passed)} of {len(tried)} dumps without a callback pass:" + indent("\n".join(passed)))
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


# ---- programs of other people's kind

def check_textbook(harness, directory):
    """Compiles each program of a directory, unmodified; every seed must print exactly the .out beside it."""
    sources = sorted(glob.glob(os.path.join(directory, "*.cu")))
    if not sources:
        fail("textbook", f"no programs in {directory}")
    for orphan in set(glob.glob(os.path.join(directory, "*.out"))) - {s[:-3] + ".out" for s in sources}:
        fail("textbook", f"{os.path.basename(orphan)} has no program")
    for source in sources:
        name = os.path.basename(source)
        try:
            with open(source[:-3] + ".out", encoding="utf-8") as f:
                expected = f.read()
        except OSError as e:
            fail(name, str(e))
            continue
        program = harness.compile(source)
        for seed in SEEDS if program and expected else ():
            status, out, err = run([program], EMU_SEED=str(seed))
            if (status, out, err) != (0, expected, ""):
                difference = "\n".join(difflib.unified_diff(expected.splitlines(), out.splitlines(), "expected", "printed",
                                                            n=0, lineterm=""))
                fail(name, f"EMU_SEED={seed}: expected exit 0 and the output in {name[:-3]}.out, got exit {status}"
                     + indent(difference) + indent(err))
                break
        if not expected:
            fail(name, "an empty .out says nothing")
    print(f"{len(sources)} programs, seeds {SEEDS}")


def group_textbook(harness):
    """Each program in textbook/ is ordinary CUDA; textbook/run_nvcc.sh compares the same outputs with a GPU's."""
    check_textbook(harness, os.path.join(HERE, "textbook"))


# ---- sizes, errors and sources at the edge

def robust_complaints(text, status, out, err):
    """What `// exit: N`, `// prints: LINE` (all of stdout) and `// says: TEXT` (somewhere on stderr) ask for."""
    def field(name):
        return re.findall(rf"^// {name}: (.*?)\r?$", text, re.M)

    want, complaints = int((field("exit") or ["0"])[0]), []
    if status != want:
        complaints.append(f"expected exit {want}, got {status}" + indent(err))
    if out.splitlines() != field("prints"):
        complaints.append(f"expected {field('prints')} on stdout, got" + indent(out))
    complaints += [f"stderr must say {says!r}" + indent(err) for says in field("says") if says not in err]
    if err and not field("says"):
        complaints.append("stderr must be empty" + indent(err))
    return complaints


def robust_sources(harness):
    """The programs in robust/, and forms of source text that an editor or a formatter would not keep."""
    sources = sorted(glob.glob(os.path.join(HERE, "robust", "*.cu")))
    texts = {}
    for source in sources:
        with open(source, encoding="utf-8", newline="") as f:
            texts[os.path.basename(source)[:-3]] = f.read()

    def form(name, text):
        sources.append(harness.write(f"forms/{name}.cu", ""))
        with open(sources[-1], "w", encoding="utf-8", newline="") as f:
            f.write(text)

    for name in ("scopes", "templates_deep", "utf8", "line_directive"):
        form(f"crlf_{name}", texts[name].replace("\n", "\r\n"))
    form("crlf_continued", "// prints: 9\r\n" + HELLO.replace('#include "value.h"', "#define VALUE \\\n  4 + \\\n  5")
         .replace("k<<<1, 1>>>(d);", "k<<<1, \\\n 1>>>(d);").replace("\n", "\r\n"))
    form("bom", "\ufeff// A byte order mark.\n// prints: 3\n" + HELLO.replace('#include "value.h"', "#define VALUE 3"))
    small = "// prints: 7\n" + HELLO.replace('#include "value.h"', "#define VALUE 7")
    form("no_newline", small.rstrip("\n"))
    form("no_newline_comment", small + "// the end: k<<<1, 1>>>(d)")
    form("no_newline_open_comment", small + "/* closed in the last byte */")
    lines = small.split("\n")
    body = " ".join(line for line in lines if not line.startswith(("#", "//")))
    form("one_line", "\n".join(line for line in lines if line.startswith(("#", "//"))) + "\n" + body)
    form("long_blank", small.replace("k<<<1, 1>>>(d)", "k" + " " * 500_000 + "<<<1, 1>>>" + "\t" * 500_000 + "(d)"))
    form("long_comment", small + "//" + " k<<<1, 1>>>" * 100_000 + "\n")
    form("long_string", small.replace("cudaFree(d);", 'cudaFree(d); static const char s[] = "' + "<<<>>>{(" * 50_000
                                      + '"; if (sizeof s != 400001) return 1;'))
    form("many_launches", small.replace("k<<<1, 1>>>(d);", "k<<<1, 1>>>(d);" * 500))
    form("many_lines", "\n" * 200_000 + small)
    return sources


def group_robust(harness):
    """Programs in robust/, odd forms of source text, and too little memory: each ends as it announces."""
    sources = robust_sources(harness)
    for source in sources:
        with open(source, encoding="utf-8", newline="") as f:
            text = f.read()
        name, program = os.path.basename(source), harness.compile(source)
        for complaint in robust_complaints(text, *run([program])) if program else ():
            fail(name, complaint)
    for steps in ("x", "", "0", "-1", "1e3", "99999999999999999999") if sources and program else ():
        status, _, err = run([program], EMU_STEPS=steps)
        if status != 99 or not err.startswith(f"emu: EMU_STEPS={steps}: expected a whole number"):
            fail("EMU_STEPS", f"'{steps}' must be refused, got exit {status}" + indent(err))
    check_little_memory(harness)
    print(f"{len(sources)} programs")


def check_little_memory(harness):
    """With any limit of the address space a program works, or it says what it could not get and exits."""
    program = harness.compile(harness.write("little.cu", HELLO.replace('"value.h"', "<cstdlib>").replace("VALUE", "41")
                                        .replace("cudaMalloc(&d, sizeof h);", "if (cudaMalloc(&d, sizeof h)) exit(3);")
                                        .replace("<<<1, 1>>>", "<<<1, dim3(1, 1, 1)>>>")))
    worked = refused = 0
    for megabytes in (16, 64, 256, 1024, 4096, 16384, 65536, 262144) if program else ():
        limit = megabytes << 10
        status, out, err = run(["sh", "-c", f"ulimit -v {limit}; exec \"$0\"", program])
        worked += (status, out, err) == (0, "41\n", "")
        said = status is not None and 0 < status < 128 and re.match(r"emu: .*memory|.*: error while loading", err)
        refused += bool(said)
        if not said and (status, out, err) != (0, "41\n", ""):
            fail("little memory", f"ulimit -v {limit}: expected a working program or a message `emu: ...memory...`, got exit "
                 f"{status}" + indent(out + err))
    if program and not (worked and refused):
        fail("little memory", f"the limits must include one that suffices and one that does not: {worked} and {refused}")


# ---- the tests of the tests

def group_selftest(harness):
    """A wrong line, thread, kind, silence or number must be noticed by the comparisons above."""
    source = harness.write("p.cu", "// purpose\n// expect: race-shared kernel=k at=@a other=@b block=0,0,0\n"
                         "// may: uninitialised-read kernel=k at=@b what~s[3]\n// note: half-overflow kernel=k\nx // @a\ny // @b\n")
    expected, allowed, notes, _ = expectations(source)
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
                      ("another line", [{**race, "line": 4}]), ("another line of the other party", [{**race, "other": place(7, 2)}]),
                      ("no other party", [{**race, "other": None}]), ("one thread twice", [{**race, "other": place(6, 1)}]),
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
            check_textbook(harness, harness.path(f"textbook_{directory}"))
        noticed = len(failures) > before
        del failures[before:]
        if noticed == (directory == "right"):
            fail("selftest", f"textbook {'refused' if noticed else 'accepted'} {what}")
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
    parser.add_argument("--emucc", default="emucc", help="the compiler driver to test")
    parser.add_argument("--translate-test", help="the program built from translate_test.c")
    parser.add_argument("--list", action="store_true", help="name the groups and stop")
    arguments = parser.parse_args()
    if arguments.list or not arguments.group:
        for name, f in sorted(GROUPS.items()):
            print(f"{name}: {f.__doc__}")
        return 0 if arguments.list else 2
    with tempfile.TemporaryDirectory() as directory:
        harness = Harness(arguments, directory)
        GROUPS[arguments.group](harness)
    if failures:
        print(f"{len(failures)} failures", file=sys.stderr)
    elif harness.skipped:
        print(harness.skipped)
        return 77
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
