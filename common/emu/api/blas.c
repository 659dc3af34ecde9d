// The calls of cuBLAS that teaching code makes (cublas_v2.h), as plain loops on copies of the operands. Matrices lie column by
// column. A dot product is summed in double precision and rounded once: cuBLAS adds in an order of its own.
//
// A call is work in the stream of its handle: it is checked and packed (struct call), and runs when the stream comes to it.
#include "api/copy.h"
#include "memory/launch.h"
#include "runtime/error.h"
#include "runtime/machine.h"
#include "runtime/queue.h"
#include "runtime/small_format.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

enum { OK = 0, NO_HANDLE = 1, INVALID = 7, FAILED = 13 }; // of cublasStatus_t

// The types of numbers: float and double by their sizes, and two of two bytes.
enum { HALF = 2, BFLOAT16 = 3, FLOAT = 4, DOUBLE = 8 };
static int size_of(int type) {
  return type == BFLOAT16 ? 2 : type;
}
static double read_number(const char *raw, int type) {
  uint16_t small;
  float f;
  double d;
  if (type == DOUBLE) return memcpy(&d, raw, sizeof d), d;
  if (type == FLOAT) return memcpy(&f, raw, sizeof f), (double)f;
  memcpy(&small, raw, sizeof small);
  return (double)(type == HALF ? widen_half(small) : widen_bfloat16(small));
}
static void write_number(char *raw, double v, int type) {
  float f = (float)v;
  uint16_t small = type == HALF ? narrow(v, 10, 15, TO_NEAREST) : narrow(v, 7, 127, TO_NEAREST);
  memcpy(raw,
         type == DOUBLE  ? (const void *)&v
         : type == FLOAT ? (const void *)&f
                         : &small,
         (size_t)size_of(type));
}

static struct stream_work *acting; // whose numbers these are

// A copy of n numbers, `step` apart, of any memory, as doubles. NULL: the program has been told why.
static double *taken(const void *from, long n, long step, int type) {
  int bytes = size_of(type);
  long count = n > 0 ? (n - 1) * step + 1 : 0;
  char *raw = malloc((size_t)count * (size_t)bytes + 1);
  double *v = malloc((size_t)(n > 0 ? n : 1) * sizeof *v);
  if (!raw || !v) abort();
  if (count && !api_work_read(acting, raw, from, (size_t)count * (size_t)bytes)) {
    free(v);
    v = NULL;
  }
  for (long i = 0; v && i < n; i++) v[i] = read_number(raw + i * step * bytes, type);
  free(raw);
  return v;
}

// Stores n numbers. Returns whether that could be done.
static bool given(void *to, const double *v, long n, long step, int type) {
  size_t bytes = (size_t)size_of(type);
  if (n <= 0) return true;
  char *all = malloc((size_t)n * bytes);
  if (!all) abort();
  for (long i = 0; i < n; i++) write_number(all + (size_t)i * bytes, v[i], type);
  bool ok = true;
  if (step == 1)
    ok = api_work_write(acting, to, all, (size_t)n * bytes);
  else
    for (long i = 0; i < n && ok; i++)
      ok = api_work_write(acting, (char *)to + (size_t)(i * step) * bytes, all + (size_t)i * bytes, bytes);
  free(all);
  return ok;
}

// alpha or beta: the host's is read at the call, the device's when the work runs.
struct scalar {
  double value;
  const void *there; // or NULL
};

// What a call is, until it runs: its numbers, pointers and scalars in the order in which the call has them.
struct call {
  int (*run)(const struct call *c);
  int i[12];
  long long l[3];
  const void *p[3];
  struct scalar s[2];
};

// ---- the handle of the call, and its stream ----

static struct {
  cudaStream_t stream;
  bool device_scalars, known;
} handle;
static bool run_failed; // of a call that ran at once

bool emu_blas_handle(cudaStream_t stream, int device_scalars, int known) {
  handle.stream = stream;
  handle.device_scalars = device_scalars;
  handle.known = known;
  return known;
}

static bool at_call(const void *p) {
  return api_is_pageable(p) || (!handle.device_scalars && !api_is_device(p));
}

static struct scalar scalar_of(const void *p, int type) {
  struct scalar s = {.there = p};
  if (p && at_call(p)) s = (struct scalar){.value = read_number(p, type)};
  return s;
}

static bool scalar(const struct scalar *s, int type, double *value) {
  double *v = s->there ? taken(s->there, 1, 1, type) : NULL;
  *value = v ? *v : s->value;
  free(v);
  return !s->there || v;
}

static void run_call(struct stream_work *work, void *data) {
  struct call *c = data;
  struct stream_work *before = acting;
  if (L.error) return;
  acting = work;
  run_failed = c->run(c) != OK;
  acting = before;
  overlap_ran(work, 0, 0); // a library's kernels are not counted
}
static const struct work_kind call_kind = {"a call of cuBLAS",      run_call, NULL, NULL,
                                           cudaGraphNodeTypeKernel, NULL};

// A result that the host takes is waited for.
static int ask(struct call *c, uint32_t pc, const void *result) {
  machine_init();
  if (!handle.known) return NO_HANDLE;
  bool waits = result && at_call(result);
  run_failed = false;
  cudaError_t e = queue_add(handle.stream, &call_kind, pc, c, sizeof *c, waits ? AT_ONCE : MAY_WAIT);
  if (!e && waits) e = queue_wait(handle.stream);
  api_done(e);
  return e || run_failed ? FAILED : OK;
}

static double rounded(double x, int bytes) {
  return bytes == 8 ? x : (double)(float)x;
}

// y = alpha x + y, scaling (y = alpha y), copying and swapping.
static int run_update(const struct call *c) {
  int op = c->i[0], type = c->i[1], n = c->i[2], x_step = c->i[3], y_step = c->i[4];
  void *x = (void *)c->p[0], *y = (void *)c->p[1];
  double a, *u, *v;
  if (!scalar(&c->s[0], type, &a)) return FAILED;
  u = taken(x, n, x_step, type);
  v = u && op != 'c' ? taken(y, n, y_step, type) : NULL;
  bool ok = u && (v || op == 'c');
  for (int i = 0; ok && i < n; i++) {
    if (op == 'a') v[i] += rounded(a * u[i], type);
    if (op == 's') v[i] *= a;
  }
  if (ok) ok = given(y, op == 'c' || op == 'w' ? u : v, n, y_step, type);
  if (ok && op == 'w') ok = given(x, v, n, x_step, type);
  free(u), free(v);
  return ok ? OK : FAILED;
}
int emu_blas_update(char op, int bytes, int n, const void *alpha, void *x, int x_step, void *y, int y_step) {
  struct call c = {run_update, {op, bytes, n, x_step, y_step}, {0}, {x, y}, {scalar_of(alpha, bytes)}};
  return n < 0 || x_step < 1 || y_step < 1 ? INVALID : ask(&c, HERE, NULL);
}

// dot, nrm2, asum; and the place of the largest or smallest magnitude, from 1.
static int run_reduce(const struct call *c) {
  int op = c->i[0], type = c->i[1], n = c->i[2], x_step = c->i[3], y_step = c->i[4], place = 0;
  double *u = taken(c->p[0], n, x_step, type), *v = op == 'd' ? taken(c->p[1], n, y_step, type) : u, sum = 0;
  void *result = (void *)c->p[2];
  bool ok = u && v;
  for (int i = 0; ok && i < n; i++) {
    sum += op == 'd' ? u[i] * v[i] : op == 'n' ? u[i] * u[i] : fabs(u[i]);
    bool better = op == '<' ? fabs(u[i]) < fabs(u[place]) : fabs(u[i]) > fabs(u[place]);
    if (better) place = i;
  }
  if (op == 'n') sum = sqrt(sum);
  place = n > 0 ? place + 1 : 0;
  if (ok && (op == '<' || op == '>'))
    ok = api_work_write(acting, result, &place, sizeof place);
  else if (ok)
    ok = given(result, &sum, 1, 1, type);
  if (v != u) free(v);
  free(u);
  return ok ? OK : FAILED;
}
int emu_blas_reduce(char op, int bytes, int n, const void *x, int x_step, const void *y, int y_step,
                    void *result) {
  struct call c = {run_reduce, {op, bytes, n, x_step, y_step}, {0}, {x, y, result}, {{0, NULL}}};
  return n < 0 || x_step < 1 || y_step < 1 ? INVALID : ask(&c, HERE, result);
}

// C = alpha op(A) op(B) + beta C; the types of A, of B and of C. A C that beta 0 overwrites is not read.
struct factors {
  const int *type;
  bool across_a, across_b;
  int m, n, k, lda, ldb, ldc;
};
static bool multiply(const struct factors *f, double alpha, const void *a, const void *b, double beta,
                     void *c) {
  bool across_a = f->across_a, across_b = f->across_b;
  long m = f->m, n = f->n, k = f->k, lda = f->lda, ldb = f->ldb;
  if (!m || !n) return true;
  long a_size = k ? lda * ((across_a ? m : k) - 1) + (across_a ? k : m) : 0;
  long b_size = k ? ldb * ((across_b ? k : n) - 1) + (across_b ? n : k) : 0;
  double *u = taken(a, a_size, 1, f->type[0]), *v = u ? taken(b, b_size, 1, f->type[1]) : NULL,
         *column = NULL;
  bool ok = u && v;
  for (long j = 0; ok && j < n; j++) {
    char *at = (char *)c + j * f->ldc * size_of(f->type[2]);
    column = beta == 0 ? calloc((size_t)m, sizeof *column) : taken(at, m, 1, f->type[2]);
    ok = column;
    for (long i = 0; ok && i < m; i++) {
      double sum = 0;
      for (long p = 0; p < k; p++)
        sum += (across_a ? u[p + i * lda] : u[i + p * lda]) * (across_b ? v[j + p * ldb] : v[p + j * ldb]);
      column[i] = alpha * sum + beta * column[i];
    }
    ok = ok && given(at, column, m, 1, f->type[2]);
    free(column);
  }
  free(u), free(v);
  return ok;
}

// Of what both forms of the product have. types: of the scalars, of A, of B and of C.
static struct call product(const int *types, int across_a, int across_b, int m, int n, int k,
                           const void *alpha, int lda, int ldb, const void *beta, int ldc, int count) {
  return (struct call){
      .i = {types[1], types[2], types[3], types[0], across_a | across_b << 1, m, n, k, lda, ldb, ldc, count},
      .s = {scalar_of(alpha, types[0]), scalar_of(beta, types[0])}};
}
static struct factors factors_of(const struct call *c) {
  return (struct factors){c->i,    c->i[4] & 1, c->i[4] >> 1, c->i[5], c->i[6],
                          c->i[7], c->i[8],     c->i[9],      c->i[10]};
}
static bool call_fits(const struct call *c) {
  struct factors f = factors_of(c);
  return f.m >= 0 && f.n >= 0 && f.k >= 0 && f.lda >= (f.across_a ? f.k : f.m) &&
         f.ldb >= (f.across_b ? f.n : f.k) && f.ldc >= f.m && f.ldc >= 1;
}
static int run_gemm(const struct call *c) {
  struct factors f = factors_of(c);
  double s = 0, t = 0;
  bool ok = scalar(&c->s[0], c->i[3], &s) && scalar(&c->s[1], c->i[3], &t);
  for (int i = 0; i < c->i[11] && ok; i++)
    ok = multiply(&f, s, (const char *)c->p[0] + i * c->l[0] * size_of(c->i[0]),
                  (const char *)c->p[1] + i * c->l[1] * size_of(c->i[1]), t,
                  (char *)c->p[2] + i * c->l[2] * size_of(c->i[2]));
  return ok ? OK : FAILED;
}
static int run_gemm_listed(const struct call *c) {
  struct factors f = factors_of(c);
  double s = 0, t = 0;
  bool ok = scalar(&c->s[0], c->i[3], &s) && scalar(&c->s[1], c->i[3], &t);
  for (int i = 0; i < c->i[11] && ok; i++) {
    void *at[3];
    for (int k = 0; k < 3 && ok; k++)
      ok = api_work_read(acting, &at[k], (void *const *)c->p[k] + i, sizeof *at);
    ok = ok && multiply(&f, s, at[0], at[1], t, at[2]);
  }
  return ok ? OK : FAILED;
}

// Matrices `stride` numbers apart, or at the places that lists in any memory tell.
int emu_blas_gemm(const int *types, int across_a, int across_b, int m, int n, int k, const void *alpha,
                  const void *a, int lda, long long a_stride, const void *b, int ldb, long long b_stride,
                  const void *beta, void *c, int ldc, long long c_stride, int count) {
  struct call call = product(types, across_a, across_b, m, n, k, alpha, lda, ldb, beta, ldc, count);
  call.run = run_gemm;
  call.p[0] = a, call.p[1] = b, call.p[2] = c;
  call.l[0] = a_stride, call.l[1] = b_stride, call.l[2] = c_stride;
  return call_fits(&call) ? ask(&call, HERE, NULL) : INVALID;
}
int emu_blas_gemm_listed(const int *types, int across_a, int across_b, int m, int n, int k, const void *alpha,
                         const void *const *a, int lda, const void *const *b, int ldb, const void *beta,
                         void *const *c, int ldc, int count) {
  struct call call = product(types, across_a, across_b, m, n, k, alpha, lda, ldb, beta, ldc, count);
  call.run = run_gemm_listed;
  call.p[0] = a, call.p[1] = b, call.p[2] = c;
  return call_fits(&call) ? ask(&call, HERE, NULL) : INVALID;
}

// A = alpha x y' + A. A is m x n.
static int run_ger(const struct call *c) {
  int type = c->i[0], m = c->i[1], n = c->i[2], lda = c->i[5];
  double s, *u = taken(c->p[0], m, c->i[3], type), *v = u ? taken(c->p[1], n, c->i[4], type) : NULL;
  bool ok = u && v && scalar(&c->s[0], type, &s);
  for (long j = 0; ok && j < n; j++) {
    char *at = (char *)c->p[2] + j * lda * size_of(type);
    double *column = taken(at, m, 1, type);
    ok = column;
    for (long i = 0; ok && i < m; i++) column[i] += s * u[i] * v[j];
    ok = ok && given(at, column, m, 1, type);
    free(column);
  }
  free(u), free(v);
  return ok ? OK : FAILED;
}
int emu_blas_ger(int type, int m, int n, const void *alpha, const void *x, int x_step, const void *y,
                 int y_step, void *a, int lda) {
  struct call c = {run_ger, {type, m, n, x_step, y_step, lda}, {0}, {x, y, a}, {scalar_of(alpha, type)}};
  return m < 0 || n < 0 || x_step < 1 || y_step < 1 || lda < m ? INVALID : ask(&c, HERE, NULL);
}

// op(A) X = alpha B or, from the right, X op(A) = alpha B, for a triangle A; X takes the place of the m x n matrix B.
static int run_trsm(const struct call *c) {
  int type = c->i[0], m = c->i[5], n = c->i[6], lda = c->i[7], ldb = c->i[8];
  bool right = c->i[1], upper = c->i[2], across = c->i[3], unit = c->i[4];
  long order = right ? n : m, others = right ? m : n, size = (long)ldb * (n - 1) + m;
  if (!m || !n) return OK;
  double s, *t = taken(c->p[0], (long)lda * (order - 1) + order, 1, type),
            *x = t ? taken(c->p[1], size, 1, type) : NULL;
  bool ok = x && scalar(&c->s[0], type, &s);
  // From the right the transposed rows are solved for.
  bool transposed = across != right, backward = upper != transposed;
  for (long other = 0; ok && other < others; other++)
    for (long step = 0; step < order; step++) {
      long i = backward ? order - 1 - step : step;
      double *at = right ? &x[other + i * ldb] : &x[i + other * ldb], sum = s * *at;
      for (long p = backward ? i + 1 : 0; p < (backward ? order : i); p++)
        sum -= (transposed ? t[p + i * lda] : t[i + p * lda]) *
               (right ? x[other + p * ldb] : x[p + other * ldb]);
      *at = unit ? sum : sum / t[i + i * lda];
    }
  for (long j = 0; ok && j < n; j++)
    ok = given((char *)c->p[1] + j * ldb * size_of(type), x + j * ldb, m, 1, type);
  free(t), free(x);
  return ok ? OK : FAILED;
}
int emu_blas_trsm(int type, int right, int upper, int across, int unit, int m, int n, const void *alpha,
                  const void *a, int lda, void *b, int ldb) {
  struct call c = {
      run_trsm, {type, right, upper, across, unit, m, n, lda, ldb}, {0}, {a, b}, {scalar_of(alpha, type)}};
  return m < 0 || n < 0 || lda < (right ? n : m) || ldb < m ? INVALID : ask(&c, HERE, NULL);
}

// y = alpha op(A) x + beta y. A is m x n.
static int run_gemv(const struct call *c) {
  int type = c->i[0], m = c->i[2], n = c->i[3], y_step = c->i[6];
  long across = c->i[1], lda = c->i[4], x_step = c->i[5], rows = across ? n : m, terms = across ? m : n;
  double s = 0, t = 0;
  if (!scalar(&c->s[0], type, &s) || !scalar(&c->s[1], type, &t)) return FAILED;
  double *u = taken(c->p[0], m && n ? lda * (n - 1) + m : 0, 1, type),
         *v = u ? taken(c->p[1], terms, x_step, type) : NULL;
  double *w = !v ? NULL : t == 0 ? calloc((size_t)rows + 1, sizeof *w) : taken(c->p[2], rows, y_step, type);
  for (long i = 0; w && i < rows; i++) {
    double sum = 0;
    for (long p = 0; p < terms; p++) sum += (across ? u[p + i * lda] : u[i + p * lda]) * v[p];
    w[i] = s * sum + t * w[i];
  }
  bool ok = w && given((void *)c->p[2], w, rows, y_step, type);
  free(u), free(v), free(w);
  return ok ? OK : FAILED;
}
int emu_blas_gemv(int bytes, int across, int m, int n, const void *alpha, const void *a, int lda,
                  const void *x, int x_step, const void *beta, void *y, int y_step) {
  struct call c = {run_gemv,
                   {bytes, across, m, n, lda, x_step, y_step},
                   {0},
                   {a, x, y},
                   {scalar_of(alpha, bytes), scalar_of(beta, bytes)}};
  return m < 0 || n < 0 || lda < m || x_step < 1 || y_step < 1 ? INVALID : ask(&c, HERE, NULL);
}

// C = alpha op(A) + beta op(B).
static int run_geam(const struct call *c) {
  int type = c->i[0], across_a = c->i[1], across_b = c->i[2];
  long m = c->i[3], n = c->i[4], lda = c->i[5], ldb = c->i[6], ldc = c->i[7];
  double s = 0, t = 0;
  if (!scalar(&c->s[0], type, &s) || !scalar(&c->s[1], type, &t)) return FAILED;
  double *u = s == 0 ? NULL : taken(c->p[0], across_a ? lda * (m - 1) + n : lda * (n - 1) + m, 1, type);
  double *v = t == 0 ? NULL : taken(c->p[1], across_b ? ldb * (m - 1) + n : ldb * (n - 1) + m, 1, type);
  double *column = malloc((size_t)m * sizeof *column);
  bool ok = (u || s == 0) && (v || t == 0) && column;
  for (long j = 0; ok && j < n; j++) {
    for (long i = 0; i < m; i++)
      column[i] = (u ? s * (across_a ? u[j + i * lda] : u[i + j * lda]) : 0) +
                  (v ? t * (across_b ? v[j + i * ldb] : v[i + j * ldb]) : 0);
    ok = given((char *)c->p[2] + j * ldc * size_of(type), column, m, 1, type);
  }
  free(u), free(v), free(column);
  return ok ? OK : FAILED;
}
int emu_blas_geam(int bytes, int across_a, int across_b, int m, int n, const void *alpha, const void *a,
                  int lda, const void *beta, const void *b, int ldb, void *c, int ldc) {
  struct call call = {run_geam,
                      {bytes, across_a, across_b, m, n, lda, ldb, ldc},
                      {0},
                      {a, b, c},
                      {scalar_of(alpha, bytes), scalar_of(beta, bytes)}};
  return m < 1 || n < 1 || ldc < m ? INVALID : ask(&call, HERE, NULL);
}
