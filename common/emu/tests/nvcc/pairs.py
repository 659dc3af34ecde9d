#!/usr/bin/env python3
"""Compares what a compiler refuses with pairs.txt: snippets that nvcc refuses, and close ones that it compiles.

    pairs.py --emucc build/bin/emucc        the stored verdicts, with emucc as the labs run it
    pairs.py --nvcc nvcc                    whether an nvcc still has these verdicts; exit 77 where there is none
    pairs.py --emucc build/bin/emucc --twin every snippet that compiles is said to be refused: must fail

All snippets are compiled as one, each in a namespace of its own: those whose lines are refused are taken out, until the rest compiles.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HEADERS = ["algorithm", "array", "cassert", "cmath", "cstdlib", "numeric", "tuple", "utility", "vector"]

KEYWORDS = {"const", "noexcept", "else", "return", "throw", "try", "enum", "struct", "int", "value", "false", "true", "x", "y", "z", "operator"}


class Snippet:
    def __init__(self, name, refused, alone):
        self.name, self.refused, self.alone, self.lines = name, refused, alone, []

    def text(self, number):
        kept = [line for line in self.lines if line.startswith("#")]
        macros = re.findall(r"#define (\w+)", "\n".join(kept))
        ends = [f"#undef {macro}" for macro in macros]
        body = [s for s in self.lines if s not in kept]
        own = {word for line in body for word in re.findall(r"(\w+)(?:\[\w*\])? ?(?:=|;|\{)", line)} - KEYWORDS
        body = [re.sub(r"\b[A-Za-z_]\w*\b", lambda w: f"{w[0]}_{number}" if w[0] in own else w[0], line) for line in body]
        return [*kept, f"namespace snippet_{number} {{", *body, "}", *ends]


def read_snippets(path):
    snippets = []
    with open(path, encoding="utf-8") as f:
        for line in f.read().splitlines():
            head = re.match(r"([-+]) (.*)", line)
            if head:
                name = head[2].split(":")[0] if head[1] == "-" and ": " in head[2] else head[2]
                snippets.append(Snippet(name.removesuffix(" alone"), head[1] == "-", name.endswith(" alone")))
            elif line and not re.match(r"# ", line):
                snippets[-1].lines.append(line)
    return snippets


def source_of(snippets):
    lines, owner = [f"#include <{h}>" for h in HEADERS], {}
    for number, snippet in enumerate(snippets):
        for line in snippet.text(number):
            lines.append(line)
            owner[len(lines)] = snippet
    return "\n".join(lines) + "\n", owner


def refused_by(command, snippets, folder):
    """The snippets that the compiler refuses, and what it said of each."""
    said, rest = {}, [s for s in snippets if not s.alone]
    groups = [[s] for s in snippets if s.alone]
    while rest:
        text, owner = source_of(rest)
        found = compile_text(command, text, folder)
        if found is None:
            break
        hit = {owner[line]: what for line, what in found if line in owner}
        if not hit:
            sys.exit(f"pairs: the compiler refuses what it names no line of: {found}")
        said.update(hit)
        rest = [s for s in rest if s not in hit]
    for group in groups:
        found = compile_text(command, source_of(group)[0], folder)
        if found is not None:
            said[group[0]] = found[0][1] if found else "refused"
    return said


def compile_text(command, text, folder):
    """None, or a list of (line, message)."""
    path = os.path.join(folder, "pairs.cu")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    done = subprocess.run([*command, path], capture_output=True, text=True, cwd=folder, timeout=500)
    if done.returncode == 0:
        return None
    output = done.stdout + done.stderr
    lines = re.findall(r"pairs\.cu[:(](\d+)\)?(?::\d+)?: (?:required from here|(?i:error): ?(.*)|(?=.*required from))", output)
    return [(int(line), what) for line, what in lines] or [(0, output.strip()[:200])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--emucc")
    parser.add_argument("--nvcc")
    parser.add_argument("--twin", action="store_true")
    given = parser.parse_args()
    snippets = read_snippets(os.path.join(HERE, "pairs.txt"))
    with tempfile.TemporaryDirectory() as folder:
        if given.nvcc:
            nvcc = shutil.which(given.nvcc) or shutil.which("/usr/local/cuda/bin/nvcc")
            if not nvcc:
                print("skipped: no nvcc here to compare with")
                return 77
            command = [nvcc, "-std=c++17", "-arch=sm_90", "-w", "-c", "-o", os.path.join(folder, "o.o")]
        else:
            command = [given.emucc, "-w", "-c", "--preprocessed", os.path.join(folder, "text"), "-o", os.path.join(folder, "o.o")]
        said = refused_by(command, snippets, folder)
    wrong = 0
    for s in snippets:
        refused = s.refused or given.twin
        if refused == (s in said):
            continue
        wrong += 1
        print(f"{s.name}: " + ("must be refused and compiles" if refused else f"compiles with nvcc and is refused: {said[s]}"))
    counts = sum(s.refused for s in snippets), sum(not s.refused for s in snippets)
    print(f"{counts[0]} snippets that nvcc refuses, {counts[1]} that it compiles; {wrong} verdicts differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
