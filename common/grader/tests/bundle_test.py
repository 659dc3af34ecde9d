#!/usr/bin/env python3
"""Submissions compiled together are graded as if each were compiled alone: bundle_test.py GRADER LAB OUT LIST... [--alone]

Takes some of the submissions that the LISTs name, which are those of the tests wrong.labNN.TASK.bundle, grades copies of them in
OUT, compiled alone and then together, and compares all that is said: verdict, messages with their lines, counts, gates. At the
end one of them gets another one's program: that must be noticed. --alone: among the copies are four that must be compiled alone
all the same: one that does not compile, one that runs code before main, one of which the compiler warns, one that includes what
it may not."""
import pathlib
import re
import shutil
import subprocess
import sys

SAMPLE = 3
ALONE = {"does_not_compile": "int planted(;", "begins_early": "#include <vector>\nstatic std::vector<int> planted(3);",
         "is_warned_of": "int planted() { int x; return x; }", "opens_files": "#include <fstream>"}
planted = ALONE if "--alone" in sys.argv else []
grader, lab, out, *lists = [arg for arg in sys.argv[1:] if arg != "--alone"]
out = pathlib.Path(out)


def grade(*words):
    return subprocess.run([grader, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def worker(file):
    stem = grade("build", "--impl", file, "--name").stdout.strip()
    return pathlib.Path(f"{stem}.emu")


def graded(file):
    """What is said of a file, and its result file, without the date and the addresses of the host's variables."""
    result = file.with_suffix(".json")
    said = grade("--check-wrong", file, "--backend", "emu", "--json", result)
    text = f"status {said.returncode}\n{said.stdout}{result.read_text() if result.exists() else ''}"
    result.unlink(missing_ok=True)
    return re.sub(r'"date": "[^"]*"', "", re.sub(r"\(address 0x[0-9a-f]+\)", "", text))


def stands_alone(file):
    """It includes no header of the folder wrong/, from which a copy would be too far away."""
    text = file.read_text()
    return not any(f'"{header.name}"' in text for header in pathlib.Path(lab, "wrong").glob("*.cuh"))


def goes_together(task):
    """Submissions of tasks of ranks do not."""
    (out / "none").write_text("")
    return grade("build", "--bundle", out / "none", "--task", task).returncode == 0


def copies():
    """Submissions far apart in the lists, and, of the first one, those that cannot be compiled with others."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    listed = [pathlib.Path(line) for name in lists if goes_together(pathlib.Path(name).name)
              for line in pathlib.Path(name).read_text().splitlines()]
    files = [file for file in listed if stands_alone(file)]
    sample = [files[i * (len(files) - 1) // (SAMPLE - 1)] for i in range(SAMPLE)]
    together = [pathlib.Path(shutil.copy(file, out)) for file in dict.fromkeys(sample)]
    alone = [out / f"{name}.cu" for name in planted]
    for file in alone:
        file.write_text(f"{together[0].read_text()}\n{ALONE[file.stem]}\n")
    return together, alone


def main():
    together, alone = copies()
    workers = {file: worker(file) for file in together + alone}
    for program in workers.values():
        program.unlink(missing_ok=True)
    faults = []
    before = {file: graded(file) for file in together}
    another = workers[together[1]].read_bytes()
    for program in workers.values():
        program.unlink(missing_ok=True)
    (out / "list").write_text("".join(f"{file}\n" for file in together + alone))
    made = grade("build", "--bundle", out / "list")
    if made.returncode or f"{len(together)} compiled in bundles" not in made.stdout:
        faults.append(f"expected status 0 and `{len(together)} compiled in bundles`, got {made.returncode} and\n{made.stdout}")
    for file in alone:
        if workers[file].exists() or f"{file.name} is compiled alone: " not in made.stdout:
            faults.append(f"{file.name}: expected it to be left alone, with the reason; got\n{made.stdout}")
    for file in together:
        shared = workers[file].exists() and workers[file].stat().st_nlink == len(together)
        after = graded(file)
        if not shared or workers[file].stat().st_nlink != len(together):
            faults.append(f"{file.name}: expected a program of {len(together)} names, before it is graded and after")
        if after != before[file]:
            faults.append(f"{file.name}: compiled alone, it was\n{before[file]}\nand together with others\n{after}")
    first = workers[together[0]]
    first.unlink()
    first.write_bytes(another)
    first.chmod(0o755)
    if graded(together[0]) == before[together[0]]:
        faults.append(f"{together[0].name}: it has the program of {together[1].name}, and nothing differs")
    for program in workers.values():
        for rest in program.parent.glob(f"{program.name}*"):
            rest.unlink()
    print("\n".join(faults) or f"{len(together)} submissions of {pathlib.Path(lab).name} are the same compiled alone and together")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
