"""Group sources: programs of several files, C among them."""
from harness import fail, indent, run

KERNEL = """#include <cstdio>
extern "C" int twice(int);
extern "C" void launch(int *p) ;
__global__ void k(int *p) { *p = 21; }
void launch(int *p) { k<<<1, 1>>>(p); }
"""
C_PART = "int twice(int x) { int *new = &x; return *new * 2; }\n"
C_MAIN = """#include <cuda_runtime.h>
#include <stdio.h>
void launch(int *p);
int twice(int x);
int main(void) {
  int *d, class = 0;
  dim3 grid = {1, 2, 3};
  float4 four = {1, 2, 3, 4};
  if (cudaMalloc((void **)&d, sizeof *d) != cudaSuccess) return 1;
  launch(d);
  cudaMemcpy(&class, d, sizeof *d, cudaMemcpyDeviceToHost);
  printf("%d %u %g\\n", twice(class), grid.y, four.w);
  cudaFree(d);
  return 0;
}
"""
PART = """template <class F> __global__ void apply(F f) { f(); }
template <class F> void start(int blocks, int threads, F f) {
  void *arguments[] = {&f};
  cudaLaunchKernel(reinterpret_cast<void *>(apply<F>), blocks, threads, arguments, 0, 0);
}
"""
WHOLE = """#include "part.cu"
#include <cstdio>
__device__ int n;
struct count { __device__ void operator()() const { atomicAdd(&n, 1); } };
int main() {
  start(2, 32, count{});
  int got = 0;
  cudaMemcpyFromSymbol(&got, n, sizeof got);
  printf("%d\\n", got);
}
"""
# To nvcc's front end a line goes on whose backslash has only blanks and a comment behind it.
LINES = """#include <cstdio>
#define SUM(a, b) ((a) + \\
  (b))
__global__ void k(int *p, int n) {
  int parts = n / 4 + \\  // as many as fill up
      (n % 4 > 0 ? 1 : 0) + \\ /* more */
      SUM(1, 2);
  if (parts > 2 && \\   // both
      n > 3) \\  /* of */ // them
    parts++;
  *p = parts;
}
int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof h);
  k<<<1, 1>>>(d, 10);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\\n", h);
  cudaFree(d);
}
"""


def group_sources(harness):
    """C files are compiled as C, a source may be included by another one of the command line, a line goes on behind a comment."""
    kernel, part_c, main_c = (harness.write(n, t) for n, t in (("k.cu", KERNEL), ("part.c", C_PART), ("main.c", C_MAIN)))
    part, whole = harness.write("part.cu", PART), harness.write("whole.cu", WHOLE)
    for sources, wanted in (((kernel, part_c, main_c), "42 2 4\n"), ((main_c, kernel, part_c), "42 2 4\n"),
                            ((part, whole), "64\n"), ((whole, part), "64\n"), ((harness.write("lines.cu", LINES),), "7\n")):
        program = harness.compile(*sources)
        got = run([program]) if program else None
        if got and got != (0, wanted, ""):
            fail(" ".join(sources), f"expected {wanted!r}, got {got}")
    status, _, err = run([harness.emucc, "-x", "cu", part_c, "-c", "-o", harness.path("x.o")], timeout=600)
    if status != 1 or "part.c:1:" not in err:
        fail("-x cu part.c", f"must be refused as C++, got exit {status}" + indent(err))
