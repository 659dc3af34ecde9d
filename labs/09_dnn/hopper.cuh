// Given, for 10_attention on a GPU of compute capability 9.0: products of four warps whose left operand is in registers. Barriers,
// copies and what else they need are in common/worker/hopper.cuh. Compiled for the target sm_90a; nothing of it exists on the
// emulator.
#ifndef DNN_HOPPER_CUH
#define DNN_HOPPER_CUH

#if defined __NVCC__ && !defined __PMPP_EMU__
#include "dnn.h"
#include "worker/hopper.cuh"

#define SUMS_4(d, i)  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define SUMS_16(d, i) SUMS_4(d, i), SUMS_4(d, i + 4), SUMS_4(d, i + 8), SUMS_4(d, i + 12)

// sum += A B, or A B if `add` is 0, for A of 64 x 16 and B of 16 x N halves, N twice the length of sum. Thread t of the four warps
// holds of sum what it holds of lab 02's wgmma_add, and of A, for h and s of 0 and 1, in a[h + 2 s] the elements of row 16 (t / 32)
// + t % 32 / 4 + 8 h and columns 2 (t % 4) + 8 s and the next: two results beside each other become a left operand without
// leaving the thread, as with mma.sync. B lies in shared memory, with rows along k (TURNED = 0), or along n (TURNED = 1).
template <int TURNED>
static __device__ void wgmma_from_registers(float (&sum)[32], const unsigned (&a)[4], uint64_t b, int add) {
  asm volatile("{\n"
               ".reg .pred add;\n"
               "setp.ne.b32 add, %37, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
               "}, {%32, %33, %34, %35}, %36, add, 1, 1, %38;\n"
               "}"
               : SUMS_16(sum, 0), SUMS_16(sum, 16)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add), "n"(TURNED));
}
template <int TURNED>
static __device__ void wgmma_from_registers(float (&sum)[64], const unsigned (&a)[4], uint64_t b, int add) {
  asm volatile("{\n"
               ".reg .pred add;\n"
               "setp.ne.b32 add, %69, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
               "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
               "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
               "}, {%64, %65, %66, %67}, %68, add, 1, 1, %70;\n"
               "}"
               : SUMS_16(sum, 0), SUMS_16(sum, 16), SUMS_16(sum, 32), SUMS_16(sum, 48)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add), "n"(TURNED));
}

// The same for A of 64 x 8 and B of 8 x 64 floats, of which tf32 keeps 11 bits. Thread t holds of A in a[h + 2 s] the element of row
// 16 (t / 32) + t % 32 / 4 + 8 h and column t % 4 + 4 s. Each row of B, turned, lies along k.
static __device__ void wgmma_tf32(float (&sum)[32], const float (&a)[4], uint64_t b, int add) {
  asm volatile("{\n"
               ".reg .pred add;\n"
               "setp.ne.b32 add, %37, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
               "}, {%32, %33, %34, %35}, %36, add, 1, 1;\n"
               "}"
               : SUMS_16(sum, 0), SUMS_16(sum, 16)
               : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
                 "r"(__float_as_uint(a[3])), "l"(b), "r"(add));
}

#undef SUMS_16
#undef SUMS_4

// To the compiler an asynchronous product has its result at once. Behind the wait this keeps it from using one earlier.
template <int COUNT> static __device__ void wgmma_results(float (&sum)[COUNT]) {
#pragma unroll
  for (int i = 0; i < COUNT; i++) asm volatile("" : "+f"(sum[i])::"memory");
}
#endif
#endif
