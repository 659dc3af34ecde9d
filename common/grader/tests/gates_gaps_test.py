"""gates_test.py finds nothing in a complete lab, and names each gap: gates_gaps_test.py

The lab is two folders and the result of a grader that is a script."""
import json
import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("gates_test.py")
GRADER = "#!{}\nimport pathlib, sys\npathlib.Path(sys.argv[sys.argv.index('--json') + 1]).write_text({!r})\n"
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


def run(folder, task, files):
    """The exit status and the lines of the check over a lab of one task and these files."""
    for name in ("wrong", "accepted"):
        (folder / name).mkdir(parents=True)
    for name, expected in files.items():
        (folder / name).write_text(f"// expect: {expected}\n")
    grader = folder / "grader"
    grader.write_text(GRADER.format(sys.executable, json.dumps({"tasks": [task]})))
    grader.chmod(0o755)
    done = subprocess.run([sys.executable, CHECK, grader, folder / "kept", folder / "wrong", folder / "accepted"], stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout.splitlines()


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
    print(f"{len(GAPS)} gaps named, and three more")


if __name__ == "__main__":
    main()
