#!/usr/bin/env python3
"""The group `ulps`: functions of CUDA's mathematics against results of high precision, within the error that NVIDIA documents.

ulps.py MORE --emucc PATH compares MORE arguments of each function (it wants mpmath) and names the largest errors;
ulps.py --make writes ulps.txt, the results for the arguments that the test takes (it wants mpmath)."""
import argparse
import os
import random
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.dirname(HERE))
from harness import Harness, fail, indent, run  # pylint: disable=wrong-import-position

RESULTS = os.path.join(HERE, "ulps.txt")
SAMPLE = 24
# Name, the documented error of the double and of the float form in ulp, and the ranges of the arguments: (low, high) evenly, or
# by exponent where both are positive and far apart. CUDA Programming Guide, 5.5.7 and 5.5.8 (tables 47 to 55), compared with it
# on 2026-11-29.
FUNCTIONS = [
    ("sqrt", 0, 0, [(1e-30, 1e30)]), ("rsqrt", 1, 2, [(1e-30, 1e30)]), ("cbrt", 1, 1, [(1e-30, 1e30)]),
    ("rcbrt", 1, 1, [(1e-30, 1e30)]), ("hypot", 2, 3, [(1e-9, 1e9), (1e-9, 1e9)]), ("rhypot", 1, 2, [(1e-9, 1e9), (1e-9, 1e9)]),
    ("norm3d", 2, 3, [(-9, 9)] * 3), ("rnorm3d", 1, 2, [(-9, 9)] * 3), ("norm4d", 2, 3, [(-9, 9)] * 4),
    ("rnorm4d", 1, 2, [(-9, 9)] * 4), ("exp", 1, 2, [(-80, 80)]), ("exp2", 1, 2, [(-120, 120)]), ("exp10", 1, 2, [(-36, 36)]),
    ("expm1", 1, 1, [(-5, 5)]), ("log", 1, 1, [(1e-30, 1e30)]), ("log", 1, 1, [(0.5, 2)]), ("log2", 1, 1, [(1e-30, 1e30)]),
    ("log10", 1, 2, [(1e-30, 1e30)]), ("log1p", 1, 1, [(-0.9, 3)]), ("sin", 2, 2, [(-50, 50)]), ("cos", 2, 2, [(-50, 50)]),
    ("tan", 2, 4, [(-50, 50)]), ("sinpi", 2, 1, [(-9, 9)]), ("cospi", 2, 1, [(-9, 9)]), ("asin", 2, 2, [(-1, 1)]),
    ("acos", 2, 2, [(-1, 1)]), ("atan", 2, 2, [(-9, 9)]), ("atan2", 2, 3, [(-9, 9), (-9, 9)]), ("sinh", 2, 3, [(-9, 9)]),
    ("cosh", 1, 2, [(-9, 9)]), ("tanh", 1, 2, [(-3, 3)]), ("asinh", 3, 3, [(-9, 9)]), ("acosh", 3, 4, [(1, 9)]),
    ("atanh", 2, 3, [(-1, 1)]), ("pow", 2, 4, [(1e-3, 1e3), (-9, 9)]), ("erf", 2, 2, [(-4, 4)]), ("erfc", 5, 4, [(-4, 9)]),
    ("erfinv", 5, 2, [(-1, 1)]), ("erfcinv", 6, 4, [(1e-30, 1.9)]), ("erfcinv", 6, 4, [(0.1, 1.9)]), ("erfcx", 4, 4, [(-5, 40)]),
    ("erfcx", 4, 4, [(1e-3, 1e9)]), ("normcdf", 5, 5, [(-12, 6)]), ("normcdfinv", 8, 5, [(1e-30, 0.5)]),
    ("normcdfinv", 8, 5, [(0.1, 0.99)]), ("lgamma", 4, 6, [(0.1, 99)]), ("tgamma", 10, 5, [(-9, 30)]), ("j0", 7, 9, [(0, 7)]),
    ("j1", 7, 9, [(0, 7)]), ("y0", 7, 9, [(0.1, 7)]), ("y1", 7, 9, [(0.1, 7)]), ("cyl_bessel_i0", 6, 6, [(-30, 30)]),
    ("cyl_bessel_i1", 6, 6, [(-30, 30)]),
]
CASES = [(name + suffix, bound, ranges) for name, *bounds, ranges in FUNCTIONS for suffix, bound in zip(("", "f"), bounds)]


def bits(x, single):
    return struct.unpack("<I", struct.pack("<f", x))[0] if single else struct.unpack("<Q", struct.pack("<d", x))[0]


def number(b, single):
    return struct.unpack("<f", struct.pack("<I", b))[0] if single else struct.unpack("<d", struct.pack("<Q", b))[0]


def one(rng, low, high, single):
    wide = low > 0 and high / low > 1000
    x = low * (high / low) ** rng.random() if wide else low + (high - low) * rng.random()
    return number(bits(x, True), True) if single else x


def arguments(case, n):
    name, _, ranges = CASES[case]
    rng = random.Random(f"{case} {name}")
    return [[one(rng, *r, is_single(case)) for r in ranges] for _ in range(n)]


def is_single(case):
    return case % 2 == 1


def exact(case, rows):
    """With a precision of 200 bits. The bits of the nearest number, and the number itself."""
    import mpmath as m  # pylint: disable=import-outside-toplevel
    m.mp.prec = 220
    of = {
        "rsqrt": lambda x: 1 / m.sqrt(x), "cbrt": m.cbrt, "rcbrt": lambda x: 1 / m.cbrt(x), "rhypot": lambda x, y: 1 / m.hypot(x, y),
        "norm3d": lambda *v: m.norm(v), "rnorm3d": lambda *v: 1 / m.norm(v), "norm4d": lambda *v: m.norm(v),
        "rnorm4d": lambda *v: 1 / m.norm(v), "exp2": lambda x: m.mpf(2) ** x, "exp10": lambda x: m.mpf(10) ** x,
        "log2": lambda x: m.log(x) / m.log(2), "pow": m.power, "erfcinv": None, "erfcx": lambda x: m.exp(x * x) * m.erfc(x),
        "normcdf": lambda x: m.erfc(-x / m.sqrt(2)) / 2, "normcdfinv": None, "lgamma": m.loggamma, "tgamma": m.gamma,
        "j0": lambda x: m.besselj(0, x), "j1": lambda x: m.besselj(1, x), "y0": lambda x: m.bessely(0, x),
        "y1": lambda x: m.bessely(1, x), "cyl_bessel_i0": lambda x: m.besseli(0, x), "cyl_bessel_i1": lambda x: m.besseli(1, x),
    }

    def inverse_erfc(y):
        t = m.sqrt(-2 * m.log(y / 2)) if y < 1 else 0
        start = m.erfinv(1 - y) if y > m.mpf("1e-6") else (t - m.log(t * 2.5) / t) / m.sqrt(2)
        return m.findroot(lambda z: m.log(m.erfc(z) / y), start)

    of["erfcinv"] = inverse_erfc
    of["normcdfinv"] = lambda p: -m.sqrt(2) * inverse_erfc(2 * p)
    name = CASES[case][0][:-1] if is_single(case) else CASES[case][0]
    f = of.get(name) or getattr(m, name)
    return [f(*[m.mpf(x) for x in row]) for row in rows]


def spacing(value, single):
    """The distance of the float or double nearest to a number from the next one."""
    digits, least = (24, -149) if single else (53, -1074)
    exponent = 0 if value == 0 else __import__("math").frexp(abs(float(value)))[1]
    return 2.0 ** max(exponent - digits, least)


def program(n):
    text = ["#include <cstdio>\n#include <cstring>\n"]
    for case, (name, _, ranges) in enumerate(CASES):
        single = is_single(case)
        t, word = ("float", "unsigned") if single else ("double", "unsigned long long")
        rows = arguments(case, n)
        flat = ", ".join(hex(bits(x, single)) + ("u" if single else "ull") for row in rows for x in row)
        k = len(ranges)
        text.append(f"__device__ {word} in{case}[] = {{{flat}}};\n"
                    f"__global__ void k{case}({t} *out) {{\n  int i = blockIdx.x * 32 + threadIdx.x;\n  if (i >= {n}) return;\n"
                    f"  {t} x[{k}];\n  memcpy(x, in{case} + i * {k}, sizeof x);\n"
                    f"  out[i] = {name}({', '.join(f'x[{i}]' for i in range(k))});\n}}\n")
    text.append("int main() {\n")
    for case, (name, *_) in enumerate(CASES):
        t, word = ("float", "unsigned") if is_single(case) else ("double", "unsigned long long")
        text.append(f"  {{\n    static {word} h[{n}];\n    {t} *d;\n    cudaMalloc(&d, sizeof h);\n    k{case}<<<{(n + 31) // 32}, 32>>>(d);\n"
                    f"    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n    cudaFree(d);\n"
                    f"    for (int i = 0; i < {n}; i++) printf(\"%llx \", (unsigned long long)h[i]);\n    printf(\"\\n\");\n  }}\n")
    return "".join(text) + "}\n"


def computed(harness, n):
    source = harness.write("ulps.cu", program(n))
    out = source[:-3] + ".out"
    status, said, err = run([harness.emucc, source, "-o", out], timeout=300)
    if status:
        fail("ulps", "emucc must compile it" + indent(said + err))
        return None
    status, said, err = run([out], timeout=300)
    if status or err:
        fail("ulps", f"expected exit 0 and silence, got {status}" + indent(err))
    return [[int(b, 16) for b in line.split()] for line in said.splitlines()]


def recorded():
    with open(RESULTS, encoding="utf-8") as f:
        lines = [line.split() for line in f if not line.startswith("#")]
    return [(line[0], [(int(w.split("+")[0], 16), int(w.split("+")[1])) for w in line[1:]]) for line in lines]


def error(got, near, hundredths, single):
    """In ulp. The exact result lies hundredths of an ulp above the number `near`."""
    a, b = number(got, single), number(near, single)
    return abs((a - b) / spacing(b, single) - hundredths / 100)


def told(case, bound, results, wanted):
    name, single, out = CASES[case][0], is_single(case), []
    for row, got, (near, rest) in zip(arguments(case, len(wanted)), results, wanted):
        off = error(got, near, rest, single)
        if not off <= bound + (0.5 if bound == 0 else 0):
            out.append(f"{name}({', '.join(x.hex() for x in row)}): {number(got, single)!r}, expected "
                       f"{number(near, single)!r}: {off:.2f} ulp off, documented {bound}")
    return out


def group_ulps(harness):
    """Functions of CUDA's mathematics within the error that NVIDIA documents, of results of high precision."""
    wanted = recorded()
    if [name for name, _ in wanted] != [name for name, *_ in CASES] or any(len(w) != SAMPLE for _, w in wanted):
        fail("ulps.txt", "was made for other functions: run ulps.py --make")
        return
    results = computed(harness, SAMPLE)
    if results is None:
        return
    complaints = [line for case, (_, bound, _) in enumerate(CASES) for line in told(case, bound, results[case], wanted[case][1])]
    if complaints:
        fail("ulps", f"{len(complaints)} results:" + indent("\n".join(complaints[:20])))
    for case in (0, 1):  # a result that is one unit off, of a function that is exact
        off = [results[case][0] + 1] + results[case][1:]
        if len(told(case, 0, off, wanted[case][1])) != 1:
            fail("ulps", "a result of sqrt was changed by one unit: one complaint was to come")
    print(f"{len(CASES) * SAMPLE} results of {len(CASES)} functions")


def nearest(case, values):
    out, single = [], is_single(case)
    for v in values:
        near = number(bits(float(v), True), True) if single else float(v)
        out.append((bits(near, single), round(float((v - near) / spacing(near, single)) * 100)))
    return out


def make():
    with open(RESULTS, "w", encoding="utf-8") as f:
        f.write("# Made by ulps.py --make: of each function the nearest numbers to its results, and hundredths of an ulp to add.\n")
        for case, (name, *_) in enumerate(CASES):
            rows = nearest(case, exact(case, arguments(case, SAMPLE)))
            f.write(name + " " + " ".join(f"{b:x}+{rest}" for b, rest in rows) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("more", type=int, nargs="?")
    parser.add_argument("--emucc", default="emucc")
    parser.add_argument("--make", action="store_true")
    options = parser.parse_args()
    if options.make:
        return make()
    import tempfile  # pylint: disable=import-outside-toplevel
    with tempfile.TemporaryDirectory() as folder:
        results = computed(Harness(options, folder), options.more)
    for case, (name, bound, _) in enumerate(CASES):
        single, rows = is_single(case), arguments(case, options.more)
        wanted = nearest(case, exact(case, rows))
        worst = max(range(options.more), key=lambda i: error(results[case][i], *wanted[i], single))
        off = error(results[case][worst], *wanted[worst], single)
        print(f"{'TOO MUCH ' if off > max(bound, 0.5) else ''}{name}: {off:.2f} of {bound} at {rows[worst]}")
    return None


if __name__ == "__main__":
    sys.exit(main())
