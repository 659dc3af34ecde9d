"""Random programs of arithmetic that every device computes alike, bit for bit: the same for the same seed.

A program is a device function of STATEMENTS lines, each of which makes a number of elements of the pools (special values
and random ones) or of earlier lines; it runs for THREADS sets of inputs. The last ones, OPEN of them, do what C++ leaves
open (shifts by any amount, conversions of any number, divisions by zero), on which nvcc and the emulator still agree."""
import random

SEED, PROGRAMS, OPEN, STATEMENTS, THREADS, POOL, IN_KERNEL = 14, 400, 40, 3, 14, 64, 20
BITS = {"i8": 8, "u8": 8, "i16": 16, "u16": 16, "i32": 32, "u32": 32, "i64": 64, "u64": 64, "f32": 32, "f64": 64,
        "f16": 16, "b16": 16}
TYPES = {"i8": "signed char", "u8": "unsigned char", "i16": "short", "u16": "unsigned short", "i32": "int",
         "u32": "unsigned", "i64": "long long", "u64": "unsigned long long", "f32": "float", "f64": "double",
         "f16": "__half", "b16": "__nv_bfloat16"}
WHOLE = [t for t in BITS if t[0] in "iu"]
WIDE = ["i32", "u32", "i64", "u64"]
MODES = ("rn", "rz", "ru", "rd")


def unsigned(t):
    return "u" + t[1:]


def whole_numbers():
    """(result type, text with {} for the operands, types of the operands)"""
    for t in WHOLE:
        c, u = TYPES[t], TYPES["u32" if BITS[t] < 32 else unsigned(t)]
        for op in "+-*&|^":
            yield t, f"({c})(({u}){{}} {op} ({u}){{}})", (t, t)
        most = (1 << (BITS[t] - (t[0] == "i"))) - 1
        for op in "/%":  # by a positive number
            yield t, f"({c})({{}} {op} ({c})(({{}} & {most}{'u' if BITS[t] < 64 else 'ull'}) | 1))", (t, t)
        yield t, f"({c})(({TYPES[unsigned(t)]}){{}} << ({{}} & {BITS[t] - 1}))", (t, "u32")
        yield t, f"({c})({{}} >> ({{}} & {BITS[t] - 1}))", (t, "u32")
        yield "i32", "{} < {}", (t, t)
        for s in WHOLE:
            if s != t:
                yield t, f"({c}){{}}", (s,)
    for t in WIDE:
        for f in ("min", "max"):
            yield t, f + "({}, {})", (t, t)
    for a, b in (("i32", "u32"), ("u32", "i32")):
        yield "u32", "min({}, {})", (a, b)
        yield "u32", "max({}, {})", (a, b)
    yield "i32", "abs({} >> 1)", ("i32",)
    yield "i64", "llabs({} >> 1)", ("i64",)


def bits():
    one = {"__popc": ("i32", "u32"), "__popcll": ("i32", "u64"), "__clz": ("i32", "i32"), "__clzll": ("i32", "i64"),
           "__ffs": ("i32", "i32"), "__ffsll": ("i32", "i64"), "__brev": ("u32", "u32"), "__brevll": ("u64", "u64")}
    for f, (r, a) in one.items():
        yield r, f + "({})", (a,)
    for f in ("__byte_perm", "__funnelshift_l", "__funnelshift_r", "__funnelshift_lc", "__funnelshift_rc"):
        yield "u32", f + "({}, {}, {})", ("u32", "u32", "u32")
        yield "u32", f + "({}, {}, {} & 63)", ("u32", "u32", "u32")
    two = {"__mulhi": "i32", "__umulhi": "u32", "__mul64hi": "i64", "__umul64hi": "u64", "__mul24": "i32", "__umul24": "u32",
           "__hadd": "i32", "__rhadd": "i32", "__uhadd": "u32", "__urhadd": "u32"}
    for f, t in two.items():
        yield t, f + "({}, {})", (t, t)
    yield "u32", "__sad({}, {}, {})", ("i32", "i32", "u32")
    yield "u32", "__usad({}, {}, {})", ("u32", "u32", "u32")
    yield "i32", "__dp4a({}, {}, {} >> 3)", ("i32", "i32", "i32")
    yield "u32", "__dp4a({}, {}, {})", ("u32", "u32", "u32")


def reals():
    for t, letter, s in (("f32", "f", "f"), ("f64", "d", "")):
        for op in "+-*/":
            yield t, "{} " + op + " {}", (t, t)
        for op in ("<", "<=", "==", "!="):
            yield "i32", "{} " + op + " {}", (t, t)
        for m in MODES:
            for f in ("add", "sub", "mul", "div"):
                yield t, f"__{letter}{f}_{m}({{}}, {{}})", (t, t)
            yield t, f"{'__fmaf' if s else '__fma'}_{m}({{}}, {{}}, {{}})", (t, t, t)
            for f in ("rcp", "sqrt"):
                yield t, f"__{letter}{f}_{m}({{}})", (t,)
        yield t, f"fma{s}({{}}, {{}}, {{}})", (t, t, t)
        for f in ("fmin", "fmax", "copysign", "fdim", "fmod", "remainder", "nextafter"):
            yield t, f"{f}{s}({{}}, {{}})", (t, t)
        for f in ("min", "max"):
            yield t, f + "({}, {})", (t, t)
        for f in ("sqrt", "fabs", "floor", "ceil", "trunc", "rint", "round", "nearbyint"):
            yield t, f"{f}{s}({{}})", (t,)
        yield t, f"ldexp{s}({{}}, {{}} % 300)", (t, "i32")
        for f in ("isnan", "isinf", "isfinite", "signbit"):
            yield "i32", f"({f}({{}}) != 0)", (t,)
    yield "f32", "__saturatef({})", ("f32",)
    yield "f32", "__frsqrt_rn({})", ("f32",)
    yield "i32", "__double2hiint({})", ("f64",)
    yield "i32", "__double2loint({})", ("f64",)
    yield "f64", "__hiloint2double({}, {})", ("i32", "i32")


def conversions():
    names = {"i32": "int", "u32": "uint", "i64": "ll", "u64": "ull"}
    for w, name in names.items():
        for m in MODES:
            yield w, f"__float2{name}_{m}({{}})", ("f32",)
            yield w, f"__double2{name}_{m}({{}})", ("f64",)
            yield "f32", f"__{name}2float_{m}({{}})", (w,)
            if BITS[w] == 64:
                yield "f64", f"__{name}2double_{m}({{}})", (w,)
    for t in WHOLE:
        yield "f32", "(float){}", (t,)
        yield "f64", "(double){}", (t,)
    for m in MODES:
        yield "f32", f"__double2float_{m}({{}})", ("f64",)
    yield "f32", "(float){}", ("f64",)
    yield "f64", "(double){}", ("f32",)
    yield "f32", "__int_as_float({})", ("i32",)
    yield "i32", "__float_as_int({})", ("f32",)
    yield "f64", "__longlong_as_double({})", ("i64",)


def small(t, name):
    short = {"i32": "int", "u32": "uint", "i64": "ll", "u64": "ull", "i16": "short", "u16": "ushort"}
    for w, word in short.items():
        for m in MODES:
            yield w, f"__{name}2{word}_{m}({{}})", (t,)
            yield t, f"__{word}2{name}_{m}({{}})", (w,)
    yield "i8", f"__{name}2char_rz({{}})", (t,)
    yield "u8", f"__{name}2uchar_rz({{}})", (t,)
    for w in WHOLE:
        yield w, f"({TYPES[w]}){{}}", (t,)
    for m in MODES:
        yield t, f"__float2{name}_{m}({{}})", ("f32",)
    yield t, f"__double2{name}({{}})", ("f64",)
    yield "f32", f"__{name}2float({{}})", (t,)
    for f in ("__hadd", "__hsub", "__hmul", "__hdiv", "__hmin", "__hmax"):
        yield t, f + "({}, {})", (t, t)
    yield t, "__hfma({}, {}, {})", (t, t, t)
    for f in ("__hneg", "__habs", "hfloor", "hceil", "htrunc", "hrint"):
        yield t, f + "({})", (t,)
    for f in ("__hlt", "__hle", "__heq", "__hne"):
        yield "i32", f"(int){f}({{}}, {{}})", (t, t)


def open_operations():
    """What C++ leaves open. Narrow types are divided as int, so that no 16-bit division is asked for."""
    for t in WIDE:
        yield t, "{} << {}", (t, "amount")
        yield t, "{} >> {}", (t, "amount")
        yield t, "{} << {}", (t, "unsigned amount")
        for op in "/%":
            yield t, "{} " + op + " {}", (t, t + " divisor")
    for t in WHOLE:
        for f in ("f32", "f64"):
            yield t, f"({TYPES[t]}){{}}", (f,)


def special(t, rng):
    """The bits of a number of type t, often one at an edge."""
    n = BITS[t]
    if t[0] in "iu":
        edges = [0, 1, 2, (1 << n) - 1, 1 << (n - 1), (1 << (n - 1)) - 1, n, n - 1, 255, 0x7654 % (1 << n)]
        return rng.choice(edges) if rng.random() < 0.4 else rng.getrandbits(rng.randint(1, n))
    exponent, low = {"f32": (8, 23), "f64": (11, 52), "f16": (5, 10), "b16": (8, 7)}[t]
    bias, sign = (1 << (exponent - 1)) - 1, rng.getrandbits(1) << (n - 1)
    edges = [0, bias << low, ((1 << exponent) - 1) << low, 1, (1 << low) - 1, 1 << low, (((1 << exponent) - 1) << low) - 1,
             (bias - 1) << low, (((1 << exponent) - 1) << low) | 1 << (low - 1), (bias << low) + 1]
    if rng.random() < 0.35:
        return sign | rng.choice(edges)
    near = bias + rng.randint(-3, 40) if rng.random() < 0.7 else rng.getrandbits(exponent)
    return sign | min(near, (1 << exponent) - 1) << low | rng.getrandbits(low)


def pool(t, rng):
    if t == "amount":
        return [rng.choice([0, 1, 5, 31, 32, 33, 40, 63, 64, 65, 255, 256, -1, -32, 2 ** 31 - 1]) % 2 ** 32 for _ in range(POOL)]
    if t == "unsigned amount":
        return pool("amount", rng)
    if t.endswith("divisor"):
        n = BITS[t.split()[0]]
        return [rng.choice([0, 0, 1, (1 << n) - 1, 3, rng.getrandbits(n)]) for _ in range(POOL)]
    return [special(t, rng) for _ in range(POOL)]


def type_of(name):
    return {"amount": "i32", "unsigned amount": "u32"}.get(name, name.split()[0])


def operand(t, made, rng):
    earlier = [v for v, made_type in made if made_type == t]
    if earlier and rng.random() < 0.4:
        return rng.choice(earlier)
    return f"in_{t.replace(' ', '_')}[({rng.randrange(POOL)} + t) % {POOL}]"


def deal(operations, rng):
    """All of them in random order, and again."""
    while True:
        deck = list(operations)
        rng.shuffle(deck)
        yield from deck


def program(number, operations, rng):
    made, lines = [], []
    for i in range(STATEMENTS):
        result, text, operands = next(operations)
        lines.append(f"  {TYPES[result]} v{i} = {text.format(*(operand(a, made, rng) for a in operands))};")
        lines.append(f"  out[{(number * STATEMENTS + i) * THREADS} + t] = bits(v{i});")
        made.append((f"v{i}", result))
    return "static __device__ __noinline__ void p%d(unsigned long long *out, int t) {\n%s\n}\n" % (number, "\n".join(lines))


HEAD = """// Made by programs.py.
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
template <class T> __device__ unsigned long long bits(T v) {
  unsigned long long b = 0;
  memcpy(&b, &v, sizeof v);
  return b;
}
__device__ unsigned long long bits(float v) { return v == v ? __float_as_uint(v) : 0x7fffffffu; }
__device__ unsigned long long bits(double v) { return v == v ? (unsigned long long)__double_as_longlong(v) : ~0ull >> 1; }
__device__ unsigned long long bits(__half v) { return __hisnan(v) ? 0x7fffu : __half_as_ushort(v); }
__device__ unsigned long long bits(__nv_bfloat16 v) { return __hisnan(v) ? 0x7fffu : __bfloat16_as_ushort(v); }
"""
TAIL = """int main() {
  static unsigned long long host[%(results)d];
  unsigned long long *out;
  if (cudaMalloc(&out, sizeof host)) return 1;
%(launches)s
  if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost)) return 1;
  cudaFree(out);
  for (int p = 0; p < %(programs)d; p++)
    for (int i = 0; i < %(each)d; i++) printf("%%llx%%c", host[p * %(each)d + i], i == %(each)d - 1 ? '\\n' : ' ');
  return 0;
}
"""


def source():
    """One CUDA program that prints a line of results, in hexadecimal, for each of the PROGRAMS + OPEN programs."""
    rng = random.Random(SEED)
    defined = [op for g in (whole_numbers(), bits(), reals(), conversions(), small("f16", "half"), small("b16", "bfloat16"))
               for op in g]
    names = list(BITS) + ["amount", "unsigned amount"] + [t + " divisor" for t in WIDE]
    text = [HEAD]
    for name in names:
        t, values = type_of(name), pool(name, rng)
        raw = f"raw_{name.replace(' ', '_')}"
        text.append("__device__ %s %s[] = {%s};\n" % (TYPES[unsigned("x" + str(BITS[t]))], raw,
                                                      ", ".join(hex(v) + ("u" if BITS[t] < 64 else "ull") for v in values)))
        text.append(f"#define in_{name.replace(' ', '_')} (({TYPES[t]} *){raw})\n")
    for operations, numbers in ((defined, range(PROGRAMS)), (open_operations(), range(PROGRAMS, PROGRAMS + OPEN))):
        dealt = deal(list(operations), rng)
        text.extend(program(n, dealt, rng) for n in numbers)
    launches = []
    for k, first in enumerate(range(0, PROGRAMS + OPEN, IN_KERNEL)):
        calls = "".join(f"  p{n}(out, threadIdx.x);\n" for n in range(first, min(first + IN_KERNEL, PROGRAMS + OPEN)))
        text.append(f"__global__ void k{k}(unsigned long long *out) {{\n{calls}}}\n")
        launches.append(f"  k{k}<<<1, {THREADS}>>>(out);")
    each = STATEMENTS * THREADS
    text.append(TAIL % {"results": (PROGRAMS + OPEN) * each, "launches": "\n".join(launches), "programs": PROGRAMS + OPEN,
                        "each": each})
    return "".join(text)


if __name__ == "__main__":
    print(source(), end="")
