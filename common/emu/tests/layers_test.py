#!/usr/bin/env python3
"""The emulator's layers: layers_test.py --objects FILE... [--source DIR] [--twin]

A folder of common/emu may use itself and the folders below it: of its own sources the includes are read, of the compiled
objects, each of one folder's files or of one of them, the symbols that they lack. A header is at most 170 lines long. --twin adds uses that go up and a header that
is too long, in a copy, and succeeds only if both are found.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LONGEST = 170
# What each folder may use besides itself; "" is common/emu itself: emu.h, report.h and the names of what they list.
BELOW = {
    "": set(),
    "memory": {""},
    "check": {"", "memory"},
    "count": {"", "memory"},
    "model": {"", "memory", "count"},
    "runtime": {"", "memory", "check", "count"},
    "kernel": {"", "memory", "check", "count", "runtime"},
    "api": {"", "memory", "check", "count", "runtime"},
    "report": {"", "memory", "check", "count", "model", "runtime", "kernel", "api"},
    "emucc": set(),
    "emucc/translate": {"emucc"},
    "emucc/audit": {"emucc", "emucc/translate"},
    "emucc/driver": {"emucc", "emucc/translate", "emucc/audit"},
}
# The interface of a program: its headers may declare what any layer defines, and the layers may read them.
HEADERS = "include"


def layer_of(path):
    """The folder, of those above, that a path relative to common/emu lies in."""
    folder = "" if len(path.parts) == 1 else path.parent.as_posix()
    return folder if folder in BELOW else path.parts[0]


def sources(root):
    for layer in BELOW:
        for path in sorted((root / layer).glob("*.[ch]")):
            yield path.relative_to(root)


def up(user, used):
    return used != user and used not in BELOW[user]


def includes(root):
    """Complaints about #include lines."""
    found = []
    for path in sources(root):
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not match:
                continue
            name = pathlib.Path(re.sub(r"^emu/", "", match[1]))
            if name.parts[0] == "base":
                continue  # common/base lies below all of this
            if not (root / name).exists():
                found.append(f"{path}:{number}: {name} is no file of common/emu: name it by its folder")
            elif layer_of(name) != HEADERS and up(layer_of(path), layer_of(name)):
                found.append(f"{path}:{number}: {layer_of(path)}/ includes {name}, which lies above or beside it")
    return found


def lengths(root):
    """Complaints about headers that are too long."""
    found = []
    for path in sources(root):
        n = (root / path).read_text(encoding="utf-8").count("\n") if path.suffix == ".h" else 0
        if n > LONGEST:
            found.append(f"{path}: {n} lines; a header has at most {LONGEST}")
    return found


def by_library(objects):
    """The objects of each library: {CMake's folder of them: files}."""
    found = {}
    for file in objects:
        found.setdefault(next(parent for parent in file.parents if parent.suffix == ".dir"), []).append(file)
    return found


def symbols(folder, objects):
    """(defined, undefined) of each object: {path relative to the folder: names}."""
    defined, lacking = {}, {}
    listed = subprocess.run(["nm", "-A", *map(str, sorted(objects))], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        path, _, rest = line.rpartition(":")
        name, (*_, kind, symbol) = pathlib.Path(path).relative_to(folder), rest.split()
        if name.parts[0] in ("base", "__"):
            continue  # of common/base, which lies below all of this
        if kind in "Uw":
            lacking.setdefault(name, set()).add(symbol)
        elif kind.isupper():
            defined[symbol] = name
    return defined, lacking


def uses(folder, objects):
    """Complaints about symbols."""
    defined, lacking = symbols(folder, objects)
    if len(set(map(layer_of, defined.values()))) < 7:
        return [f"{folder}: expected the objects of all layers"]
    return [f"{user}: uses {name} of {defined[name]}, which lies above or beside it"
            for user in sorted(lacking) for name in sorted(lacking[user])
            if name in defined and up(layer_of(user), layer_of(defined[name]))]


def rounds():
    """Complaints about the table: no two folders may use each other, by whichever way."""
    def reached(layer, seen):
        for below in BELOW[layer] - seen:
            seen.add(below)
            reached(below, seen)
        return seen
    return [f"the table of layers goes round at {layer or 'common/emu'}" for layer in BELOW if layer in reached(layer, set())]


def complaints(root, objects):
    return rounds() + includes(root) + lengths(root) + [c for library in by_library(objects).items() for c in uses(*library)]


def twin(root, objects):
    """Whether a copy with four faults yields just those complaints more."""
    with tempfile.TemporaryDirectory() as folder:
        copy, built = pathlib.Path(folder, "emu"), pathlib.Path(folder, "objects.dir")
        for layer in (*BELOW, HEADERS):
            shutil.copytree(root / layer, copy / layer, dirs_exist_ok=True, ignore=shutil.ignore_patterns("tests"))
        first, files = next(iter(by_library(objects).items()))
        for file in files:
            (built / file.relative_to(first)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, built / file.relative_to(first))
        with open(copy / "memory" / "heap.c", "a", encoding="utf-8") as f:
            f.write('#include "check/hazard.h"\n')
        with open(copy / "count" / "site.h", "a", encoding="utf-8") as f:
            f.write("//\n" * LONGEST)
        with open(copy / "emucc" / "translate" / "lex.c", "a", encoding="utf-8") as f:
            f.write('#include "emu/emucc/driver/driver.h"\n')
        extra = pathlib.Path(folder, "up.c")
        extra.write_text("void hazards_reset(void);\nvoid up(void);\nvoid up(void) { hazards_reset(); }\n", encoding="utf-8")
        subprocess.run([os.environ.get("CC", "cc"), "-c", str(extra), "-o", str(built / "memory" / "up.c.o")], check=True)
        found = complaints(copy, list(built.rglob("*.o")))
        for text in found:
            print(text)
        return len(found) == 4 and all(sum(bool(re.search(text, c)) for c in found) == 1 for text in (
            "memory/ includes check/hazard.h", "emucc/translate/ includes emucc/driver/driver.h", "up.c.o: uses hazards_reset of check/", "a header has at most"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--source", type=pathlib.Path, default=HERE.parent)
    parser.add_argument("--twin", action="store_true")
    options = parser.parse_args()
    if options.twin:
        return 0 if twin(options.source, options.objects) else 1
    found = complaints(options.source, options.objects)
    for text in found:
        print(text)
    return 1 if found else 0


sys.exit(main())
