// Given, for stages 9 and 10 on a GPU of compute capability 9.0: the instructions of that machine that CUDA C
// has no words for, a function each. Here are the products; barriers, copies and what else they need are in
// common/worker/hopper.cuh. Compiled for the target sm_90a; nothing of it exists on the emulator.
#ifndef HOPPER_CUH
#define HOPPER_CUH

#if defined __NVCC__ && !defined __PMPP_EMU__
#include "gemm.h"
#include "worker/hopper.cuh"

// Floats for tf32: rows of 32 of them along k, 8 rows take 1024 bytes.
static __device__ uint64_t operand_rows(const float *p) {
  return operand(p, 16, 1024);
}

#define SUMS_4(d, i)  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define SUMS_16(d, i) SUMS_4(d, i), SUMS_4(d, i + 4), SUMS_4(d, i + 8), SUMS_4(d, i + 12)
#define SUMS_64(d, i) SUMS_16(d, i), SUMS_16(d, i + 16), SUMS_16(d, i + 32), SUMS_16(d, i + 48)

// sum += A B for A of 64 x 16 and B of 16 x N halves, N twice the length of sum. All 128 threads of four
// neighbouring warps must call. Thread t holds of sum, for j = 0 .. N / 8 - 1: in sum[4j] and sum[4j + 1] the
// elements of row 16 (t / 32) + t % 32 / 4 and columns 8j + 2 (t % 4) and the next, in sum[4j + 2] and
// sum[4j + 3] those eight rows below. The numbers at the end: add to sum, neither operand negated, A along k,
// B along n.
static __device__ void wgmma_add(float (&sum)[32], uint64_t a, uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
               "}, %32, %33, 1, 1, 1, 0, 1;"
               : SUMS_16(sum, 0), SUMS_16(sum, 16)
               : "l"(a), "l"(b));
}
static __device__ void wgmma_add(float (&sum)[64], uint64_t a, uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
               "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
               "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
               "}, %64, %65, 1, 1, 1, 0, 1;"
               : SUMS_64(sum, 0)
               : "l"(a), "l"(b));
}
static __device__ void wgmma_add(float (&sum)[128], uint64_t a, uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
      "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
      "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
      "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
      "}, %128, %129, 1, 1, 1, 0, 1;"
      : SUMS_64(sum, 0), SUMS_64(sum, 64)
      : "l"(a), "l"(b));
}

// sum = A B, or with `keep` sum += A B, for A of 64 x 8 floats in registers, of which the tensor cores read the 11
// highest bits, and B of 8 x N, N twice the length of sum. Thread t holds of A the elements of row
// 16 (t / 32) + t % 32 / 4 and column t % 4, of that row + 8, and of both rows again at that column + 4. Sums lie as
// above.
static __device__ void wgmma_tf32(float (&sum)[32], const float (&a)[4], uint64_t b, bool keep) {
  asm volatile("{\n"
               ".reg .pred keep;\n"
               "setp.ne.b32 keep, %37, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
               "}, {%32, %33, %34, %35}, %36, keep, 1, 1;\n"
               "}"
               : SUMS_16(sum, 0), SUMS_16(sum, 16)
               : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
                 "r"(__float_as_uint(a[3])), "l"(b), "r"((int)keep));
}
static __device__ void wgmma_tf32(float (&sum)[64], const float (&a)[4], uint64_t b, bool keep) {
  asm volatile("{\n"
               ".reg .pred keep;\n"
               "setp.ne.b32 keep, %69, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
               "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
               "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
               "}, {%64, %65, %66, %67}, %68, keep, 1, 1;\n"
               "}"
               : SUMS_64(sum, 0)
               : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
                 "r"(__float_as_uint(a[3])), "l"(b), "r"((int)keep));
}

#undef SUMS_64
#undef SUMS_16
#undef SUMS_4
#endif
#endif
