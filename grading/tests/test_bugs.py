"""The programs of labs/*/bugs show what they are said to show, their repair is right, and `labNN bugs` knows both answers.

test_bugs.py BUILD [--seal]: labs/NN_*/wrong/bugs.txt has an entry for each program, with an empty line between:

    flip.cu shows out-of-bounds           a hazard's name; or `wrong`: no hazard, and exit status 1
    answer: 13 index                      line and cause; more than one may be right
    - out[y * columns + x]                what the repair takes away, found once
    + out[y * rows + x]                   and puts in its place

--seal writes bugs/sealed.txt anew from the answers; without it that file must be current.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HAZARD = 86
ENTRY = re.compile(r"(?P<program>\w+\.cu) shows (?P<shows>[a-z-]+)\n(?P<answers>(?:answer: \d+ \w+\n)+)"
                   r"(?P<old>(?:- .*\n)+)(?P<new>(?:\+ .*\n)+)")


def entries(lab):
    """The entries of a lab's bugs.txt, as dictionaries."""
    text = re.sub(r"^#.*\n", "", (lab / "wrong/bugs.txt").read_text(encoding="utf-8"), flags=re.M)
    for paragraph in text.strip("\n").split("\n\n"):
        m = ENTRY.fullmatch(paragraph + "\n")
        assert m, f"{lab}/wrong/bugs.txt: expected `PROGRAM shows HAZARD`, answers, the repair; got\n{paragraph}"
        entry = m.groupdict()
        entry["answers"] = re.findall(r"answer: (\d+ \w+)", entry["answers"])
        for side in ("old", "new"):
            entry[side] = "\n".join(line[2:] for line in entry[side].splitlines())
        yield entry


def run(build, source, folder):
    """(exit status, what was said) of a program."""
    program = folder / source.stem
    subprocess.run([build / "bin/emucc", source, "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, timeout=60, check=False, cwd=folder,
                          env={name: value for name, value in os.environ.items() if not name.startswith("EMU_")})
    return done.returncode, done.stdout + done.stderr


def check_program(build, lab, entry):
    """The program shows its fault, and its repair shows none."""
    source = lab / "bugs" / entry["program"]
    text = source.read_text(encoding="utf-8")
    assert text.count(entry["old"]) == 1, f"{source}: {text.count(entry['old'])} places are to be repaired"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        status, said = run(build, source, folder)
        if entry["shows"] == "wrong":
            assert status == 1 and "emu: " not in said, (source, status, said)
        else:
            assert status == HAZARD and re.search(rf"^emu: {entry['shows']}( in kernel .*)?$", said, re.M), (source, status, said)
        repaired = folder / f"repaired_{source.name}"
        repaired.write_text(text.replace(entry["old"], entry["new"]), encoding="utf-8")
        status, said = run(build, repaired, folder)
        assert status == 0 and "emu: " not in said, (repaired, status, said)


def bugs(build, lab, *words):
    done = subprocess.run([build / f"bin/lab{lab.name[:2]}", "bugs", *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def answers_file(folder, name, rows):
    path = folder / name
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def sealed(build, lab, folder):
    rows = [f"{entry['program']} {answer}" for entry in entries(lab) for answer in entry["answers"]]
    status, said = bugs(build, lab, "--answers", answers_file(folder, "all.txt", rows), "--seal")
    assert status == 0, said
    return said


def check_answers(build, lab, folder):
    """What the command says of right, of half right, of wrong, of missing and of malformed answers."""
    first = {entry["program"]: entry["answers"][0] for entry in entries(lab)}
    n = len(first)
    assert sorted(first) == sorted(f.name for f in (lab / "bugs").glob("*.cu")), f"{lab}: bugs/ and wrong/bugs.txt differ"
    status, said = bugs(build, lab)  # as handed out
    assert status == 1 and said.count("shows what goes wrong") == n and f"0 of {n} found" in said, said
    right = [f"{program} {answer}" for program, answer in first.items()]
    status, said = bugs(build, lab, "--answers", answers_file(folder, "right.txt", right))
    assert status == 0 and f"{n} of {n} found" in said, said
    program, answer = next(iter(first.items()))
    line, cause = answer.split()
    other = "fence" if cause != "fence" else "mask"
    for text, words in ((f"{line} {other}", "the cause is another"), (f"1 {cause}", "not this line"), (f"? {cause}", "shows what"), (f"{line} ?", "shows what")):
        status, said = bugs(build, lab, "--answers", answers_file(folder, "one.txt", [f"{program} {text}"]))
        assert status == 1 and words in said and f"0 of {n} found" in said, said
    for rows, words in (([f"{program} {line}"], ":1: expected PROGRAM LINE CAUSE, got 2 words"), ([f"{program} {line} bad luck"], "got 4 words"),
                        (["", f"{program} {line} luck"], ":2: there is no cause 'luck'"), ([f"{program} zero {cause}"], ":1: 'zero' is not a line"),
                        ([f"{program} -3 {cause}"], "'-3' is not a line"), ([f"none.cu 1 {cause}"], "no program 'none.cu'"),
                        (right + right[:1], f"{program} has two answers")):
        status, said = bugs(build, lab, "--answers", answers_file(folder, "bad.txt", rows))
        assert status == 2 and words in said, (status, said, words)
    status, said = bugs(build, lab, "--answers", folder / "nowhere.txt")
    assert status == 2 and "nowhere.txt: No such file" in said, said


def check_page(build):
    """What labs/debugging/README.md quotes, brighten.cu prints."""
    page = (ROOT / "labs/debugging/README.md").read_text(encoding="utf-8")
    quoted = re.search(r"`./brighten` prints:\n\n((?:    .*\n)+)", page)[1]
    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path("labs/debugging/brighten.cu")  # as the page names it
        _, said = run(build, source, pathlib.Path(name))
    assert re.sub("^    ", "", quoted, flags=re.M) in said, f"labs/debugging/README.md quotes what brighten does not print:\n{said}"


def main():
    build, seal = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:] == ["--seal"]
    os.chdir(ROOT)
    labs = sorted(path.parent.parent for path in ROOT.glob("labs/*/wrong/bugs.txt"))
    assert labs == sorted(path.parent for path in ROOT.glob("labs/*/bugs")) and labs
    assert labs == sorted(ROOT.glob("labs/[0-9][0-9]_*")), "a lab has no programs to debug"
    with tempfile.TemporaryDirectory() as name:
        for lab in labs:
            text, file = sealed(build, lab, pathlib.Path(name)), lab / "bugs/sealed.txt"
            if seal:
                file.write_text(text, encoding="utf-8")
            assert file.read_text(encoding="utf-8") == text, f"{file}: not current; test_bugs.py BUILD --seal writes it"
            check_answers(build, lab, pathlib.Path(name))
    found = [(lab, entry) for lab in labs for entry in entries(lab)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda one: check_program(build, *one), found))
    assert len(found) >= 10
    check_page(build)
    print(f"{len(found)} programs of {len(labs)} labs: each shows its fault, each repair shows none, each answer is known")


if __name__ == "__main__":
    main()
