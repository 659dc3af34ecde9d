#!/usr/bin/env python3
"""Group macros: what nvcc and the toolkit's headers define is defined here, with the same value.

macros.py --write makes macros.txt anew from the nvcc in the PATH: for each pass (host, device, both), the header that defines it
(- for what is there without one), the name, and the value."""
import os
import re
import subprocess
import sys

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "macros.txt")

# Of these headers the macros that tell a version or a constant.
HEADERS = {"cublas_v2.h": r"CUBLAS_VER\w+", "cublas.h": r"CUBLAS_VER\w+", "curand.h": r"CURAND_VER\w+",
           "curand_kernel.h": r"CURAND_VER\w+", "cuda.h": "CUDA_VERSION", "nvtx3/nvToolsExt.h": r"NVTX_\w*VERSION",
           "cuda_fp16.h": r"CUDART_\w+_FP16", "cuda_bf16.h": r"CUDART_\w+_BF16", "math_constants.h": r"CUDART_\w+",
           "cub/cub.cuh": r"(CUB|CCCL)_(\w+_)?VERSION", "thrust/version.h": r"(THRUST|CCCL)_(\w+_)?VERSION",
           "cuda/std/version": r"CCCL_(\w+_)?VERSION"}

# What differs, and why.
OTHER = {
    r"__CUDA_ARCH__|__CUDA_ARCH_LIST__|__CUDA_AND_AT_LEAST_SM_7[05]__|__SM_\w+_RT_HP?P?__": "the model's architecture is 8.0",
    r"__(device|global|host|shared|constant|managed|grid_constant|nv_pure|forceinline|tile\w*|location|annotate|\w*builtin\w*)__":
        "words of nvcc's front end",
    r"__(launch_bounds|cluster_dims|maxnreg|local_maxnreg|block_size|inline_hint|align)__": "words of nvcc's front end",
    r"__cudaCDP2\w+|CUDART_DEVICE|__cudaGet_\w+|__CUDART_API_\w+|CUDA_DOUBLE_MATH_FUNCTIONS": "the runtime's inner names",
    r"__CUDACC_DEVICE_ATOMIC_BUILTINS__": "there are no __nv_atomic functions",
    r"_*ASSERT_\w+|assert(_perror)?": "nvcc reads <assert.h> in its device pass alone",
    r"_?_GLIBCXX_\w+": "g++ runs without the GNU dialect",
    r"__NV_(SILENCE|GLIBC|ATOMIC)\w+|__\w*DELETE_THROW|__specialization_static|__CUDACC_VER__": "the toolkit's headers' inner names",
}


def macros_of(command, header=None):
    """{name: (whether it takes arguments, value)}"""
    include = ["-include", header] if header else []
    out = subprocess.run([*command, *include, "-dM", "-E", "-x", "c++", "/dev/null"], check=True, capture_output=True, text=True,
                         cwd="/").stdout
    found = re.findall(r"^#define (\w+)(\([^)]*\))? ?(.*)$", out, re.M)
    return {name: (bool(arguments), value.strip()) for name, arguments, value in found}


def write():
    """From nvcc's own commands of its two passes."""
    dry = subprocess.run(["nvcc", "--dryrun", "-x", "cu", "-c", "/dev/null", "-o", "/dev/null"], capture_output=True, text=True,
                         check=True).stderr
    passes = [re.sub(r'-E -x c\+\+|"/dev/null" -o .*', "", line[3:]).replace('"', "").split()
              for line in dry.splitlines() if re.search(r"\bgcc\b.* -E ", line)]
    host, device = sorted(passes, key=lambda words: any(w.startswith("-D__CUDA_ARCH__=") for w in words))
    system = macros_of(["gcc", "-std=gnu++17", *[w for h in ("cstdlib", "cmath", "cstring", "cstdio", "ctime", "climits", "utility",
                        "new", "type_traits", "limits", "cstdint", "functional", "string", "algorithm") for w in ("-include", h)]])
    lines = []
    for header in (None, *HEADERS):
        both = [macros_of(p, header) for p in (host, device)]
        if header:
            both = [{n: v for n, v in m.items() if re.fullmatch(HEADERS[header], n)} for m in both]
        else:
            bare = both
        for name in sorted(set(both[0]) | set(both[1])):
            if name in system or (header and (name in bare[0] or name in bare[1])):
                continue
            values = [m.get(name) for m in both]
            kinds = ["both"] if values[0] == values[1] else [k for k, v in zip(("host", "device"), values) if v]
            for kind in kinds:
                function_like, value = values[1 if kind == "device" else 0]
                lines.append(f"{kind} {header or '-'} {name}{'() ' if function_like else ' ' + value}".strip())
    version = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout
    with open(TABLE, "w", encoding="utf-8") as f:
        f.write(f"# Made by macros.py --write, {re.search(r'V[0-9.]+', version)[0]}, g++ {system['__VERSION__'][1].strip(chr(34))}\n")
        f.write("\n".join(lines) + "\n")


def table():
    with open(TABLE, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split(" ", 3) for line in f if line[0] != "#"]
    return [(kind, header, name, (value or [""])[0]) for kind, header, name, *value in rows]


def program_for(header, rows):
    """A program that prints each missing or other macro of the rows."""
    text = [f"#include <{header}>" if header != "-" else "", "#include <cstdio>", "#define TEXT_(...) #__VA_ARGS__",
            "#define TEXT(...) TEXT_(__VA_ARGS__)", "static int same(const char *a, const char *b) { for (;; a++, b++) {",
            "  while (*a == ' ') a++; while (*b == ' ') b++; if (*a != *b) return 0; if (!*a) return 1; } }", "int main() {"]
    for _, _, name, value in rows:
        bare = name.removesuffix("()")
        text.append(f"#ifndef {bare}\n  printf(\"missing {bare}\\n\");")
        if bare == name:
            text.append(f"#else\n  if (!same(TEXT({name}), TEXT({value}))) printf(\"other {name} %s, not %s\\n\", TEXT({name}), "
                        f"TEXT({value}));")
        text.append("#endif")
    return "\n".join([*text, "}", ""])


def differing(harness, run, header, rows):
    """The lines that the program prints, or None with emucc's message."""
    program = harness.path("macros")
    source = harness.write("macros.cu", program_for(header, rows))
    status, _, err = run([harness.emucc, "-w", source, "-o", program], timeout=600)
    return (None, err) if status != 0 else (run([program])[1].splitlines(), "")


def group_macros(harness):
    """nvcc's predefined macros, and the versions and constants of the toolkit's headers, have the toolkit's values."""
    from harness import fail, indent, run  # pylint: disable=import-outside-toplevel
    rows = table()
    wanted = [r for r in rows if not any(re.fullmatch(p, r[2].removesuffix("()")) for p in OTHER)]
    for header in sorted({r[1] for r in wanted}):
        if header.startswith("thrust/") and not os.path.isdir("/usr/local/cuda/include"):
            continue
        lines, err = differing(harness, run, header, [r for r in wanted if r[1] == header])
        if lines is None:
            fail(header, "the macros' program does not compile" + indent(err))
        for line in lines or []:
            fail(header, line)
    # The comparison tells what is missing and what is other.
    got, _ = differing(harness, run, "-", [("both", "-", "__NVCC__", "2"), ("both", "-", "__NO_SUCH__", "1")])
    if got != ["other __NVCC__ 1, not 2", "missing __NO_SUCH__"]:
        fail("twin", f"two differences must be told, got {got}")
    print(f"{len(wanted)} macros of {len(rows)}; the others: {len(OTHER)} reasons")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write()
