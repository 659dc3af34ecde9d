"""Programs as students and textbooks write them: they compile, print what a GPU prints, and their wrong twins, which are compiled
together, are noticed. What is missing is refused in one line. Lines `// shows: PART | WHAT` of the programs are rows of SUPPORTED.md's tables."""
import collections
import glob
import os
import re
import sys

from bundle import bundled
from harness import EMU, HERE, fail, indent, run

FOLDER = os.path.join(HERE, "public_style")
BEGIN, END = "<!-- parts:begin -->\n", "<!-- parts:end -->\n"


def marks(path, name):
    """What stands behind `// name:` in the file's head, line by line."""
    with open(path, encoding="utf-8") as f:
        return [m[1].strip() for m in (re.match(rf"// {name}: (.*)", line) for line in f) if m]


def sources(folder):
    return sorted(glob.glob(os.path.join(folder, "*.cu")))


def is_missing(harness, folder):
    """Whether the toolkit's headers `thrust/` are: asked of a program that includes the least of them."""
    probe = harness.write("probe.cu", f"#include <{folder}version.h>\nint main() {{}}\n")
    status, _, err = run([harness.emucc, "-c", probe, "-o", harness.path("probe.o")])
    return status != 0 and f"emucc: {folder}" in err and "whose headers are not found" in err


def options_of(source):
    return " ".join(marks(source, "options")).split()


def check_program(harness, source):
    name = os.path.basename(source)
    program = harness.compile(*options_of(source), source)
    with open(source[:-len(".cu")] + ".out", encoding="utf-8") as f:
        wanted = f.read()
    if program:
        got = run([program])
        if got != (0, wanted, ""):
            fail(name, f"expected exit 0 and the text of {name[:-3]}.out, got exit {got[0]}" + indent(got[1] + got[2]))


def check_twins(harness, programs):
    """With -DBUG, those of the same options in one program; one with PTX alone, since the translator knows its macros by their names."""
    groups = collections.defaultdict(list)
    for source in programs:
        with open(source, encoding="utf-8") as f:
            text = f.read()
        if marks(source, "bug"):
            groups[source if "asm" in text else "", *options_of(source)].append(source)
    for (_, *options), members in groups.items():
        for source, command in bundled(harness, members, "-DBUG", "-I" + FOLDER, *options).items():
            status, _, err = run(command)
            told = [line.split(" in ")[0] for line in err.splitlines()]
            for hazard in marks(source, "bug"):
                if status != 86 or f"emu: {hazard}" not in told:
                    fail(os.path.basename(source), f"with -DBUG: expected {hazard}, got exit {status}" + indent(err))


def check_missing(harness, source):
    name = "missing/" + os.path.basename(source)
    program = harness.path("refused")
    status, _, err = run([harness.emucc, source, "-o", program])
    if status == 0:
        status, _, err = run([program])
    said = marks(source, "says")
    if status == 0 or not said or not all(text in err for text in said):
        fail(name, f"expected an error that says {said}, got exit {status}" + indent(err))


def group_public_style(harness):
    """Programs in public_style/ print their .out, their wrong twins are noticed, and those in missing/ are refused."""
    missing = {folder for folder in {f for s in sources(FOLDER) for f in marks(s, "needs")} if is_missing(harness, folder)}
    programs = []
    for source in sources(FOLDER):
        if lacks := missing.intersection(marks(source, "needs")):
            print(f"SKIP {os.path.basename(source)}: the toolkit's headers {' '.join(lacks)} are not installed")
        else:
            programs.append(source)
            check_program(harness, source)
    check_twins(harness, programs)
    for source in sources(os.path.join(FOLDER, "missing")):
        check_missing(harness, source)
    if read_table() != table():
        fail("SUPPORTED.md", "the table of CUDA's parts is not that of the tests: run common/emu/tests/public_style.py --write")
    print(f"{len(sources(FOLDER))} programs, {len(sources(os.path.join(FOLDER, 'missing')))} refused ones")


def rows(mark, folders):
    """{(part, what): [names of the tests that show it]}, in the order of the parts."""
    found = {}
    for folder in folders:
        for source in sources(os.path.join(HERE, folder)):
            for text in marks(source, mark):
                part, what = (side.strip() for side in text.split("|"))
                compared = folder != "public_style" or marks(source, "compared")
                name = f"`{folder}/{os.path.basename(source)[:-3]}`" + ("" if compared else "*")
                found.setdefault((part, what), []).append(name)
    return sorted(found.items())


def table():
    lines = ["| part | what there is | shown by |", "|:--|:--|:--|"]
    lines += [f"| {part} | {what} | {', '.join(names)} |" for (part, what), names in rows("shows", ("programs", "project/src", "public_style"))]
    lines += ["", "## What is missing", "", "`emucc` or the run says so in one line.", "", "| part | what is missing | shown by |", "|:--|:--|:--|"]
    lines += [f"| {part} | {what} | {', '.join(names)} |" for (part, what), names in rows("missing", ("public_style/missing",))]
    return "\n".join(lines) + "\n"


def readme():
    return os.path.join(EMU, "SUPPORTED.md")


def read_table():
    with open(readme(), encoding="utf-8") as f:
        return f.read().partition(BEGIN)[2].partition(END)[0]


def write_table():
    with open(readme(), encoding="utf-8") as f:
        head, begin, rest = f.read().partition(BEGIN)
    if not begin:
        sys.exit(f"{readme()}: no {BEGIN.strip()}")
    with open(readme(), "w", encoding="utf-8") as f:
        f.write(head + begin + table() + END + rest.partition(END)[2])


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: public_style.py --write   (SUPPORTED.md's tables of what of CUDA there is)")
    write_table()
