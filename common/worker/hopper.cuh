// Given, by the labs whose tasks have a form for compute capability 9.0: the instructions of that machine that CUDA C has no
// words for, a function each. Compiled for the target sm_90a; nothing of it exists on the emulator.
#ifndef PMPP_HOPPER_CUH
#define PMPP_HOPPER_CUH

#if defined __NVCC__ && !defined __PMPP_EMU__
#include <cuda_fp16.h>
#include <stdint.h>

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
static __device__ void map_prefetch(const void *map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

// Copies the box that begins at (row, column) of the mapped matrix to shared memory, aligned to 1024 bytes.
// Its bytes are counted by the barrier. A row of a box of 64 halves is 128 bytes: its eight 16-byte pieces
// are stored in another order in each of eight rows ("128-byte swizzle"), so that neither rows nor columns of
// the box meet in the same banks.
static __device__ void copy_box(void *to, const void *map, int row, int column, uint64_t *barrier) {
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
static __device__ void store_box(const void *map, int row, int column, const void *from) {
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
static __device__ uint64_t operand_a(const __half *p) {
  return operand(p, 16, 1024);
}

// B: rows of 64 halves along n, 8 rows (of k) take 1024 bytes; the next 64 columns are the next box, of
// box_rows rows.
static __device__ uint64_t operand_b(const __half *p, int box_rows) {
  return operand(p, box_rows * 128, 1024);
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
#endif
#endif
