"""Groups translator and driver: the compiler driver emucc and what it makes of a source."""
import glob
import os
import re
import shutil
import signal
import stat
import subprocess
import time

from harness import HELLO, ROOT, fail, indent, run


def group_translator(harness):
    """The translator's own tests, sources of the tree cut at many places, and ordinary C++ that must not change."""
    test = harness.arguments.translate_test
    if not test:
        fail("translator", "--translate-test PATH is needed")
        return
    sources = sorted(s for e in ("cu", "cuh") for s in glob.glob(os.path.join(ROOT, "**", "*." + e), recursive=True)
                     if os.sep + "build" not in s and os.sep + "wrong" + os.sep not in s)  # those vary the references
    # Bodies that ask for __CUDA_ARCH__ are written twice, under #line: programs/arch.cu compares what they do.
    sources = [s for s in sources if b"__CUDA_ARCH__" not in open(s, "rb").read()]
    plain = []
    for header in sorted(glob.glob("/usr/include/c++/*/*") + glob.glob("/usr/include/c++/*/bits/*")):
        if os.path.isfile(header):
            with open(header, "rb") as f:
                if not re.search(rb"\basm\b|__asm", f.read()):
                    plain.append(header)
    for arguments in ([], ["cut", *sources], ["plain", *plain]):
        if len(arguments) == 1:
            fail("translator", f"no files for {arguments[0]}")
            continue
        status, out, err = run([test, *arguments], timeout=280)
        if status != 0:
            fail("translator", f"translate_test {' '.join(arguments[:1])}: exit {status}" + indent(out + err))
    print(f"{len(sources)} sources cut, {len(plain)} plain headers")


def group_driver(harness):
    """emucc's command line: exit statuses, messages that name the user's file and line, no files left behind."""
    temporary = harness.path("tmp")
    os.makedirs(temporary)
    hello = harness.write("a/hello.cu", HELLO)
    harness.write("a/value.h", "#define VALUE 41\n")
    program = harness.path("a.out")

    def emucc(*arguments, status=0, says=(), prints=None, silent=False):
        got, out, err = run([harness.emucc, *arguments], TMPDIR=temporary)
        what = "emucc " + " ".join(os.path.relpath(a, harness.directory) if a[0] == "/" else a for a in arguments)
        if got != status:
            fail(what, f"expected exit {status}, got {got}" + indent(out + err))
        for text in [says] if isinstance(says, str) else says:
            if text not in err:
                fail(what, f"stderr must say {text!r}" + indent(err))
        if prints is not None and prints not in out:
            fail(what, f"stdout must hold {prints!r}" + indent(out))
        if silent and (out or err):
            fail(what, "must print nothing" + indent(out + err))
        if os.listdir(temporary):
            fail(what, f"left behind {os.listdir(temporary)}")
            for left in os.listdir(temporary):
                subprocess.run(["rm", "-r", os.path.join(temporary, left)], check=False)

    def runs(expected, path=program):
        got = run([path])
        if got != (0, expected, ""):
            fail(os.path.relpath(path, harness.directory), f"expected {expected!r}, got {got}")

    emucc(hello, "-o", program, silent=True)
    runs("41\n")
    emucc("-DVALUE=1", "-w", hello, "-o", program)
    emucc("--help", prints="usage: emucc")
    emucc(status=2, says=["no input file", "usage: emucc"])
    # A student's Makefile: read as nvcc reads it, and left out.
    emucc("-O3", "-std=c++14", "-arch=sm_80", "-gencode", "arch=compute_90,code=sm_90", "-lineinfo", "-Xcompiler", "-Wall,-fopenmp",
          "-Xcompiler=-O2", "-Xptxas", "-v", "--use_fast_math", "-rdc=true", "-m64", "-maxrregcount=32", "-ccbin", "g++",
          "-lcudart", "-lcudadevrt", "-ffast-math", hello, "-o", program, silent=True)
    runs("41\n")
    for options, name in ((("-c",), "whole.o"), (("-c", "-g1"), "lines.o")):
        emucc(*options, hello, "-o", harness.path(name), silent=True)
    whole, lines = (os.path.getsize(harness.path(name)) for name in ("whole.o", "lines.o"))
    if lines >= whole:
        fail("emucc -g1", f"expected less than the {whole} bytes of an object that knows its variables, got {lines}")
    emucc("-std=c++20", harness.write("a/new.cu", "template <class T> concept any = true;\nint main() { return sizeof(int) == 5; }\n"),
          "-o", program, silent=True)
    emucc("-ptx", hello, status=2, says="-ptx makes what only a GPU can use")
    emucc("--no-such", hello, status=2, says="unknown option --no-such")
    emucc("-o", status=2, says="-o needs a value")
    emucc("-c", hello, hello, "-o", program, status=2, says="-c with -o takes one source file")
    emucc(harness.write("a/x.f90", ""), status=2, says="x.f90: not a .cu")
    emucc(harness.path("none.cu"), status=1, says="none.cu: No such file or directory")
    emucc("-E", hello, prints='#line 1 "')
    emucc("-E", hello, prints="::emu::call(")

    # Without the library it ends before it compiles.
    harness.write("bare/lib/emucc/emu/include/emu_program.h", "")
    bare = shutil.copy(harness.emucc, os.path.join(os.path.dirname(harness.write("bare/bin/x", "")), "emucc"))
    for option, library in (("-w", "libemu.a"), ("--fast", "libemu_fast.a")):
        got = run([bare, option, hello, "-o", program], TMPDIR=temporary)
        missing = f"bare/lib/emucc/{library} is missing: cmake --build build --target emucc makes it\n"
        if got[:2] != (1, "") or not got[2].endswith(missing):
            fail(f"emucc without {library}", f"expected exit 1 and {missing!r}, got {got}")

    bad = harness.write("a/bad.cu", "__global__ void k() {}\nint main() {\n  k<<<1, 1>>>();\n  undefined_thing();\n}\n")
    utf8 = "UTF" in os.environ.get("LC_ALL", os.environ.get("LANG", "C")).upper()
    emucc(bad, "-o", program, status=1,
          says="bad.cu:4:3: error: ‘undefined_thing’ was not declared" if utf8 else "bad.cu:4:3: error:")
    # An output like /dev/null stays what it is, whether the program is right or wrong.
    null = harness.path("null")
    os.symlink("/dev/null", null)
    emucc("-c", bad, "-o", null, status=1, says="undefined_thing")
    emucc("-c", hello, "-o", null, silent=True)
    if not os.path.islink(null) or not stat.S_ISCHR(os.stat(null).st_mode):
        fail("emucc -c -o /dev/null", "the device is no longer there")
    emucc(harness.write("a/open.cu", "int main() {\n\n  k<<<1, 1;\n}\n"), status=1, says="open.cu:3: error: this `<<<` is not closed")
    emucc(harness.write("a/ptx.cu", '__global__ void k() {\n  asm volatile("vote.sync.any.pred p, q, 1;");\n}\nint main() {}\n'), status=1,
          says=["ptx.cu:2:", "inline PTX: `vote.sync.any.pred` is not among the instructions"])
    emucc(harness.write("a/inactive.cu", '#ifdef NOT_DEFINED\n__device__ void f() { asm("x"); }\n#endif\nint main() {}\n'),
          "-o", program, silent=True)
    emucc(harness.write("a/blas.cu", "int main() {\n  cudaIpcOpenEventHandle(0, 0);\n  cudaIpcOpenEventHandle(0, 0);\n}\n"), status=1,
          says="emucc: cudaIpcOpenEventHandle is not provided by the emulator, "
          "which has no handles for other processes; common/emu/SUPPORTED.md lists what is")
    status, _, err = run([harness.emucc, harness.write("a/thrust.cu", "#include <thrust/sort.h>\nint main() {}\n"), "-o", program],
                         CUDA_HOME="/nonexistent")
    if status != 1 or "emucc: thrust/sort.h is the CUDA toolkit's, whose headers are not found: set CUDA_HOME" not in err:
        fail("thrust", f"expected what is missing and how to name it, got exit {status}" + indent(err))
    emucc(harness.write("a/cub.cu", "#include <cub/device/device_merge_sort.cuh>\nint main() {}\n"), status=1,
          says="emucc: cub/device/device_merge_sort.cuh is not provided by the emulator")
    for number, (text, says) in enumerate((
            ("texture<float, 1> t;\nint main() {}\n", "texture references ended with CUDA 12"),
            ("__global__ void k(float *p, cudaTextureObject_t t) { *p = tex2Dgather<float>(t, 1, 2); }\nint main() {}\n",
             "texture gathers are not part of the emulator"),
            ("#include <cuda.h>\nint main() { cuInit(0); }\n", "cuInit is of the driver API"),
            ("#include <curand.h>\nint main() { unsigned u; curandGeneratePoisson(0, &u, 1, 2.); }\n",
             "curandGeneratePoisson is not part of the emulator"),
            ("#include <cusparse.h>\nint main() {}\n", "cuSPARSE is not part of the emulator"),
            ("#include <cooperative_groups.h>\n__global__ void k() { cooperative_groups::this_multi_grid(); }\nint main() {}\n",
             "groups of several devices are not part of the emulator"),
            ("#include <mma.h>\nnvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 8, 8, 4, double, nvcuda::wmma::row_major> f;\n"
             "int main() {}\n", "emucc: fragments are of"))):
        emucc(harness.write(f"a/out{number}.cu", text), "-o", program, status=1, says=says)
    emucc(harness.write("a/link.cu", "void elsewhere();\nint main() { elsewhere(); }\n"), status=1, says="elsewhere")

    # What nvcc says of registers, by one that is not there: it must be asked with the user's names and read right.
    nvcc = harness.write("bin/nvcc", """#!/bin/sh
case "$*" in *-ptx*) exit 1;; *-DVALUE=41*-Xptxas*|*-Xptxas*-DVALUE=41*) ;; *) echo "hello.cu(3): error: no VALUE"; exit 2;; esac
echo "ptxas info    : Compiling entry function '_Z1kPi' for 'sm_80'"
echo "ptxas info    : Function properties for _Z1kPi"
echo "    64 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads"
echo "ptxas info    : Used 26 registers, used 0 barriers, 64 bytes cumulative stack size"
""")
    os.chmod(nvcc, 0o755)
    path = os.path.dirname(nvcc) + ":" + os.environ["PATH"]
    for definition, wanted in (("-DVALUE=41", (0, "k(int*): 26 registers, 64 bytes of stack frame, spills 8 bytes stored and 12 "
                                "loaded: each thread has arrays or spilled registers in local memory\n", "")),
                               ("-DOTHER", (1, "", f"emucc: nvcc refuses {hello}:\nhello.cu(3): error: no VALUE\n"))):
        got = run([harness.emucc, "--explain", definition, hello, "-w", "-o", program], PATH=path, TMPDIR=temporary)
        if got != wanted:
            fail(f"emucc --explain {definition}", f"expected {wanted}, got {got}")

    # Included .cu and .cuh files are translated; their own headers are found beside them, errors name them.
    harness.write("b/part.cuh", '#pragma once\n#include "size.h"\n__global__ void part(int *p) { extern __shared__ int s[]; '
                's[0] = SIZE; *p = s[0]; }\n')
    harness.write("b/size.h", "#define SIZE 5\n")
    whole = harness.write("b/whole.cu", HELLO.replace('"value.h"', '"part.cuh"').replace("VALUE", "SIZE + 2")
                        .replace("k<<<1, 1>>>(d)", "k<<<1, 1>>>(d); part<<<1, 1, 4>>>(d)").replace('#include "part', '#include "part'))
    nested = harness.write("b/wrong/nested.cu", '#define k renamed\n#include "../whole.cu"\n#undef k\n#include "../part.cuh"\n')
    emucc(whole, "-o", program, silent=True)
    runs("5\n")
    emucc(nested, "-o", program, silent=True)
    runs("5\n")
    broken = harness.write("b/broken.cuh", "// two lines\nint f() { return nothing; }\n")
    emucc(harness.write("b/includer.cu", '#include "broken.cuh"\nint main() {}\n'), status=1, says="b/broken.cuh:2:")
    emucc(harness.write("c/search.cu", '#include "broken.cuh"\nint main() {}\n'), "-I" + os.path.dirname(broken), status=1,
          says="b/broken.cuh:2:")

    # A header of any name is translated if it holds device code. Its kernels are known to the file after it.
    harness.write("b/device.h", '#pragma once\n#include "size.h"\nextern __shared__ unsigned char bytes[];\n'
                "__device__ __noinline__ int twice(int x) { return 2 * x; }\n__global__ void k(int *p) {\n"
                "  int *s = reinterpret_cast<int *>(bytes);\n  *s = twice(SIZE);\n  *p = *s;\n}\n")
    device = harness.write("b/device.cu", "#include <regex>\n" + HELLO.replace('"value.h"', '"device.h"')
                         .replace("__global__ void k(int *p) { *p = VALUE; }", "static void k() {}")
                         .replace("<<<1, 1>>>", "<<<1, 1, 4>>>"))
    emucc(device, "-o", program, silent=True)
    runs("10\n")
    hidden = harness.write("b/hidden.cu", '#define FILE_NAME "whole.cu"\n#include FILE_NAME\n')
    emucc(hidden, status=1, says='whole.cu was included untranslated: write its name in the #include, "whole.cu"')

    def launch_of(definition, launch, says):
        source = harness.write("a/launch.cu", f"{definition}\nint main() {{\n  {launch}\n}}\n")
        emucc(source, "-o", program, status=1, says=says)

    launch_of("void add(int *p) {}", "add<<<1, 1>>>(0);", "launch.cu:3: error: add is launched but is no __global__ function")
    launch_of("", "add<<<1, 1>>>(0);", ["launch.cu:3:", "‘add’ was not declared" if utf8 else "add"])
    launch_of("__global__ int f() { return 1; }", "f<<<1, 1>>>();", ["launch.cu:3:", "a __global__ function returns void"])
    launch_of("template <class T> __global__ T f(T) { return 1; }", "f<<<1, 1>>>(1);",
              ["launch.cu:3:", "a __global__ function returns void"])
    launch_of("__global__ void f(int *) {}", 'f<<<1, 1>>>("a");', ["launch.cu:3:", "no known conversion for argument 1"])
    launch_of("__global__ void f(int *) {}", "f<<<1, 1>>>();", ["launch.cu:3:", "too few arguments"])

    # Host functions that device code calls: refused where they can be nothing else.
    def called(definitions, body="*p = f(*p);", kernel="__global__ void k(int *p)"):
        return harness.write("a/called.cu", f"{definitions}\n{kernel} {{\n  {body}\n}}\nint main() {{}}\n")

    emucc(called("static int f(int x) { return x; }"), "-o", program, status=1,
          says="called.cu:3: error: f, a host function (line 1), is called by the kernel k: declare it __device__, or __host__ __device__")
    emucc(called("namespace n { struct S {}; inline std::size_t f(int x) { return x; } }\nusing n::f;",
                 kernel="__device__ void g(int *p)"), "-o", program, status=1,
          says="called.cu:4: error: f, a host function (line 1), is called by the device function g")
    emucc(called("template <class T> T f(T x) { return x; }"), "-o", program, status=1,
          says="called.cu:3: error: f<int>, a host function (called.cu, line 1), is called by the kernel k: declare it __device__")
    for definitions, after in (("namespace n { int f(int x) { return x; } }\nusing namespace n;", ""),
                               ("namespace n { int f(int x) { return x; }", "}\n")):
        emucc(harness.write("a/called.cu", f"{definitions}\n__global__ void k(int *p) {{\n  *p = f(*p);\n}}\n{after}int main() {{}}\n"), "-o", program,
              status=1, says="error: f, a host function (line 1), is called by the kernel k")
    for definitions, body in (("__device__ int f(int x) { return x; }", "*p = f(*p);"),
                              ("namespace n { unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; } }", "*p = umin(3u, 4u);"),
                              ("__device__ int f(float x) { return x; }\nnamespace a::b { int g(int x) { return x; } }\n"
                               "__device__ int g(float x) { return f(x); }", "*p = g(1.0f);"),
                              ("__host__ int f(int x);\n__device__ __host__ int f(int x) { return x; }", "*p = f(*p);"),
                              ("#define HD __host__ __device__\nHD int f(int x) { return x; }", "*p = f(*p);"),
                              ("#define DEVICE_INT __device__ int\nDEVICE_INT f(int x) { return x; }", "*p = f(*p);"),
                              ("constexpr int f(int x) { return x; }", "*p = f(*p);"),
                              ("template <class T> constexpr T f(T x) { return x; }", "*p = f(*p);"),
                              ("int f(int x) { return x; }\n__device__ int f(float x) { return x; }", "*p = f(1.0f);"),
                              ("int f(int x) { return x; }", "auto f = [](int x) { return x; };\n  *p = f(*p);"),
                              ("int f(int x) { return x; }\nstruct S { __device__ int f(int x) { return x; } };", "*p = S().f(*p);"),
                              ("int f(int x) { return x; }", "*p = sizeof(f(*p));"),
                              ('#line 1 "gone.y"\nconstexpr int f(int x) { return x; }', "*p = f(*p);"),
                              ("int f(int x) { return x; }\n#define f(x) (x)", "*p = f(*p);"),
                              ("int f(int x) { return x; }", "#ifndef __PMPP_EMU__\n  *p = f(*p);\n#endif"),
                              ("int f(int x) { return x; }\nint h() { return f(1); }", "*p = 1; // f(1)")):
        emucc(called(definitions, body), "-o", program, silent=True)
    emucc(called("int f(int x) { return x; }", kernel="__host__ __device__ void g(int *p)"), "-o", program, silent=True)

    # No constructor runs for a __shared__ object; one that does something gets a warning, as from nvcc.
    for definition in ("struct S { int x = 3; };", "struct S { int x; __device__ S() : x(3) {} };",
                       "struct S { int x; __device__ S(); };\n__device__ S::S() { x = 3; }",
                       "struct T { int x; __device__ T() { x = 3; } };\nstruct S : T {};",
                       "struct T { int x; __device__ T() { x = 3; } };\nstruct S { public: int a; T t[2]; };"):
        lines = definition.count("\n")
        emucc(called(definition, "__shared__ S s[2];"), "-o", program,
              says=(f"called.cu:{3 + lines}:",  # the declaration's first column from GCC 15 on, before it the name's
                    ": warning: no constructor runs for a __shared__ object, and that of S does something"))
    for definition in ("struct S { int x; S() = default; };", "struct S { int x; __device__ S() {} __device__ S(int v) : x(v) {} };",
                       "struct S { int x; static const int n = 3; enum { m = 4 }; int *p; __device__ int get() const { return x; } };",
                       "struct T { int x; __device__ T() {} };\nstruct S { T t; __device__ ~S() {} };"):
        emucc(called(definition, "__shared__ S s[2], t;"), "-o", program, silent=True)

    # The warnings that are on point at the user's code, and there alone.
    emucc(harness.write("a/warned.cu", "int f() {\n  int n;\n  return n;\n}\nint main() {}\n"), "-o", program, says="warned.cu:3:10: warning:")
    emucc(harness.write("a/fall.cu", "int f() {\n}\nint main() {}\n"), "-o", program, says="fall.cu:2:1: warning: no return")

    # Lanes that are not the source of a shuffle need not have set what they pass: the aggregated atomic has no warning.
    emucc(harness.write("a/leader.cu", "__global__ void k(int *c) {\n  int p;\n  if (threadIdx.x == 0) p = atomicAdd(c, 32);\n"
                      "  c[1 + threadIdx.x] = __shfl_sync(~0u, p, 0);\n}\nint main() {}\n"), "-o", program, silent=True)

    # Objects, archives, several sources, plain C++ beside CUDA.
    one = harness.write("d/one.cu", "#include <cstdio>\nint two();\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); "
                      'printf("%d\\n", two()); }\n')
    two = harness.write("d/two.cpp", "int two() { return 2; }\n")
    emucc(one, two, "-o", program, silent=True)
    runs("2\n")
    emucc("-c", two, "-o", harness.path("two.o"), silent=True)
    emucc(one, harness.path("two.o"), "-o", program, silent=True)
    runs("2\n")
    subprocess.run(["ar", "rcs", harness.path("libtwo.a"), harness.path("two.o")], check=True)
    emucc(one, harness.path("libtwo.a"), "-o", program, silent=True)
    emucc(one, "-L", harness.directory, "-ltwo", "-o", program, silent=True)
    runs("2\n")

    # Stopped in the middle of its work, it ends by the same signal and leaves nothing.
    busy = subprocess.Popen([harness.emucc, one, two, "-o", program], env={**os.environ, "TMPDIR": temporary},
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while not os.listdir(temporary) and busy.poll() is None and time.monotonic() < until:
        time.sleep(0.001)
    busy.terminate()
    if busy.wait(30) != -signal.SIGTERM or os.listdir(temporary):
        fail("emucc, terminated", f"expected to end by SIGTERM with an empty TMPDIR, got {busy.returncode} and {os.listdir(temporary)}")

    # So it does when nobody reads its messages.
    reader, writer = os.pipe()
    os.close(reader)
    unread = subprocess.run([harness.emucc, bad], env={**os.environ, "TMPDIR": temporary}, stderr=writer, check=False)
    os.close(writer)
    if unread.returncode != 1 or os.listdir(temporary):
        fail("emucc, unread", f"expected exit 1 with an empty TMPDIR, got {unread.returncode} and {os.listdir(temporary)}")

    # A debugger must find the user's lines.
    got = subprocess.run(["readelf", "--debug-dump=decodedline", program], capture_output=True, text=True, check=False).stdout
    if "one.cu" not in got or "emucc." in got:
        fail("debug lines", "must name one.cu and no temporary file")
