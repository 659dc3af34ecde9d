#!/usr/bin/env python3
"""The README's table of the labelled programs: table.py --emulator FOLDER/emulator.json [--readme].

The emulator's side is what `run.py --keep FOLDER` has written, the GPU's is h200.csv (measure.py). --check compares the
README with h200.csv and the labels alone: it needs neither emulator nor GPU, takes for granted what run.py tests (all
found, none accused), and fails where a program has changed since it was measured. Exit status 77: there is no h200.csv."""
import argparse
import json
import os
import re
import sys

sys.dont_write_bytecode = True
import generate  # pylint: disable=wrong-import-position
from results import ALONE, CSV, HERE, TOOLS, code_of, read  # pylint: disable=wrong-import-position

README = os.path.join(HERE, "README.md")
BEGIN, END = "<!-- labelled:begin -->", "<!-- labelled:end -->"
OURS, FOUR = "emulator", "the four together"


class Trouble(Exception):
    pass


def verdicts(programs, emulator, seen):
    """{who: {program: whether it reported something}}. The emulator must have named a labelled kind at a marked line; of
    the tools any report counts."""
    missing = [p.name for p in programs if any(t not in seen.get((p.name, code_of(p)), {}) for t in (ALONE, *TOOLS))]
    if missing:
        raise Trouble(f"{len(missing)} programs are not measured, or have changed since ({', '.join(missing[:5])}...): "
                      "measure.py OUT, with a copy of h200.csv in OUT, measures them alone")
    found = {OURS: {p: emulator[p.name] in ("found", "accused") for p in programs}}
    for tool in TOOLS:
        found[tool] = {p: seen[p.name, code_of(p)][tool].startswith("yes") for p in programs}
    found[FOUR] = {p: any(found[tool][p] for tool in TOOLS) for p in programs}
    return found


def group_of(kind):
    return {"race-shared": "races in shared memory", "race-global": "races in global memory", "out-of-bounds": "out of bounds",
            "uninitialised-read": "uninitialised reads", "use-after-free": "use after free", "host-pointer-in-kernel": "host pointers",
            "barrier-not-reached": "barriers", "warp-sync-mask": "warp operations", "deadlock": "endless waits"}[kind]


def lines_of(programs, head, emulator, seen):
    """Found by group of the label's first kind, then sums, then the false accusations and what the GPU showed alone."""
    found = verdicts(programs, emulator, seen)
    who = list(found)
    wrong, clean = [p for p in programs if p.kinds], [p for p in programs if not p.kinds]
    groups = {}
    for p in wrong:
        groups.setdefault(group_of(p.kinds[0]), []).append(p)
    lines = [f"{len(programs)} programs, {len(wrong)} of them wrong. Hardware: {head}.", "",
             "| | programs | " + " | ".join(who) + " |", "|:--|--:|" + "--:|" * len(who)]

    def row(text, members):
        lines.append(f"| {text} | {len(members)} | " + " | ".join(str(sum(found[w][p] for p in members)) for w in who) + " |")

    for group, members in sorted(groups.items()):
        row(group, members)
    row("**found**", wrong)
    lines.append(f"| **missed** | {len(wrong)} | " + " | ".join(str(sum(not found[w][p] for p in wrong)) for w in who) + " |")
    row("**falsely accused**", clean)
    alone = [seen[p.name, code_of(p)][ALONE] for p in wrong]
    lines += ["", f"Run alone on the GPU, {alone.count('right')} of the {len(wrong)} wrong programs gave the right result."]
    odd = sorted(p.name for p in clean if seen[p.name, code_of(p)][ALONE] != "right")
    if odd:
        raise Trouble(f"clean programs that were not right on the GPU, so their label or their code is wrong: {', '.join(odd)}")
    return lines


def written(readme, text):
    """The README with `text` between the markers."""
    with open(readme, encoding="utf-8") as f:
        old = f.read()
    if old.count(BEGIN) != 1 or old.count(END) != 1 or old.index(BEGIN) > old.index(END):
        raise Trouble(f"{readme}: expected one {BEGIN} and behind it one {END}")
    return old, re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{text}\n{END}", old, flags=re.S)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emulator", help="emulator.json of run.py --keep")
    parser.add_argument("--csv", default=CSV)
    parser.add_argument("--readme", nargs="?", const=README, help="write the table into it")
    parser.add_argument("--check", nargs="?", const=README, help="compare it with the table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help=argparse.SUPPRESS)  # a test
    arguments = parser.parse_args()
    programs = [p for p in generate.programs(arguments.seed) if re.search(arguments.only, p.name)]
    head, seen = read(arguments.csv)
    if not head:
        print(f"skipped: {arguments.csv} is not there: measure.py makes it on a machine with a GPU")
        return 77
    if arguments.check:
        emulator = {p.name: "found" if p.kinds else "clean" for p in programs}
    elif arguments.emulator:
        with open(arguments.emulator, encoding="utf-8") as f:
            emulator = {name: result["outcome"] for name, result in json.load(f).items()}
    else:
        parser.error("say --emulator FILE or --check")
    try:
        text = "\n".join(lines_of(programs, head, emulator, seen))
        target = arguments.check or arguments.readme
        if not target:
            print(text)
            return 0
        old, new = written(target, text)
    except (Trouble, KeyError) as e:
        print(f"table.py: {e}", file=sys.stderr)
        return 1
    if arguments.check and old != new:
        print(f"{target}: the table is not current: table.py --emulator FILE --readme writes it", file=sys.stderr)
        return 1
    if arguments.readme:
        with open(target, "w", encoding="utf-8") as f:
            f.write(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
