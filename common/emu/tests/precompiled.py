"""Group precompiled: programs are the same with the precompiled headers and with their text."""
import os
import re

from harness import HELLO, fail, indent, run

FOLDER = re.compile(r"-I(/.+?/lib/precompiled/\w+) ")  # the path may have blanks


def group_precompiled(harness):
    """The precompiled headers are taken, change no byte, and are left alone where text or macros differ."""
    hello = harness.write("hello.cu", "#include <cuda_runtime.h>\n" + HELLO)  # a second time, as many sources do
    harness.write("value.h", "#define VALUE 41\n")
    for mode in ([], ["--fast"]):
        check_mode(harness, mode, hello)
    check_special(harness)


def compiled(harness, mode, hello, name, *more):
    """Returns the folder that g++ was told to look into, what it said of it, and the files it made."""
    made = {"o": harness.path(name + ".o"), "ii": harness.path(name + ".ii")}
    dump = [] if mode else ["--dump", made.setdefault("dump", harness.path(name + ".dump"))]
    status, _, err = run([harness.emucc, *mode, "-v", "-c", hello, "-o", made["o"], "--preprocessed", made["ii"], *dump, *more])
    if status != 0:
        fail(name, f"emucc exits {status}" + indent(err))
        return None, err, {}
    folder = FOLDER.search(err)
    contents = {}
    for kind, path in made.items():
        with open(path, "rb") as f:
            contents[kind] = re.sub(rb"emucc\.\w{6}", b"", f.read())
    return folder and folder.group(1), err, contents


def own_lines(text):
    """The program's own lines of a preprocessed text, which leaves the text of precompiled headers out."""
    lines, own = [], False
    for line in text.splitlines():
        marker = re.match(rb'# \d+ "([^"]*)"', line)
        if marker:
            own = marker[1].endswith(b"hello.cu")
        elif own and line.strip():
            lines.append(line)
    return lines


def check_mode(harness, mode, hello):
    what = "precompiled headers " + " ".join(mode)
    folder, err, taken = compiled(harness, mode, hello, "taken", "-Winvalid-pch")
    if not folder or "pch" in re.sub("-Winvalid-pch|-fpch-preprocess", "", err):
        fail(what, "must be taken" + indent(err))
        return
    _, err, macro = compiled(harness, mode, hello, "macro", "-Winvalid-pch", "-D_GLIBCXX_ASSERTIONS")
    if "[-Winvalid-pch]" not in err:
        fail(what, "must not be taken where a macro changes the headers" + indent(err))
    status, out, err = run([harness.emucc, *mode, "-c", hello, "-o", harness.path("silent.o"), "-D_GLIBCXX_ASSERTIONS"])
    if (status, out, err) != (0, "", ""):
        fail(what, "must be left alone silently" + indent(out + err))
    header = os.path.join(folder, "emu_program.h.gch")
    times = os.stat(header)
    os.utime(header, (1, 1))  # older than the headers' text
    try:
        stale, err, text = compiled(harness, mode, hello, "text")
    finally:
        os.utime(header, ns=(times.st_atime_ns, times.st_mtime_ns))
    if stale:
        fail(what, "must not be taken when a header is newer" + indent(err))
    if not own_lines(text["ii"]):
        fail(what, "the program's lines must be in the preprocessed text")
    for kind, content in taken.items():
        same = own_lines(text["ii"]) == own_lines(content) if kind == "ii" else text.get(kind) == content
        if not same:
            fail(what, f"the .{kind} of a program differs with its text")
    if macro and macro["ii"] == text["ii"]:
        fail(what, "the macro was to change the text")


SPECIAL = """#include <cmath>
#include "own.h"
__global__ void one(int *x) { *x = 1; }
int main() { return own() > 0 && std::betaf(2, 3) > 0.08f ? 0 : 1; }
"""


def check_special(harness):
    """The standard library's special functions are there where a program or its header names one, and only there."""
    harness.write("own.h", "inline double own() { return 1; }\n")
    harness.write("other.h", "inline double own() { return std::cyl_bessel_i(0, 1.0); }\n")
    plain = SPECIAL.replace("std::betaf(2, 3)", "1")
    programs = {"special.cu": (SPECIAL, True), "in_header.cu": (plain.replace("own.h", "other.h"), True), "plain.cu": (plain, False)}
    for name, (text, named) in programs.items():
        source, program = harness.write(name, text), harness.path(name[:-3])
        status, _, err = run([harness.emucc, "-v", source, "-o", program])
        if status != 0 or ("bits/specfun.h" in err) != named:
            fail(name, f"emucc exits {status}; the special functions are to be {'there' if named else 'left out'}" + indent(err))
        elif run([program])[0] != 0:
            fail(name, "must exit 0")
