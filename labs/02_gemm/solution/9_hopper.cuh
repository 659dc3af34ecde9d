// Lab 02, stage 9 on Hopper: warps multiply operands in shared memory, and the tensor memory accelerator
// copies them there.

#ifdef __NVCC__ // the emulator has the wmma form only

// A block computes 256 x 128 elements. It has two teams of four warps, and each team computes 128 x 128
// elements: 128 sums a thread. Four stages of 48 KiB, each 64 elements of k wide, fill the shared memory, so
// a multiprocessor holds one block. BOX is the width of a swizzled box, 128 bytes.
enum { BOX = 64, TEAMS = 2, TEAM = 128, TEAM_M = 128, HOPPER_M = TEAMS * TEAM_M, HOPPER_N = 128, STAGES = 4 };
enum { HOPPER_THREADS = TEAMS * TEAM + 32 };
struct hopper_stage {
  gemm_half a[TEAMS][TEAM_M * BOX], b[HOPPER_N / BOX][BOX * BOX];
};

// One lane of one warp only starts copies. The tensor memory accelerator computes their addresses, fills
// elements outside the matrix with zeros, and stores each box in the order that tensor cores read without
// bank conflicts. The teams only multiply. Their operands stay in shared memory: no register ever holds an
// element of A or B.
//
// Each stage has two barriers, by which copies and teams wait for each other and for nothing else. `full`
// completes when the stage's bytes have arrived, `empty` when both teams have multiplied them. Round r of a
// stage is the phase of parity r % 2.
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    gemm_9_hopper_kernel(const __grid_constant__ gemm_map map_a, const __grid_constant__ gemm_map map_b,
                         int m, int n, int k, float alpha, float beta, float *c) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) hopper_stage stage[];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int team = threadIdx.x / TEAM, steps = ceil_div(k, BOX);
  int row0 = blockIdx.y * HOPPER_M, col0 = blockIdx.x * HOPPER_N;

  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; s++) {
      barrier_begin(&full[s], 1);
      barrier_begin(&empty[s], TEAMS);
    }
  __syncthreads();

  if (team == TEAMS) {
    if (threadIdx.x % 32) return;
    for (int i = 0; i < steps; i++) {
      int s = i % STAGES, round = i / STAGES;
      barrier_wait(&empty[s], (round + 1) % 2);
      barrier_arrive_expect(&full[s], sizeof stage[s]);
      for (int q = 0; q < TEAMS; q++) copy_box(stage[s].a[q], &map_a, row0 + q * TEAM_M, i * BOX, &full[s]);
      for (int q = 0; q < HOPPER_N / BOX; q++)
        copy_box(stage[s].b[q], &map_b, i * BOX, col0 + q * BOX, &full[s]);
    }
    return;
  }

  float sum[TEAM_M / 64][64] = {};
  for (int i = 0; i < steps; i++) {
    int s = i % STAGES, round = i / STAGES;
    barrier_wait(&full[s], round % 2);
    wgmma_begin();
#pragma unroll
    for (int l = 0; l < BOX; l += 16)
#pragma unroll
      for (int h = 0; h < TEAM_M / 64; h++)
        wgmma_64x128x16(sum[h], operand_a(&stage[s].a[team][h * 64 * BOX + l]),
                        operand_b(&stage[s].b[0][l * BOX], BOX));
    wgmma_commit();
    wgmma_wait<0>();
    if (threadIdx.x % TEAM == 0) barrier_arrive(&empty[s]);
  }

  // Four lanes hold 8 neighbouring elements of a row, two each: together they store a whole sector.
  int lane = threadIdx.x % 32, warp = threadIdx.x % TEAM / 32;
#pragma unroll
  for (int h = 0; h < TEAM_M / 64; h++)
#pragma unroll
    for (int i = 0; i < 64; i += 2) {
      int row = row0 + team * TEAM_M + h * 64 + warp * 16 + lane / 4 + i / 2 % 2 * 8;
      int col = col0 + i / 4 * 8 + lane % 4 * 2;
      if (row >= m || col >= n) continue;
      float2 *pair = (float2 *)&c[row * n + col], v = {alpha * sum[h][i], alpha * sum[h][i + 1]};
      if (beta != 0) v.x += beta * pair->x, v.y += beta * pair->y;
      *pair = v;
    }
#else
  __trap(); // compiled for another target than sm_90a
#endif
}

static bool is_hopper() {
  int device, major;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
         major == 9;
}

static int gemm_9_hopper(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                         float *c) {
  gemm_map map_a, map_b;
  int error = gemm_map_encode(&map_a, a, m, k, TEAM_M, BOX);
  if (!error) error = gemm_map_encode(&map_b, b, k, n, BOX, BOX);
  if (error) return cudaErrorNotSupported;

  int shared = STAGES * sizeof(hopper_stage);
  error = cudaFuncSetAttribute(gemm_9_hopper_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (error) return error;
  dim3 grid(ceil_div(n, HOPPER_N), ceil_div(m, HOPPER_M));
  gemm_9_hopper_kernel<<<grid, HOPPER_THREADS, shared>>>(map_a, map_b, m, n, k, alpha, beta, c);
  return cudaGetLastError();
}
#endif

int gemm_9_tensor_core(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                       float *c) {
#ifdef __NVCC__
  // The accelerator needs rows of a multiple of 16 bytes, and matrices that are not empty.
  if (n % 8 == 0 && k % 8 == 0 && k > 0 && is_hopper()) return gemm_9_hopper(m, n, k, alpha, a, b, beta, c);
#endif
  return gemm_9_wmma(m, n, k, alpha, a, b, beta, c);
}
