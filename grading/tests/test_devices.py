"""The references pass on every model device, and a tile that a device does not grant is told.

test_devices.py BUILD LAB: on the smallest device every case of the tasks that ask the device or want more than each
grants, and the middle case of the others; on two other devices those tasks whose kernels take what the device grants.
test_devices.py BUILD twin: stage 7 of lab 05 with its larger tile only: right on an A100, not on a T4."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TAKES_WHAT_IS_GRANTED = {"05": ("7", "8", "9"), "06": ("5", "6"), "07": ("6",)}
GRADING = pathlib.Path(__file__).resolve().parents[1]
LABS = GRADING.parent / "labs"
sys.path.insert(0, str(GRADING))
from mutation.own_task import contract_of, without_other_tasks  # noqa: E402
from mutation.solution import Solution  # noqa: E402

# A model changes limits and answers alone. So a reference without any of these runs on each as on the A100, where
# `solution.labNN.*` grades it: without cudaFuncSetAttribute a block has 48 KiB of shared memory at most, which all grant.
ASKS = re.compile(r"\b(cuda(Device|Func)[GS]et(Attributes?|Limit)|cudaGetDeviceProperties|cudaMemGetInfo|cudaOccupancy\w+"
                  r"|cudaLaunch(Cooperative\w*|KernelEx\w*)|\w*smid)\b")
# A declaration calls nothing, but would keep what it declares for every task.
DECLARATION = re.compile(r"^\w[^;{}()=]*\([^;{}]*\);", re.M)


def grade(build, lab, device, *words):
    r = subprocess.run([build / "bin" / f"lab{lab}", *words], env={**os.environ, "EMU_DEVICE": device}, capture_output=True,
                       text=True, check=False)
    return r.returncode, r.stdout + r.stderr


def tasks_of(build, lab):
    """{number of a task: of its cases the middle one's}, twice: tasks whose reference asks the device, or wants more than each
    grants; the others."""
    listed = subprocess.run([build / "bin" / f"lab{lab}", "--list"], capture_output=True, text=True, check=True).stdout
    folder, = LABS.glob(f"{lab}_*")
    text, contract = DECLARATION.sub("", Solution(folder).text), contract_of(folder)
    asking, others = {}, {}
    for number, cases in re.findall(r"^ +(\d+)_\w+ +\d+ +(\d+) ", listed, re.M):
        (asking if ASKS.search(without_other_tasks(text, number, contract)) else others)[number] = (int(cases) + 1) // 2
    return asking, others


def references(build, lab):
    asking, others = tasks_of(build, lab)
    takes = TAKES_WHAT_IS_GRANTED.get(lab, ())
    assert set(takes) <= set(asking), f"lab {lab}: only tasks {list(asking)} are found to ask the device, not all of {takes}"
    runs = [("t4", list(asking), []), ("rtx3090", takes, []), ("b200", takes, [])]
    runs += [("t4", [task], ["--case", str(case)]) for task, case in others.items()]
    for device, tasks, words in runs:
        if not tasks:
            continue
        chosen = [word for task in tasks for word in ("--task", task)]
        status, said = grade(build, lab, device, "--impl", "solution", *chosen, *words)
        assert status == 0, f"lab {lab} on {device}: status {status}\n{said}"
        print(f"lab {lab} on {device}: tasks {', '.join(tasks)} pass {' '.join(words)}".rstrip())
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
