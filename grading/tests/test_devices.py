"""The references pass on every model device, and a tile that a device does not grant is told.

test_devices.py BUILD LAB: a lab on the smallest device whole, and on two others those tasks whose kernels take what the
device grants. test_devices.py BUILD twin: stage 7 of lab 05 with its larger tile only: right on an A100, not on a T4."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TAKES_WHAT_IS_GRANTED = {"05": ("7", "8", "9"), "06": ("5", "6"), "07": ("6",)}
LABS = pathlib.Path(__file__).resolve().parents[2] / "labs"


def grade(build, lab, device, *words):
    r = subprocess.run([build / "bin" / f"lab{lab}", *words], env={**os.environ, "EMU_DEVICE": device}, capture_output=True,
                       text=True, check=False)
    return r.returncode, r.stdout + r.stderr


def references(build, lab):
    runs = [("t4", [])]
    if lab in TAKES_WHAT_IS_GRANTED:
        tasks = [word for task in TAKES_WHAT_IS_GRANTED[lab] for word in ("--task", task)]
        runs += [(device, tasks) for device in ("rtx3090", "b200")]
    for device, tasks in runs:
        status, said = grade(build, lab, device, "--impl", "solution", *tasks)
        assert status == 0, f"lab {lab} on {device}: status {status}\n{said}"
        print(f"lab {lab} on {device}: {said.strip().splitlines()[-1]}")
    print(f"lab {lab}: ok")


def twin(build):
    with tempfile.TemporaryDirectory() as folder:
        lab, choice = LABS / "05_scan", "*fits = share >= bytes;"
        text = re.sub(r'^#include "(solution/.*)"$', lambda m: (lab / m[1]).read_text(encoding="utf-8"),
                      (lab / "solution.cu").read_text(encoding="utf-8"), flags=re.M)  # a submission is one file
        assert text.count(choice) == 1
        file = pathlib.Path(folder) / "one_shape.cu"
        file.write_text(text.replace(choice, "*fits = share > 0 && bytes > 0;"), encoding="utf-8")
        words = ["--impl", str(file), "--task", "7"]
        status, said = grade(build, "05", "a100", *words)
        assert status == 0, said
        status, said = grade(build, "05", "t4", *words)
        assert status == 1 and "cudaErrorInvalidValue" in said and "EMU_DEVICE=t4 " in said, said
    status, said = grade(build, "05", "t5", "--impl", "solution", "--task", "7")
    assert status == 99 and "EMU_DEVICE=t5" in said and "rtx3090, rtx4090, h100, h200 and b200" in said, said
    print("a tile too large for a T4, and a device that is not there: told")


if __name__ == "__main__":
    (twin if sys.argv[2] == "twin" else lambda build: references(build, sys.argv[2]))(pathlib.Path(sys.argv[1]))
