"""Groups determinism, late and progress: what a seed decides, and what a long run says."""
import os
import re

from check import HAZARD_STATUS
from harness import HERE, fail, indent, run


def group_determinism(harness):
    """The same seed repeats a run to the byte; another seed changes the order of blocks and of warps."""
    program = harness.compile(os.path.join(HERE, "order.cu"))
    if not program:
        return
    runs = {}
    for seed in (1, 2, 3):
        first = run([program], EMU_SEED=str(seed), EMU_REPORT="json")
        if first != run([program], EMU_SEED=str(seed), EMU_REPORT="json"):
            fail("determinism", f"two runs with EMU_SEED={seed} differ")
        if first[0] != HAZARD_STATUS or '"emu_report":1' not in first[1] or "race-global" not in first[2]:
            fail("determinism", f"EMU_SEED={seed}: the run must report counters and its planted race" + indent(first[2]))
        runs[seed] = first[1].splitlines()
    if run([program], EMU_REPORT="json")[1].splitlines() != runs[1]:
        fail("determinism", "without EMU_SEED the run must be that of EMU_SEED=1")
    for what, line in (("blocks", 0), ("warps", 1)):
        if not runs[1][line].startswith(what):
            fail("determinism", f"expected the order of {what}, got {runs[1][line][:60]!r}")
        elif len({runs[s][line] for s in runs}) < 2:
            fail("determinism", f"seeds 1, 2 and 3 give the same order of {what}: {runs[1][line][:60]}")
        numbers = sorted(int(n) for n in runs[1][line].split()[1:])
        if numbers != list(range(len(numbers))) or len(numbers) < 8:
            fail("determinism", f"every one of the {what} must have drawn one ticket: {runs[1][line]}")


def group_late(harness):
    """A seed other than 1 lets a block meet words that others have yet to tell: who waits is right, who trusts is not."""
    program = harness.compile(os.path.join(HERE, "late.cu"))
    for seed in (1, 2, 3, 4, 5) if program else ():
        status, out, err = run([program], EMU_SEED=str(seed))
        told = re.fullmatch(r"careful: (\d+) wrong, empty (\d+), count (\d+), prefix \d+\n"
                            r"trusting: (\d+) wrong, .*\nlost (\d+)\nwithout a fence (\d+)\n", out)
        if status or err or not told:
            fail("late", f"EMU_SEED={seed}: expected four lines and exit 0, got exit {status}" + indent(out + err))
            continue
        wrong, empty, count, trusting, lost, unfenced = map(int, told.groups())
        if wrong or lost:
            fail("late", f"EMU_SEED={seed}: a store was lost or came out of its order" + indent(out))
        if (seed > 1) != (unfenced > 0):
            fail("late", f"EMU_SEED={seed}: a flag stored behind its data without a fence is seen first, with seed 1 never"
                 + indent(out))
        if seed == 1 and (empty or count or trusting):
            fail("late", "EMU_SEED=1: nothing may be late" + indent(out))
        if seed > 1 and not (empty and count and trusting):
            fail("late", f"EMU_SEED={seed}: a wait, a tile's own count and a wrong sum were to come" + indent(out))


def group_progress(harness):
    """A program that takes long says once what the device is at, and that there is --fast; a fast one says nothing."""
    source = os.path.join(HERE, "speed", "matmul.cu")
    program, fast = harness.compile("-DN=256", source), harness.compile("--fast", source)
    if not program or not fast:
        return
    wanted = (r"emu: after 0\.\d+ s: kernel multiply, block \d+ of 64, about [\d.]+ s to go\n"
              r"  Every access is .* emucc --fast, .*\n")
    for what, command, seconds, expected in (("early", program, "0.05", wanted), ("never", program, "0", ""),
                                             ("long", program, "1000", ""), ("--fast", fast, "0.001", "")):
        status, out, err = run([command], EMU_PROGRESS=seconds)
        if status or out or not re.fullmatch(expected, err):
            fail("progress", f"{what}: exit {status}" + indent(out + err))
    status, _, err = run([program], EMU_PROGRESS="soon")
    if status != 99 or "EMU_PROGRESS=soon: expected a number of seconds" not in err:
        fail("progress", f"EMU_PROGRESS=soon: exit {status}" + indent(err))
