// Lab 02, stage 9 on Hopper, for a C with too few large tiles: a block a small one.

// A block computes 64 x 128 elements. One team makes all products, by an instruction of 64 x 128: it reads 64 + 128
// elements of shared memory for each step of k; two teams of 64 x 64 would read 2 (64 + 64). A block has one tile, so
// nothing hides its begin and its end: the first copies start before the block has met, and the sums go from registers
// to C. With nine stages in place of eight the kernel takes longer: more than 196 KiB of shared memory leave the
// first-level cache half of what it has else.
enum { SMALL_M = TEAM_M, SMALL_N = 128, SMALL_STAGES = 8, SMALL_THREADS = TEAM + 32 };
struct small_stage {
  gemm_half a[SMALL_M * BOX], b[SMALL_N / BOX][BOX * BOX];
};
struct small_shared {
  small_stage ring[SMALL_STAGES];
  uint64_t full[SMALL_STAGES], empty[SMALL_STAGES];
};

// Starts the copies of step i.
static __device__ void small_copy(small_shared *s, const gemm_map *map_a, const gemm_map *map_b, int row0,
                                  int col0, int i) {
  small_stage *to = &s->ring[i % SMALL_STAGES];
  uint64_t *full = &s->full[i % SMALL_STAGES];
  barrier_arrive_expect(full, sizeof *to);
  copy_box(to->a, map_a, row0, i * BOX, full);
  for (int q = 0; q < SMALL_N / BOX; q++) copy_box(to->b[q], map_b, i * BOX, col0 + q * BOX, full);
}

__global__ void __launch_bounds__(SMALL_THREADS, 1)
    gemm_9_small_kernel(const __grid_constant__ gemm_map map_a, const __grid_constant__ gemm_map map_b, int m,
                        int n, int k, float alpha, float beta, float *c) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) char memory[];
  small_shared *s = (small_shared *)memory;
  int steps = ceil_div(k, BOX), down = ceil_div(m, SMALL_M);
  int row0 = blockIdx.x % down * SMALL_M, col0 = blockIdx.x / down * SMALL_N;

  if (threadIdx.x == TEAM) {
    map_prefetch(&map_a), map_prefetch(&map_b);
    for (int i = 0; i < SMALL_STAGES; i++) barrier_begin(&s->full[i], 1), barrier_begin(&s->empty[i], 1);
    for (int i = 0; i < min((int)SMALL_STAGES, steps); i++) small_copy(s, &map_a, &map_b, row0, col0, i);
  }
  __syncthreads();
  if (threadIdx.x >= TEAM) {
    if (threadIdx.x == TEAM)
      for (int i = SMALL_STAGES; i < steps; i++) {
        barrier_wait(&s->empty[i % SMALL_STAGES], (i / SMALL_STAGES + 1) % 2);
        small_copy(s, &map_a, &map_b, row0, col0, i);
      }
    return;
  }

  float sum[SMALL_N / 2] = {};
  for (int i = 0; i < steps; i++) {
    small_stage *from = &s->ring[i % SMALL_STAGES];
    barrier_wait(&s->full[i % SMALL_STAGES], i / SMALL_STAGES % 2);
    wgmma_begin();
#pragma unroll
    for (int l = 0; l < BOX; l += 16)
      wgmma_add(sum, operand_a(&from->a[l]), operand_b(&from->b[0][l * BOX], BOX));
    wgmma_commit();
    wgmma_wait<1>(); // the step before is done
    if (i > 0 && threadIdx.x == 0) barrier_arrive(&s->empty[(i - 1) % SMALL_STAGES]);
  }
  wgmma_wait<0>();

  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
  for (int i = 0; i < SMALL_N / 2; i += 2) {
    int row = row0 + warp * 16 + lane / 4 + i / 2 % 2 * 8, col = col0 + i / 4 * 8 + lane % 4 * 2;
    if (row >= m || col >= n) continue;
    float2 *to = (float2 *)&c[row * n + col], v = {alpha * sum[i], alpha * sum[i + 1]};
    if (beta != 0) {
      float2 old = *to;
      v.x += beta * old.x, v.y += beta * old.y;
    }
    *to = v;
  }
#else
  __trap(); // compiled for another target than sm_90a
#endif
}

static int gemm_9_small(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                        float *c) {
  gemm_map map_a, map_b;
  int error = gemm_map_encode(&map_a, a, m, k, SMALL_M, BOX);
  if (!error) error = gemm_map_encode(&map_b, b, k, n, BOX, BOX);
  if (error) return cudaErrorNotSupported;

  int shared = sizeof(small_shared), count = ceil_div(m, SMALL_M) * ceil_div(n, SMALL_N);
  error = cudaFuncSetAttribute(gemm_9_small_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (error) return error;
  gemm_9_small_kernel<<<count, SMALL_THREADS, shared>>>(map_a, map_b, m, n, k, alpha, beta, c);
  return cudaGetLastError();
}
