"""Whole programs: those of programs/, textbook/ and robust/, forms of source text, and limits at run time."""
import difflib
import glob
import os
import re

from expectations import environment_of, seeds_of, without_notes
from harness import HELLO, HERE, fail, indent, run


def split(harness, told, notes):
    """Whether these are the notes expected, but that g++ 14 and newer test each of several places: one note each, and only the
    first notes are printed."""
    compiler = int(re.search(r" (\d+)\.\d+\.\d+", run([harness.emucc, "--version"])[1])[1])
    return compiler >= 14 and len(told) == len(notes) and set(told) <= set(notes)


def group_program(harness, source):
    """A program of programs/ compares itself with the host, prints known lines and causes known notes."""
    name = os.path.basename(source)
    with open(source, encoding="utf-8") as f:
        text = f.read()
    prints, notes = (re.findall(rf"^// {what}: (.*)$", text, re.M) for what in ("prints", "notes"))
    program = harness.compile(source)
    for seed in seeds_of(text) if program else ():
        status, out, err = run([program], EMU_SEED=str(seed), **environment_of(text))
        told = re.findall(r"^emu: note: (.*)", err, re.M)
        if (status, out.splitlines(), without_notes(err)) != (0, prints, "") or told != notes and not split(harness, told, notes):
            fail(name, f"EMU_SEED={seed}: expected exit 0, {prints} and notes {notes}, got exit {status}" + indent(out + err))
            break


# ---- programs of other people's kind

def group_textbook(harness, source):
    """A program of textbook/ is ordinary CUDA: unmodified, it prints under every seed exactly the .out beside it.

    textbook/run_nvcc.sh compares the same outputs with a GPU's."""
    name = os.path.basename(source)
    try:
        with open(source[:-3] + ".out", encoding="utf-8") as f:
            expected = f.read()
    except OSError as e:
        fail(name, str(e))
        return
    if not expected:
        fail(name, "an empty .out says nothing")
        return
    program = harness.compile(source)
    for seed in (1, 2, 7) if program else ():
        status, out, err = run([program], EMU_SEED=str(seed))
        if (status, out, err) != (0, expected, ""):
            difference = "\n".join(difflib.unified_diff(expected.splitlines(), out.splitlines(), "expected", "printed",
                                                        n=0, lineterm=""))
            fail(name, f"EMU_SEED={seed}: expected exit 0 and the output in {name[:-3]}.out, got exit {status}"
                 + indent(difference) + indent(err))
            break


def orphans(directory):
    """The .out files that have no program beside them."""
    outputs = glob.glob(os.path.join(directory, "*.out"))
    return sorted(os.path.basename(o) for o in outputs if not os.path.exists(o[:-4] + ".cu"))


def group_textbook_outputs(_):
    """Every .out of textbook/ has its program."""
    for orphan in orphans(os.path.join(HERE, "textbook")):
        fail("textbook", f"{orphan} has no program")


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


def group_robust(harness, source):
    """A program of robust/ ends as it announces."""
    with open(source, encoding="utf-8", newline="") as f:
        text = f.read()
    program = harness.compile(source)
    for complaint in robust_complaints(text, *run([program])) if program else ():
        fail(os.path.basename(source), complaint)


def odd_forms(harness):
    """Forms of source text that an editor or a formatter would not keep."""
    sources = []

    def form(name, text):
        sources.append(harness.write(f"forms/{name}.cu", ""))
        with open(sources[-1], "w", encoding="utf-8", newline="") as f:
            f.write(text)

    for name in ("scopes", "templates_deep", "utf8", "line_directive"):
        with open(os.path.join(HERE, "robust", name + ".cu"), encoding="utf-8", newline="") as f:
            form(f"crlf_{name}", f.read().replace("\n", "\r\n"))
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
    # 500 in a line for the translator, of which g++ makes no code, and 50 that run: g++ takes 10 ms for each of these.
    launch = "k<<<1, 1>>>(d);"
    form("many_launches", small.replace("int main() {\n", "template <typename T> void other(T d) {" + launch * 500 + "} int main() {")
         .replace(f"  {launch}\n", launch * 50))
    form("many_lines", "\n" * 200_000 + small)
    return sources


def group_robust_forms(harness):
    """Programs in odd forms of source text (carriage returns, a byte order mark, very long lines) end as they announce."""
    sources = odd_forms(harness)
    for source in sources:
        group_robust(harness, source)
    print(f"{len(sources)} programs")


def group_robust_limits(harness):
    """A setting that cannot be is refused in one line, and nothing else is told of the program that it cut short; a device has the name
    that the reports give it, too. With too little memory a program says what it could not get."""
    program = harness.compile(harness.write("hello.cu", HELLO.replace('#include "value.h"', "#define VALUE 7")))
    wrong = {"EMU_STEPS": ("x", "", "0", "-1", "1e3", "99999999999999999999"), "EMU_SEED": ("x", "-1", "7 8"),
             "EMU_DEVICE": ("h1000", "T", "rtx"), "EMU_DEVICES": ("0", "17", "x"), "EMU_PROGRESS": ("x", "-1"),
             "EMU_MODEL_L2": ("x", "0"), "EMU_MODEL_PROCESSORS": ("x", "0", "133"), "EMU_REPORT": ("tables",)}
    for name, value in ((name, value) for name, values in wrong.items() for value in values if program):
        status, _, err = run([program], **{"EMU_DEVICE": "h200", "EMU_REPORT": "table", name: value})
        if status != 99 or not err.startswith(f"emu: {name}={value}") or err.count("\n") != 1:
            fail(name, f"'{value}' must be refused in one line with status 99, got exit {status}" + indent(err))
    for device in ("RTX 4090", "T4", "h200") if program else ():
        status, out, err = run([program], EMU_DEVICE=device, EMU_REPORT="table")
        if status or f"modelled time on {device.upper()}:" not in out:
            fail("EMU_DEVICE", f"'{device}' is a model device, got exit {status}" + indent(out + err))
    check_little_memory(harness)
    check_unused_memory(harness)


def check_unused_memory(harness):
    """What is known of each byte of a large buffer takes memory when it is used, also where files may be as large as a worker's. Where
    they may not, it is filled at once: the twin."""
    program = harness.compile(harness.write("unused.cu", HELLO.replace('"value.h"', "<sys/resource.h>").replace("VALUE", "41")
                                            .replace("sizeof h);\n  k", "1 << 30);\n  k")
                                            .replace('printf("%d\\n", h);', """struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("%d %s\\n", h, used.ru_maxrss < 128 << 10 ? "little" : "much");""")))
    for kilobytes, said in ((16 << 10, "41 little\n"), (1 << 10, "41 much\n")) if program else ():
        got = run(["sh", "-c", f"ulimit -f {2 * kilobytes}; exec \"$0\"", program])  # in blocks of 512 bytes
        if got != (0, said, ""):
            fail("unused memory", f"with files of {kilobytes} KiB expected {said!r}, got {got}")


def check_little_memory(harness):
    """With any limit of the address space a program works, or it says what it could not get and exits."""
    program = harness.compile(harness.write("little.cu", HELLO.replace('"value.h"', "<cstdlib>").replace("VALUE", "41")
                                        .replace("cudaMalloc(&d, sizeof h);", "if (cudaMalloc(&d, sizeof h)) exit(3);")
                                        .replace("<<<1, 1>>>", "<<<1, dim3(1, 1, 1)>>>")))
    worked = refused = 0
    for megabytes in (16, 64, 256, 1024, 4096, 16384, 65536, 262144, 524288, 8388608) if program else ():
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
