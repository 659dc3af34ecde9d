// Lab 09: several blocks a row on Hopper and later, as a thread block cluster.

#if defined __NVCC__ &&                                                                                      \
    !defined                                                                                                 \
        __PMPP_EMU__ // the emulator knows clusters, but no barrier across them: there the forms for other devices are graded

enum { CLUSTER = 16 }; // blocks, at most: more than 8 is what a device need not grant

// The hardware starts the blocks of a cluster together, and each can store into the others' shared memory: they exchange four
// numbers each without tickets and polls in global memory. `full` completes when those of all blocks have arrived. A cluster may
// go on to further rows, one a round. Two sets of words, in turns, suffice: a block sends a round's numbers when all its threads have
// read those of the round before, and nobody is two rounds ahead of a block whose numbers he needs.
struct row_words {
  float4 of_block[2][CLUSTER];
  uint64_t full[2];
};

static __device__ unsigned within_shared(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

static __device__ void expect_words(uint64_t *full, int blocks) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(within_shared(full)),
               "r"(blocks * 16)
               : "memory");
#endif
}

// To be called first. Returns which of the row's blocks this one is. A block may store into another only when that one has
// made its barrier, so all blocks arrive here, and wait for each other in exchange(): behind the loads of their rows.
static __device__ int begin_exchange(row_words *s, int blocks) {
  unsigned rank = 0;
#if __CUDA_ARCH__ >= 900
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    for (uint64_t &full : s->full)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(within_shared(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    for (uint64_t &full : s->full) expect_words(&full, blocks);
  }
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
#endif
  return (int)rank;
}

// Every block's numbers to every block: thread t sends those of its block to block t. All threads call, with the same ones, for
// round 0, 1, ... Returns the numbers of all blocks. (cluster.sync() in place of the barrier would first wait until all that the
// block has stored is seen by the others, and forget what is in the L1 cache.)
static __device__ const float4 *exchange(row_words *s, int round, int rank, int blocks, float4 own) {
  float4 *words = s->of_block[round % 2];
#if __CUDA_ARCH__ >= 900
  uint64_t *full = &s->full[round % 2];
  if (round == 0) asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x < blocks) {
    unsigned to, then;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(to)
        : "r"(within_shared(&words[rank])), "r"(threadIdx.x));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(then) : "r"(within_shared(full)), "r"(threadIdx.x));
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(
            to),
        "r"(__float_as_uint(own.x)), "r"(__float_as_uint(own.y)), "r"(__float_as_uint(own.z)),
        "r"(__float_as_uint(own.w)), "r"(then)
        : "memory");
  }
  for (unsigned done = 0; !done;)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(within_shared(full)), "r"(round / 2 % 2)
        : "memory");
  if (threadIdx.x == 0) expect_words(full, blocks); // for the round after the next one
#else
  __trap(); // compiled for a device without clusters
#endif
  return words;
}

// How a kernel with clusters is launched.
struct cluster_form {
  int blocks, threads, shared; // of a cluster; of a block
  bool stays;                  // no more clusters than run at a time: each goes on to further rows
};

// Launches the kernel with a cluster for each row, or fewer that stay. False if the kernel was compiled for a device without
// clusters, or the device has no room for one of so many blocks; then nothing has been launched.
template <typename... PARAMETERS, typename... ARGUMENTS>
static bool launch_clusters(void (*kernel)(PARAMETERS...), int64_t rows, cluster_form form,
                            ARGUMENTS... arguments) {
  cudaFuncAttributes compiled;
  cudaLaunchAttribute cluster;
  cudaLaunchConfig_t config = {};
  int room = 0;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {(unsigned)form.blocks, 1, 1};
  config.gridDim = dim3((unsigned)(rows * form.blocks));
  config.blockDim = dim3(form.threads);
  config.dynamicSmemBytes = form.shared;
  config.attrs = &cluster;
  config.numAttrs = 1;
  bool possible =
      form.blocks <= CLUSTER && cudaFuncGetAttributes(&compiled, kernel) == cudaSuccess &&
      compiled.ptxVersion >= 90 &&
      cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) == cudaSuccess &&
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, form.shared) == cudaSuccess &&
      cudaOccupancyMaxActiveClusters(&room, kernel, &config) == cudaSuccess && room > 0;
  if (possible && form.stays) { // no more than have rows for the same number of rounds
    int64_t rounds = (rows + room - 1) / room;
    config.gridDim = dim3((unsigned)((rows + rounds - 1) / rounds * form.blocks));
  }
  possible = possible && cudaLaunchKernelEx(&config, kernel, arguments...) == cudaSuccess;
  if (!possible) cudaGetLastError(); // the other form is launched, and not to be blamed
  return possible;
}
#endif
