// Lab 09: rows that the memory accelerator brings, for blocks that stay (stage 5).

#if defined __NVCC__ && !defined __PMPP_EMU__ // like the clusters

// A block has the row that it works on in registers. With the next one on its way into registers, too, they are full; here the next
// two are on their way into shared memory, and no register waits for them. cp.async.bulk copies a warp's whole part of a row for one
// instruction of one lane. Each warp has a ring of its own, of two slots, so that it begins when its own part is there, and not when
// the block's is. A slot's mbarrier counts the bytes that have arrived, and its phases are the slot's rounds: round r is in
// slot r % SLOTS, in phase r / SLOTS.
enum { SLOTS = 2, SLOT = WARP * VALUES * 4 }; // bytes: of a warp 1024 bfloat16 of each of two matrices
enum { SLOT_WORDS = SLOT / 16, RING = SLOTS * SLOT_WORDS, MATRICES = 2 };

struct row_ring {
  uint4 *slots;               // of this warp
  uint64_t *full;             // a barrier for each of them
  const char *next[MATRICES]; // the warp's part of the row that is asked for next
  int64_t step, left;         // bytes from there to the row after it; how many rows are to be asked for
};

// The bytes count as loads that are marked to stay in the L2 cache: see load_marked.
static __device__ void copy_bytes(void *to, const void *from, int bytes, uint64_t *full) {
#if __CUDA_ARCH__ >= 900
  uint64_t mark;
  asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(mark));
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], "
               "%2, [%3], %4;" ::"r"(within_shared(to)),
               "l"(from), "r"(bytes), "r"(within_shared(full)), "l"(mark)
               : "memory");
#endif
}

// Asks for the row of this round, if there is one. All lanes call it when all have taken from the slot what they need.
static __device__ void ask(row_ring *r, int round) {
#if __CUDA_ARCH__ >= 900
  if (r->left > 0 && threadIdx.x % WARP == 0) {
    uint64_t *full = &r->full[round % SLOTS];
    barrier_arrive_expect(full, SLOT);
#pragma unroll
    for (int m = 0; m < MATRICES; m++)
      copy_bytes(r->slots + round % SLOTS * SLOT_WORDS + m * (SLOT_WORDS / MATRICES), r->next[m],
                 SLOT / MATRICES, full);
  }
  r->left--;
#pragma unroll
  for (int m = 0; m < MATRICES; m++) r->next[m] += r->step;
#endif
}

// Asks for the first rows.
static __device__ void begin_ring(row_ring *r) {
#if __CUDA_ARCH__ >= 900
  if (threadIdx.x % WARP == 0) {
    for (int k = 0; k < SLOTS; k++) barrier_begin(&r->full[k], 1);
    store_fence(); // the accelerator sees the barriers
  }
  __syncwarp();
  for (int k = 0; k < SLOTS; k++) ask(r, k);
#endif
}

// Waits for the row of this round. Returns where in its slot the lane's first 16 bytes are.
static __device__ const uint4 *arrived(const row_ring *r, int round) {
#if __CUDA_ARCH__ >= 900
  barrier_wait(&r->full[round % SLOTS], round / SLOTS % 2);
#endif
  return r->slots + round % SLOTS * SLOT_WORDS + threadIdx.x % WARP;
}
#endif
