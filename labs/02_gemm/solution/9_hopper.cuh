// Lab 02, stage 9 on Hopper: warps multiply operands in shared memory, and the tensor memory accelerator
// copies them there, and the sums back.

#if defined __NVCC__ && !defined __PMPP_EMU__ // the emulator has the wmma form only

// A block computes 128 x 256 elements. Two teams of four warps multiply, 64 x 256 elements each; of a third one a
// single thread starts copies. A ring of four stages, each BOX = 64 elements of k wide, and the boxes in which
// sums leave fill the shared memory, so a multiprocessor holds one block. 256 columns are the most that one
// instruction multiplies: it reads 64 + 256 elements of shared memory for each 64 x 256 products.
enum { BOX = 64, TEAMS = 2, TEAM = 128, TEAM_M = 64, OUT_N = 32 };
enum { HOPPER_M = TEAMS * TEAM_M, HOPPER_N = 256, HOPPER_STAGES = 4, HOPPER_THREADS = (TEAMS + 1) * TEAM };
struct hopper_stage {
  gemm_half a[TEAMS][TEAM_M * BOX], b[HOPPER_N / BOX][BOX * BOX];
};
struct hopper_shared {
  hopper_stage ring[HOPPER_STAGES];
  float out[TEAMS][2][TEAM_M * OUT_N];
  uint64_t full[HOPPER_STAGES], empty[HOPPER_STAGES];
};

// The tiles of C in the order in which they are computed: BAND rows of tiles, column by column, then the next
// rows. The tiles of one time form a compact patch of C then, and read few rows of A and few columns of B: what
// one loads is still in the second-level cache when the others need it.
enum { BAND = 16 };
struct hopper_tiles {
  int down, across; // how many
  __device__ int2 place(int t) const {
    int band = t / (BAND * across), rows = min((int)BAND, down - band * BAND), i = t % (BAND * across);
    return {band * BAND + i % rows, i / rows};
  }
};

// Each stage has two barriers, by which copies and teams wait for each other and for nothing else. `full`
// completes when the stage's bytes have arrived, `empty` when all who read them have multiplied them. `round`
// counts how often the ring has been passed: the phases of a stage have its parity.
template <int STAGES> struct hopper_turn {
  int stage = 0, round = 0;
  __device__ void next() {
    if (++stage == STAGES) stage = 0, round++;
  }
};

// Fills one stage after the other. The tensor memory accelerator computes addresses, fills elements outside the
// matrix with zeros, and stores each box in the order that tensor cores read without bank conflicts.
static __device__ void hopper_copies(hopper_shared *s, const gemm_map *map_a, const gemm_map *map_b,
                                     hopper_tiles tiles, int steps) {
  hopper_turn<HOPPER_STAGES> turn;
  for (int t = blockIdx.x; t < tiles.down * tiles.across; t += gridDim.x) {
    int2 tile = tiles.place(t);
    for (int i = 0; i < steps; i++, turn.next()) {
      hopper_stage *to = &s->ring[turn.stage];
      uint64_t *full = &s->full[turn.stage];
      barrier_wait(&s->empty[turn.stage], (turn.round + 1) % 2);
      barrier_arrive_expect(full, sizeof *to);
      copy_box(to->a, map_a, tile.x * HOPPER_M, i * BOX, full);
      for (int q = 0; q < HOPPER_N / BOX; q++)
        copy_box(to->b[q], map_b, i * BOX, tile.y * HOPPER_N + q * BOX, full);
    }
  }
}

// Named barriers: one for the threads of each team, and one at which the first team arrives and the second waits.
static __device__ void team_sync(int team) {
  asm volatile("bar.sync %0, %1;" ::"r"(team + 1), "n"((int)TEAM) : "memory");
}
static __device__ void first_has_stored() {
  asm volatile("bar.arrive %0, %1;" ::"n"(TEAMS + 1), "n"(TEAMS * TEAM) : "memory");
}
static __device__ void wait_for_first() {
  asm volatile("bar.sync %0, %1;" ::"n"(TEAMS + 1), "n"(TEAMS * TEAM) : "memory");
}

// Stores a team's sums: 32 columns at a time go to a box in shared memory, and the accelerator copies it to C
// while the next ones go to the team's other box. Rows of a box are 128 bytes long: the accelerator expects their
// 16-byte pieces in swizzled order, piece p of row r at p ^ r % 8.
template <int COUNT>
static __device__ void hopper_store(float (*boxes)[TEAM_M * OUT_N], const gemm_map *map_c,
                                    const float (&sum)[COUNT], int row0, int col0, int m, int n, float alpha,
                                    float beta, const float *c) {
  int team = threadIdx.x / TEAM, thread = threadIdx.x % TEAM, lane = thread % 32, warp = thread / 32;
#pragma unroll
  for (int q = 0; q < 2 * COUNT / OUT_N; q++) {
    float *to = boxes[q % 2];
    if (thread == 0) store_wait<1>(); // what was in this box has left
    team_sync(team);
#pragma unroll
    for (int i = 0; i < OUT_N / 2; i += 2) {
      int r = warp * 16 + lane / 4 + i / 2 % 2 * 8, column = i / 4 * 8 + lane % 4 * 2;
      int row = row0 + r, col = col0 + q * OUT_N + column;
      float2 v = {alpha * sum[q * OUT_N / 2 + i], alpha * sum[q * OUT_N / 2 + i + 1]};
      if (beta != 0 && row < m && col < n) {
        float2 old = *(const float2 *)&c[row * n + col];
        v.x += beta * old.x, v.y += beta * old.y;
      }
      *(float2 *)&to[r * OUT_N + (column / 4 ^ r % 8) * 4 + column % 4] = v;
    }
    store_fence();
    team_sync(team);
    if (thread == 0) store_box(map_c, row0, col0 + q * OUT_N, to);
  }
}

// A persistent kernel: as many blocks as multiprocessors, and each goes on to further tiles. The ring does not
// end between two tiles: while the teams store the sums of one, the stages of the next one arrive. If both teams
// stored at the same time, the tensor cores would have nothing to do. So the second team stores after the first,
// which then is ahead in the next tile, by as many stages as the ring has: one stores while the other multiplies.
//
// The teams only multiply. Their operands stay in shared memory: no register ever holds an element of A or B.
// While the products of a step are made, those of the next one have been begun; the step before is done then,
// and its stage is given back.
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    gemm_9_hopper_kernel(const __grid_constant__ gemm_map map_a, const __grid_constant__ gemm_map map_b,
                         const __grid_constant__ gemm_map map_c, int m, int n, int k, float alpha, float beta,
                         float *c) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) char memory[];
  hopper_shared *s = (hopper_shared *)memory;
  int team = threadIdx.x / TEAM, steps = ceil_div(k, BOX);
  bool speaks = threadIdx.x % TEAM == 0; // for its team
  hopper_tiles tiles = {ceil_div(m, HOPPER_M), ceil_div(n, HOPPER_N)};
  int count = tiles.down * tiles.across;
  bool in_turn = steps > HOPPER_STAGES; // else a team could be a whole tile ahead, and arrive twice

  if (threadIdx.x == TEAMS * TEAM) map_prefetch(&map_a), map_prefetch(&map_b), map_prefetch(&map_c);
  if (threadIdx.x == 0)
    for (int i = 0; i < HOPPER_STAGES; i++) {
      barrier_begin(&s->full[i], 1);
      barrier_begin(&s->empty[i], TEAMS);
    }
  __syncthreads();

  // A thread that multiplies has N / 2 sums. One that copies has next to nothing, and gives its registers away.
  if (team == TEAMS) {
    registers_give<24>();
    if (speaks) hopper_copies(s, &map_a, &map_b, tiles, steps);
    return;
  }
  registers_take<240>();
  hopper_turn<HOPPER_STAGES> turn;
  for (int t = blockIdx.x; t < count; t += gridDim.x) {
    int2 tile = tiles.place(t);
    float sum[HOPPER_N / 2] = {};
    uint64_t *before = NULL; // where to give back the stage of the step before
    for (int i = 0; i < steps; i++, turn.next()) {
      hopper_stage *from = &s->ring[turn.stage];
      barrier_wait(&s->full[turn.stage], turn.round % 2);
      wgmma_begin();
#pragma unroll
      for (int l = 0; l < BOX; l += 16)
        wgmma_add(sum, operand_a(&from->a[team][l]), operand_b(&from->b[0][l * BOX], BOX));
      wgmma_commit();
      wgmma_wait<1>();
      if (before && speaks) barrier_arrive(before);
      before = &s->empty[turn.stage];
    }
    wgmma_wait<0>();
    if (speaks) barrier_arrive(before);

    bool goes_on = in_turn && t + gridDim.x < count;
    if (goes_on && team == 1) wait_for_first();
    hopper_store(s->out[team], &map_c, sum, tile.x * HOPPER_M + team * TEAM_M, tile.y * HOPPER_N, m, n, alpha,
                 beta, c);
    if (goes_on && team == 0) first_has_stored();
  }
  if (speaks) store_wait<0>();
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

static int gemm_9_large(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                        float *c, int multiprocessors) {
  gemm_map map_a, map_b, map_c;
  int error = gemm_map_encode(&map_a, a, m, k, HOPPER_M, BOX);
  if (!error) error = gemm_map_encode(&map_b, b, k, n, BOX, BOX);
  if (!error) error = gemm_map_encode_floats(&map_c, c, m, n, TEAM_M, OUT_N);
  if (error) return cudaErrorNotSupported;

  int shared = sizeof(hopper_shared), count = ceil_div(m, HOPPER_M) * ceil_div(n, HOPPER_N);
  error = cudaFuncSetAttribute(gemm_9_hopper_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (error) return error;
  gemm_9_hopper_kernel<<<min(count, multiprocessors), HOPPER_THREADS, shared>>>(map_a, map_b, map_c, m, n, k,
                                                                                alpha, beta, c);
  return cudaGetLastError();
}

#include "9_hopper_small.cuh"

static int gemm_9_hopper(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                         float *c) {
  int device, multiprocessors;
  int error = cudaGetDevice(&device);
  if (!error) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error) return error;
  bool few = ceil_div(m, HOPPER_M) * ceil_div(n, HOPPER_N) <= multiprocessors / 2;
  return few ? gemm_9_small(m, n, k, alpha, a, b, beta, c)
             : gemm_9_large(m, n, k, alpha, a, b, beta, c, multiprocessors);
}
#endif

int gemm_9_tensor_core(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                       float *c) {
#if defined __NVCC__ && !defined __PMPP_EMU__
  // The accelerator needs rows of a multiple of 16 bytes, and matrices that are not empty.
  if (n % 8 == 0 && k % 8 == 0 && k > 0 && is_hopper()) return gemm_9_hopper(m, n, k, alpha, a, b, beta, c);
#endif
  return gemm_9_wmma(m, n, k, alpha, a, b, beta, c);
}
