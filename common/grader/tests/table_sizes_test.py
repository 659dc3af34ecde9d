#!/usr/bin/env python3
"""Usage: table_sizes_test.py LABS COMPILE_COMMANDS: a lab's header that states fewer rows than a table has stops the build.

The last rows would be lost otherwise, and a gate with them. Each lab's first table of gates whose size a header states is compiled
as it is, by the build's own command, and again with a size that is one too small.
"""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

DECLARED = re.compile(r"extern const struct pmpp_gate (\w+)\[(\d+)\];")


def first_table(grader):
    """The header, the source, the name and the size of a lab's first table of gates; None where no header states a size."""
    for header in sorted(grader.glob("*.h")):
        for name, size in DECLARED.findall(header.read_text()):
            for source in sorted(grader.glob("*.c")):
                if re.search(rf"^const struct pmpp_gate {name}\[\d*\] =", source.read_text(), re.M):
                    return header.name, source.name, name, int(size)
            sys.exit(f"{header}: no file defines {name}")
    return None


def compiled(command, source, copy, out):
    """What the compiler says about the copy, and its status."""
    words = [str(copy) if word == str(source) else word for word in shlex.split(command)]
    assert str(copy) in words, command
    words[words.index("-o") + 1] = str(out)
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def main(labs, commands):
    command_of = {entry["file"]: entry for entry in json.loads(pathlib.Path(commands).read_text())}
    tried = 0
    for grader in sorted(pathlib.Path(labs).glob("*/grader")):
        table = first_table(grader)
        if not table:
            continue
        header, source, name, size = table
        entry = command_of[str(grader / source)]
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "grader")
            shutil.copytree(grader, copy)
            arguments = entry["command"], grader / source, copy / source, copy / "out.o"
            status, said = compiled(*arguments)
            assert status == 0, f"{grader.parent.name}: {said}"
            text = (copy / header).read_text()
            (copy / header).write_text(text.replace(f"{name}[{size}]", f"{name}[{size - 1}]"))
            rows = (copy / source).read_text()
            (copy / source).write_text(rows.replace(f"{name}[{size}] =", f"{name}[] ="))
            status, said = compiled(*arguments)
            assert status != 0 and "excess elements" in said, f"{grader.parent.name}: {name}[{size - 1}] is compiled: {said}"
        tried += 1
    assert tried, "no lab's header states the size of a table of gates"
    print(f"{tried} labs: a size that is too small stops the build")


if __name__ == "__main__":
    main(*sys.argv[1:])
