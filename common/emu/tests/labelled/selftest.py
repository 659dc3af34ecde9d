#!/usr/bin/env python3
"""Tests of what is around the labelled programs: the generator, the judge, the GPU's measurement and the README's table.

selftest.py --emucc build/bin/emucc. nvcc and compute-sanitizer are substitutes (fake_gpu.py)."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import generate  # pylint: disable=wrong-import-position
import measure  # pylint: disable=wrong-import-position
import run  # pylint: disable=wrong-import-position
from results import HERE, read  # pylint: disable=wrong-import-position

bad = []
PATTERNS = {"vertex", "edge", "reduction", "scan", "queue", "stencil", "tree", "lock", "lookback", "histogram", "exchange", "warp"}
SECTION = """one: a test
vary: T=int,float B=1,2
bug gone: race-global: a line is gone
bug more ?T=float: race-shared out-of-bounds: a line is there
----
always; //~ !gone
keep($B); //~ -gone ?T=int
  extra; //~ *more ?B!=1
  other; //~ *more ?B=1"""


def expect(what, got, wanted):
    if got != wanted:
        bad.append(f"{what}: expected {wanted}, got {got}")


def refused(what, function, *arguments):
    try:
        function(*arguments)
        bad.append(f"accepted {what}")
    except (ValueError, KeyError):
        pass


def script(name, *arguments, **environment):
    done = subprocess.run([sys.executable, os.path.join(HERE, name), *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout + done.stderr


def test_generator():
    template = generate.Template("test", SECTION)

    def body(bug, **variant):
        return template.text(variant, bug).split("\n}\n")[-1].strip().splitlines()

    gone, more = template.bugs
    expect("clean", body(None, T="int", B="2"), ["always;", "keep(2);"])
    expect("a line less", body(gone, T="int", B="2"), ["always; // here"])
    expect("a line more", body(more, T="float", B="2"), ["always;", "  extra; // here"])
    expect("kinds", more.kinds, ["race-shared", "out-of-bounds"])
    refused("a bug without a mark", template.text, {"T": "int", "B": "1"}, generate.Bug("nothing", [], ["race-global"], ""))
    refused("a bug that no line names", generate.Template, "test", SECTION.replace("!gone", "").replace("-gone", ""))
    refused("a line of an unknown bug", generate.Template, "test", SECTION.replace("*more ?B=1", "*other"))
    refused("an unknown variant", generate.Template("test", SECTION.replace("?B=1", "?C=1")).text, {"T": "int", "B": "1"}, None)
    made = generate.programs()
    expect("at least 400 programs", len(made) >= 400, True)
    expect("half of them clean", 2 * sum(not p.kinds for p in made), len(made))
    expect("patterns", {p.pattern for p in made}, PATTERNS)
    expect("different names", len({p.name for p in made}), len(made))
    expect("different code", len({measure.code_of(p) for p in made}), len(made))
    expect("marks in wrong programs alone", [p.name for p in made if bool(p.here()) != bool(p.kinds)], [])
    expect("the same again", [p.text for p in generate.programs()], [p.text for p in made])
    expect("another seed", [p.text for p in generate.programs(2)] != [p.text for p in made], True)


def test_judge(emucc):
    told = run.hazards_of("emu: note: a\n  at x.cu:1: b\nemu: race-global in kernel k\n  at /a/x.cu:7, block\n  other access: /a/x.cu:9\n")
    expect("hazards", told, [("race-global", [("x.cu", 7), ("x.cu", 9)])])
    few = "^(histogram_global|warp_reverse).0[12]"
    status, said = script("run.py", "--emucc", emucc, "--only", few)
    expect(f"a few programs ({said})", status, 0)
    few = "^histogram_global.01"  # what is sabotaged is one program in any case
    status, said = script("run.py", "--emucc", emucc, "--only", few, "--sabotage")
    expect(f"a wrong label ({said})", (status, "accused: expected no hazard" in said), (1, True))
    status, said = script("run.py", "--emucc", emucc, "--only", few, "--sabotage", "kind")
    expect(f"a wrong kind ({said})", (status, "other kind or line: expected leak" in said), (1, True))
    status, said = script("run.py", "--emucc", emucc, "--only", few, "--sabotage", "line")
    expect(f"a wrong line ({said})", (status, "other kind or line: expected race-" in said), (1, True))
    status, said = script("run.py", "--emucc", emucc, "--only", few, "--sabotage", "missed")
    expect(f"a clean program labelled wrong ({said})", (status, "missed: expected race-global" in said), (1, True))
    status, said = script("run.py", "--emucc", emucc, "--only", few, "--sabotage", "result")
    expect(f"a wrong result ({said})", (status, "wrong result: expected no hazard" in said), (1, True))


def test_steps(emucc, folder):
    """EMU_STEPS, by which run.py cuts endless loops short."""
    source = os.path.join(folder, "endless.cu")
    with open(source, "w", encoding="utf-8") as f:
        f.write("__global__ void spin(int n) { for (int i = 0; i < 9; i += n) __syncthreads(); }\n"
                "int main() { spin<<<1, 32>>>(0); cudaDeviceSynchronize(); }\n")
    subprocess.run([emucc, source, "-o", source + ".out"], check=True)
    for steps, status, wanted in (("2", 86, "after 2 million steps"), ("nonsense", 99, "EMU_STEPS=nonsense: expected a whole number")):
        done = subprocess.run([source + ".out"], capture_output=True, text=True, check=False, env={**os.environ, "EMU_STEPS": steps})
        expect(f"EMU_STEPS={steps} ({done.stderr})", (done.returncode, wanted in done.stderr), (status, True))


def test_reading():
    for what, text, status, wanted in (
            ("memcheck", "========= ERROR SUMMARY: 12 errors\n", 86, ("yes", 12, 0)), ("memcheck", "========= ERROR SUMMARY: 0 errors\n", 0, ("no", 0, 0)),
            ("racecheck", "========= RACECHECK SUMMARY: 3 hazards displayed (1 error, 2 warnings)\n", 86, ("yes", 1, 2)),
            ("racecheck", "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n", 0, ("no", 0, 0)),
            ("memcheck", "========= Internal error\n", 255, ("", 0, 0)), ("synccheck", "right\n", "hang", ("no-hang", 0, 0)),
            ("memcheck", "========= Invalid __global__ read of size 4 bytes\n", "hang", ("yes-hang", 1, 0)),
            ("alone", "right\n", 0, ("right", 0, 0)), ("alone", "wrong\n", 1, ("wrong", 0, 0)), ("alone", "right\n", 139, ("exit 139", 0, 0))):
        expect(f"reading {what} {text!r}", measure.reading(what, status, text), wanted)


def test_measure(folder):
    for name in ("nvcc", "compute-sanitizer"):
        os.symlink(os.path.join(HERE, "fake_gpu.py"), os.path.join(folder, name))
    out, readme, only = os.path.join(folder, "out"), os.path.join(folder, "README.md"), "^(lock_spin|scan_sweeps)"
    tools = ["--nvcc", os.path.join(folder, "nvcc"), "--sanitizer", os.path.join(folder, "compute-sanitizer"), "--only", only]
    broken = "scan_sweeps.01.missing-up"
    begin = time.monotonic()
    status, said = script("measure.py", out, *tools, "--limit", "4", "-j", "4", FAKE_BREAKS=broken)
    expect(f"one program breaks the tools ({said})", (status, said.count("no summary")), (1, 4))
    expect("killed, not waited for", time.monotonic() - begin < 500, True)
    _, seen = read(os.path.join(out, "h200.csv"))
    by_name = {name: tools for (name, _), tools in seen.items()}
    expect("the broken one was run alone", by_name[broken], {"alone": "wrong"})
    hung = next(name for name in by_name if name.startswith("lock_spin") and name.endswith("livelock"))
    expect("a hang", by_name[hung], {"alone": "hang", **{t: "no-hang" for t in measure.TOOLS}})
    status, said = script("measure.py", out, *tools, "--limit", "4", "--budget", "1")
    expect(f"no time ({said})", (status, "left over" in said), (3, True))
    status, said = script("measure.py", out, *tools, "--limit", "4")
    expect(f"the rest alone ({said})", (status, "1 of 1 compiled" in said, "4 runs" in said), (0, True, True))
    os.remove(os.path.join(out, "rows.csv"))
    status, said = script("measure.py", out, *tools)
    expect(f"nothing is left to do ({said})", (status, "0 of 0 compiled" in said), (0, True))
    with open(readme, "w", encoding="utf-8") as f:
        f.write("a\n<!-- labelled:begin -->\nold\n<!-- labelled:end -->\nb\n")
    table, emulator = ["--csv", os.path.join(out, "h200.csv"), "--only", only], os.path.join(folder, "emulator.json")
    made = [p for p in generate.programs() if p.template in ("lock_spin", "scan_sweeps")]
    with open(emulator, "w", encoding="utf-8") as f:
        json.dump({p.name: {"outcome": "found" if p.kinds else "clean"} for p in made}, f)
    expect("old", script("table.py", *table, "--check", readme)[0], 1)
    expect("written", script("table.py", *table, "--emulator", emulator, "--readme", readme), (0, ""))
    expect("current", script("table.py", *table, "--check", readme), (0, ""))
    with open(readme, encoding="utf-8") as f:
        text = f.read()
    wrong = sum(bool(p.kinds) for p in made)
    found = {tool: sum(bool(set(p.kinds) & set(kinds)) for p in made) for tool, kinds in
             (("memcheck", ("out-of-bounds",)), ("racecheck", ("race-shared",)), ("initcheck", ("uninitialised-read",)), ("synccheck", ("barrier-not-reached",)))}
    row = f"| **found** | {wrong} | {wrong} | " + " | ".join(str(found[t]) for t in measure.TOOLS) + f" | {sum(found.values())} |"
    expect(f"the sums ({text})", row in text and text.startswith("a\n") and text.endswith("\nb\n"), True)
    expect("other programs", script("table.py", "--csv", os.path.join(out, "h200.csv"), "--check", readme)[0], 1)
    expect("not measured", script("table.py", "--csv", os.path.join(out, "none.csv"), "--check", readme)[0], 77)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--emucc", required=True)
    arguments = parser.parse_args()
    test_generator()
    test_reading()
    with tempfile.TemporaryDirectory() as folder:
        test_measure(folder)
        test_steps(arguments.emucc, folder)
    test_judge(arguments.emucc)
    for complaint in bad:
        print("FAIL " + complaint, file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
