// Kernels whose counters a GPU gave in hardware.csv: each launch has a kernel of its own, and one race is
// planted.
#include <cstdio>
#include <cuda_runtime.h>

enum { BLOCK = 256, TILE = 32, SIDE = 256, N = 1 << 20 };

// ---- sums of one block's elements, one partial sum a block

__global__ void reduce_1(const float *in, float *out) {
  __shared__ float s[BLOCK];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * BLOCK + t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (t % (2 * step) == 0) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void reduce_2(const float *in, float *out) {
  __shared__ float s[BLOCK];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * BLOCK + t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned i = 2 * step * t;
    if (i < blockDim.x) s[i] += s[i + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void reduce_3(const float *in, float *out) {
  __shared__ float s[BLOCK];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * BLOCK + t];
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void reduce_4(const float *in, float *out) {
  __shared__ float s[BLOCK];
  unsigned t = threadIdx.x, i = blockIdx.x * 2 * BLOCK + t;
  s[t] = in[i] + in[i + BLOCK];
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void reduce_6(const float *in, float *out) {
  __shared__ float s[BLOCK];
  unsigned t = threadIdx.x, i = blockIdx.x * 2 * BLOCK + t;
  s[t] = in[i] + in[i + BLOCK];
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 32; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t < 32) {
    float sum = s[t] + s[t + 32];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

// ---- matrices of SIDE x SIDE

__global__ void matmul_naive(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void matmul_tiled(float *c, const float *a, const float *b, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int first = 0; first < n; first += TILE) {
    as[y][x] = a[row * n + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; k++) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void transpose_conflict(float *out, const float *in, int n) {
  __shared__ float tile[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * TILE + y) * n + blockIdx.x * TILE + x];
  __syncthreads();
  out[(blockIdx.x * TILE + y) * n + blockIdx.y * TILE + x] = tile[x][y];
}

__global__ void transpose_padded(float *out, const float *in, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * TILE + y) * n + blockIdx.x * TILE + x];
  __syncthreads();
  out[(blockIdx.x * TILE + y) * n + blockIdx.y * TILE + x] = tile[x][y];
}

// ---- one access pattern each

__global__ void planted_race(const float *in, float *out) {
  __shared__ float s[BLOCK];
  s[threadIdx.x] = in[threadIdx.x]; // no barrier follows
  out[threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

__global__ void vec4(float4 *out, const float4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  v.x += 1, v.y += 2, v.z += 3, v.w += 4;
  out[i] = v;
}

__global__ void vec2(float2 *out, const float2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 v = in[i];
  v.x += 1, v.y += 2;
  out[i] = v;
}

__global__ void doubles(double *out, const double *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}

__global__ void shorts(short *out, const short *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}

__global__ void bytes(unsigned char *out, const unsigned char *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}

__global__ void strided_2(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x * 2];
}

__global__ void strided_32(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x * 32];
}

__global__ void strided_store_8(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * 8] = in[i];
}

__global__ void misaligned_start(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i + 3] = in[i + 1];
}

__global__ void broadcast(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[blockIdx.x] + in[i / 32];
}

__global__ void reversed_lanes(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i ^ 31];
}

__global__ void half_warp(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 32 < 16) out[i] = in[i] + 1;
}

// Lane l makes l % 8 trips; not unrolled, or the compiler would turn trips into predicates.
__global__ void trip_counts(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, trips = i % 8;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < trips; k++) sum += in[i + k * 1024];
  out[i] = sum;
}

__global__ void structs(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * 3] + in[i * 3 + 1] + in[i * 3 + 2];
}

__global__ void atomic_shared(unsigned *out, const float *in) {
  __shared__ unsigned bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[(int)in[i] & 63], 1u);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void shared_stride_3(float *out) {
  __shared__ float s[3 * 256];
  int t = threadIdx.x;
  for (int k = 0; k < 3; k++) s[k * 256 + t] = t;
  __syncthreads();
  out[t] = s[3 * t];
}

__global__ void shared_stride_8(float *out) {
  __shared__ float s[8 * 64];
  int t = threadIdx.x;
  for (int k = 0; k < 8; k++) s[k * 64 + t] = t;
  __syncthreads();
  out[t] = s[8 * t];
}

// Shared accesses of 8 and 16 bytes, one warp: which elements the lanes read decides how many wavefronts.
template <class T, class Index> __device__ void wide_read(T *out, const T *in, Index index) {
  __shared__ T s[256];
  int lane = threadIdx.x;
  for (int k = 0; k < 8; k++) s[k * 32 + lane] = in[k * 32 + lane];
  __syncthreads();
  out[lane] = s[index(lane)];
}

struct Rows {
  __device__ int operator()(int lane) const {
    return lane;
  }
};
struct Columns8 { // lanes 0, 8, 16, 24 are neighbours; the lanes of a quarter warp meet in one group of banks
  __device__ int operator()(int lane) const {
    return 8 * (lane % 8) + lane / 8;
  }
};
struct Columns16 { // likewise for the lanes of a half warp
  __device__ int operator()(int lane) const {
    return 16 * (lane % 16) + lane / 16;
  }
};
struct Quarter {
  __device__ int operator()(int lane) const {
    return lane % 8;
  }
};
struct Half {
  __device__ int operator()(int lane) const {
    return lane % 16;
  }
};
struct Pairs {
  __device__ int operator()(int lane) const {
    return lane / 2;
  }
};

__global__ void wide_16_rows(float4 *out, const float4 *in) {
  wide_read(out, in, Rows());
}
__global__ void wide_16_columns(float4 *out, const float4 *in) {
  wide_read(out, in, Columns8());
}
__global__ void wide_16_quarter(float4 *out, const float4 *in) {
  wide_read(out, in, Quarter());
}
__global__ void wide_16_pairs(float4 *out, const float4 *in) {
  wide_read(out, in, Pairs());
}
__global__ void wide_8_rows(float2 *out, const float2 *in) {
  wide_read(out, in, Rows());
}
__global__ void wide_8_columns(float2 *out, const float2 *in) {
  wide_read(out, in, Columns16());
}
__global__ void wide_8_half(float2 *out, const float2 *in) {
  wide_read(out, in, Half());
}
__global__ void wide_8_pairs(float2 *out, const float2 *in) {
  wide_read(out, in, Pairs());
}

// Each lane loads in an iteration of its own: 32 requests of one lane.
__global__ void one_lane_at_a_time(float *out, const float *in) {
  int lane = threadIdx.x % 32;
  float x = 0;
#pragma unroll 1
  for (int j = 0; j < 32; j++)
    if (lane == j) x = in[blockIdx.x * 32 + lane] + j;
  out[blockIdx.x * 32 + lane] = x;
}

int main() {
  float *in, *out, *host = new float[N];
  cudaMalloc(&in, N * sizeof(float));
  cudaMalloc(&out, N * sizeof(float));
  for (int i = 0; i < N; i++) host[i] = i % 97;
  cudaMemcpy(in, host, N * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, N * sizeof(float));
  delete[] host;

  reduce_1<<<N / BLOCK, BLOCK>>>(in, out);
  reduce_2<<<N / BLOCK, BLOCK>>>(in, out);
  reduce_3<<<N / BLOCK, BLOCK>>>(in, out);
  reduce_4<<<N / BLOCK / 2, BLOCK>>>(in, out);
  reduce_6<<<N / BLOCK / 2, BLOCK>>>(in, out);

  const float *a = in, *b = in + SIDE * SIDE;
  dim3 grid(SIDE / TILE, SIDE / TILE), block(TILE, TILE);
  matmul_naive<<<grid, block>>>(out, a, b, SIDE);
  matmul_tiled<<<grid, block>>>(out, a, b, SIDE);
  transpose_conflict<<<grid, block>>>(out, a, SIDE);
  transpose_padded<<<grid, block>>>(out, a, SIDE);

  planted_race<<<1, BLOCK>>>(in, out);
  vec4<<<64, BLOCK>>>((float4 *)out, (const float4 *)in);
  vec2<<<64, BLOCK>>>((float2 *)out, (const float2 *)in);
  doubles<<<64, BLOCK>>>((double *)out, (const double *)in);
  shorts<<<64, BLOCK>>>((short *)out, (const short *)in);
  bytes<<<64, BLOCK>>>((unsigned char *)out, (const unsigned char *)in);
  strided_2<<<1, 32>>>(out, in);
  strided_32<<<1, 32>>>(out, in);
  strided_store_8<<<16, BLOCK>>>(out, in);
  misaligned_start<<<64, BLOCK>>>(out, in);
  broadcast<<<64, BLOCK>>>(out, in);
  reversed_lanes<<<64, BLOCK>>>(out, in);
  half_warp<<<64, BLOCK>>>(out, in);
  trip_counts<<<64, BLOCK>>>(out, in);
  structs<<<64, BLOCK>>>(out, in);
  atomic_shared<<<64, BLOCK>>>((unsigned *)out, in);
  shared_stride_3<<<1, 256>>>(out);
  shared_stride_8<<<1, 64>>>(out);
  float4 *out4 = (float4 *)out;
  float2 *out2 = (float2 *)out;
  const float4 *in4 = (const float4 *)in;
  const float2 *in2 = (const float2 *)in;
  wide_16_rows<<<1, 32>>>(out4, in4);
  wide_16_columns<<<1, 32>>>(out4, in4);
  wide_16_quarter<<<1, 32>>>(out4, in4);
  wide_16_pairs<<<1, 32>>>(out4, in4);
  wide_8_rows<<<1, 32>>>(out2, in2);
  wide_8_columns<<<1, 32>>>(out2, in2);
  wide_8_half<<<1, 32>>>(out2, in2);
  wide_8_pairs<<<1, 32>>>(out2, in2);
  one_lane_at_a_time<<<4, 32>>>(out, in);

  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
  return e != cudaSuccess;
}
