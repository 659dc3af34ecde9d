"""Right programs that are not accused, refused or changed: random ones, and the command for those that are not the tree's."""
import glob
import os
import sys

import corpus as programs
from bundle import bundled
from harness import HERE, fail, indent, run

FOLDER = os.path.join(HERE, "random")
sys.path.insert(0, FOLDER)
import generate  # pylint: disable=wrong-import-position

HARDWARE = os.path.join(FOLDER, "hardware.txt")
SEEDS = (1, 2, 7)


def complaints(name, runs, wanted):
    """runs: (status, stdout, stderr) of each seed; wanted: the digest of a GPU's output, or None."""
    for seed, (status, out, err) in zip(SEEDS, runs):
        if (status, err) != (0, "") or not out.endswith("end\n") or "are not the host's" in out:
            return [f"{name}, seed {seed}: expected silence, exit 0 and the host's results, got exit {status}" + indent(err + out)]
        if out != runs[0][1]:
            return [f"{name}: seeds 1 and {seed} differ" + indent("\n".join(programs.differences(out, runs[0][1].splitlines())))]
    told = programs.differences(runs[0][1], wanted) if wanted else []
    return [f"{name}: not what a GPU printed: {told[0]}; the program: random/generate.py OUT --first {name[1:]} --count 1"] if told else []


def group_random(harness):
    """A sample of random right programs in one compilation: no seed accuses one, and each prints what a GPU prints."""
    folder = harness.path("random")
    wanted = programs.results_of(HARDWARE) if os.path.exists(HARDWARE) else {}
    sources = generate.write(folder, generate.sample({int(name[1:]) for name in wanted} or None))
    lines = 0
    for source, command in bundled(harness, sources, "-I" + folder, "--extended-lambda").items():
        name = os.path.basename(source)[:-len(".cu")]
        runs = [run(command, EMU_SEED=str(seed)) for seed in SEEDS]
        lines += len(runs[0][1].splitlines())
        if wanted and not isinstance(wanted.get(name), str):
            fail(name, "hardware.txt lacks it: run tests/random/measure.py tests/random again, on a GPU")
        for told in complaints(name, runs, wanted.get(name)):
            fail("random", told)
        if not complaints(name, [*runs[:2], (0, runs[2][1].replace("end", "other\nend"), "")], None) \
                or not complaints(name, runs, "0" * 16) or not complaints(name, [(86, runs[0][1], "emu: race")] * 3, None):
            fail("random", f"{name}: a line more with one seed, another digest and a hazard were to be told")
    print(f"{lines} results of {len(sources)} programs under the seeds {SEEDS}")
    if not wanted:
        harness.skipped = ("skipped: the random programs are silent and print the same under all seeds, but there are no results of a GPU to compare "
                           "with: on one, run common/emu/tests/random/measure.py common/emu/tests/random")


# Where the tests find whole programs, each of which one of them compiles and runs; speed/ is compiled here.
TAKEN = {".", "checks", "fidelity", "programs", "project/src", "public_style", "public_style/missing", "refused", "robust", "speed", "textbook"}


def group_every_program(harness):
    """Each program of the tests lies where a test takes it, so that one that stops compiling is noticed."""
    found = {os.path.relpath(folder, HERE) for folder, _, names in os.walk(HERE) if any(n.endswith(".cu") for n in names)}
    if found != TAKEN:
        fail("every_program", f"no test is known for {sorted(found - TAKEN)}; without programs: {sorted(TAKEN - found)}")
    for source in sorted(glob.glob(os.path.join(HERE, "speed", "*.cu"))):
        harness.compile(source)
    tests = "".join(open(os.path.join(HERE, n), encoding="utf-8").read() for n in sorted(os.listdir(HERE)) if n.endswith(".py"))
    for name in sorted(n for n in os.listdir(HERE) if n.endswith(".cu")):
        if name not in tests:
            fail("every_program", f"no test names {name}")


CASES = {  # what corpus.py says: the body of main, and of the kernel k
    "right": ("k<<<1, 32>>>(d); printf(\"x %d\\nhalf~2h 3c01\\n\", (int)cudaDeviceSynchronize()); return 0;", "d[threadIdx.x] = 1;"),
    "refused": ("return no_such_function();", ""),
    "accused": ("k<<<1, 32>>>(d); cudaDeviceSynchronize(); return 0;", "d[threadIdx.x + 1] = 1;"),
    "other_output": ("k<<<1, 32>>>(d); printf(\"x %d\\nhalf~2h 3c08\\n\", (int)cudaDeviceSynchronize()); return 0;", "d[0] = 1;"),
    "other_exit": ("return 3;", ""),
    "slow": ("for (volatile int i = 0;; i = i + 1) {}", ""),
}


def group_corpus(harness):
    """The command that judges programs of a folder tells apart all that may become of them."""
    for name, (body, kernel) in CASES.items():
        harness.write(f"corpus/{name}.cu", "#include <cstdio>\n__device__ int d[32];\n__global__ void k(int *d) { %s }\nint main() { int *d;\n"
                      "  cudaGetSymbolAddress((void **)&d, ::d); %s }\n" % (kernel, body))
    harness.write("corpus/part.cu", "int no_program;\n")
    results = harness.write("results.txt", "# a device\n" + "".join(f"== {name}\nx 0\nhalf~2h 3c00\n" for name in ("right", "other_output"))
                            + "== accused\n== other_exit\n")
    arguments = programs.parse([harness.path("corpus"), "--emucc", harness.emucc, "--results", results, "--limit", "1", "--jobs", "2"])
    counted = programs.measure(arguments)
    if counted != {end: 1 for end in programs.ENDS}:
        fail("corpus", f"expected one program of each kind, got {dict(counted)}")
    both = "a 1\nb 2\n"
    if programs.differences(both, programs.digest(both)) or not programs.differences(both, programs.digest("a 1\n")) \
            or programs.differences(both, ["a 1"], "b") or not programs.differences(both, ["a 1"]):
        fail("corpus", "a digest and lines that are ignored are to be told apart from others")
