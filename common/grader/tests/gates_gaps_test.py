"""gates_test.py finds nothing in a complete lab, and names each gap: gates_gaps_test.py

The lab is two folders, the result of its task, and a grader that is a script. And the counter table that is joined of those of single
tasks is the one that a grader prints of all."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import joined  # pylint: disable=wrong-import-position

CHECK = pathlib.Path(__file__).with_name("gates_test.py")
LIST = "#!/bin/sh\necho 'Lab 00'\necho '  1_add  10  an idea'\n"
TASK = {"name": "1_add", "verdict": "pass", "pace": {"share": 0.5},
        "gates": [{"metric": "threads", "distinction": ""}, {"metric": "barriers", "distinction": "few barriers"}]}
FILES = {"wrong/few.cu": "inefficient 1_add threads on emu", "wrong/barriers.cu": "pass 1_add barriers on emu",
         "wrong/slow.cu": "slow 1_add on gpu", "accepted/book_1.cu": "pass 1_add"}
GAPS = {  # the file that is not there: what is said
    "wrong/few.cu": "1_add: no submission that misses its gate on threads",
    "wrong/barriers.cu": "1_add: no submission that misses its distinction `few barriers` on barriers",
    "wrong/slow.cu": "1_add: no wrong submission that is right and slow",
    "accepted/book_1.cu": "1_add: no accepted submission",
}

# What a grader prints of two tasks alone, and of both: where their cases differ, and where they are the same.
ALONE = {"1_add": """
Counted by the emulator, n=7

           SIMT      load      bytes /
  task   eff. %  requests   compulsory
  1_add   100.0  12345678  1234567.001

Score: 10/10
""", "2_halve_all": """
Counted by the emulator, n=2^9, a picture

                 SIMT      load     bytes /
  task         eff. %  requests  compulsory
  2_halve_all   97.5*         0       0.000
  * a gate or a distinction on this count is not met

Score: 10/10
"""}
BOTH = """Counted by the emulator

                                   SIMT      load      bytes /
  task         case              eff. %  requests   compulsory
  1_add        n=7                100.0  12345678  1234567.001
  2_halve_all  n=2^9, a picture   97.5*         0        0.000
"""
SAME = """Counted by the emulator, n=7

                 SIMT      load      bytes /
  task         eff. %  requests   compulsory
  1_add         100.0  12345678  1234567.001
  2_halve_all   97.5*         0        0.000
"""


def run(folder, task, files):
    """The exit status and the lines of the check over a lab of one task and these files."""
    for name in ("wrong", "accepted"):
        (folder / name).mkdir(parents=True)
    for name, expected in files.items():
        (folder / name).write_text(f"// expect: {expected}\n")
    grader = folder / "grader"
    grader.write_text(LIST)
    grader.chmod(0o755)
    (folder / "kept").mkdir()
    if task:
        (folder / "kept/1_add.json").write_text(json.dumps({"points": 10, "max": 10, "not_assessed": 0, "not_assessed_reason": None, "tasks": [task]}))
        (folder / "kept/1_add.txt").write_text("Score: 10/10\n")
    done = subprocess.run([sys.executable, CHECK, grader, folder / "kept", folder / "wrong", folder / "accepted"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout.splitlines()


def check_tables(folder):
    """One task each, and both, as a grader prints them."""
    for case, table in (("n=2^9, a picture", BOTH), ("n=7", SAME)):
        for name, text in ALONE.items():
            (folder / f"{name}.txt").write_text(text.replace("n=2^9, a picture", case))
        got = joined.counter_table(folder, list(ALONE))
        assert got == table, got
    (folder / "1_add.txt").write_text("Score: 0/10\n")  # nothing was counted
    assert joined.counter_table(folder, ["1_add"]) == ""


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        assert run(folder / "complete", TASK, FILES) == (0, ["2 gates, 0 missing"])
        for i, (gone, said) in enumerate(GAPS.items()):
            status, lines = run(folder / str(i), TASK, {file: line for file, line in FILES.items() if file != gone})
            assert status == 1 and len(lines) == 2 and lines[0].startswith(said), lines
        # a pass in wrong/ is no accepted submission
        moved = {**FILES, "wrong/book_1.cu": FILES["accepted/book_1.cu"]}
        del moved["accepted/book_1.cu"]
        status, lines = run(folder / "moved", TASK, moved)
        assert status == 1 and lines[0].startswith(GAPS["accepted/book_1.cu"]), lines
        status, lines = run(folder / "none", TASK, {"accepted/book_1.cu": FILES["accepted/book_1.cu"]})
        assert status == 1 and lines[0] == "1_add: no wrong submission at all", lines
        status, lines = run(folder / "fails", {**TASK, "verdict": "wrong"}, FILES)
        assert status == 1 and lines[0] == "the solution does not pass 1_add: wrong", lines
        status, lines = run(folder / "ungraded", None, FILES)
        assert status == 1 and "1_add.json: No such file or directory" in lines[0], lines
        check_tables(folder)
    print(f"{len(GAPS)} gaps named, and three more")


if __name__ == "__main__":
    main()
