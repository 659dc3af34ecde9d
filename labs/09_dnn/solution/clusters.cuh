// Lab 09: several blocks a row on Hopper and later, as a thread block cluster.

#ifdef __NVCC__ // the emulator has no clusters: there the forms for other devices are graded

enum { CLUSTER = 16 }; // blocks, at most: more than 8 is what a device need not grant

// The hardware starts the blocks of a cluster together, and each can store into the others' shared memory: they exchange four
// numbers each without tickets and polls in global memory. `full` completes when those of all blocks have arrived.
struct row_words {
  float4 of_block[CLUSTER];
  uint64_t full;
};

static __device__ unsigned within_shared(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// To be called first. Returns which of the row's blocks this one is. A block may store into another only when that one has
// made its barrier, so all blocks arrive here, and wait for each other in exchange(): behind the loads of their rows.
static __device__ int begin_exchange(row_words *s, int blocks) {
  unsigned rank = 0;
#if __CUDA_ARCH__ >= 900
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    unsigned full = within_shared(&s->full);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(full), "r"(blocks * 16)
                 : "memory");
  }
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
#endif
  return (int)rank;
}

// Every block's numbers to every block: thread t sends those of its block to block t. All threads call, with the same ones.
// Then s->of_block is complete. (cluster.sync() in place of the barrier would first wait until all that the block has stored is
// seen by the others, and forget what is in the L1 cache.)
static __device__ void exchange(row_words *s, int rank, int blocks, float4 own) {
#if __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x < blocks) {
    unsigned to, full;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(to)
        : "r"(within_shared(&s->of_block[rank])), "r"(threadIdx.x));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(full) : "r"(within_shared(&s->full)), "r"(threadIdx.x));
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(
            to),
        "r"(__float_as_uint(own.x)), "r"(__float_as_uint(own.y)), "r"(__float_as_uint(own.z)),
        "r"(__float_as_uint(own.w)), "r"(full)
        : "memory");
  }
  for (unsigned done = 0; !done;)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(within_shared(&s->full))
        : "memory");
#else
  __trap(); // compiled for a device without clusters
#endif
}

// Launches the kernel with a cluster of `blocks` for each row. False if the kernel was compiled for a device without clusters, or
// the device has no room for one of so many blocks; then nothing has been launched.
template <typename... PARAMETERS, typename... ARGUMENTS>
static bool launch_clusters(void (*kernel)(PARAMETERS...), int64_t rows, int blocks, ARGUMENTS... arguments) {
  cudaFuncAttributes compiled;
  cudaLaunchAttribute cluster;
  cudaLaunchConfig_t config = {};
  int room = 0;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {(unsigned)blocks, 1, 1};
  config.gridDim = dim3((unsigned)(rows * blocks));
  config.blockDim = dim3(BLOCK);
  config.attrs = &cluster;
  config.numAttrs = 1;
  bool possible =
      blocks <= CLUSTER && cudaFuncGetAttributes(&compiled, kernel) == cudaSuccess &&
      compiled.ptxVersion >= 90 &&
      cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) == cudaSuccess &&
      cudaOccupancyMaxActiveClusters(&room, kernel, &config) == cudaSuccess && room > 0 &&
      cudaLaunchKernelEx(&config, kernel, arguments...) == cudaSuccess;
  if (!possible) cudaGetLastError(); // the other form is launched, and not to be blamed
  return possible;
}
#endif
