#!/usr/bin/env python3
"""Runs the labelled programs on the emulator: run.py --emucc build/bin/emucc.

The programs of a pattern are compiled as one file, each in a namespace of its own; each runs as its own process. Prints
pattern by bug what was found. Exit status 0: every wrong program ended with a hazard of a labelled kind at a line marked
`// here`, under seed 1, 2 or 3, and every clean one was silent and right under all three."""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import generate  # pylint: disable=wrong-import-position

SEEDS = (1, 2, 3)
HAZARD_STATUS = 86
STEPS = "16"  # million, of a block, after which it counts as endless: so an endless loop costs a second
OF_A_FILE = 24  # programs: more of them take longer to compile than two files side by side
FOUND, OTHER, MISSED, ACCUSED, WRONG, CLEAN = "found", "other kind or line", "missed", "accused", "wrong result", "clean"
BAD = (OTHER, MISSED, ACCUSED, WRONG)


def bundle(programs):
    """One translation unit that runs the program whose number it is given. The host's helpers, alike in all, stand in front."""
    includes, parts, cases = set(), [], []
    for number, program in enumerate(programs):
        lines = program.text.replace(generate.HOST, "\n" * generate.HOST.count("\n")).splitlines()
        includes |= {line for line in lines if line.startswith("#include")}
        lines = ["" if line.startswith("#include") else line for line in lines]
        body = "\n".join(lines).replace("\nint main() {\n", "\nint main_() {\n")
        parts.append(f'namespace program_{number} {{\n#line 1 "{program.name}.cu"\n{body}\n}}\n')
        cases.append(f"  case {number}: return program_{number}::main_();\n")
    return ("\n".join(sorted(includes | {"#include <cstdlib>"})) + generate.HOST + "".join(parts) +
            f'#line 1 "bundle.cu"\nint main(int, char **argv) {{\n  switch (atoi(argv[1])) {{\n{"".join(cases)}  }}\n  return 2;\n}}\n')


def compile_all(emucc, programs, folder, pool):
    """Returns program -> command."""
    groups = collections.defaultdict(list)
    for program in programs:
        groups[program.pattern].append(program)
    parts = [(pattern, members[i:i + OF_A_FILE]) for pattern, members in groups.items() for i in range(0, len(members), OF_A_FILE)]

    def compile_one(number, members):
        source, target = (os.path.join(folder, f"bundle{number}{end}") for end in (".cu", ""))
        with open(source, "w", encoding="utf-8") as f:
            f.write(bundle(members))
        done = subprocess.run([emucc, source, "-o", target], capture_output=True, text=True, check=False, env={**os.environ, "TMPDIR": folder})
        if done.returncode:
            raise SystemExit(f"emucc failed for the pattern {members[0].pattern}:\n{done.stdout}{done.stderr}")
        return {program: [target, str(i)] for i, program in enumerate(members)}

    commands = {}
    for made in pool.map(lambda part: compile_one(part[0], part[1][1]), enumerate(parts)):
        commands.update(made)
    return commands


def hazards_of(text):
    """What the emulator said on stderr: for each hazard its kind and the (file, line) of its parties."""
    found = []
    for block in re.split(r"^emu: (?!note: )", text, flags=re.M)[1:]:
        places = re.findall(r"^  (?:at |other access: )(\S+):(\d+)", block, re.M)
        if places:
            found.append((block.split()[0], [(os.path.basename(file), int(line)) for file, line in places]))
    return found


def run_once(command, seed):
    """Returns (exit status, what it printed, hazards)."""
    keep = {k: v for k, v in os.environ.items() if not k.startswith("EMU_")}
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120, check=False,
                              env={**keep, "EMU_SEED": str(seed), "EMU_STEPS": STEPS})
    except subprocess.TimeoutExpired:
        return None, "no end after 120 s", []
    return done.returncode, done.stdout + done.stderr, hazards_of(done.stderr)


def at_mark(program, places):
    """Whether one party of the hazard stands at a marked line of the program."""
    return any(file == program.name + ".cu" and line in program.here() for file, line in places)


def judge(program, command):
    """Returns (outcome, what was seen). A wrong program must be found under one seed, a clean one be clean under all."""
    seen = []
    outcome = MISSED if program.kinds else CLEAN
    for seed in SEEDS:
        status, text, hazards = run_once(command, seed)
        told = "; ".join(f"{kind} at " + " and ".join(f"{file}:{line}" for file, line in places) for kind, places in hazards)
        seen.append(f"seed {seed}: exit {status}, {told or text.strip()[-200:]}")
        if not program.kinds:
            if hazards or status == HAZARD_STATUS:
                return ACCUSED, seen
            if status != 0:
                outcome = WRONG
        elif status == HAZARD_STATUS and any(kind in program.kinds and at_mark(program, places) for kind, places in hazards):
            return FOUND, seen
        elif hazards:
            outcome = OTHER
    return outcome, seen


def sabotage(programs, how):
    """Labels one program otherwise than it is: the test of this test."""
    wrong, clean = (next(p for p in programs if bool(p.kinds) == has) for has in (True, False))
    if how == "label":
        wrong.kinds = []
    elif how == "kind":
        wrong.kinds = ["leak"]
    elif how == "line":
        wrong.text = wrong.text.replace(generate.HERE_MARK, "//")
    elif how == "missed":
        clean.kinds = ["race-global"]
    else:
        clean.text = clean.text.replace("right ? 0 : 1;\n}\n\n", "right ? 0 : 1;\n}\n\n#define verdict(right) 1\n", 1)


def table(outcomes):
    """Pattern by bug: how many of the wrong ones were found and how many of their twins are clean."""
    rows = collections.defaultdict(collections.Counter)
    for program, outcome in outcomes.items():
        rows[program.pattern, program.bug][outcome] += 1
    lines = [f"{'pattern':12} {'bug':18} {FOUND:>6} {OTHER:>19} {MISSED:>7} | {CLEAN:>6} {ACCUSED:>8} {WRONG:>13}"]
    for (pattern, bug), n in sorted(rows.items()):
        lines.append(f"{pattern:12} {bug:18} {n[FOUND]:6} {n[OTHER]:19} {n[MISSED]:7} | {n[CLEAN]:6} {n[ACCUSED]:8} {n[WRONG]:13}")
    total = sum(rows.values(), collections.Counter())
    lines.append(f"{'all':12} {'':18} {total[FOUND]:6} {total[OTHER]:19} {total[MISSED]:7} | {total[CLEAN]:6} {total[ACCUSED]:8} {total[WRONG]:13}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emucc", required=True)
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="so many processes at a time")
    parser.add_argument("--seed", type=int, default=1, help="the generator's")
    parser.add_argument("--variants", type=int, default=1, help="the generator's: so many programs of each bug of each template")
    parser.add_argument("--only", help="a regular expression for the programs' names")
    parser.add_argument("--keep", help="write the programs and what was seen (JSON) into this folder")
    parser.add_argument("--sabotage", nargs="?", const="label", choices=("label", "kind", "line", "missed", "result"),
                        help="make one label or result wrong: this must fail")
    arguments = parser.parse_args()
    programs = [p for p in generate.programs(arguments.seed, arguments.variants) if not arguments.only or re.search(arguments.only, p.name)]
    if not programs:
        parser.error("no program has such a name")
    if arguments.sabotage:
        sabotage(programs, arguments.sabotage)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        commands = compile_all(os.path.abspath(arguments.emucc), programs, folder, pool)
        results = dict(zip(programs, pool.map(lambda p: judge(p, commands[p]), programs)))
    if arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
        for program in programs:
            with open(os.path.join(arguments.keep, program.name + ".cu"), "w", encoding="utf-8") as f:
                f.write(program.text)
        with open(os.path.join(arguments.keep, "emulator.json"), "w", encoding="utf-8") as f:
            json.dump({p.name: {"outcome": o, "seen": seen} for p, (o, seen) in results.items()}, f, indent=1)
    print(table({p: outcome for p, (outcome, _) in results.items()}))
    bad = [p for p in programs if results[p][0] in BAD]
    for program in bad:
        outcome, seen = results[program]
        wanted = f"expected {' or '.join(program.kinds) or 'no hazard'}" + (f" at {sorted(program.here())}" if program.kinds else "")
        print(f"{program.name}.cu: {outcome}: {wanted}\n  " + "\n  ".join(seen), file=sys.stderr)
    if bad:
        print(f"{len(bad)} of {len(programs)} programs are judged otherwise than labelled; "
              "run.py --keep FOLDER writes them for a look", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
