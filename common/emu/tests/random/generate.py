#!/usr/bin/env python3
"""Random right programs: no two threads race, nothing is left open, all that they print is the same on every device.

    generate.py OUT [--count 700] [--first 0]     # writes OUT/r0000.cu ... and common.cuh; the same number, the same program

A program has three parts, drawn from PARTS; each prints digests of its results. tests/arithmetic has expressions of all types and
intrinsics; here is what surrounds them: warps, groups, atomics, shared memory, classes, streams, statements, patterns of
blocks and grids."""
import argparse
import os
import random
import shutil

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = 41
PARTS = []


def part(make):
    """make(rng, name): the text at file scope and the lines of main."""
    PARTS.append(make)
    return make


def kernel(name, body, parameters="u64 *out", bounds=""):
    return f"__global__ void {bounds}{name}({parameters}) {{\n  u32 t = threadIdx.x, g = blockIdx.x * blockDim.x + t;\n{body}\n}}\n"


def launch(name, blocks, threads, kind="u64", before="", arguments="", shared=""):
    return (f"  {{\n    Results<{kind}> r({blocks * threads});\n{before}    {name}<<<{blocks}, {threads}{shared}>>>(r.device{arguments});\n"
            f"    r.finish(\"{name}\");\n  }}\n")


# ---- warps and groups

@part
def warp(rng, name):
    lines = [f"  u32 lane = t % 32, v = some({rng.randrange(999)}, g);", "  u64 d = v;"]
    for _ in range(rng.randint(4, 7)):
        width = rng.choice([4, 8, 16, 32])
        lines.append(rng.choice([
            f"  v += __shfl_sync(~0u, v, (lane * {rng.randrange(1, 32, 2)} + {rng.randrange(32)}) % 32, {width});",
            f"  v ^= __shfl_up_sync(~0u, v, {rng.randrange(1, width)}, {width});",
            f"  v += 3 * __shfl_down_sync(~0u, v, {rng.randrange(1, width)}, {width});",
            f"  v -= __shfl_xor_sync(~0u, v, {rng.randrange(1, width)});",
            f"  d = fold(d, (u64)__ballot_sync(~0u, v >> {rng.randrange(32)} & 1));",
            f"  d = fold(d, (u64)__match_any_sync(~0u, v % {rng.randint(2, 9)}));",
            "  d = fold(d, (u64)__reduce_add_sync(~0u, v) + __reduce_max_sync(~0u, v) + __reduce_xor_sync(~0u, v));",
            f"  {{ double x = (double)(int)v; x += __shfl_xor_sync(~0u, x, {rng.randrange(1, 32)}); d = fold(d, x); }}",
            f"  d += __any_sync(~0u, v % 64 == {rng.randrange(64)}) + 2 * __all_sync(~0u, v != {rng.getrandbits(16)});"]))
    mask = rng.getrandbits(32) | 1 << rng.randrange(32)
    low = f"__ffs({mask}u) - 1"
    lines.append(f"  if ({mask}u >> lane & 1) {{\n    u32 w = __shfl_sync({mask}u, v, {low});\n    d = fold(d, (u64)w + __popc(__ballot_sync({mask}u, w & v & 1)));\n"
                 f"    __syncwarp({mask}u);\n  }}\n  out[g] = fold(d, (u64)v);")
    return kernel(name, "\n".join(lines)), launch(name, 2, rng.choice([32, 96, 128]))


@part
def tile(rng, name):
    size, k = rng.choice([1, 2, 4, 8, 16, 32]), rng.randrange(999)
    body = f"""  auto block = cg::this_thread_block();
  auto mine = cg::tiled_partition<{size}>(block);
  u32 v = some({k}, g);
  u64 d = fold(mine.thread_rank(), (u64)mine.meta_group_rank() * 64 + mine.meta_group_size());
  d = fold(d, (u64)mine.shfl(v, {rng.randrange(size)}) + mine.shfl_xor(v, {rng.randrange(size)}));
  d = fold(d, (u64)cg::reduce(mine, v, cg::{rng.choice(['plus', 'bit_xor', 'bit_or'])}<u32>()));
  d = fold(d, (u64)cg::reduce(mine, (int)v, cg::{rng.choice(['less', 'greater'])}<int>()));
  d = fold(d, (u64)cg::{rng.choice(['in', 'ex'])}clusive_scan(mine, v % 1000));
  mine.sync();
  if (v % {rng.randint(2, 4)} == 0) {{
    auto some_of_us = cg::coalesced_threads();
    d = fold(d, (u64)some_of_us.ballot(1) + some_of_us.any(v & 2) * 8 + some_of_us.all(v & 4));
  }}
  block.sync();
  out[g] = d + block.size() + block.group_index().x;"""
    return ("#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n#include <cooperative_groups/scan.h>\n"
            "namespace cg = cooperative_groups;\n" + kernel(name, body)), launch(name, 2, rng.choice([64, 96, 160]))


# ---- atomics

UPDATES = [  # type, initial value, what a thread does to *c with its number v
    ("u32", "0", "atomicAdd(c, v);"), ("int", "7", "atomicSub(c, (int)(v % 1000));"), ("u64", "1", "atomicAdd(c, (u64)v << 20);"),
    ("int", "0", "atomicMax(c, (int)v);"), ("u32", "~0u", "atomicMin(c, v);"), ("u64", "0", "atomicMax(c, (u64)v * v);"),
    ("u32", "~0u", "atomicAnd(c, ~(1u << v % 32));"), ("u64", "0", "atomicOr(c, 1ull << v % 64);"), ("u32", "5", "atomicXor(c, v);"),
    ("u32", "3", "atomicInc(c, 41);"), ("u32", "3", "atomicDec(c, 29);"), ("float", "0.5f", "atomicAdd(c, (float)(v % 64));"),
    ("double", "0.25", "atomicAdd(c, (double)(v % 4096));"),
    ("u32", "1", "u32 seen; do seen = *(volatile u32 *)c; while (atomicCAS(c, seen, seen * (v | 1)) != seen);"),
    ("u32", "1", "u32 now = *c, seen;\n    do seen = now, now = atomicCAS(c, seen, seen * (v | 1)); while (now != seen);"),
    ("float", "-1e9f", "float x = (float)(int)v; int *bits = (int *)c, now = *bits;\n    while (__int_as_float(now) < x) {\n"
     "      int was = atomicCAS(bits, now, __float_as_int(x));\n      if (was == now) break;\n      now = was;\n    }"),
    ("double", "0", "u64 *bits = (u64 *)c, now = *bits, seen;\n    do seen = now, now = atomicCAS(bits, seen, (u64)__double_as_longlong("
     "__longlong_as_double((long long)seen) + v % 256));\n    while (now != seen);"),
    ("unsigned short", "9", "unsigned short now = *c, seen;\n    do seen = now, now = atomicCAS(c, seen, (unsigned short)(seen + v)); while (now != seen);"),
]


@part
def atomics(rng, name):
    cells, text, main = rng.choice([1, 3, 8, 33]), [], []
    for i, (kind, first, does) in enumerate(rng.sample(UPDATES, 4)):
        k, each, where = rng.randrange(999), f"{name}_{i}", f"t * {rng.choice([1, 7, 11])} % {cells}"
        shared = rng.random() < 0.5
        scope = rng.choice(["", "_block"]) if shared and does.startswith("atomicAdd(") else ""
        does = does.replace("atomicAdd(", f"atomicAdd{scope}(")
        step = f"    {kind} *c = @ + {where};\n    u32 v = some({k}, g);\n    {does}\n"
        if shared:
            body = (f"  __shared__ {kind} cell[{cells}];\n  if (t < {cells}) cell[t] = {first};\n  __syncthreads();\n  {{\n{step.replace('@', 'cell')}  }}\n"
                    f"  __syncthreads();\n  for (u32 i = t; i < {cells}; i += blockDim.x) out[blockIdx.x * {cells} + i] = fold(1, (double)cell[i]);")
            main.append(f"  {{\n    Results<u64> r({2 * cells});\n    {each}<<<2, 64>>>(r.device);\n    r.finish(\"{each}\");\n  }}\n")
            text.append(kernel(each, body))
        else:
            text.append(kernel(each, f"  {{\n{step.replace('@', 'cells')}  }}", f"{kind} *cells"))
            filled = f"std::vector<{kind}> h({cells}, {first}); MUST(cudaMemcpy(r.device, h.data(), {cells} * sizeof h[0], cudaMemcpyHostToDevice));"
            main.append(f"  {{\n    Results<{kind}> r({cells});\n    {filled}\n    {each}<<<3, {rng.choice([32, 96])}>>>(r.device);\n"
                        f"    u64 d = 1;\n    for ({kind} x : r.fetch()) d = fold(d, (double)x);\n    printf(\"{each} %016llx\\n\", d);\n  }}\n")
    return "".join(text), "".join(main)


# ---- memory

@part
def shared(rng, name):
    n, k = rng.choice([32, 64, 128]), rng.randrange(999)
    body = f"""  extern __shared__ u64 room_{name}[];
  u32 *word = (u32 *)room_{name};
  short *half = (short *)(word + {n});
  unsigned char *byte = (unsigned char *)(half + {n});
  __shared__ union {{ u32 w[{n}]; unsigned char b[{n * 4}]; }} same;
  word[t] = some({k}, g), half[t] = (short)some({k} + 1, g), byte[t] = (unsigned char)some({k} + 2, g), same.w[t] = some({k} + 3, g);
  __syncthreads();
  u64 d = fold(word[{n - 1} - t], (u64)(long long)half[(t * {rng.choice([3, 5, 7])} + {rng.randrange(n)}) % {n}]);
  d = fold(d, (u64)byte[(t + {rng.randrange(n)}) % {n}] + same.b[(t * 4 + {rng.randrange(4)} + {rng.randrange(n)}) % {n * 4}]);
  __syncthreads();
  word[t] += 1, half[t] ^= 5, same.b[t * 4 + {rng.randrange(4)}] = (unsigned char)t;
  __syncthreads();
  out[g] = fold(d, (u64)word[t ^ 1] + (u32)half[t ^ {rng.choice([1, 2, 8])}] + same.w[(t + 1) % {n}]);"""
    return kernel(name, body), launch(name, 3, n, shared=f", {n * 7 + 8}")


@part
def vectors(rng, name):
    kind, k = rng.choice([("float4", "float", 4), ("int2", "int", 2), ("uint4", "unsigned", 4), ("double2", "double", 2), ("short4", "short", 4),
                          ("uchar4", "unsigned char", 4), ("float3", "float", 3), ("longlong2", "long long", 2)]), rng.randrange(999)
    vector, one, n = kind
    # No __ldg: it may read what the kernel does not write alone.
    hint = rng.choice(["__ldca", "__ldcs", "__ldcg", "__ldca", "__ldlu", "__ldcv"]) if n != 3 else "*"
    read = f"{hint}(&a[63 - t])" if n != 3 else "a[63 - t]"
    store = f"{rng.choice(['__stcs', '__stcg', '__stwb'])}(&a[64 + t], v);" if n != 3 else "a[64 + t] = v;"
    parts = "xyzw"[:n]
    body = (f"  a[t] = make_{vector}({', '.join(f'({one})(some({k} + {i}, t) % 100)' for i in range(n))});\n  __syncthreads();\n"
            f"  {vector} v = {read};\n  v.{rng.choice(parts)} += ({one}){rng.randint(1, 9)};\n  {store}\n  __syncthreads();\n"
            f"  u64 d = sizeof(v) + alignof({vector});\n" + "".join(f"  d = fold(d, (double)a[64 + (t + {i}) % 64].{c});\n" for i, c in enumerate(parts))
            + f"  out[g] = fold(d, (double)(({one} *)(a + 64))[t * {n} % {64 * n}]);")
    before = f"    {vector} *a;\n    MUST(cudaMalloc(&a, 128 * sizeof *a));\n"
    return kernel(name, body, f"u64 *out, {vector} *a"), launch(name, 1, 64, before=before, arguments=", a").replace(
        "  }\n", "    MUST(cudaFree(a));\n  }\n")


@part
def classes(rng, name):
    k, b1, b2 = rng.randrange(999), rng.randint(1, 12), rng.randint(1, 17)
    text = f"""struct inner_{name} {{
  u32 low : {b1}, high : {b2};
  signed char sign;
  short s[{rng.randint(2, 5)}];
}};
struct alignas({rng.choice([8, 16])}) outer_{name} {{
  inner_{name} part[{rng.randint(2, 3)}];
  union {{ float f; u32 u; unsigned char b[4]; }};
  BOTH outer_{name}(u32 x = 0) : f(0) {{
    for (auto &p : part) p.low = x, p.high = x >> 3, p.sign = (signed char)(x >> 5), p.s[1] = (short)(x >> 7), p.s[0] = 0;
    u = x | 1;
  }}
  BOTH u64 sum() const {{
    u64 d = b[{rng.randrange(4)}] + sizeof *this;
    for (const auto &p : part) d = fold(d, (u64)p.low + p.high * 3 + (u64)(long long)p.sign + (u64)(p.s[1] - p.s[0]));
    return d;
  }}
}};
struct shape_{name} {{
  u32 v;
  BOTH shape_{name}(u32 v) : v(v) {{}}
  __device__ virtual u32 area(u32 x) const {{ return v * x; }}
  __device__ virtual ~shape_{name}() {{}}
}};
struct round_{name} : shape_{name} {{
  BOTH round_{name}(u32 v) : shape_{name}(v) {{}}
  __device__ u32 area(u32 x) const override {{ return v * x * 3 + {rng.randrange(99)}; }}
}};
"""
    body = f"""  outer_{name} mine(some({k}, g)), copy = mine, *p = &copy;
  p->part[1].low += 3, p->part[0].high ^= {rng.randrange(99)}, p->u += t, p->part[1].sign++;
  all[g] = *p;
  __syncthreads();
  round_{name} r(t);
  shape_{name} plain(t + 1), *s = t % 3 ? &r : &plain;
  out[g] = fold(all[g ^ 1].sum(), mine.sum() + given.sum() + s->area(g));"""
    before = f"    outer_{name} *all, given({rng.randrange(9999)});\n    MUST(cudaMalloc(&all, 128 * sizeof *all));\n"
    return text + kernel(name, body, f"u64 *out, outer_{name} *all, outer_{name} given"), launch(
        name, 2, 64, before=before, arguments=", all, given").replace("  }\n", "    MUST(cudaFree(all));\n  }\n")


@part
def constants(rng, name):
    n, k = rng.choice([16, 37, 64]), rng.randrange(999)
    text = (f"__constant__ u32 table_{name}[{n}];\n__constant__ const int fixed_{name}[] = {{{', '.join(str(rng.randint(-99, 99)) for _ in range(8))}}};\n"
            f"__device__ u64 state_{name} = {rng.randrange(999)};\n__device__ u32 tally_{name}[4];\n")
    body = (f"  u64 d = table_{name}[(g * {rng.randint(1, 9)} + {rng.randrange(n)}) % {n}];\n  d = fold(d, (u64)fixed_{name}[g % 8] + before);\n"
            f"  if (g == 0) state_{name} = fold(before, state_{name});\n  atomicAdd(&tally_{name}[t % 4], (u32)d % 100);\n  out[g] = d;")
    fill = (f"    u32 h[{n}], tally[4];\n    for (u32 i = 0; i < {n}; i++) h[i] = some({k}, i);\n    MUST(cudaMemcpyToSymbol(table_{name}, h, sizeof h));\n")
    main = (f"  {{\n{fill}    Results<u64> r(96);\n    u64 state = 1;\n    for (int turn = 0; turn < 3; turn++) {{\n      {name}<<<3, 32>>>(r.device, state + turn);\n"
            f"      MUST(cudaMemcpyFromSymbol(&state, state_{name}, sizeof state));\n      h[turn] += turn;\n"
            f"      MUST(cudaMemcpyToSymbol(table_{name}, h, sizeof h[0] * 4, 4 * {rng.randrange(n - 4)}));\n    }}\n"
            f"    MUST(cudaMemcpyFromSymbol(tally, tally_{name}, sizeof tally));\n"
            f"    printf(\"{name} state %016llx %u %u\\n\", state, tally[0], tally[3]);\n    r.finish(\"{name}\");\n  }}\n")
    return text + kernel(name, body, "u64 *out, u64 before"), main


@part
def textures(rng, name):
    w, h, k = rng.choice([16, 20, 33]), rng.choice([8, 11]), rng.randrange(999)
    mode = rng.choice(["Clamp", "Border"])
    body = (f"  u64 d = tex1Dfetch<u32>(line, (int)(g * {rng.randint(1, 5)} % {w * h}));\n"
            f"  float x = (float)(int)(t % 8 * 5) - {rng.randint(0, 6)} + 0.5f, y = (float)(int)(t / 8) - 2 + 0.5f;\n"
            "  out[g] = fold(d, (double)tex2D<float>(plane, x, y));")
    main = f"""  {{
    std::vector<u32> words({w * h});
    std::vector<float> numbers({w * h});
    for (int i = 0; i < {w * h}; i++) words[i] = some({k}, i), numbers[i] = (float)(words[i] % 1000) / 8;
    u32 *device;
    MUST(cudaMalloc(&device, {w * h} * 4));
    MUST(cudaMemcpy(device, words.data(), {w * h} * 4, cudaMemcpyHostToDevice));
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    MUST(cudaMallocArray(&array, &format, {w}, {h}));
    MUST(cudaMemcpy2DToArray(array, 0, 0, numbers.data(), {w} * 4, {w} * 4, {h}, cudaMemcpyHostToDevice));
    cudaResourceDesc from = {{}};
    cudaTextureDesc how = {{}};
    cudaTextureObject_t line, plane;
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = device, from.res.linear.desc = cudaCreateChannelDesc<u32>(), from.res.linear.sizeInBytes = {w * h} * 4;
    MUST(cudaCreateTextureObject(&line, &from, &how, nullptr));
    from = {{}};
    from.resType = cudaResourceTypeArray, from.res.array.array = array;
    how.addressMode[0] = how.addressMode[1] = cudaAddressMode{mode};
    MUST(cudaCreateTextureObject(&plane, &from, &how, nullptr));
    Results<u64> r(128);
    {name}<<<2, 64>>>(r.device, line, plane);
    r.finish("{name}");
    MUST(cudaDestroyTextureObject(line)), MUST(cudaDestroyTextureObject(plane)), MUST(cudaFreeArray(array)), MUST(cudaFree(device));
  }}
"""
    return kernel(name, body, "u64 *out, cudaTextureObject_t line, cudaTextureObject_t plane"), main


# ---- functions and statements

@part
def functions(rng, name):
    k = rng.randrange(999)
    text = f"""__device__ u32 deep_{name}(u32 n, u32 x) {{
  return n == 0 ? x : n % {rng.randint(2, 4)} ? deep_{name}(n - 1, x * 3 + n) : deep_{name}(n - 1, x ^ n) + deep_{name}(n / 2, x);
}}
__device__ u32 add_{name}(u32 a, u32 b) {{ return a + b * {rng.randint(2, 9)}; }}
__device__ u32 mix_{name}(u32 a, u32 b) {{ return mixed(a ^ b); }}
typedef u32 (*step_{name})(u32, u32);
__device__ step_{name} steps_{name}[] = {{add_{name}, mix_{name}, add_{name}}};
template <class F, class... V> BOTH u64 all_{name}(F f, V... v) {{ return (f(v) + ... + 0ull); }}
template <int N> struct power_{name} {{
  static BOTH u64 of(u64 x) {{
    if constexpr (N == 0) return 1; else return x * power_{name}<N - 1>::of(x);
  }}
}};
template <class F> __global__ void apply_{name}(u64 *out, F f) {{ out[blockIdx.x * blockDim.x + threadIdx.x] = f(blockIdx.x * blockDim.x + threadIdx.x); }}
"""
    body = f"""  u32 v = some({k}, g);
  u64 d = deep_{name}({rng.randint(4, 8)} + t % 3, v);
  d = fold(d, (u64)steps_{name}[v % 3](v, t));
  auto twice = [&](u64 x) {{ return x * 2 + v; }};
  d = fold(d, all_{name}(twice, t, v, {rng.randrange(99)}u) + power_{name}<{rng.randint(2, 5)}>::of(v));
  out[g] = d;"""
    main = launch(name, 2, 64) + (f"  {{\n    u32 factor = {rng.randint(2, 99)};\n    Results<u64> r(96);\n"
                                  f"    apply_{name}<<<3, 32>>>(r.device, [=] __device__(u32 i) {{ return fold((u64)factor, (u64)some({k}, i)); }});\n"
                                  f"    r.finish(\"apply_{name}\");\n  }}\n")
    return text + kernel(name, body), main


def expression(rng, names, depth):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(names + [f"{rng.getrandbits(rng.choice([4, 16, 32]))}u"])
    a, b = expression(rng, names, depth - 1), expression(rng, names, depth - 1)
    return rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} ^ {b})", f"({a} & {b} | {rng.randrange(16)}u)", f"({a} >> ({b} & 31))",
                       f"({a} << ({b} % 32u))", f"({a} / ({b} | 1u))", f"({a} % ({b} | 1u))", f"({a} < {b} ? {b} : {a})", f"(u32)((int){a} >> {rng.randrange(32)})",
                       f"(u32)(short){a}", f"(u32)((u64){a} * {b} >> {rng.randrange(40)})", f"mixed({a})"])


def statement(rng, names, depth, number):
    """number: a list of one, for names of loops' counters."""
    pick = rng.choice(["set"] * 3 + (["if", "for", "while", "switch", "do", "array"] if depth else ["set"]))
    def e(d=2):
        return expression(rng, names, d)
    def inner():
        return " ".join(statement(rng, names, depth - 1, number) for _ in range(rng.randint(1, 3)))
    number[0] += 1
    i = f"i{number[0]}"
    changed = rng.choice([n for n in names if len(n) == 1])
    if pick == "set":
        return f"{changed} {rng.choice(['=', '+=', '^=', '*=', '-='])} {e()};"
    if pick == "if":
        return f"if ({e()} % {rng.randint(2, 5)}u == {rng.randrange(2)}u) {{ {inner()} }} else {{ {inner()} }}"
    if pick == "for":
        return f"for (u32 {i} = 0; {i} < {e(1)} % {rng.randint(2, 7)}u; {i}++) {{ if (({i} ^ {changed}) % 5u == 4u) {rng.choice(['continue', 'break'])}; {inner()} }}"
    if pick == "while":
        return f"{{ u32 {i} = {e(1)} % 6u; while ({i}-- > 0) {{ {inner()} }} }}"
    if pick == "do":
        return f"{{ int {i} = 0; do {{ {inner()} }} while (++{i} < 3 && ({changed} & {1 << rng.randrange(4)}u)); }}"
    if pick == "array":
        return f"{{ u32 {i}[5]; for (u32 q = 0; q < 5; q++) {i}[q] = {changed} + q * {rng.randrange(99)}u; {changed} ^= {i}[{e(1)} % 5u]; }}"
    return (f"switch ({e()} % 4u) {{ case 0: {inner()} break; case 1: {inner()} {rng.choice(['break;', '/* on */'])} "
            f"case 2: {{ {inner()} }} break; default: {changed}++; }}")


@part
def statements(rng, name):
    number = [0]
    body = "\n  ".join(statement(rng, ["a", "b", "c", "seed"], 3, number) for _ in range(rng.randint(3, 6)))
    text = f"BOTH inline u64 run_{name}(u32 seed) {{\n  u32 a = seed, b = mixed(seed), c = {rng.getrandbits(32)}u;\n  {body}\n  return fold(fold(a, (u64)b), (u64)c);\n}}\n"
    main = launch(name, 2, 64).replace(f'r.finish("{name}");', f'u32 i = 0, wrong = 0;\n    for (u64 v : r.finish("{name}")) wrong += v != run_{name}(some(5, i++));\n'
                                       f'    if (wrong) printf("{name}: %u results are not the host\'s\\n", wrong);')
    return text + kernel(name, f"  out[g] = run_{name}(some(5, g));"), main


@part
def library(rng, name):
    k = rng.randrange(999)
    body = f"""  u32 v = some({k}, g);
  cuda::std::array<u32, 5> a{{}};
  for (u32 i = 0; i < a.size(); i++) a[i] = v + i * i;
  cuda::std::swap(a[v % 5], a[{rng.randrange(5)}]);
  auto [x, y, z] = cuda::std::make_tuple(v, (float)(v % 99) * 0.5f, (short)-{rng.randint(1, 99)});
  cuda::std::optional<int> maybe;
  if (v % 3) maybe = (int)(v % 1000) * {rng.randint(2, 9)};
  u64 d = fold((u64)a[1] + a[4] + x, (double)y);
  d = fold(d, (u64)(long long)(maybe.value_or(-5) + z));
  d = fold(d, (u64)cuda::std::popcount(v) + cuda::std::countl_zero(v) * 64 + cuda::std::rotl(v, (int)(t % 32)));
  out[g] = fold(d, (double)cuda::std::numeric_limits<float>::max() + cuda::std::numeric_limits<short>::min());"""
    return ("".join(f"#include <cuda/std/{h}>\n" for h in ("array", "bit", "limits", "optional", "tuple", "utility")) + kernel(name, body),
            launch(name, 2, 64))


VIDEO = [f"__v{f}{n}" for n in (2, 4) for f in "absdiffs absdiffu add addss addus avgs avgu cmpeq cmpgts cmpltu haddu maxs maxu mins minu sads sadu seteq setgtu "
         "sub subss subus".split()]


@part
def video(rng, name):
    lines = [f"  u32 a = some({rng.randrange(999)}, g), b = some({rng.randrange(999)}, g), c = a ^ b << 7;", "  u64 d = 0;"]
    for _ in range(12):
        f, h = rng.sample(VIDEO, 2)
        lines.append(f"  {rng.choice('abc')} = {f}({rng.choice('abc')}, {h}({rng.choice('abc')}, {rng.choice('abc')})), d = fold(d, (u64)a + b * 3ull + c * 5ull);")
    return kernel(name, "\n".join(lines) + "\n  out[g] = d;"), launch(name, 2, 64)


@part
def heap(rng, name):
    k = rng.randrange(999)
    body = f"""  struct node {{ u32 value; node *next; }} *list = nullptr;
  u32 n = some({k}, g) % {rng.randint(3, 7)} + 1;
  for (u32 i = 0; i < n; i++) {{
    node *made = {rng.choice(['new node', '(node *)malloc(sizeof(node))'])};
    made->value = some({k} + i, g), made->next = list, list = made;
  }}
  u64 d = n;
  while (list) {{
    node *next = list->next;
    d = fold(d, (u64)list->value);
    {{}}(list);
    list = next;
  }}
  out[g] = d;"""
    body = body.replace("{}(list)", "delete list" if "new node" in body else "free(list)")
    return kernel(name, body), launch(name, 2, rng.choice([32, 48]))


@part
def prints(rng, name):
    formats = [("%d %5d|%-6d|%+d", "(int)v, (int)v % 1000, (int)v % 77, t"), ("%u %x %#X %08x", "v, v, v % 4096, v >> 7"),
               ("%lld %llu %llx", "(long long)v * -7, (u64)v << 20, (u64)v * v"), ("%f %.3f %10.2f", "v / 8.0, v / 4096.0, (float)(v % 999)"),
               ("%e %g %G", "v * 1.5, v / 1024.0, (double)(v % 3)"), ("%c%c %s %%", "'a' + (int)(v % 26), '!', \"text\"")]
    lines = [f"  u32 v = some({rng.randrange(999)}, 1);", "  if (g) return;"]
    for form, values in rng.sample(formats, 4):
        lines.append(f"  printf(\"{name} {form}\\n\", {values}), v = mixed(v);")
    return kernel(name, "\n".join(lines)) , f"  {name}<<<1, 32>>>(nullptr);\n  MUST(cudaDeviceSynchronize());\n"


# ---- the host's side

@part
def streams(rng, name):
    k, n = rng.randrange(999), rng.randint(2, 4)
    flags = rng.choice(["cudaStreamDefault", "cudaStreamNonBlocking"])
    body = f"  a[g] = fold(fold(a[g], b[(g * 5 + {rng.randrange(64)}) % 64]), (u64)some({k}, g));"
    steps = []
    for i in range(rng.randint(4, 8)):
        s, other = rng.sample(range(n), 2)
        if i % 2:  # s goes on after the other one
            steps.append(f"    MUST(cudaEventRecord(done, stream[{other}]));\n    MUST(cudaStreamWaitEvent(stream[{s}], done, 0));\n"
                         f"    {name}<<<2, 32, 0, stream[{s}]>>>(a[{s}], a[{other}]);\n    MUST(cudaEventRecord(done, stream[{s}]));\n"
                         f"    MUST(cudaStreamWaitEvent(stream[{other}], done, 0));\n")
        else:
            steps.append(rng.choice([f"    {name}<<<2, 32, 0, stream[{s}]>>>(a[{s}], fixed);\n",
                                     f"    MUST(cudaMemsetAsync(a[{s}] + {rng.randrange(32)}, {rng.randrange(256)}, 64, stream[{s}]));\n",
                                     f"    MUST(cudaMemcpyAsync(a[{s}], fixed, 256, cudaMemcpyDeviceToDevice, stream[{s}]));\n"]))
    main = f"""  {{
    cudaStream_t stream[{n}];
    cudaEvent_t done;
    u64 *a[{n}], *fixed, h[64];
    MUST(cudaEventCreate(&done));
    MUST(cudaMalloc(&fixed, 512));
    MUST(cudaMemset(fixed, {rng.randrange(256)}, 512));
    for (int i = 0; i < {n}; i++) {{
      MUST(cudaStreamCreateWithFlags(&stream[i], {flags}));
      MUST(cudaMalloc(&a[i], 512));
      MUST(cudaMemset(a[i], i, 512));
    }}
    MUST(cudaDeviceSynchronize());
{''.join(steps)}    MUST(cudaDeviceSynchronize());
    for (int i = 0; i < {n}; i++) {{
      u64 d = 3;
      MUST(cudaMemcpy(h, a[i], 512, cudaMemcpyDeviceToHost));
      for (u64 v : h) d = fold(d, v);
      printf("{name}.%d %016llx\\n", i, d);
      MUST(cudaStreamDestroy(stream[i]));
      MUST(cudaFree(a[i]));
    }}
    MUST(cudaEventDestroy(done)), MUST(cudaFree(fixed));
  }}
"""
    return kernel(name, body, "u64 *a, const u64 *b"), main


@part
def managed(rng, name):
    k = rng.randrange(999)
    body = f"  shared_{name}[g] += some({k}, g) + mine[(g + {rng.randrange(64)}) % 64];\n"
    main = f"""  {{
    u32 *mine;
    u64 d = 1;
    MUST(cudaMallocManaged(&mine, 256));
    for (int turn = 0; turn < {rng.randint(2, 4)}; turn++) {{
      for (u32 i = 0; i < 64; i++) mine[i] = (u32)d + i, shared_{name}[i] ^= turn;
      {name}<<<2, 32>>>(mine);
      MUST(cudaDeviceSynchronize());
      for (u32 i = 0; i < 64; i++) d = fold(d, (u64)shared_{name}[i]);
    }}
    printf("{name} %016llx\\n", d);
    MUST(cudaFree(mine));
  }}
"""
    return f"__managed__ u32 shared_{name}[64];\n" + kernel(name, body, "u32 *mine"), main


# ---- patterns of a block and of a grid

@part
def block(rng, name):
    n, k = rng.choice([32, 64, 128, 256]), rng.randrange(999)
    kind = rng.choice(["scan", "reduce", "transpose", "sort", "stencil", "votes"])
    body = {
        "scan": f"  for (u32 step = 1; step < {n}; step *= 2) {{\n    u32 v = t >= step ? s[t - step] : 0;\n    __syncthreads();\n    s[t] += v;\n    __syncthreads();\n  }}\n  out[g] = s[t];",
        "reduce": f"  for (u32 step = {n // 2}; step; step /= 2) {{\n    if (t < step) s[t] = s[t] * 3 + s[t + step];\n    __syncthreads();\n  }}\n  out[g] = s[0] + t;",
        "transpose": f"  u32 x = t % 8, y = t / 8, v = s[x * {n // 8} + y];\n  __syncthreads();\n  s[t] = v;\n  __syncthreads();\n  out[g] = fold(s[{n - 1} - t], (u64)v);",
        "sort": f"  for (u32 size = 2; size <= {n}; size *= 2)\n    for (u32 step = size / 2; step; step /= 2) {{\n      u32 other = t ^ step;\n      if (other > t && (s[t] > s[other]) == ((t & size) == 0)) {{\n"
                "        u32 v = s[t];\n        s[t] = s[other], s[other] = v;\n      }\n      __syncthreads();\n    }\n  out[g] = s[t];",
        "stencil": f"  for (int turn = 0; turn < {rng.randint(2, 5)}; turn++) {{\n    u32 v = s[(t + 1) % {n}] + 2 * s[t] + s[(t + {n - 1}) % {n}];\n    __syncthreads();\n    s[t] = v;\n    __syncthreads();\n  }}\n  out[g] = s[t];",
        "votes": f"  u64 d = 0;\n  for (u32 turn = 0; turn < 4; turn++) {{\n    d = fold(d, (u64)__syncthreads_count(s[t] >> turn & 1) + 9 * __syncthreads_or(s[t] % 64 == turn) + __syncthreads_and(t < {n}));\n"
                 f"    u32 v = s[(t * 3 + turn) % {n}];\n    __syncthreads();\n    s[t] ^= v;\n    __syncthreads();\n  }}\n  out[g] = d;",
    }[kind]
    return kernel(name, f"  __shared__ u32 s[{n}];\n  s[t] = some({k}, g) % 1000;\n  __syncthreads();\n" + body, bounds=f"__launch_bounds__({n}) "), launch(name, 2, n)


@part
def grid(rng, name):
    blocks, n, k = rng.choice([3, 5, 8]), rng.choice([32, 64]), rng.randrange(999)
    kind = rng.choice(["last", "ticket", "lock", "chain", "together"])
    state = f"__device__ u32 count_{name}, flag_{name}[{blocks}];\n__device__ u64 part_{name}[{blocks}];\n"
    body = {
        "last": f"  __shared__ bool last;\n  out[g] = t;\n  __threadfence();\n  __syncthreads();\n  if (t == 0) {{\n    part_{name}[blockIdx.x] = some({k}, blockIdx.x);\n    __threadfence();\n    last = atomicAdd(&count_{name}, 1u) == {blocks - 1};\n  }}\n"
                f"  __syncthreads();\n  if (!last) return;\n  __threadfence();\n  if (t < {blocks}) out[t] = fold(((volatile u64 *)part_{name})[t], (u64)t);",
        "ticket": f"  __shared__ u32 mine;\n  for (;;) {{\n    __syncthreads();\n    if (t == 0) mine = atomicAdd(&count_{name}, 1u);\n    __syncthreads();\n    if (mine >= {blocks}) break;\n"
                  f"    out[mine * {n} + t] = some({k}, mine * {n} + t);\n  }}",
        "lock": f"  out[g] = t;\n  if (t == 0) {{\n    while (atomicCAS(&count_{name}, 0u, 1u) != 0) {{}}\n    __threadfence();\n    volatile u64 *sum = part_{name};\n    *sum = *sum + some({k}, blockIdx.x);\n"
                f"    __threadfence();\n    atomicExch(&count_{name}, 0u);\n  }}",
        "chain": f"  out[g] = t;\n  if (t == 0) {{\n    u32 mine = atomicAdd(&count_{name}, 1u);\n    u64 before = 1;\n    if (mine) {{\n      while (*(volatile u32 *)&flag_{name}[mine - 1] == 0) {{}}\n      __threadfence();\n"
                 f"      before = *(volatile u64 *)&part_{name}[mine - 1];\n    }}\n    *(volatile u64 *)&part_{name}[mine] = fold(before, (u64)some({k}, mine));\n    __threadfence();\n"
                 f"    *(volatile u32 *)&flag_{name}[mine] = 1;\n  }}",
        "together": f"  auto all = cooperative_groups::this_grid();\n  u64 v = some({k}, g);\n  for (int turn = 0; turn < 3; turn++) {{\n    out[g] = v;\n    all.sync();\n    v = fold(v, out[(g * 7 + turn) % {blocks * n}]);\n"
                    "    all.sync();\n  }\n  out[g] = v + all.size();",
    }[kind]
    main = (f"  {{\n    Results<u64> r({blocks * n});\n    " + (f"void *arguments[] = {{&r.device}};\n    MUST(cudaLaunchCooperativeKernel((void *){name}, dim3({blocks}), dim3({n}), arguments, 0, 0));\n"
            if kind == "together" else f"{name}<<<{blocks}, {n}>>>(r.device);\n") + f"    u64 sum[{blocks}];\n    r.finish(\"{name}\");\n"
            f"    MUST(cudaMemcpyFromSymbol(sum, part_{name}, sizeof sum));\n    printf(\"{name} %016llx %016llx\\n\", sum[0], sum[{blocks - 1}]);\n  }}\n")
    return ("#include <cooperative_groups.h>\n" if kind == "together" else "") + state + kernel(name, body), main


def parts_of(number):
    """The program's random numbers, from there on, and its parts."""
    rng = random.Random(f"{SEED} {number}")
    return rng, [PARTS[number % len(PARTS)], *(rng.choice(PARTS) for _ in range(2))]


def sample(measured=None):
    """The numbers of a few programs that have every part; of those that a GPU has run, if these are given."""
    numbers, missing = [], set(PARTS)
    among = [n for n in range(3 * len(PARTS)) if measured is None or n in measured]
    while missing:
        numbers.append(max(among, key=lambda n: len(missing.intersection(parts_of(n)[1]))))
        missing -= set(parts_of(numbers[-1])[1])
    return sorted(numbers)


def program(number):
    """The text of the program of that number."""
    rng, makes = parts_of(number)
    texts, mains = zip(*(make(rng, f"{make.__name__}{i}") for i, make in enumerate(makes)))
    lines = "".join(texts).splitlines(keepends=True)
    includes = list(dict.fromkeys(line for line in lines if line.startswith("#include")))
    once = [line for line in dict.fromkeys(lines) if line.startswith("namespace ")]
    body = [line for line in lines if not line.startswith(("#include", "namespace "))]
    return ('#include "common.cuh"\n' + "".join(includes + once) + "\n" + "".join(body) + "\nint main() {\n" + "".join(mains) +
            '  MUST(cudaDeviceSynchronize());\n  printf("end\\n");\n}\n')


def write(folder, numbers):
    """The paths of the programs, which are written."""
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(HERE, "common.cuh"), folder)
    paths = []
    for number in numbers:
        paths.append(os.path.join(folder, f"r{number:04}.cu"))
        with open(paths[-1], "w", encoding="utf-8") as f:
            f.write(program(number))
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=700)
    options = parser.parse_args()
    print(len(write(options.out, range(options.first, options.first + options.count))), "programs")


if __name__ == "__main__":
    main()
