// Lab 07, stage 4: radix sort, one bit a pass.

__global__ void sort_4_count_kernel(const uint32_t *in, int64_t n, int bit, uint32_t *zeros) {
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE, i = first + threadIdx.x;
  uint32_t mine = 0, total;
  for (int k = 0; k < SPLIT_ITEMS; k++, i += BLOCK) mine += i < n && !(in[i] >> bit & 1);
  sum_before<BLOCK>(mine, &total);
  if (threadIdx.x == 0) zeros[blockIdx.x] = total;
}

// Keys with a 0 in the bit go to the front, keys with a 1 follow, and both keep their order. The place of a
// zero is the number of zeros before it. The place of a one is the number of all zeros plus the number of
// ones before it: its index less the zeros before it.
__global__ void sort_4_split_kernel(const uint32_t *in, int64_t n, int bit, const uint32_t *zeros,
                                    uint32_t *out) {
  __shared__ uint32_t s[SPLIT_TILE];
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE, i = first + threadIdx.x * SPLIT_ITEMS;
  uint32_t mine = 0, total;

  load_split_tile(in, n, first, s);
  const uint32_t *key = s + threadIdx.x * SPLIT_ITEMS;
  for (int k = 0; k < SPLIT_ITEMS; k++) mine += !(key[k] >> bit & 1);
  uint32_t zeros_before = zeros[blockIdx.x] + sum_before<BLOCK>(mine, &total), all_zeros = zeros[gridDim.x];
  for (int k = 0; k < SPLIT_ITEMS && i + k < n; k++) {
    if (key[k] >> bit & 1)
      out[all_zeros + (i + k - zeros_before)] = key[k];
    else
      out[zeros_before++] = key[k];
  }
}

int sort_4_radix_1bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  uint32_t *zeros = scratch + n, *to = scratch;
  unsigned tiles = blocks_of(n, SPLIT_TILE);
  for (int bit = 0; bit < 32; bit++) {
    sort_4_count_kernel<<<tiles, BLOCK>>>(in, n, bit, zeros);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(zeros, tiles);
    sort_4_split_kernel<<<tiles, BLOCK>>>(in, n, bit, zeros, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}
