#!/usr/bin/env python3
"""No circle of files: within a folder of C, no file uses itself by way of others.

A file uses another one if it names a function or a variable that the other defines. The text is read, not what is compiled: a name
that two files define (one for each backend, say) is used of neither. `main` is the name of much else. STAND_INS answer in the place
of files of other folders, which they call back, and are left out."""
import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAND_INS = {"common/worker/rank_gpu.c": "the emulator, on a device", "common/worker/no_ranks.c": "a job of ranks, without MPI"}
APART = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)  # comments, strings, characters
PARAMETERS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
# At a line's begin: a function's definition, or a variable's that is not static.
DEFINITION = re.compile(rf"^(?!static\b|typedef\b|extern\b|return\b|else\b|goto\b|#|\}})(?:[A-Za-z_][\w \t*]*?[ *])?([A-Za-z_]\w*)\s*"
                        rf"(?:{PARAMETERS}\s*(?:__attribute__\s*\(\(.*?\)\)\s*)?\{{|(?:\[[^\]]*\])*\s*(?:=|;))", re.M | re.S)


def read(folder):
    """{a file's name: its text without comments and strings} of the folder's C files."""
    return {path.name: APART.sub(" ", path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.c"))}


def uses(texts):
    """{file: {another one: the names of it that the file uses}}."""
    places = {}
    for file, text in texts.items():
        for match in DEFINITION.finditer(text):
            places.setdefault(match[1], set()).add(file)
    owner = {name: files.pop() for name, files in places.items() if len(files) == 1 and name != "main"}
    found = {file: {} for file in texts}
    for file, text in texts.items():
        for name in set(re.findall(r"[A-Za-z_]\w*", text)):
            if owner.get(name, file) != file:
                found[file].setdefault(owner[name], set()).add(name)
    return found


def reached(found, start):
    """The files that `start` uses, by whatever way."""
    seen, ahead = set(), list(found[start])
    while ahead:
        file = ahead.pop()
        if file not in seen:
            seen.add(file)
            ahead += found[file]
    return seen


def circles(texts):
    """A line for each use that is part of a circle."""
    found = uses(texts)
    ways = {file: reached(found, file) for file in texts}
    return [f"{file} uses {', '.join(sorted(found[file][other]))} of {other}, which comes back to it"
            for file in sorted(texts) for other in sorted(found[file]) if file in ways[other]]


def folders():
    return sorted({path.parent for part in ("common", "labs") for path in (ROOT / part).rglob("*.c") if "tests" not in path.parts})


class Circles(unittest.TestCase):
    def test_none(self):
        self.assertGreater(len(folders()), 15)
        for folder in folders():
            texts = {name: text for name, text in read(folder).items()
                     if (folder / name).relative_to(ROOT).as_posix() not in STAND_INS}
            with self.subTest(folder=folder.relative_to(ROOT).as_posix()):
                self.assertEqual(circles(texts), [])

    def test_stand_ins_are_there(self):
        for path in STAND_INS:
            self.assertTrue((ROOT / path).exists(), f"{path} is left out, and is not there")

    def test_noticed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "low.c").write_text("int low(void) { return 0; } // top\n")
            (folder / "middle.c").write_text("struct state S;\nint middle(int (*f)(int), char *a[2]) {\n  return low();\n}\n")
            (folder / "top.c").write_text('int top(void) {\n  return middle(0, 0) + S.x; /* "low" */\n}\n')
            self.assertEqual(circles(read(folder)), [])
            (folder / "low.c").write_text("int low(void) {\n  return top();\n}\n")
            self.assertEqual(circles(read(folder)), ["low.c uses top of top.c, which comes back to it",
                                                     "middle.c uses low of low.c, which comes back to it",
                                                     "top.c uses S, middle of middle.c, which comes back to it"])

    def test_by_a_variable(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "state.c").write_text("int table[3] = {1, 2, 3};\nvoid begin(void) {\n  run();\n}\n")
            (folder / "run.c").write_text("void run(void) {\n  table[0]++;\n}\n")
            self.assertEqual(len(circles(read(folder))), 2)


unittest.main()
