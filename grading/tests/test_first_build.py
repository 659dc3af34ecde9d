#!/usr/bin/env python3
"""What a student's first build of lab 04 takes is bounded: test_first_build.py BUILD [--twin]

Of the target lab04 and all that it needs, in a clean build folder: the objects, the lines that the compiler reads once headers are
in and comments out, those of them that it optimises (-O1 and above), and the steps that compile no C. Times are no test:
grading/door measures them. --twin spoils each of the four in turn and succeeds only if each is told of, and nothing else.
"""
import functools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TARGET, FOLDER = "lab04", "labs/04_reduce"
# With GCC 12 and glibc 2.36, on 2026-11-29: 35, 138 thousand, 49 thousand, 12. With an object a file: 251, 440 thousand, all of them, 12.
BOUNDS = {"objects": 40, "lines": 140_000, "optimised lines": 50_000, "other steps": 12}


def targets_of_make(build):
    """CMake's folders of the targets that TARGET is built of, it included: `labs/04_reduce/CMakeFiles/lab04`."""
    needs = {}
    for line in (build / "CMakeFiles/Makefile2").read_text().splitlines():
        if found := re.fullmatch(r"(\S+)\.dir/all: (\S+)\.dir/all", line):
            needs.setdefault(found[1], set()).add(found[2])
    found, todo = set(), [f"{FOLDER}/CMakeFiles/{TARGET}"]
    while todo:
        if (target := todo.pop()) not in found:
            found.add(target)
            todo += needs.get(target, ())
    return found


def steps(build):
    """(folder, words) of each compilation of C that a clean build of TARGET runs, and the number of other steps."""
    if (build / "build.ninja").exists():
        said = subprocess.run(["ninja", "-C", build, "-t", "commands", TARGET], capture_output=True, text=True, check=True).stdout
        commands = [(build, shlex.split(line)) for line in said.splitlines() if not line.startswith("ninja: ")]
        compiles = [(folder, words) for folder, words in commands if "-c" in words and words[words.index("-o") + 1].endswith(".c.o")]
        return compiles, len(commands) - len(compiles)
    targets, compiles, compiled = targets_of_make(build), [], set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        made = os.path.relpath(os.path.join(entry["directory"], words[words.index("-o") + 1]), build)
        if (target := made.partition(".dir/")[0]) in targets:
            compiles.append((entry["directory"], words))
            compiled.add(target)
    return compiles, len(targets)  # each makes something of its objects, or is one step


@functools.lru_cache(maxsize=None)
def preprocessed(folder, words):
    done = subprocess.run([*words[:-1], "-E", "-P", words[-1]], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.count("\n")


def lines(folder, words):
    """How many lines the compiler reads; it writes nothing, and no optimisation adds to them."""
    written = ("-MT", "-MF", "-o")
    return preprocessed(folder, tuple(word for before, word in zip(["", *words], words)
                                      if word not in ("-MD", *written) and before not in written and not word.startswith("-O")))


def is_optimised(words):
    return next((word for word in reversed(words) if re.match("-O", word)), "-O0") not in ("-O0", "-Og")


def complaints(compiles, others):
    """(what, message) of each bound that is exceeded."""
    read = [(lines(*one), is_optimised(one[1])) for one in compiles]
    found = {"objects": len(read), "lines": sum(n for n, _ in read), "optimised lines": sum(n for n, hot in read if hot), "other steps": others}
    print(", ".join(f"{n} {what}" for what, n in found.items()))
    return {what: f"the first build of {TARGET}: {n} {what}, at most {BOUNDS[what]} are meant (PMPP_UNITY, common/emu/CMakeLists.txt)"
            for what, n in found.items() if n > BOUNDS[what]}


def split(compiles):
    """As if emucc were not one unit: a compilation for each of its files."""
    found = []
    for folder, words in compiles:
        source = pathlib.Path(folder, words[-1])
        files = re.findall(r'^#include "(emu/emucc/.*\.c)"$', source.read_text(), re.M)
        found += [(folder, [*words[:-1], str(ROOT / "common" / file)]) for file in files] or [(folder, words)]
    return found


def swollen(compiles):
    """As if one of the quickly compiled units had those of the emulator and of emucc in it, too."""
    units = [words[-1] for _, words in compiles if re.search(r"/emu/\w+/(often|seldom|emucc)\.c$", words[-1])]
    return [(folder, [*words[:-1], *(word for unit in units if unit != words[-1] for word in ("-include", unit)), words[-1]])
            if words[-1].endswith("/api/seldom.c") else (folder, words) for folder, words in compiles]


def twin(compiles, others):
    slow = [(folder, [*words[:-1], "-O2", words[-1]]) for folder, words in compiles]
    return all(set(complaints(*spoilt)) == told for spoilt, told in (
        ((split(compiles), others), {"objects", "lines"}), ((swollen(compiles), others), {"lines"}),
        ((slow, others), {"optimised lines"}), ((compiles, BOUNDS["other steps"] + 1), {"other steps"})))


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    if not re.search(r"^PMPP_UNITY:BOOL=(ON|1|TRUE|YES)$", (build / "CMakeCache.txt").read_text(), re.M):
        print(f"SKIP: {build} is configured with PMPP_UNITY=OFF: an object a file, as a maintainer wants it")
        return 77
    compiles, others = steps(build)
    if shutil.which("nvidia-smi"):
        others = min(others, BOUNDS["other steps"])  # a device's workers are compiled, too
    if "--twin" in sys.argv[2:]:
        return 0 if twin(compiles, others) else 1
    found = complaints(compiles, others)
    print("\n".join(found.values()))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
