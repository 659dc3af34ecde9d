"""Group optional: what g++ refuses because of an optional rewrite compiles without it, and says so."""
import os
import re

from harness import HERE, fail, indent, run

NOTE = re.compile(r"emucc: note: g\+\+ refuses the translation(?: of (\S+))? and compiles it without \d+ optional rewrites?: "
                  r"(.*) \(common/emu/SUPPORTED\.md, \"A guess costs a note\"\)\n")


def complaints(harness, source, rule, expected, place, alone=True):
    """The program compiles without the rule, `alone` or with others, as the note for that place says, and prints what it should."""
    program = harness.path("program")
    status, out, err = run([harness.emucc, "--fault", rule, source, "-o", program], timeout=600)
    note = NOTE.fullmatch(err)
    if status != 0 or out or not note:
        yield f"--fault {rule} must compile and cost one note, got exit {status}" + indent(err)
        return
    if rule not in note[2].split(", ") or (alone and note[2] != rule):
        yield f"--fault {rule}: the note names {note[2]}"
    if (note[1] is None) != (place is None) or (place and not re.fullmatch(place, note[1])):
        yield f"--fault {rule}: the note is to name {place}, and names {note[1]}"
    got = run([program])
    if got[:2] != (0, expected):
        yield f"--fault {rule}: expected {expected!r}, got {got}"


def group_optional(harness):
    """Each optional rewrite, made to fail, is left out and costs a note; a required one, and a wrong program, are refused."""
    source = os.path.join(HERE, "programs", "optional.cu")
    with open(source, encoding="utf-8") as f:
        text = f.read()
    expected = re.search(r"^// prints: (.*)$", text, re.M)[1] + "\n"
    rules = dict(line.split() for line in run([harness.emucc, "--fault", "list"])[1].splitlines())
    for rule, kind in rules.items():
        if kind == "optional":
            for complaint in complaints(harness, source, rule, expected, re.escape(source) + r":\d+"):
                fail("optional.cu", complaint)
            continue
        status, _, err = run([harness.emucc, "--fault", rule, source, "-o", harness.path("program")], timeout=600)
        if status != 1 or "error: stray" not in err or "note: g++ refuses" in err:
            fail("optional.cu", f"--fault {rule}, which is required, must be refused, got exit {status}" + indent(err))
    if sorted(set(rules.values())) != ["optional", "required"]:
        fail("emucc --fault list", f"must name optional and required rules, got {rules}")

    # g++ names other lines than the translator: of the file nothing is rewritten; another file: nowhere.
    for line, place in (('#line 500', r"\S+optional_line\.cu:\d+"), ('#line 1 "other.y"', None)):
        moved = harness.write("optional_line.cu", text.replace("__global__ void __launch", line + "\n__global__ void __launch"))
        for complaint in complaints(harness, moved, "local-array", expected, place, alone=False):
            fail(line, complaint)

    # A wrong program is refused once, by what g++ says of its own text.
    wrong = harness.write("wrong.cu", "__global__ void k(int *p, float f) {\n  int i = (int)f << *p;\n  p[i] = (int)(f * unknown);\n}\n"
                          "int main() {\n  k<<<1, 1>>>(nullptr, 1);\n}\n")
    status, _, err = run([harness.emucc, wrong, "-o", harness.path("program")], timeout=600)
    if status != 1 or err.count("error:") != 1 or "wrong.cu:3:" not in err or "emu::" in err or "refuses" in err:
        fail("wrong.cu", f"must be refused for line 3 as it is written, got exit {status}" + indent(err))
    print(f"{len(rules)} rules")
