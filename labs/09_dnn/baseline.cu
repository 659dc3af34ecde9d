// The libraries behind lab 09's contract, compiled with -DPMPP_BASELINE_CUB, _CUDNN or _CUBLASLT. This file has CUB: it has no
// softmax and no norm, so each is a composition of its segmented reductions, whose inputs are computed as they are loaded, and a
// kernel over the elements. Attention is unfused: cuBLAS, this softmax, cuBLAS.
#if defined PMPP_BASELINE_CUDNN
#include "baseline/cudnn.cuh"
#elif defined PMPP_BASELINE_CUBLASLT
#include "baseline/cublaslt.cuh"
#elif !defined PMPP_BASELINE_CUB
#error "define PMPP_BASELINE_CUB, PMPP_BASELINE_CUDNN or PMPP_BASELINE_CUBLASLT"
#else
#include "dnn.h"
#include "worker/library.h"
#include <cublas_v2.h>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/version.cuh>
#include <cuda_runtime.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

PMPP_LIBRARY("CUB %d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION)

template <typename F> static auto computed(F element) {
  return thrust::make_transform_iterator(thrust::make_counting_iterator(int64_t(0)), element);
}

struct row_begin {
  int64_t columns;
  __host__ __device__ int64_t operator()(int64_t row) const {
    return row * columns;
  }
};

// Elements as a reduction sees them.
struct shifted_exp {
  const float *in, *max;
  int64_t columns;
  __host__ __device__ float operator()(int64_t i) const {
    float m = max[i / columns];
    return expf(in[i] - (m == -INFINITY ? 0 : m));
  }
};

struct squared_distance {
  const float *in, *sum;
  int64_t columns;
  __host__ __device__ float operator()(int64_t i) const {
    float d = in[i] - sum[i / columns] / columns;
    return d * d;
  }
};

struct squared_bf16 {
  const dnn_bf16 *in;
  __host__ __device__ float operator()(int64_t i) const {
    float x = __bfloat162float(in[i]);
    return x * x;
  }
};

// Results, from what the reductions left for each row.
struct quotient {
  shifted_exp exp;
  const float *sum;
  float *out;
  __device__ void operator()(int64_t i) const {
    float s = sum[i / exp.columns];
    out[i] = s == 0 ? 0 : exp(i) / s;
  }
};

struct normed {
  const float *in, *sum, *squares, *gamma, *beta;
  int64_t columns;
  float eps, *out;
  __device__ void operator()(int64_t i) const {
    int64_t r = i / columns, j = i % columns;
    out[i] = (in[i] - sum[r] / columns) * rsqrtf(squares[r] / columns + eps) * gamma[j] + beta[j];
  }
};

struct added {
  const dnn_bf16 *x;
  dnn_bf16 *residual;
  __device__ void operator()(int64_t i) const {
    residual[i] = __float2bfloat16_rn(__bfloat162float(x[i]) + __bfloat162float(residual[i]));
  }
};

struct rms_normed {
  const dnn_bf16 *h, *weight;
  const float *squares;
  int64_t columns;
  float eps;
  dnn_bf16 *out;
  __device__ void operator()(int64_t i) const {
    float scale = rsqrtf(squares[i / columns] / columns + eps);
    out[i] = __float2bfloat16_rn(__bfloat162float(h[i]) * scale * __bfloat162float(weight[i % columns]));
  }
};

template <typename F> __global__ void each_kernel(int64_t n, F work) {
  int64_t i = (int64_t)blockIdx.x * 256 + threadIdx.x;
  if (i < n) work(i);
}

template <typename F> static cudaError_t each(int64_t n, F work) {
  each_kernel<<<(unsigned)((n + 255) / 256), 256>>>(n, work);
  return cudaGetLastError();
}

// Memory of the stream's pool: a result of two reductions for each row, and what CUB asks for.
struct workspace {
  float *first, *second;
  void *storage;
  size_t bytes;
};

template <bool MAXIMUM, typename IN>
static cudaError_t reduce_rows(workspace *w, IN in, int64_t rows, int64_t columns, float *out) {
  auto begin = computed(row_begin{columns});
  cudaError_t error = cudaSuccess;
  for (void *storage = w->storage;;) {
    size_t need = w->bytes;
    error = MAXIMUM ? cub::DeviceSegmentedReduce::Max(storage, need, in, out, (int)rows, begin, begin + 1)
                    : cub::DeviceSegmentedReduce::Sum(storage, need, in, out, (int)rows, begin, begin + 1);
    if (storage || error != cudaSuccess) return error;
    w->bytes = need > 1 ? need : 1;
    error = cudaMallocAsync(&w->storage, w->bytes, 0);
    if (error != cudaSuccess) return error;
    storage = w->storage;
  }
}

// Both reductions and then the results; frees the workspace. The first one reduces `a`, the second one `b`, which may use
// what the first has left.
template <bool MAXIMUM, typename A, typename MAKE_B, typename MAKE_RESULT>
static int composed(int64_t rows, int64_t columns, A a, MAKE_B b, MAKE_RESULT result) {
  if (rows == 0) return 0;
  workspace w = {};
  cudaError_t error = cudaMallocAsync(&w.first, 2 * rows * sizeof(float), 0);
  if (error != cudaSuccess) return error;
  w.second = w.first + rows;
  error = reduce_rows<MAXIMUM>(&w, a, rows, columns, w.first);
  if (error == cudaSuccess) error = reduce_rows<false>(&w, computed(b(w.first)), rows, columns, w.second);
  if (error == cudaSuccess) error = each(rows * columns, result(w.first, w.second));
  if (w.storage) cudaFreeAsync(w.storage, 0);
  cudaError_t freed = cudaFreeAsync(w.first, 0);
  return error != cudaSuccess ? error : freed;
}

static int softmax(const float *in, int64_t rows, int64_t columns, float *out) {
  auto exponentials = [=](const float *max) { return shifted_exp{in, max, columns}; };
  return composed<true>(rows, columns, in, exponentials, [=](const float *max, const float *sum) {
    return quotient{{in, max, columns}, sum, out};
  });
}

int dnn_1_softmax_three_passes(const float *in, int64_t rows, int64_t columns, float *out) {
  return softmax(in, rows, columns, out);
}
int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out) {
  return softmax(in, rows, columns, out);
}
int dnn_3_softmax_resident(const float *in, int64_t rows, int64_t columns, uint64_t *, float *out) {
  return softmax(in, rows, columns, out);
}
int dnn_4_layer_norm(const float *in, const float *gamma, const float *beta, int64_t rows, int64_t columns,
                     float eps, float *out) {
  auto distances = [=](const float *sum) { return squared_distance{in, sum, columns}; };
  return composed<false>(rows, columns, in, distances, [=](const float *sum, const float *squares) {
    return normed{in, sum, squares, gamma, beta, columns, eps, out};
  });
}
int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out) {
  if (rows == 0) return 0;
  workspace w = {};
  cudaError_t error = each(rows * columns, added{x, residual});
  if (error == cudaSuccess) error = cudaMallocAsync(&w.first, rows * sizeof(float), 0);
  if (error != cudaSuccess) return error;
  error = reduce_rows<false>(&w, computed(squared_bf16{residual}), rows, columns, w.first);
  if (error == cudaSuccess)
    error = each(rows * columns, rms_normed{residual, weight, w.first, columns, eps, out});
  if (w.storage) cudaFreeAsync(w.storage, 0);
  cudaError_t freed = cudaFreeAsync(w.first, 0);
  return error != cudaSuccess ? error : freed;
}

// Scores get their mask before the softmax, and become halves after it.
struct masked {
  const float *mask;
  int64_t queries, keys;
  bool causal;
  float *scores;
  __device__ void operator()(int64_t i) const {
    int64_t query = i / keys % queries, key = i % keys;
    float m = mask[i / keys / queries * keys + key];
    scores[i] = causal && key > query ? -INFINITY : scores[i] + m;
  }
};

struct rounded {
  const float *shares;
  dnn_half *halves;
  __device__ void operator()(int64_t i) const {
    halves[i] = __float2half_rn(shares[i]);
  }
};

// For each head the product of op(a) and b, by columns: to cuBLAS our rows are columns.
static cudaError_t products(cublasOperation_t op, int m, int n, int k, float alpha, const dnn_half *a,
                            int lda, const dnn_half *b, void *c, cudaDataType type, int64_t heads) {
  static cublasHandle_t handle; // made at the first call, which is not timed
  const float zero = 0;
  if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return cudaErrorInitializationError;
  cublasStatus_t status = cublasGemmStridedBatchedEx(
      handle, op, CUBLAS_OP_N, m, n, k, &alpha, a, CUDA_R_16F, lda, (int64_t)m * k, b, CUDA_R_16F, k,
      (int64_t)k * n, &zero, c, type, m, (int64_t)m * n, (int)heads, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out) {
  int64_t pairs = heads * queries * keys;
  float *scores, scale = 1 / sqrtf((float)size);
  if (pairs == 0) return 0;
  cudaError_t error = cudaMallocAsync(&scores, pairs * (sizeof *scores + sizeof(dnn_half)), 0);
  if (error != cudaSuccess) return error;
  dnn_half *shares = (dnn_half *)(scores + pairs);
  error = products(CUBLAS_OP_T, (int)keys, (int)queries, (int)size, scale, k, (int)size, q, scores,
                   CUDA_R_32F, heads);
  if (error == cudaSuccess) error = each(pairs, masked{mask, queries, keys, causal != 0, scores});
  if (error == cudaSuccess) error = (cudaError_t)softmax(scores, heads * queries, keys, scores);
  if (error == cudaSuccess) error = each(pairs, rounded{scores, shares});
  if (error == cudaSuccess)
    error = products(CUBLAS_OP_N, (int)size, (int)queries, (int)keys, 1, v, (int)size, shares, out,
                     CUDA_R_16F, heads);
  cudaError_t freed = cudaFreeAsync(scores, 0);
  return error != cudaSuccess ? error : freed;
}
#endif
