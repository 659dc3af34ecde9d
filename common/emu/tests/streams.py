"""When the work in streams runs: the seed decides, and a program that looks too early sees it."""
import os

from harness import HERE, fail, indent, run

MODES = (  # what the program prints under the seeds 1 to 8, in any order; whether the report has a race
    ("a result that nobody has waited for", {"1", "2"}, True),
    ("a buffer changed under the copy", {"1", "2"}, True),
    ("a fault of a kernel", {"cudaSuccess cudaErrorLaunchFailure", "cudaErrorLaunchFailure cudaErrorLaunchFailure"}, False),
)


def group_streams(harness):
    """Under some seeds queued work runs at once, under others late; a race is reported under every seed."""
    program = harness.compile(os.path.join(HERE, "streams.cu"))
    for mode, (what, wanted, races) in enumerate(MODES) if program else ():
        printed = set()
        for seed in range(1, 9):
            _, out, err = run([program, str(mode)], EMU_SEED=str(seed))
            printed.add(out.strip())
            if ("emu: race-stream" in err) != races:
                fail("streams.cu", f"{what}, EMU_SEED={seed}: a race must {'' if races else 'not '}be reported" + indent(out + err))
            again = run([program, str(mode)], EMU_SEED=str(seed))[1]
            if again != out:
                fail("streams.cu", f"{what}, EMU_SEED={seed}: the same seed gave {out!r}, then {again!r}")
        if printed != wanted:
            fail("streams.cu", f"{what}: under the seeds 1 to 8 it must print {sorted(wanted)}, got {sorted(printed)}")
    print(f"{len(MODES)} modes, seeds 1 to 8")
