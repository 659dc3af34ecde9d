// Lab 07, stage 8: other keys.

// With the top bit set, a signed number is smaller and an unsigned number is larger. So the bit is flipped.
struct as_signed {
  static __device__ uint32_t number(uint32_t bits) {
    return bits ^ 0x80000000u;
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number ^ 0x80000000u;
  }
};

// Floats without a sign have the order of their bits: the exponent lies above the fraction. They get the top
// bit. Floats with a sign come first, in the reverse order of the other bits, so all their bits are flipped.
struct as_float {
  static __device__ uint32_t number(uint32_t bits) {
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number >> 31 ? number & 0x7fffffffu : ~number;
  }
};

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return onesweep<uint32_t, as_float>((const uint32_t *)in, n, scratch, (uint32_t *)out);
}

int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out) {
  return onesweep<uint32_t, as_signed>((const uint32_t *)in, n, scratch, (uint32_t *)out);
}

// ---- keys of 16 and of 8 bits --------------------------------------------------------------------------

// Such a key is one of few numbers, and nothing goes with it. So nobody has to move it: counts say how often each number
// occurs, and the result is written anew from them. Every key is loaded once and stored once.

// A block has its counters in shared memory, 128 KiB at most: for all 256 numbers of 8 bits a column for each lane, so that no
// lane waits for another one; for half of the 65536 numbers of 16 bits a single column. Two blocks then look at the same keys,
// and each counts those of its half.
template <typename Key> struct counted_shape;
template <> struct counted_shape<uint8_t> {
  enum { THREADS = 512, PARTS = 1, COLUMNS = WARP, BLOCKS_PER_SM = 4 };
};
template <> struct counted_shape<uint16_t> {
  enum { THREADS = 1024, PARTS = 2, COLUMNS = 1, BLOCKS_PER_SM = 1 };
};

// A thread loads 16 bytes at a time, twice.
template <typename Key>
__global__ void __launch_bounds__(counted_shape<Key>::THREADS)
    sort_8_count_kernel(const Key *in, int64_t n, uint32_t *count) {
  typedef counted_shape<Key> shape;
  enum { BITS = 8 * sizeof(Key), NUMBERS = (1 << BITS) / shape::PARTS, COLUMNS = shape::COLUMNS };
  enum { PER_WORD = 4 / sizeof(Key), PER_LOAD = 4 * PER_WORD };
  extern __shared__ uint64_t shared[];
  uint32_t(*counter)[COLUMNS] = (uint32_t(*)[COLUMNS])shared;
  int t = threadIdx.x, column = t % COLUMNS;
  unsigned part = blockIdx.x % shape::PARTS;
  int64_t loads = n / PER_LOAD, stride = (int64_t)(gridDim.x / shape::PARTS) * shape::THREADS;

  for (int i = t; i < NUMBERS * COLUMNS; i += shape::THREADS) counter[i / COLUMNS][i % COLUMNS] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)(blockIdx.x / shape::PARTS) * shape::THREADS + t; i < loads; i += 2 * stride) {
    bool two = i + stride < loads;
    uint4 a = ((const uint4 *)in)[i], b = two ? ((const uint4 *)in)[i + stride] : make_uint4(0, 0, 0, 0);
    uint32_t word[] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int w = 0; w < 8; w++) {
      if (w == 4 && !two) break;
#pragma unroll
      for (int k = 0; k < PER_WORD; k++) {
        unsigned number = word[w] >> BITS * k & ((1 << BITS) - 1);
        if (number / NUMBERS == part) atomicAdd(&counter[number % NUMBERS][column], 1u);
      }
    }
  }
  if (blockIdx.x < shape::PARTS && t < n % PER_LOAD) {
    unsigned number = in[loads * PER_LOAD + t];
    if (number / NUMBERS == part) atomicAdd(&counter[number % NUMBERS][column], 1u);
  }
  __syncthreads();
  for (int i = t; i < NUMBERS; i += shape::THREADS) {
    uint32_t sum = 0;
    for (int k = 0; k < COLUMNS; k++) sum += counter[i][(k + t) % COLUMNS];
    if (sum > 0) atomicAdd(&count[part * NUMBERS + i], sum);
  }
}

// The number at place p of the result: the last one that begins there or before.
template <int BITS> static __device__ unsigned number_at(const uint32_t *start, int64_t p) {
  unsigned number = 0;
#pragma unroll
  for (int b = BITS - 1; b >= 0; b--)
    if (start[number + (1 << b)] <= p) number += 1 << b;
  return number;
}

// A thread stores 16 bytes. It searches for their first number; a number that begins within is searched for as well.
template <typename Key> __global__ void sort_8_write_kernel(const uint32_t *start, int64_t n, Key *out) {
  enum { BITS = 8 * sizeof(Key), PER_STORE = 16 / sizeof(Key) };
  int64_t first = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) * PER_STORE;
  if (first >= n) return;
  unsigned number = number_at<BITS>(start, first);
  int64_t end = start[number + 1];
  if (first + PER_STORE <= end) {
    uint32_t word = number * (BITS == 8 ? 0x01010101u : 0x00010001u);
    *(uint4 *)&out[first] = make_uint4(word, word, word, word);
    return;
  }
  for (int64_t p = first; p < n && p < first + PER_STORE; p++) {
    if (p >= end) {
      number = number_at<BITS>(start, p);
      end = start[number + 1];
    }
    out[p] = (Key)number;
  }
}

// Scratch: how many keys each number has, then where it begins, and n behind the last one.
template <typename Key> static int sort_counted(const Key *in, int64_t n, uint32_t *scratch, Key *out) {
  typedef counted_shape<Key> shape;
  enum { NUMBERS = 1 << 8 * sizeof(Key), BYTES = NUMBERS / shape::PARTS * shape::COLUMNS * sizeof(uint32_t) };
  if (n == 0) return 0;
  cudaError_t error = allow_shared(sort_8_count_kernel<Key>, BYTES);
  if (error != cudaSuccess) return error;
  unsigned blocks = blocks_of(n, shape::THREADS * 64), most = 132 * shape::BLOCKS_PER_SM / shape::PARTS;
  if (blocks > most) blocks = most;
  sort_6_clear_kernel<<<blocks_of(NUMBERS, BLOCK), BLOCK>>>(scratch, NUMBERS);
  sort_8_count_kernel<<<blocks * shape::PARTS, shape::THREADS, BYTES>>>(in, n, scratch);
  sort_4_scan_kernel<<<1, SCAN_THREADS>>>(scratch, NUMBERS);
  sort_8_write_kernel<<<blocks_of(n, BLOCK * 16 / sizeof(Key)), BLOCK>>>(scratch, n, out);
  return cudaGetLastError();
}

// 65536 counters are worth their while from about as many keys on. Where the device does not grant a block 128 KiB, and for
// fewer keys, 16 bits are two sweeps of stage 6.
int sort_8_short_keys(const uint16_t *in, int64_t n, uint32_t *scratch, uint16_t *out) {
  int granted;
  cudaError_t error = cudaDeviceGetAttribute(&granted, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  if (error != cudaSuccess) return error;
  return n < 1 << 17 || granted < 128 * 1024 ? onesweep<uint16_t, as_unsigned>(in, n, scratch, out)
                                             : sort_counted(in, n, scratch, out);
}

int sort_8_byte_keys(const uint8_t *in, int64_t n, uint32_t *scratch, uint8_t *out) {
  return sort_counted(in, n, scratch, out);
}
