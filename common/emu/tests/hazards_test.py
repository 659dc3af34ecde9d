#!/usr/bin/env python3
"""The kinds of hazards, one row each in hazards.h: hazards_test.py [--write | --twin]

CHECKS.md's table must be the one that the rows make (--write makes it so). Each kind needs a program in tests/checks or
tests/robust that shows it, and that program's twin without the fault, which shows nothing: the same file
compiled with -DFIXED. --twin removes a row's program, a twin and a line of the table, and succeeds only if each is missed.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
BEGIN, END = "<!-- hazards:begin -->\n", "<!-- hazards:end -->"


def kinds(text):
    """[(name, where, what it means)] from the rows of EMU_HAZARDS."""
    text = re.sub(r"\\\n", "\n", text)
    text = text[text.index("#define EMU_HAZARDS(X)"):text.index("#define EMU_NOTES(X)")]
    string = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    found = re.findall(rf'X\(\s*(\w+),\s*"([a-z-]+)",\s*(\w+),\s*{string},\s*{string}\)', text)
    return [(name, where, "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', means))) for _, name, where, means, _ in found]


def table(rows):
    return "| kind | means |\n|:--|:--|\n" + "".join(f"| `{name}` | {means} |\n" for name, _, means in rows)


def with_table(readme, rows):
    begin, end = readme.index(BEGIN) + len(BEGIN), readme.index(END)
    return readme[:begin] + table(rows) + readme[end:]


def programs():
    return {path.relative_to(HERE).as_posix(): path.read_text(encoding="utf-8")
            for folder in ("checks", "robust") for path in sorted((HERE / folder).glob("*.cu"))}


def has_twin(name, texts):
    return bool(re.search(r"^\s*#\s*if.*\bFIXED\b", texts[name], re.M))


def complaints(rows, readme, texts):
    found = [] if with_table(readme, rows) == readme else ["CHECKS.md's table of hazards is not current: hazards_test.py --write"]
    for name, _, _ in rows:
        showing = [p for p, text in texts.items() if re.search(rf"^// expect: {name}( |$)", text, re.M)]
        if not showing:
            found.append(f"{name}: no program in tests/checks or tests/robust shows it")
        elif not any(has_twin(p, texts) for p in showing):
            found.append(f"{name}: no program that shows it has a silent twin")
    return found


def twin(rows, readme, texts):
    """Whether each fault alone yields one complaint."""
    one = [p for p, text in texts.items() if re.search(r"^// expect: use-after-free( |$)", text, re.M)]
    without = {p: text for p, text in texts.items() if p not in one}
    alone = {p: re.sub(r"\bFIXED\b", "OTHER", text) if p in one else text for p, text in texts.items()}
    cases = ((readme.replace("| `leak` |", "| `lack` |"), texts, "table"), (readme, without, "no program in"), (readme, alone, "silent twin"))
    return all(len(found) == 1 and word in found[0] for found, word in ((complaints(rows, r, t), word) for r, t, word in cases))


def main():
    rows = kinds((HERE.parent / "hazards.h").read_text(encoding="utf-8"))
    path = HERE.parent / "CHECKS.md"
    readme = path.read_text(encoding="utf-8")
    if "--write" in sys.argv[1:]:
        path.write_text(with_table(readme, rows), encoding="utf-8")
        return 0
    if len(rows) < 18:
        print(f"hazards.h: read {len(rows)} rows only")
        return 1
    if "--twin" in sys.argv[1:]:
        return 0 if twin(rows, readme, programs()) else 1
    found = complaints(rows, readme, programs())
    for text in found:
        print(text)
    return 1 if found else 0


sys.exit(main())
