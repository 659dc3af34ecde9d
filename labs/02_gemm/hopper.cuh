// Given, for stages 9 and 10 on a GPU of compute capability 9.0: the instructions of that machine that CUDA C
// has no words for, a function each. Compiled for the target sm_90a; nothing of it exists on the emulator.
#ifndef HOPPER_CUH
#define HOPPER_CUH

#ifdef __NVCC__
#include "gemm.h"

static __device__ unsigned shared_address(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// ---- mbarrier: a barrier in shared memory that counts arrivals of threads, and bytes ---------------------

// A phase of it ends when `arrivals` threads have arrived and all bytes that were announced are there; then
// the next one begins. Phases are told apart by their parity: the first is 0. One thread calls this, before a
// __syncthreads.
static __device__ void barrier_begin(uint64_t *barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals));
  asm volatile("fence.mbarrier_init.release.cluster;");
}

static __device__ void barrier_arrive(uint64_t *barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

// Arrives, and announces bytes that a copy will bring.
static __device__ void barrier_arrive_expect(uint64_t *barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(bytes)
               : "memory");
}

// Waits until the phase of this parity has ended. The phase before the first counts as ended: parity 1 passes
// at once.
static __device__ void barrier_wait(uint64_t *barrier, int parity) {
  asm volatile("{\n"
               ".reg .pred done;\n"
               "again%=:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra again%=;\n"
               "}" ::"r"(shared_address(barrier)),
               "r"(parity)
               : "memory");
}

// ---- TMA: one thread starts the copy of a whole box ------------------------------------------------------

// Fetches a map, so that the first copy by it need not wait for it.
static __device__ void map_prefetch(const gemm_map *map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

// Copies the box that begins at (row, column) of the mapped matrix to shared memory, aligned to 1024 bytes.
// Its bytes are counted by the barrier. A row of a box of 64 halves is 128 bytes: its eight 16-byte pieces
// are stored in another order in each of eight rows ("128-byte swizzle"), so that neither rows nor columns of
// the box meet in the same banks.
static __device__ void copy_box(void *to, const gemm_map *map, int row, int column, uint64_t *barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
               "%3}], [%4];" ::"r"(shared_address(to)),
               "l"(map), "r"(column), "r"(row), "r"(shared_address(barrier))
               : "memory");
}

// The way back: copies a box from shared memory to the mapped matrix, without what lies beyond its edge. The
// threads that stored the box call store_fence before they meet at a barrier; then one thread starts the copy.
static __device__ void store_fence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
static __device__ void store_box(const gemm_map *map, int row, int column, const void *from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),
               "r"(column), "r"(row), "r"(shared_address(from))
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
// Waits until all boxes but the latest `pending` ones that this thread stored have been read.
template <int pending> static __device__ void store_wait() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
}

// ---- registers -------------------------------------------------------------------------------------------

// Four warps return registers down to `left` a thread, or take as many as to have `all`. Only in a kernel with
// __launch_bounds__(threads, 1), and by all four.
template <int left> static __device__ void registers_give() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(left));
}
template <int all> static __device__ void registers_take() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(all));
}

// ---- wgmma: four warps multiply matrices that lie in shared memory ---------------------------------------

// How wgmma is told where an operand lies: the address, and two strides, all in units of 16 bytes; bit 62
// means that it was written with the 128-byte swizzle. (In a cluster, addresses have bits above the 18 lowest.)
static __device__ uint64_t operand(const void *p, int first_stride, int second_stride) {
  return (uint64_t)(shared_address(p) % (1 << 18) >> 4) | (uint64_t)(first_stride >> 4) << 16 |
         (uint64_t)(second_stride >> 4) << 32 | (uint64_t)1 << 62;
}

// A: rows of 64 halves along k, 8 rows take 1024 bytes (the first stride is not used).
static __device__ uint64_t operand_a(const gemm_half *p) {
  return operand(p, 16, 1024);
}

// B: rows of 64 halves along n, 8 rows (of k) take 1024 bytes; the next 64 columns are the next box, of
// box_rows rows.
static __device__ uint64_t operand_b(const gemm_half *p, int box_rows) {
  return operand(p, box_rows * 128, 1024);
}

// Floats for tf32: rows of 32 of them along k, 8 rows take 1024 bytes.
static __device__ uint64_t operand_rows(const float *p) {
  return operand(p, 16, 1024);
}

// Products are begun, closed into a group, and waited for. Registers that a product adds to belong to it
// until then.
static __device__ void wgmma_begin() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
static __device__ void wgmma_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// Waits for all groups but the latest `pending` ones.
template <int pending> static __device__ void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
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
