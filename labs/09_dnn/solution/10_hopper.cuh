// Lab 09, stage 10 on Hopper: four warps multiply together, and compute exponentials while the tensor cores work.

#if defined __NVCC__ && !defined __PMPP_EMU__ // the emulator has the form above only

// A block has two teams of four warps. A team has 64 queries, and walks along the keys, 128 at a time. Four more warps only
// copy: one thread of theirs starts copies of keys and values into a ring of STAGES stages, and one warp brings the masks.
enum { TEAMS = 2, TEAM = 128, TEAM_QUERIES = 64, BOX = 64, TEAM_KEYS = 128 };
enum { BLOCK_QUERIES = TEAMS * TEAM_QUERIES, HOPPER_THREADS = (TEAMS + 1) * TEAM };
template <int ROOM_, int STAGES_> struct head_ring {
  static constexpr int ROOM = ROOM_, STAGES = STAGES_;
  struct shared {
    __half k[STAGES][ROOM / BOX][TEAM_KEYS * BOX], v[STAGES][ROOM / BOX][TEAM_KEYS * BOX];
    float mask[STAGES][TEAM_KEYS];
    int masked[STAGES]; // whether a mask of the tile is not 0
    uint64_t k_full[STAGES], v_full[STAGES], k_empty[STAGES], v_empty[STAGES];
  };
  // As in lab 02: `full` completes when an operand has arrived, `empty` when all eight warps have read it.
  struct turn {
    int stage = 0, parity = 0; // of the stage's phase
    __device__ void next() {
      if (++stage == STAGES) stage = 0, parity ^= 1;
    }
  };
};

struct heads {
  int count, queries, keys, size;
  bool causal;
  float scale;
  int blocks; // of a head
};

// The kernel is persistent: as many blocks as multiprocessors, and each goes on to further queries. The ring does not end
// between them: the first keys of the next ones arrive while results are stored. Causal, late queries see the most keys: they
// come first, those of all heads, and every other round goes the other way, so that all blocks have about as much to do.
struct work {
  int head, query0, tiles; // of keys
};

static __device__ bool find_work(work *w, const heads &a, int round) {
  int own = (int)blockIdx.x, others = (int)gridDim.x;
  int i = round * others + (round % 2 ? others - 1 - own : own);
  w->head = a.causal ? i % a.count : i / a.blocks;
  w->query0 = (a.causal ? a.blocks - 1 - i / a.count : i % a.blocks) * BLOCK_QUERIES;
  int end = a.causal ? min(w->query0 + BLOCK_QUERIES, a.keys) : a.keys;
  w->tiles = (end + TEAM_KEYS - 1) / TEAM_KEYS;
  return i < a.count * a.blocks;
}

// ---- copies -----------------------------------------------------------------------------------------------

template <typename T>
static __device__ void copy_heads(typename T::shared *s, const dnn_map *map_k, const dnn_map *map_v,
                                  const heads &a) {
  typename T::turn turn;
  work w;
  for (int round = 0; find_work(&w, a, round); round++)
    for (int i = 0; i < w.tiles; i++, turn.next()) {
      int row = w.head * a.keys + i * TEAM_KEYS;
      uint64_t *k_full = &s->k_full[turn.stage], *v_full = &s->v_full[turn.stage];
      barrier_wait(&s->k_empty[turn.stage], turn.parity ^ 1);
      barrier_arrive_expect(k_full, sizeof s->k[0]);
      for (int b = 0; b < T::ROOM / BOX; b++) copy_box(s->k[turn.stage][b], map_k, row, b * BOX, k_full);
      barrier_wait(&s->v_empty[turn.stage], turn.parity ^ 1);
      barrier_arrive_expect(v_full, sizeof s->v[0]);
      for (int b = 0; b < T::ROOM / BOX; b++) copy_box(s->v[turn.stage][b], map_v, row, b * BOX, v_full);
    }
}

// A tile's masks, -infinity past the last key, come and go with its keys.
template <typename T>
static __device__ void copy_masks(typename T::shared *s, const float *mask, const heads &a) {
  enum { EACH = TEAM_KEYS / WARP };
  typename T::turn turn;
  work w;
  int lane = threadIdx.x % WARP;
  for (int round = 0; find_work(&w, a, round); round++)
    for (int i = 0; i < w.tiles; i++, turn.next()) {
      const float *of_head = mask + (int64_t)w.head * a.keys;
      float m[EACH];
      bool masked = false;
#pragma unroll
      for (int j = 0; j < EACH; j++) {
        int key = i * TEAM_KEYS + j * WARP + lane;
        m[j] = key < a.keys ? of_head[key] : -INFINITY;
        masked |= m[j] != 0;
      }
      masked = __any_sync(ALL_LANES, masked);
      barrier_wait(&s->k_empty[turn.stage], turn.parity ^ 1);
#pragma unroll
      for (int j = 0; j < EACH; j++) s->mask[turn.stage][j * WARP + lane] = m[j];
      if (lane == 0) s->masked[turn.stage] = masked;
      __syncwarp();
      if (lane == 0) barrier_arrive(&s->k_full[turn.stage]);
    }
}

// ---- products ---------------------------------------------------------------------------------------------

// score = the team's queries times the tile's keys. A key is a row of a box, and a column of the right operand.
template <typename T>
static __device__ void begin_scores(float (&score)[TEAM_KEYS / 2],
                                    const unsigned (&query)[T::ROOM / FRAGMENT][4],
                                    const __half (*k)[TEAM_KEYS * BOX]) {
  wgmma_begin();
#pragma unroll
  for (int d = 0; d < T::ROOM; d += FRAGMENT)
    wgmma_from_registers<0>(score, query[d / FRAGMENT], operand_a(&k[d / BOX][d % BOX]), d > 0);
  wgmma_commit();
}

// sum += shares times the tile's values.
template <typename T>
static __device__ void begin_values(float (&sum)[T::ROOM / 2],
                                    const unsigned (&share)[TEAM_KEYS / FRAGMENT][4],
                                    const __half (*v)[TEAM_KEYS * BOX]) {
  wgmma_begin();
#pragma unroll
  for (int j = 0; j < TEAM_KEYS; j += FRAGMENT)
    wgmma_from_registers<1>(sum, share[j / FRAGMENT], operand_b(&v[0][j * BOX], TEAM_KEYS), 1);
  wgmma_commit();
}

// Scores as left operands.
static __device__ void pack_shares(unsigned (&share)[TEAM_KEYS / FRAGMENT][4],
                                   const float (&score)[TEAM_KEYS / 2]) {
#pragma unroll
  for (int j = 0; j < TEAM_KEYS / FRAGMENT; j++)
#pragma unroll
    for (int i = 0; i < 4; i++) share[j][i] = two_halves(score[8 * j + 2 * i], score[8 * j + 2 * i + 1]);
}

// The teams begin their products in turns: while the tensor cores multiply for one, the other one computes exponentials. Without
// this both would wait for the tensor cores first, and then leave them idle. Named barriers, one for each team.
static __device__ void wait_for_turn(int team) {
  asm volatile("bar.sync %0, %1;" ::"r"(team + 1), "n"(TEAMS * TEAM) : "memory");
}
static __device__ void pass_turn(int team) {
  asm volatile("bar.arrive %0, %1;" ::"r"((team + 1) % TEAMS + 1), "n"(TEAMS * TEAM) : "memory");
}

// ---- softmax ----------------------------------------------------------------------------------------------

// As shares_of_tile, where no score of the tile has a mask: the scale is a part of the exponent, and a share takes one
// multiplication and addition, and an exponential. The product with the maximum is rounded, so a share may be above 1: by 2^-23 of the
// maximum, in the exponent. From 2^20 on, where scores have an error of a quarter anyway, this is held down.
static __device__ float shares_without_mask(float (*score)[4], int h, float scale, part *known) {
  const float LOG2_E = 1.44269504f;
  float max = -INFINITY, sum[2] = {};
#pragma unroll
  for (int j = 0; j < TEAM_KEYS / 8; j++) max = fmaxf(max, fmaxf(score[j][2 * h], score[j][2 * h + 1]));
  max = fmaxf(max, __shfl_xor_sync(ALL_LANES, max, 1));
  max = fmaxf(max, __shfl_xor_sync(ALL_LANES, max, 2));
  max = fmaxf(known->max, max * scale);
  float from = max == -INFINITY ? 0 : max;
  float less = from * LOG2_E + 0x1p-20f * fmaxf(fabsf(from) - 0x1p20f, 0);
#pragma unroll
  for (int j = 0; j < TEAM_KEYS / 8; j++)
#pragma unroll
    for (int i = 0; i < 2; i++)
      sum[i] += score[j][2 * h + i] = power_of_two(fmaf(score[j][2 * h + i], scale * LOG2_E, -less));
  float factor = exponential(known->max - from);
  known->sum = known->sum * factor + (sum[0] + sum[1]);
  known->max = max;
  return factor;
}

// The scores of tile i become shares; factor[h] is that of query h for what was before. The keys are given back as soon as their
// masks have been read.
template <typename T>
static __device__ void soften(float (&scores)[TEAM_KEYS / 2], typename T::shared *s, int stage,
                              const heads &a, int visible, bool diagonal, part *known, float *factor) {
  float(*score)[4] = (float(*)[4])scores;
  bool masked = s->masked[stage];
  if (masked) add_masks<TEAM_KEYS>(score, s->mask[stage], a.scale);
  __syncwarp();
  if (threadIdx.x % WARP == 0) barrier_arrive(&s->k_empty[stage]);
  if (diagonal) hide_keys<TEAM_KEYS>(score, visible);
#pragma unroll
  for (int h = 0; h < 2; h++)
    factor[h] = masked ? shares_of_tile<TEAM_KEYS>(score, h, &known[h])
                       : shares_without_mask(score, h, a.scale, &known[h]);
}

// ---- the kernel -------------------------------------------------------------------------------------------

// All tiles of a team's queries. While the shares of a tile are multiplied with its values, the next scores become shares.
template <typename T>
static __device__ void attend(typename T::shared *s, typename T::turn *turn, const heads &a, const work &w,
                              int team, const unsigned (&query)[T::ROOM / FRAGMENT][4], int own0,
                              float (&sum)[T::ROOM / 2], part *known) {
  float score[TEAM_KEYS / 2], factor[2];
  unsigned share[TEAM_KEYS / FRAGMENT][4];
  int visible =
      own0 + threadIdx.x % WARP / 4 + 1; // of the tile's keys, if causal; own0 is the warp's first query

  barrier_wait(&s->k_full[turn->stage], turn->parity);
  wait_for_turn(team);
  begin_scores<T>(score, query, s->k[turn->stage]);
  pass_turn(team);
  wgmma_wait<0>();
  wgmma_results(score);
  soften<T>(score, s, turn->stage, a, visible, a.causal && TEAM_KEYS > own0, known, factor);
  pack_shares(share, score);
  for (int i = 1; i < w.tiles; i++) {
    typename T::turn before = *turn;
    turn->next();
    barrier_wait(&s->k_full[turn->stage], turn->parity);
    wait_for_turn(team);
    begin_scores<T>(score, query, s->k[turn->stage]);
    barrier_wait(&s->v_full[before.stage], before.parity);
    begin_values<T>(sum, share, s->v[before.stage]);
    pass_turn(team);
    wgmma_wait<1>();
    wgmma_results(score);
    soften<T>(score, s, turn->stage, a, visible - i * TEAM_KEYS, a.causal && (i + 1) * TEAM_KEYS > own0,
              known, factor);
    wgmma_wait<0>();
    wgmma_results(sum);
    if (threadIdx.x % WARP == 0) barrier_arrive(&s->v_empty[before.stage]);
#pragma unroll
    for (int d = 0; d < T::ROOM / 2; d++) sum[d] *= factor[d / 2 % 2];
    pack_shares(share, score);
  }
  barrier_wait(&s->v_full[turn->stage], turn->parity);
  begin_values<T>(sum, share, s->v[turn->stage]);
  wgmma_wait<0>();
  wgmma_results(sum);
  if (threadIdx.x % WARP == 0) barrier_arrive(&s->v_empty[turn->stage]);
  turn->next();
}

template <typename T>
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    dnn_10_hopper_kernel(const __grid_constant__ dnn_map map_k, const __grid_constant__ dnn_map map_v,
                         const __half *q, const float *mask, heads a, __half *out) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) char head_memory[];
  typename T::shared *s = (typename T::shared *)head_memory;
  int team = threadIdx.x / TEAM, warp = threadIdx.x % TEAM / WARP;
  if (threadIdx.x == 0)
    for (int i = 0; i < T::STAGES; i++) {
      barrier_begin(&s->k_full[i], 2); // the copy's thread, and the masks' warp
      barrier_begin(&s->v_full[i], 1);
      barrier_begin(&s->k_empty[i], TEAMS * TEAM / WARP);
      barrier_begin(&s->v_empty[i], TEAMS * TEAM / WARP);
    }
  __syncthreads();

  if (team == TEAMS) {
    registers_give<40>();
    if (threadIdx.x == TEAMS * TEAM) copy_heads<T>(s, &map_k, &map_v, a);
    if (warp == 1) copy_masks<T>(s, mask, a);
    return;
  }
  registers_take<232>();
  if (team == TEAMS - 1) pass_turn(team); // the first one begins
  typename T::turn turn;
  work w;
  for (int round = 0; find_work(&w, a, round); round++) {
    int own0 = w.query0 + team * TEAM_QUERIES + warp * FRAGMENT;
    int64_t first = (int64_t)w.head * a.queries * a.size;
    unsigned query[T::ROOM / FRAGMENT][4];
    load_queries<T::ROOM>(query, q + first, own0, a.queries, a.size);
    float sum[T::ROOM / 2] = {};
    part known[2] = {{-INFINITY, 0}, {-INFINITY, 0}};
    attend<T>(s, &turn, a, w, team, query, own0, sum, known);
    store_results<T::ROOM>(out + first, (float(*)[4])sum, known, own0, a.queries, a.size);
  }
#else
  __trap(); // compiled for another target than sm_90a
#endif
}

// Returns false, and launches nothing, where the device is no Hopper, or has no memory accelerator's driver.
template <typename T>
static bool attention_on_hopper(const __half *q, const __half *k, const __half *v, const float *mask, heads a,
                                __half *out) {
  dnn_map map_k, map_v;
  int device = 0, major = 0, multiprocessors = 0, rows = a.count * a.keys,
      shared = sizeof(typename T::shared);
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (major != 9 || dnn_map_encode(&map_k, k, rows, a.size, TEAM_KEYS, BOX) ||
      dnn_map_encode(&map_v, v, rows, a.size, TEAM_KEYS, BOX))
    return false;
  cudaFuncSetAttribute(dnn_10_hopper_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  dnn_10_hopper_kernel<T>
      <<<min(multiprocessors, a.count * a.blocks), HOPPER_THREADS, shared>>>(map_k, map_v, q, mask, a, out);
  return true;
}

static bool attention_on_hopper(const __half *q, const __half *k, const __half *v, const float *mask,
                                int64_t count, int64_t queries, int64_t keys, int64_t size, bool causal,
                                __half *out) {
  int64_t blocks = (queries + BLOCK_QUERIES - 1) / BLOCK_QUERIES;
  heads a = {(int)count, (int)queries, (int)keys, (int)size, causal, 1 / sqrtf((float)size), (int)blocks};
  if (count == 0 || queries == 0) return false;
  if (keys > INT_MAX / count || blocks * BLOCK_QUERIES > INT_MAX / count) return false; // places are ints
  return size <= 64 ? attention_on_hopper<head_ring<64, 4>>(q, k, v, mask, a, out)
                    : attention_on_hopper<head_ring<128, 2>>(q, k, v, mask, a, out);
}
#else
static bool attention_on_hopper(const __half *, const __half *, const __half *, const float *, int64_t,
                                int64_t, int64_t, int64_t, bool, __half *) {
  return false;
}
#endif

int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out) {
  if (attention_on_hopper(q, k, v, mask, heads, queries, keys, size, causal != 0, out))
    return cudaGetLastError();
  return attention_by_warps(q, k, v, mask, heads, queries, keys, size, causal != 0, out);
}
