"""The group `arithmetic`: random programs counted, with --fast and as a GPU has computed them, bit for bit."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import programs  # pylint: disable=wrong-import-position
from measure import digest  # pylint: disable=wrong-import-position
from harness import fail, indent, run  # pylint: disable=wrong-import-position

HARDWARE = os.path.join(HERE, "hardware.txt")


def statement(text, program, result):
    """The line that made a result, and the inputs' set."""
    number, thread = divmod(result, programs.THREADS)
    body = text.split(f" p{program}(unsigned long long *out, int t) {{\n", 1)[1]
    return body.splitlines()[2 * number].strip() + f"  with t = {thread}"


def differences(text, got, wanted):
    """Told as text, in the order of the results. What depends on a different result is told as well."""
    told = []
    lines, expected = got.splitlines(), wanted.splitlines()
    if len(lines) != len(expected):
        return [f"{len(lines)} programs, expected {len(expected)}"]
    for p, (a, b) in enumerate(zip(lines, expected)):
        if len(a.split()) != len(b.split()):
            told.append(f"program {p}: {len(a.split())} results, expected {len(b.split())}")
            continue
        told += [f"program {p}: {statement(text, p, i)}: got {g}, expected {w}"
                 for i, (g, w) in enumerate(zip(a.split(), b.split())) if g != w]
    return told


def compare(what, text, got, wanted):
    told = differences(text, got, wanted)
    if told:
        fail(what, f"{len(told)} results differ:" + indent("\n".join(told[:20])))


def computed(harness, source, *options):
    program = source + "".join(options) + ".out"
    status, out, err = run([harness.emucc, *options, source, "-o", program], timeout=300)
    if status or out or err:
        fail("arithmetic", f"emucc must exit 0 and say nothing, got exit {status}" + indent(out + err))
        return None
    status, out, err = run([program])
    if status or re.sub(r"emu: note: .*\n(  .*\n)+", "", err):
        fail("arithmetic", f"expected exit 0 and no hazard, got exit {status}" + indent(err))
    return out


def group_arithmetic(harness):
    """Random programs: counted, with --fast, and as a GPU computed them."""
    text = programs.source()
    source = harness.write("arithmetic.cu", text)
    counted, fast = computed(harness, source), computed(harness, source, "--fast")
    if counted is None or fast is None:
        return
    compare("--fast and counted", text, fast, counted)
    changed = re.sub(r"\b(\w+)$", lambda m: "%x" % (int(m[1], 16) ^ 1), counted.rstrip("\n"))
    if len(differences(text, changed, counted)) != 1:
        fail("compare", "one bit of the last result was changed: one difference was to be told")
    results = len(counted.split())
    if len(counted.splitlines()) < 400 or results < 15000:
        fail("arithmetic", f"{results} results of {len(counted.splitlines())} programs: at least 15000 of 400 are wanted")
    if not os.path.exists(HARDWARE):
        harness.skipped = (f"{results} results are the same counted and fast, but there are none of a GPU to compare with: where "
                         "one is, run common/emu/tests/arithmetic/measure.py common/emu/tests/arithmetic")
        return
    with open(HARDWARE, encoding="utf-8") as f:
        head, wanted = f.read().split("\n", 1)
    if f"source {digest(text)}" not in head:
        fail("hardware.txt", "was made from other programs: run tests/arithmetic/measure.py tests/arithmetic again, on a GPU")
    else:
        compare(head.lstrip("# "), text, counted, wanted)
    print(f"{results} results of {len(counted.splitlines())} programs")
