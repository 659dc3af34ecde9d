// The libraries behind lab 03's contract, compiled with -DPMPP_BASELINE_CUDNN or -DPMPP_BASELINE_IM2COL:
// cuDNN's fastest right algorithm in plain fp32, or the input unfolded and cublasSgemm. For the stencils
// there is no library call.
#include "conv.h"
#include "worker/library.h"
#include <cuda_runtime.h>
#if defined PMPP_BASELINE_CUDNN
#include <cudnn.h>
PMPP_LIBRARY_ASKED("cuDNN", cudnnGetProperty)
#elif defined PMPP_BASELINE_IM2COL
#include <cublas_v2.h>
PMPP_LIBRARY_ASKED("cuBLAS", cublasGetProperty)
#else
#error "define PMPP_BASELINE_CUDNN or PMPP_BASELINE_IM2COL"
#endif

// n pictures of c channels, f filters of kh x kw taps (odd), and what lies outside.
struct layer {
  int n, c, h, w, f, kh, kw, mode;
};

// Memory that stays from call to call: the first call, which is not timed, allocates it.
struct room {
  float *data;
  size_t elements;
};

static cudaError_t need(struct room *r, size_t elements) {
  if (elements <= r->elements) return cudaSuccess;
  cudaFree(r->data);
  r->data = NULL, r->elements = 0;
  cudaError_t error = cudaMalloc((void **)&r->data, elements * sizeof(float));
  if (!error) r->elements = elements;
  return error;
}

static __device__ int source(int i, int n, int mode) {
  if (i >= 0 && i < n) return i;
  if (mode == CONV_ZERO) return -1;
  if (mode == CONV_CLAMP) return i < 0 ? 0 : n - 1;
  if (mode == CONV_WRAP) return (i % n + n) % n;
  if (n == 1) return 0;
  i = (i % (2 * n - 2) + 2 * n - 2) % (2 * n - 2);
  return i < n ? i : 2 * n - 2 - i;
}

#if defined PMPP_BASELINE_CUDNN

// cuDNN knows zeros outside alone: for the other modes the picture is given a frame first.
static __global__ void put_in_frame(const float *in, struct layer l, float *to) {
  int64_t w = l.w + l.kw - 1, h = l.h + l.kh - 1, i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w * h) return;
  int x = source(i % w - l.kw / 2, l.w, l.mode), y = source(i / w - l.kh / 2, l.h, l.mode);
  to[i] = in[(int64_t)y * l.w + x];
}

// Counts the outputs that are not what the plain sum gives, but for rounding.
static __global__ void count_wrong(const float *in, struct layer l, const float *filter, const float *out,
                                   unsigned *wrong) {
  int64_t pixels = (int64_t)l.h * l.w, i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= l.n * l.f * pixels) return;
  int64_t picture = i / pixels / l.f, f = i / pixels % l.f, pixel = i % pixels;
  float sum = 0, size = 0;
  for (int c = 0; c < l.c; c++)
    for (int ky = 0; ky < l.kh; ky++)
      for (int kx = 0; kx < l.kw; kx++) {
        int x = source(pixel % l.w - l.kw / 2 + kx, l.w, l.mode);
        int y = source(pixel / l.w - l.kh / 2 + ky, l.h, l.mode);
        if (x < 0 || y < 0) continue;
        float a = in[(picture * l.c + c) * pixels + (int64_t)y * l.w + x];
        float product = a * filter[((f * l.c + c) * l.kh + ky) * l.kw + kx];
        sum += product;
        size += fabsf(product);
      }
  if (!(fabsf(out[i] - sum) <= 1e-4f * size)) atomicAdd(wrong, 1);
}

struct plan { // what is kept for the shape of the last call
  struct layer shape;
  cudnnTensorDescriptor_t x, y;
  cudnnFilterDescriptor_t taps;
  cudnnConvolutionDescriptor_t convolution;
  cudnnConvolutionFwdAlgo_t algorithm;
  size_t workspace;
  bool ready;
};

static cudnnHandle_t handle;
static struct plan plans[2]; // a separable filter has two passes
static struct room framed, workspace;

#define TRY(call)                                                                                            \
  do {                                                                                                       \
    if ((call) != CUDNN_STATUS_SUCCESS) return cudaErrorUnknown;                                             \
  } while (0)

static int describe(struct plan *p, struct layer l) {
  bool frame = l.mode != CONV_ZERO;
  if (!handle) TRY(cudnnCreate(&handle));
  if (!p->x) {
    TRY(cudnnCreateTensorDescriptor(&p->x));
    TRY(cudnnCreateTensorDescriptor(&p->y));
    TRY(cudnnCreateFilterDescriptor(&p->taps));
    TRY(cudnnCreateConvolutionDescriptor(&p->convolution));
  }
  TRY(cudnnSetTensor4dDescriptor(p->x, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, l.n, l.c,
                                 frame ? l.h + l.kh - 1 : l.h, frame ? l.w + l.kw - 1 : l.w));
  TRY(cudnnSetTensor4dDescriptor(p->y, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, l.n, l.f, l.h, l.w));
  TRY(cudnnSetFilter4dDescriptor(p->taps, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, l.f, l.c, l.kh, l.kw));
  TRY(cudnnSetConvolution2dDescriptor(p->convolution, frame ? 0 : l.kh / 2, frame ? 0 : l.kw / 2, 1, 1, 1, 1,
                                      CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  TRY(cudnnSetConvolutionMathType(p->convolution, CUDNN_FMA_MATH)); // no TF32
  return cudaSuccess;
}

static int run(struct plan *p, const float *in, const float *filter, float *out) {
  struct layer l = p->shape;
  const float one = 1, zero = 0;
  if (l.mode != CONV_ZERO) {
    size_t elements = (size_t)(l.w + l.kw - 1) * (l.h + l.kh - 1);
    cudaError_t error = need(&framed, elements);
    if (error) return error;
    put_in_frame<<<(unsigned)((elements + 255) / 256), 256>>>(in, l, framed.data);
    in = framed.data;
  }
  cudaError_t error = need(&workspace, p->workspace / sizeof(float) + 1);
  if (error) return error;
  TRY(cudnnConvolutionForward(handle, &one, p->x, in, p->taps, filter, p->convolution, p->algorithm,
                              workspace.data, p->workspace, &zero, p->y, out));
  return cudaGetLastError();
}

// The fastest algorithm whose answer is right: for large pictures not every one's is.
static int choose(struct plan *p, struct layer l, const float *in, const float *filter, float *out) {
  static struct room counter;
  int64_t outputs = (int64_t)l.n * l.f * l.h * l.w;
  cudnnConvolutionFwdAlgoPerf_t found[CUDNN_CONVOLUTION_FWD_ALGO_COUNT];
  int n = 0;
  p->ready = false;
  p->shape = l;
  int error = describe(p, l);
  if (!error) error = need(&counter, 1);
  if (error) return error;
  TRY(cudnnFindConvolutionForwardAlgorithm(handle, p->x, p->taps, p->convolution, p->y,
                                           CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &n, found));
  for (int i = 0; i < n && found[i].status == CUDNN_STATUS_SUCCESS; i++) {
    unsigned wrong = 0;
    p->algorithm = found[i].algo;
    p->workspace = found[i].memory;
    if ((error = run(p, in, filter, out))) return error;
    cudaMemset(counter.data, 0, sizeof wrong);
    count_wrong<<<(unsigned)((outputs + 255) / 256), 256>>>(in, l, filter, out, (unsigned *)counter.data);
    if ((error = cudaMemcpy(&wrong, counter.data, sizeof wrong, cudaMemcpyDeviceToHost))) return error;
    p->ready = wrong == 0;
    if (p->ready) return cudaSuccess;
  }
  return cudaErrorNotSupported;
}

static bool same(struct layer a, struct layer b) {
  return a.n == b.n && a.c == b.c && a.h == b.h && a.w == b.w && a.f == b.f && a.kh == b.kh && a.kw == b.kw &&
         a.mode == b.mode;
}

static int convolve(const float *in, struct layer l, const float *filter, float *out, int slot = 0) {
  struct plan *p = &plans[slot];
  if ((int64_t)l.n * l.c * l.h * l.w * l.f == 0) return 0;
  if (!p->ready || !same(p->shape, l)) {
    int error = choose(p, l, in, filter, out);
    if (error) return error;
  }
  return run(p, in, filter, out);
}

#else

// Columns first .. first + count - 1 of the pictures' unfolded matrices, one matrix of c kh kw rows after the
// other.
static __global__ void unfold(const float *in, struct layer l, int64_t first, int64_t count, float *matrix) {
  int64_t column = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, pixels = (int64_t)l.h * l.w;
  int row = blockIdx.y, channel = row / (l.kh * l.kw), ky = row / l.kw % l.kh, kx = row % l.kw;
  if (column >= count) return;
  int64_t pixel = first + column;
  int y = source(pixel / l.w - l.kh / 2 + ky, l.h, l.mode),
      x = source(pixel % l.w - l.kw / 2 + kx, l.w, l.mode);
  const float *p = in + ((int64_t)blockIdx.z * l.c + channel) * pixels;
  matrix[((int64_t)blockIdx.z * gridDim.y + row) * count + column] =
      x < 0 || y < 0 ? 0 : p[(int64_t)y * l.w + x];
}

// In pieces of 1 GiB of unfolded matrix: a part of one picture, or several pictures at once.
static int convolve(const float *in, struct layer l, const float *filter, float *out, int = 0) {
  static cublasHandle_t handle;
  static struct room matrix;
  const int64_t limit = 1 << 28, pixels = (int64_t)l.h * l.w, depth = (int64_t)l.c * l.kh * l.kw;
  const float one = 1, zero = 0;
  if (l.n * pixels * depth * l.f == 0) return 0;
  if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return cudaErrorInitializationError;
  cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
  int64_t count = limit / depth < pixels ? limit / depth : pixels;
  int64_t group = count < pixels ? 1 : limit / (depth * pixels);
  if (group > l.n) group = l.n;
  cudaError_t error = need(&matrix, group * depth * count);
  if (error) return error;
  for (int64_t picture = 0; picture < l.n; picture += group)
    for (int64_t first = 0; first < pixels; first += count) {
      int batch = (int)(l.n - picture < group ? l.n - picture : group);
      int64_t columns = pixels - first < count ? pixels - first : count;
      dim3 grid((unsigned)((columns + 255) / 256), (unsigned)depth, batch);
      unfold<<<grid, 256>>>(in + picture * l.c * pixels, l, first, columns, matrix.data);
      // cuBLAS stores by columns: to it our rows of `columns` elements are the columns of the turned matrix.
      if (cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, (int)columns, l.f, (int)depth, &one,
                                    matrix.data, (int)columns, depth * columns, filter, (int)depth, 0, &zero,
                                    out + picture * l.f * pixels + first, (int)pixels, l.f * pixels,
                                    batch) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorUnknown;
    }
  return cudaGetLastError();
}

#endif

static int line(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > INT32_MAX) return cudaErrorInvalidValue;
  return convolve(in, {1, 1, 1, (int)n, 1, 1, 2 * radius + 1, CONV_ZERO}, filter, out);
}
int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  return line(in, n, filter, radius, out);
}
int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  return line(in, n, filter, radius, out);
}
int conv_3_conv1d_halo(const float *in, int64_t n, const float *filter, int radius, float *out) {
  return line(in, n, filter, radius, out);
}
int conv_5_boundary_modes(const float *in, int width, int height, const float *filter, int radius, int mode,
                          float *out) {
  int taps = 2 * radius + 1;
  return convolve(in, {1, 1, height, width, 1, taps, taps, mode}, filter, out);
}
int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  return conv_5_boundary_modes(in, width, height, filter, radius, CONV_ZERO, out);
}
int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  int taps = 2 * radius + 1;
  int error = convolve(in, {1, 1, height, width, 1, 1, taps, CONV_ZERO}, filters, scratch, 0);
  return error ? error
               : convolve(scratch, {1, 1, height, width, 1, taps, 1, CONV_ZERO}, filters + taps, out, 1);
}
int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *, float *out) {
  int taps = 2 * radius + 1;
  return convolve(in, {n, c, h, w, f, taps, taps, CONV_ZERO}, filter, out);
}
