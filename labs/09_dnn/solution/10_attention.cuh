// Lab 09, stage 10: attention without its matrix of scores.
#include <cuda_pipeline_primitives.h>

// A block has 64 queries, each of its four warps 16, and walks along the keys, 64 at a time. The tensor cores make the scores,
// 16 x 64 of a warp, and the products with the values; in between lies the online softmax of stage 2. A warp's queries, scores
// and sums stay in its registers. The next keys and values are on their way while these are worked on.
enum { HEAD_WARPS = 4, HEAD_THREADS = HEAD_WARPS * WARP, FRAGMENT = 16, GAP = 8 };
enum { QUERIES = HEAD_WARPS * FRAGMENT };

// ROOM is the head's size, rounded up to a size that the kernel is compiled for, and KEYS 64, or 32 where the shared memory is
// small. Rows have a gap of 8 elements, so that those that are loaded together lie in different banks.
template <int ROOM, int KEYS> struct attention_tile {
  __half k[KEYS][ROOM + GAP], v[KEYS][ROOM + GAP];
  float mask[KEYS];
};

// ---- tensor cores -----------------------------------------------------------------------------------------

// PTX says, other than nvcuda::wmma, which elements a lane holds. Let row = lane / 4 and column = lane % 4 * 2. Of a result of
// 16 x 8, c[2 h + i] is the element [row + 8 h][column + i]. Of a left operand of 16 x 16, the halves i of the word a[h + 2 s]
// are [row + 8 h][column + 8 s + i]. So two results beside each other become a left operand without leaving the lane. A
// right operand of 16 x 8 has two words: b[s] is [column + 8 s + i][row].
static __device__ void multiply_add(float *c, const unsigned *a, const unsigned *b) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, "
      "%1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  for (int s = 0; s < 2; s++)
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[2 * s]), "r"(a[2 * s + 1]), "r"(b[s]));
#endif
}

// Four matrices of 8 x 8 halves, two right operands: lane 8 i + r says where row r of matrix i lies. In the right operand a row
// of the memory is a column; turned, it is a row.
static __device__ void load_right(unsigned *b, const __half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3])
               : "r"((unsigned)__cvta_generic_to_shared(row)));
}

static __device__ void load_right_turned(unsigned *b, const __half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3])
               : "r"((unsigned)__cvta_generic_to_shared(row)));
}

static __device__ unsigned two_halves(float first, float second) {
  __half2 h = __floats2half2_rn(first, second);
  return *(unsigned *)&h;
}

// ---- memory -----------------------------------------------------------------------------------------------

// Begins to copy KEYS keys with their values and masks. There are `left` of them; past the last one 0, and -infinity as mask. A
// thread has eight columns of every DOWN-th row.
template <int ROOM, int KEYS>
static __device__ void begin_tile(attention_tile<ROOM, KEYS> *to, const __half *k, const __half *v,
                                  const float *mask, int left, int size) {
  enum { ACROSS = ROOM / 8, DOWN = HEAD_THREADS / ACROSS };
  int row = threadIdx.x / ACROSS, column = threadIdx.x % ACROSS * 8, t = threadIdx.x;
#pragma unroll
  for (int r = row; r < row + KEYS; r += DOWN) {
    bool inside = r < left && column < size;
    int from = inside ? r * size + column : 0;
    __pipeline_memcpy_async(&to->k[r][column], k + from, 16, inside ? 0 : 16);
    __pipeline_memcpy_async(&to->v[r][column], v + from, 16, inside ? 0 : 16);
  }
  if (t < KEYS && t < left)
    __pipeline_memcpy_async(&to->mask[t], mask + t, 4);
  else if (t < KEYS)
    to->mask[t] = -INFINITY;
  __pipeline_commit();
}

// A warp's 16 queries as left operands, 0 where there are none.
template <int ROOM>
static __device__ void load_queries(unsigned (*query)[4], const __half *q, int64_t first, int64_t queries,
                                    int size) {
  int lane = threadIdx.x % WARP;
#pragma unroll
  for (int d = 0; d < ROOM / FRAGMENT; d++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      int64_t row = first + lane / 4 + i % 2 * 8;
      int column = d * FRAGMENT + lane % 4 * 2 + i / 2 * 8;
      bool inside = row < queries && column < size;
      query[d][i] = inside ? *(const unsigned *)(q + row * size + column) : 0;
    }
}

// ---- the kernel -------------------------------------------------------------------------------------------

// 2^x by one instruction; what is below 2^-126 is 0.
static __device__ float power_of_two(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

static __device__ float exponential(float x) {
  return power_of_two(x * 1.44269504f);
}

// A lane has of its warp's queries two, h = 0 and 1, and of each eight keys two: four lanes have a query. Its scores get the
// scale and the masks.
template <int KEYS> static __device__ void add_masks(float (*score)[4], const float *mask, float scale) {
  int column = threadIdx.x % 4 * 2;
#pragma unroll
  for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
    for (int i = 0; i < 4; i++) score[j][i] = score[j][i] * scale + mask[j * 8 + column + i % 2];
}

// On the diagonal query h sees the first `visible` + 8 h keys of the tile alone.
template <int KEYS> static __device__ void hide_keys(float (*score)[4], int visible) {
  int column = threadIdx.x % 4 * 2;
#pragma unroll
  for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (j * 8 + column + i % 2 >= visible + i / 2 * 8) score[j][i] = -INFINITY;
}

// The scores of query h become shares exp(score - maximum). `known` is the query's maximum, and the sum of the lane's own shares.
// Returns the factor for what was before.
template <int KEYS> static __device__ float shares_of_tile(float (*score)[4], int h, part *known) {
  float max = known->max, sum = 0;
#pragma unroll
  for (int j = 0; j < KEYS / 8; j++) max = fmaxf(max, fmaxf(score[j][2 * h], score[j][2 * h + 1]));
  max = fmaxf(max, __shfl_xor_sync(ALL_LANES, max, 1));
  max = fmaxf(max, __shfl_xor_sync(ALL_LANES, max, 2));
  float from = max == -INFINITY ? 0 : max;
#pragma unroll
  for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
    for (int i = 2 * h; i < 2 * h + 2; i++) sum += score[j][i] = exponential(score[j][i] - from);
  float factor = exponential(known->max - from);
  known->sum = known->sum * factor + sum;
  known->max = max;
  return factor;
}

// A warp's results, from the lane's weighted sums of values and what it knows of its two queries.
template <int ROOM>
static __device__ void store_results(__half *out, const float (*sum)[4], const part *known, int64_t own0,
                                     int64_t queries, int size) {
  int lane = threadIdx.x % WARP;
#pragma unroll
  for (int h = 0; h < 2; h++) {
    int64_t own = own0 + lane / 4 + 8 * h;
    float total = known[h].sum + __shfl_xor_sync(ALL_LANES, known[h].sum, 1);
    float scale_out = inverse(total + __shfl_xor_sync(ALL_LANES, total, 2));
#pragma unroll
    for (int d = 0; d < ROOM / 8; d++) {
      int column = d * 8 + lane % 4 * 2;
      unsigned two = two_halves(sum[d][2 * h] * scale_out, sum[d][2 * h + 1] * scale_out);
      if (own < queries && column < size) *(unsigned *)(out + own * size + column) = two;
    }
  }
}

// q and out: the head's rows.
template <int ROOM, int KEYS>
__global__ void __launch_bounds__(HEAD_THREADS, ROOM == 64 ? 4 : 3)
    dnn_10_attention_kernel(const __half *q, const __half *k, const __half *v, const float *mask,
                            int64_t queries, int64_t keys, int size, bool causal, float scale, __half *out) {
  extern __shared__ __align__(16) char memory[];
  attention_tile<ROOM, KEYS> *tile = (attention_tile<ROOM, KEYS> *)memory;
  int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  int64_t blocks = (queries + QUERIES - 1) / QUERIES, head = blockIdx.x / blocks;
  // Causal, the last queries see the most keys: their blocks are the first to start.
  int64_t query0 = (blocks - 1 - blockIdx.x % blocks) * QUERIES, own0 = query0 + warp * FRAGMENT;
  q += head * queries * size, out += head * queries * size;
  k += head * keys * size, v += head * keys * size, mask += head * keys;

  int64_t end = causal && query0 + QUERIES < keys ? query0 + QUERIES : keys; // no tile right of the diagonal
  begin_tile(&tile[0], k, v, mask, keys < KEYS ? (int)keys : KEYS, size);
  unsigned query[ROOM / FRAGMENT][4];
  load_queries<ROOM>(query, q, own0, queries, size);
  float sum[ROOM / 8][4] = {};
  part known[2] = {{-INFINITY, 0}, {-INFINITY, 0}};

  for (int64_t first = 0; first < end; first += KEYS) {
    __pipeline_wait_prior(0);
    __syncthreads(); // this tile is there, and the one before has been read
    const attention_tile<ROOM, KEYS> *s = &tile[first / KEYS % 2];
    k += KEYS * size, v += KEYS * size, mask += KEYS;
    int left = keys - first < 2 * KEYS ? (int)(keys - first) - KEYS : KEYS;
    if (first + KEYS < end) begin_tile(&tile[first / KEYS % 2 ^ 1], k, v, mask, left, size);

    float score[KEYS / 8][4] = {};
#pragma unroll
    for (int d = 0; d < ROOM; d += FRAGMENT)
#pragma unroll
      for (int j = 0; j < KEYS; j += FRAGMENT) {
        unsigned key[4]; // a key is a row of the memory and a column of the product's right side
        load_right(key, &s->k[j + lane / 16 * 8 + lane % 8][d + lane / 8 % 2 * 8]);
        multiply_add(score[j / 8], query[d / FRAGMENT], key);
        multiply_add(score[j / 8 + 1], query[d / FRAGMENT], key + 2);
      }
    int visible = (int)(own0 - first) + lane / 4 + 1;
    add_masks<KEYS>(score, s->mask, scale);
    if (causal && first + KEYS > own0) hide_keys<KEYS>(score, visible);
#pragma unroll
    for (int h = 0; h < 2; h++) {
      float factor = shares_of_tile<KEYS>(score, h, &known[h]);
      if (!__any_sync(ALL_LANES, factor != 1)) continue; // no query of the warp has a new maximum
#pragma unroll
      for (int d = 0; d < ROOM / 8; d++) sum[d][2 * h] *= factor, sum[d][2 * h + 1] *= factor;
    }
#pragma unroll
    for (int j = 0; j < KEYS; j += FRAGMENT) {
      unsigned share[4];
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const float *two = &score[j / 8 + i / 2][i % 2 * 2];
        share[i] = two_halves(two[0], two[1]);
      }
#pragma unroll
      for (int d = 0; d < ROOM; d += FRAGMENT) {
        unsigned value[4]; // a value is a row on both sides
        load_right_turned(value, &s->v[j + lane % 16][d + lane / 16 * 8]);
        multiply_add(sum[d / 8], share, value);
        multiply_add(sum[d / 8 + 1], share, value + 2);
      }
    }
  }

  store_results<ROOM>(out, sum, known, own0, queries, size);
}

// Two tiles in shared memory. Returns false, and launches nothing, where the device does not grant so much.
template <int ROOM, int KEYS>
static bool attention(const __half *q, const __half *k, const __half *v, const float *mask, int64_t heads,
                      int64_t queries, int64_t keys, int64_t size, bool causal, __half *out) {
  int64_t blocks = heads * ((queries + QUERIES - 1) / QUERIES);
  float scale = 1 / sqrtf((float)size);
  int shared = 2 * sizeof(attention_tile<ROOM, KEYS>);
  if (!is_granted(shared)) return false;
  auto kernel = dnn_10_attention_kernel<ROOM, KEYS>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  kernel<<<(unsigned)blocks, HEAD_THREADS, shared>>>(q, k, v, mask, queries, keys, (int)size, causal, scale,
                                                     out);
  return true;
}

static int attention_by_warps(const __half *q, const __half *k, const __half *v, const float *mask,
                              int64_t heads, int64_t queries, int64_t keys, int64_t size, bool causal,
                              __half *out) {
  if (heads == 0 || queries == 0) return 0;
  if (size <= 64)
    attention<64, 64>(q, k, v, mask, heads, queries, keys, size, causal, out);
  else if (!attention<128, 64>(q, k, v, mask, heads, queries, keys, size, causal, out))
    attention<128, 32>(q, k, v, mask, heads, queries, keys, size, causal, out);
  return cudaGetLastError();
}
