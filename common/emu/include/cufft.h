// Fourier transforms with cuFFT's interface, on the emulator: in one, two or three dimensions, of any size, as work of the plan's
// stream. One thread of a kernel makes each: what it reads and writes of the program's arrays is counted and checked, the arithmetic
// between, in double precision, is not.
#ifndef CUFFT_H_
#define CUFFT_H_

#include "cub/device/emu_device.cuh"
#include "cuComplex.h"

#define CUFFT_VERSION   12000
#define CUFFT_VER_MAJOR 12
#define CUFFT_FORWARD   -1
#define CUFFT_INVERSE   1
#define MAX_CUFFT_ERROR 0x15

enum cufftResult_t {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_UNALIGNED_DATA = 9,
  CUFFT_INVALID_DEVICE = 11,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_NOT_SUPPORTED = 16
};
typedef enum cufftResult_t cufftResult;
enum cufftType_t {
  CUFFT_C2C = 0x29,
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_Z2Z = 0x69,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c
};
typedef enum cufftType_t cufftType;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;

struct emu_fft_layout { // element x of batch b: b dist + (row-major place in `embed`) stride
  long long stride, dist, embed[3];
  bool given;
};
struct emu_fft_plan {
  bool used, made;
  cufftType type;
  long long n[3], batch; // n: the last dimension lies in rows; those in front that are not there are 1
  emu_fft_layout in, out;
  cudaStream_t stream;
  double2 *work; // one transform, and a line
};

// ---- one transform ----

// z[0, n) in place; line: n more.
EMU_UNSEEN __attribute__((noinline)) inline void emu_fft_line(double2 *z, double2 *line, long long n,
                                                              int sign) {
  long long bits = 0;
  while (1ll << bits < n) bits++;
  if (1ll << bits != n) { // the definition
    for (long long k = 0; k < n; k++) {
      double real = 0, imaginary = 0, s, c;
      for (long long j = 0; j < n; j++) {
        sincospi(2.0 * (double)(j * k % n) / (double)n, &s, &c);
        s *= sign;
        real += z[j].x * c - z[j].y * s;
        imaginary += z[j].x * s + z[j].y * c;
      }
      line[k].x = real, line[k].y = imaginary;
    }
    for (long long k = 0; k < n; k++) z[k] = line[k];
    return;
  }
  for (long long i = 0, r = 0; i < n; i++) { // r: i with its bits in the other order
    line[r] = z[i];
    long long bit = n >> 1;
    while (bit && r & bit) r ^= bit, bit >>= 1;
    r |= bit;
  }
  for (long long half = 1; half < n; half *= 2)
    for (long long k = 0; k < half; k++) {
      double s, c;
      sincospi((double)k / (double)half, &s, &c);
      s *= sign;
      for (long long i = k; i < n; i += 2 * half) {
        double2 a = line[i], b = line[i + half];
        double real = b.x * c - b.y * s, imaginary = b.x * s + b.y * c;
        line[i].x = a.x + real, line[i].y = a.y + imaginary;
        line[i + half].x = a.x - real, line[i + half].y = a.y - imaginary;
      }
    }
  for (long long i = 0; i < n; i++) z[i] = line[i];
}

// All dimensions of `work`; behind it a line twice.
EMU_UNSEEN __attribute__((noinline)) inline void emu_fft_all(double2 *work, const long long *n, int sign) {
  long long all = n[0] * n[1] * n[2], step = 1;
  for (int d = 2; d >= 0; step *= n[d--]) {
    double2 *z = work + all, *line = z + n[d];
    for (long long first = 0; first < all && n[d] > 1; first++) {
      if (first / step % n[d]) continue;
      for (long long i = 0; i < n[d]; i++) z[i] = work[first + i * step];
      emu_fft_line(z, line, n[d], sign);
      for (long long i = 0; i < n[d]; i++) work[first + i * step] = z[i];
    }
  }
}
EMU_UNSEEN __attribute__((noinline)) inline void emu_fft_put(double2 *work, long long i, double x, double y) {
  work[i].x = x, work[i].y = y;
}
EMU_UNSEEN __attribute__((noinline)) inline double2 emu_fft_get(const double2 *work, long long i) {
  return work[i];
}

EMU_INLINE void emu_fft_read(const float *p, double *x, double *y) {
  *x = *p, *y = 0;
}
EMU_INLINE void emu_fft_read(const double *p, double *x, double *y) {
  *x = *p, *y = 0;
}
template <class C_> EMU_INLINE void emu_fft_read(const C_ *p, double *x, double *y) {
  C_ v = *p;
  *x = v.x, *y = v.y;
}
EMU_INLINE void emu_fft_write(float *p, double2 v) {
  *p = (float)v.x;
}
EMU_INLINE void emu_fft_write(double *p, double2 v) {
  *p = v.x;
}
template <class C_> EMU_INLINE void emu_fft_write(C_ *p, double2 v) {
  C_ c;
  c.x = v.x, c.y = v.y;
  *p = c;
}
EMU_INLINE long long emu_fft_place(const emu_fft_layout &l, long long b, long long i, long long j,
                                   long long k) {
  return b * l.dist + ((i * l.embed[1] + j) * l.embed[2] + k) * l.stride;
}

// from_half, to_half: of the last dimension n / 2 + 1 elements are there, the others are their conjugates.
template <class In_, class Out_>
__device__ inline void emu_fft_run(emu_fft_plan p, const In_ *in, Out_ *out, int sign, bool from_half,
                                   bool to_half) {
  const long long *n = p.n, half = n[2] / 2 + 1;
  for (long long b = 0; b < p.batch; b++) {
    for (long long i = 0; i < n[0]; i++)
      for (long long j = 0; j < n[1]; j++)
        for (long long k = 0; k < (from_half ? half : n[2]); k++) {
          double x, y;
          emu_fft_read(in + emu_fft_place(p.in, b, i, j, k), &x, &y);
          emu_fft_put(p.work, (i * n[1] + j) * n[2] + k, x, y);
          long long mirrored = ((n[0] - i) % n[0] * n[1] + (n[1] - j) % n[1]) * n[2] + n[2] - k;
          if (from_half && k > 0 && n[2] - k >= half) emu_fft_put(p.work, mirrored, x, -y);
        }
    emu_fft_all(p.work, n, sign);
    for (long long i = 0; i < n[0]; i++)
      for (long long j = 0; j < n[1]; j++)
        for (long long k = 0; k < (to_half ? half : n[2]); k++)
          emu_fft_write(out + emu_fft_place(p.out, b, i, j, k),
                        emu_fft_get(p.work, (i * n[1] + j) * n[2] + k));
  }
}

// ---- plans ----

enum { emu_fft_most = 1024 };
EMU_INLINE emu_fft_plan *emu_fft_plans() {
  static emu_fft_plan plans[emu_fft_most];
  return plans;
}
EMU_INLINE emu_fft_plan *emu_fft_of(cufftHandle plan) {
  return plan > 0 && plan < emu_fft_most && emu_fft_plans()[plan].used ? &emu_fft_plans()[plan] : nullptr;
}
EMU_INLINE bool emu_fft_real_in(cufftType type) {
  return type == CUFFT_R2C || type == CUFFT_D2Z;
}
EMU_INLINE bool emu_fft_real_out(cufftType type) {
  return type == CUFFT_C2R || type == CUFFT_Z2D;
}

EMU_INLINE cufftResult cufftCreate(cufftHandle *plan) {
  if (!plan) return CUFFT_INVALID_VALUE;
  int i = 1;
  *plan = 0;
  while (i < emu_fft_most && emu_fft_plans()[i].used) i++;
  if (i == emu_fft_most) return CUFFT_ALLOC_FAILED;
  emu_fft_plans()[i] = emu_fft_plan();
  emu_fft_plans()[i].used = true;
  *plan = i;
  return CUFFT_SUCCESS;
}
EMU_INLINE cufftResult cufftDestroy(cufftHandle plan) {
  emu_fft_plan *p = emu_fft_of(plan);
  if (!p) return CUFFT_INVALID_PLAN;
  if (p->work) cudaFree(p->work);
  p->used = false;
  return CUFFT_SUCCESS;
}

EMU_INLINE void emu_fft_lay(emu_fft_layout *l, int rank, const int *embed, int stride, int dist,
                            const long long *n, long long row) {
  l->given = embed != nullptr;
  for (int d = 0; d < 3; d++) l->embed[d] = d < 2 ? n[d] : row;
  for (int d = 0; d < rank && embed; d++) l->embed[3 - rank + d] = embed[d];
  l->stride = embed ? stride : 1;
  l->dist = embed ? dist : l->embed[0] * l->embed[1] * l->embed[2];
}
EMU_INLINE cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride,
                                         int idist, int *onembed, int ostride, int odist, cufftType type,
                                         int batch, size_t *bytes) {
  emu_fft_plan *p = emu_fft_of(plan);
  if (!p || p->made) return CUFFT_INVALID_PLAN;
  if (rank < 1 || rank > 3 || !n) return CUFFT_INVALID_VALUE;
  if (type != CUFFT_C2C && type != CUFFT_Z2Z && !emu_fft_real_in(type) && !emu_fft_real_out(type))
    return CUFFT_INVALID_TYPE;
  for (int d = 0; d < 3; d++) p->n[d] = d < 3 - rank ? 1 : n[d - (3 - rank)];
  for (int d = 0; d < rank; d++)
    if (n[d] < 1) return CUFFT_INVALID_SIZE;
  if (batch < 1) return CUFFT_INVALID_SIZE;
  p->type = type;
  p->batch = batch;
  long long half = p->n[2] / 2 + 1, all = p->n[0] * p->n[1] * p->n[2], longest = 0;
  emu_fft_lay(&p->in, rank, inembed, istride, idist, p->n, emu_fft_real_out(type) ? half : p->n[2]);
  emu_fft_lay(&p->out, rank, inembed ? onembed : nullptr, ostride, odist, p->n,
              emu_fft_real_in(type) ? half : p->n[2]);
  for (int d = 0; d < 3; d++) longest = p->n[d] > longest ? p->n[d] : longest;
  if (cudaMalloc(&p->work, (size_t)(all + 2 * longest) * sizeof *p->work)) return CUFFT_ALLOC_FAILED;
  if (bytes) *bytes = (size_t)(all + 2 * longest) * sizeof *p->work;
  p->made = true;
  return CUFFT_SUCCESS;
}
EMU_INLINE cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride,
                                     int idist, int *onembed, int ostride, int odist, cufftType type,
                                     int batch) {
  cufftResult result = cufftCreate(plan);
  if (result) return result;
  result = cufftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                             nullptr);
  if (result) cufftDestroy(*plan);
  return result;
}
EMU_INLINE cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes) {
  return cufftMakePlanMany(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, bytes);
}
EMU_INLINE cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes) {
  int n[] = {nx, ny};
  return cufftMakePlanMany(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, bytes);
}
EMU_INLINE cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                                       size_t *bytes) {
  int n[] = {nx, ny, nz};
  return cufftMakePlanMany(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, bytes);
}
EMU_INLINE cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) {
  return cufftPlanMany(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch);
}
EMU_INLINE cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
  int n[] = {nx, ny};
  return cufftPlanMany(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}
EMU_INLINE cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type) {
  int n[] = {nx, ny, nz};
  return cufftPlanMany(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}
EMU_INLINE cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  emu_fft_plan *p = emu_fft_of(plan);
  if (p) p->stream = stream;
  return p ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
EMU_INLINE cufftResult cufftGetVersion(int *version) {
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
EMU_INLINE cufftResult cufftGetSize(cufftHandle plan, size_t *bytes) {
  emu_fft_plan *p = emu_fft_of(plan);
  if (!p || !p->made) return CUFFT_INVALID_PLAN;
  long long longest = p->n[0] > p->n[1] ? p->n[0] : p->n[1];
  if (p->n[2] > longest) longest = p->n[2];
  *bytes = (size_t)(p->n[0] * p->n[1] * p->n[2] + 2 * longest) * sizeof *p->work;
  return CUFFT_SUCCESS;
}

// ---- transforms ----

// A transform in place between real and complex numbers has rows of 2 (n / 2 + 1) real ones, unless the plan says where they are.
struct cufft { // the name of its kernels in reports
  template <class In_, class Out_>
  EMU_INLINE static cufftResult exec(cufftHandle plan, cufftType type, In_ *in, Out_ *out, int sign) {
    emu_fft_plan *made = emu_fft_of(plan);
    if (!made || !made->made) return CUFFT_INVALID_PLAN;
    if (made->type != type) return CUFFT_INVALID_TYPE;
    if (sign != CUFFT_FORWARD && sign != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
    emu_fft_plan p = *made;
    bool real_in = emu_fft_real_in(type), real_out = emu_fft_real_out(type);
    emu_fft_layout *real = real_in ? &p.in : &p.out;
    if ((real_in || real_out) && (const void *)in == (const void *)out && !real->given) {
      real->embed[2] = 2 * (p.n[2] / 2 + 1);
      real->dist = real->embed[0] * real->embed[1] * real->embed[2];
    }
    size_t bytes = 256;
    cudaError_t error = cub::emu_device("cufft", p.work, bytes, 0, p.stream, [=] __device__() mutable {
      emu_fft_run(p, in, out, sign, real_out, real_in);
    });
    return error ? CUFFT_EXEC_FAILED : CUFFT_SUCCESS;
  }
};
EMU_INLINE cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int sign) {
  return cufft::exec(plan, CUFFT_C2C, in, out, sign);
}
EMU_INLINE cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out) {
  return cufft::exec(plan, CUFFT_R2C, in, out, CUFFT_FORWARD);
}
EMU_INLINE cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out) {
  return cufft::exec(plan, CUFFT_C2R, in, out, CUFFT_INVERSE);
}
EMU_INLINE cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out,
                                    int sign) {
  return cufft::exec(plan, CUFFT_Z2Z, in, out, sign);
}
EMU_INLINE cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out) {
  return cufft::exec(plan, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
EMU_INLINE cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out) {
  return cufft::exec(plan, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}

#endif
