#!/usr/bin/env python3
"""Each advice that the emulator gives leads to a right program: advice_test.py [--twin]

The advices are read from the sources: rows of hazards.h, arguments of hazard() and its kin, and what functions advice_*() say.
For each there is a program in checks/ that announces it by `advice~"words"`, words of this advice alone, and that has the advice
applied with -DFIXED; unit.emu.check.* sees that the one says the advice, and that the other is silent and right. --twin takes
one such announcement away, adds an advice, and succeeds if each is missed.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
EMU = HERE.parent
LAYERS = ("api", "check", "count", "kernel", "memory", "runtime")
STRINGS = r'(?:"(?:[^"\\\n]|\\.)*"\s*)+'
CALLS = {"hazard": 3, "hazard_note": 3, "error_of_refused": 3, "refuse_size": -1, "emu_found": 2}  # which argument is the advice
LEAST = 12  # characters: shorter texts are words of a sentence
UNSHOWN = {  # words of an advice: why no program of checks/ shows it
    "MPI knows no streams": "needs ranks: labs/10_cluster/wrong/6_cuda_aware.edits",
    "a kernel cannot wait for the kernels that it launches": "needs -rdc=true",
    "does this loop end? Check the variables of its condition": "in host code: takes minutes, by the clock",
    "each row of ldmatrix begins": "comes by inline PTX alone",
    "let each block call map_shared_rank()": "says what the emulator does not follow; a GPU runs the program",
}


def without_comments(text):
    return re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda m: m[1] or "", text)


def texts_in(code):
    """The sentences of a piece of code: neighbouring literals are one."""
    for found in re.findall(STRINGS, code):
        text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', found)).replace('\\"', '"')
        if len(text) >= LEAST and " " in text:
            yield text


def closing(code, begin):
    """Where the bracket that opens at `begin` closes; literals may hold brackets."""
    depth = 0
    for m in re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)\'|[(){}]').finditer(code, begin):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(m[0], 0)
        if depth == 0:
            return m.start()
    raise ValueError("a bracket is not closed")


def arguments(code, begin):
    """Of the call whose bracket opens at `begin`."""
    end, depth, last, found = closing(code, begin), 0, begin + 1, []
    for m in re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)\'|[(){},]').finditer(code, begin + 1, end):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(m[0], 0)
        if m[0] == "," and depth == 0:
            found.append(code[last:m.start()])
            last = m.end()
    return [*found, code[last:end]]


def advices_of(code):
    code = without_comments(code)
    for m in re.finditer(r"\b(\w+)(\()", code):
        name, begin = m[1], m.start(2)
        if name in CALLS:
            given = arguments(code, begin)
            if len(given) > max(CALLS[name], 2):
                yield from texts_in(given[CALLS[name]])
        elif name in ("snprintf", "strcpy") and re.match(r"\(\s*advice\b", code[begin:]):
            yield from texts_in(code[begin:closing(code, begin)])
        elif name.startswith("advice_") and (body := re.match(r"[^;{}]*\)\s*\{", code[begin:])):
            open_at = begin + body.end() - 1
            yield from texts_in(code[open_at:closing(code, open_at)])
    for m in re.finditer(r"\b\w*advice\w*(?:\[\])?\s*=[^=]|\brace_\w+\[\]\s*=|#define \w*ADVICE\b", code):
        stop = r"(?!\n\n)" if m[0].startswith("#") else "(?!;)"  # outside of literals
        yield from texts_in(re.compile(rf'(?:{STRINGS}|\\\n|{stop}.)*', re.S).match(code, m.end() - 1)[0].replace("\\\n", " "))


def all_advices():
    rows = re.sub(r"\\\n", "\n", (EMU / "hazards.h").read_text(encoding="utf-8"))
    rows = rows[rows.index("#define EMU_HAZARDS(X)"):rows.index("#define EMU_NOTES(X)")]
    found = [texts[-1] for row in re.findall(rf"X\(([^;]*?{STRINGS})\)", rows) if (texts := list(texts_in(row)))]
    for layer in LAYERS:
        for path in sorted((EMU / layer).glob("*.c")):
            found += advices_of(path.read_text(encoding="utf-8"))
    return sorted(set(found))


def pieces(advice):
    return re.split(r"%%|%[-.0-9]*(?:ll|z|l)?[a-z]", advice)


def announced():
    """{words: programs} of advice~ in checks/."""
    said = {}
    for path in sorted((HERE / "checks").glob("*.cu")):
        for line in re.findall(r"^// (?:expect|note): (.*)$", path.read_text(encoding="utf-8"), re.M):
            for words in re.findall(r'advice~"([^"]*)"', line):
                said.setdefault(words, []).append(path.name)
    return said


def complaints(advices, said):
    shown = set()
    for words in said:
        of = [a for a in advices if any(words in piece for piece in pieces(a))]
        if len(of) == 1:
            shown.update(of)
    for advice in advices:
        excused = any(words in advice for words in UNSHOWN)
        if (advice in shown) == excused:
            yield f"no program of checks/ announces by words of its own: {advice}" if not excused else f"is shown, and excused: {advice}"


def main():
    advices, said = all_advices(), announced()
    if len(advices) < 60:
        print(f"read {len(advices)} advices only")
        return 1
    if "--twin" in sys.argv[1:]:
        less = {words: files for words, files in said.items() if files != ["deadlock_counter.cu"]}
        return 0 if len(list(complaints(advices, less))) == len(list(complaints([*advices, "stand on one leg"], said))) == 1 else 1
    found = list(complaints(advices, said))
    print("\n".join(found) or f"{len(advices)} advices, each with a program and its repaired twin")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
