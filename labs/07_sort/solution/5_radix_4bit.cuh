// Lab 07, stage 5: radix sort, four bits a pass, sorted tiles.

// The counts lie at count[digit * tiles + tile]. In this order, the scan over all counts gives the place of
// each tile's keys of a digit.
__global__ void sort_5_count_kernel(const uint32_t *in, int64_t n, int shift, uint32_t *count) {
  __shared__ uint32_t keys_of[DIGITS_4];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SPLIT_TILE + t;

  if (t < DIGITS_4) keys_of[t] = 0;
  __syncthreads();
  for (int k = 0; k < SPLIT_ITEMS; k++, i += BLOCK)
    if (i < n) atomicAdd(&keys_of[digit_4(in[i], shift)], 1u);
  __syncthreads();
  if (t < DIGITS_4) count[t * gridDim.x + blockIdx.x] = keys_of[t];
}

// The tile is split by each of the four bits as in stage 4, but in shared memory. Then the keys of a
// digit lie together. Neighbouring threads store neighbouring keys, except where a digit ends: fewer
// sectors a store.
__global__ void sort_5_scatter_kernel(const uint32_t *in, int64_t n, int shift, const uint32_t *start,
                                      uint32_t *out) {
  __shared__ uint32_t s[SPLIT_TILE], to[DIGITS_4]; // the tile's k-th key goes to to[its digit] + k
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE;
  int count = n - first < SPLIT_TILE ? (int)(n - first) : (int)SPLIT_TILE;

  load_split_tile(in, n, first, s);
  for (int bit = shift; bit < shift + 4; bit++) {
    uint32_t key[SPLIT_ITEMS], mine = 0, all_zeros;
    for (int k = 0; k < SPLIT_ITEMS; k++) {
      key[k] = s[t * SPLIT_ITEMS + k];
      mine += !(key[k] >> bit & 1);
    }
    uint32_t zeros_before = sum_before<BLOCK>(mine, &all_zeros); // its barriers follow all loads from s
    for (int k = 0; k < SPLIT_ITEMS; k++) {
      if (key[k] >> bit & 1)
        s[all_zeros + (t * SPLIT_ITEMS + k - zeros_before)] = key[k];
      else
        s[zeros_before++] = key[k];
    }
    __syncthreads();
  }
  for (int k = t; k < count; k += BLOCK) {
    unsigned digit = digit_4(s[k], shift);
    if (k == 0 || digit != digit_4(s[k - 1], shift)) to[digit] = start[digit * gridDim.x + blockIdx.x] - k;
  }
  __syncthreads();
  for (int k = t; k < count; k += BLOCK) out[to[digit_4(s[k], shift)] + k] = s[k];
}

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  uint32_t *start = scratch + n, *to = scratch;
  unsigned tiles = blocks_of(n, SPLIT_TILE);
  for (int shift = 0; shift < 32; shift += 4) {
    sort_5_count_kernel<<<tiles, BLOCK>>>(in, n, shift, start);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(start, (int64_t)DIGITS_4 * tiles);
    sort_5_scatter_kernel<<<tiles, BLOCK>>>(in, n, shift, start, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}
