// The calls of cuBLAS that teaching code makes (cublas_v2.h), as plain loops on copies of the operands. Matrices lie column by
// column. A dot product is summed in double precision and rounded once: cuBLAS adds in an order of its own.
#include "api/copy.h"
#include "runtime/error.h"
#include "runtime/small_format.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

enum { OK = 0, INVALID = 7, FAILED = 13 }; // of cublasStatus_t

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

// A copy of n numbers, `step` apart, of any memory, as doubles. NULL: the program has been told why.
static double *taken(const void *from, long n, long step, int type, uint32_t pc) {
  int bytes = size_of(type);
  long count = n > 0 ? (n - 1) * step + 1 : 0;
  char *raw = malloc((size_t)count * (size_t)bytes + 1);
  double *v = malloc((size_t)(n > 0 ? n : 1) * sizeof *v);
  if (!raw || !v) abort();
  if (count && api_copy(raw, from, (size_t)count * (size_t)bytes, cudaMemcpyDefault, pc)) {
    free(v);
    v = NULL;
  }
  for (long i = 0; v && i < n; i++) v[i] = read_number(raw + i * step * bytes, type);
  free(raw);
  return v;
}

// Stores n numbers. Returns whether that could be done.
static bool given(void *to, const double *v, long n, long step, int type, uint32_t pc) {
  size_t bytes = (size_t)size_of(type);
  if (n <= 0) return true;
  char *all = malloc((size_t)n * bytes);
  if (!all) abort();
  for (long i = 0; i < n; i++) write_number(all + (size_t)i * bytes, v[i], type);
  bool ok = true;
  if (step == 1)
    ok = !api_copy(to, all, (size_t)n * bytes, cudaMemcpyDefault, pc);
  else
    for (long i = 0; i < n && ok; i++)
      ok = !api_copy((char *)to + (size_t)(i * step) * bytes, all + (size_t)i * bytes, bytes,
                     cudaMemcpyDefault, pc);
  free(all);
  return ok;
}

static double scalar(const void *p, int bytes, uint32_t pc) {
  double *v = taken(p, 1, 1, bytes, pc), s = v ? *v : 0;
  free(v);
  return s;
}

static double rounded(double x, int bytes) {
  return bytes == 8 ? x : (double)(float)x;
}

// y = alpha x + y, scaling (y = alpha y), copying and swapping.
int emu_blas_update(char op, int bytes, int n, const void *alpha, void *x, int x_step, void *y, int y_step) {
  uint32_t pc = HERE;
  if (n < 0 || x_step < 1 || y_step < 1) return INVALID;
  double a = alpha ? scalar(alpha, bytes, pc) : 0;
  double *u = taken(x, n, x_step, bytes, pc), *v = u && op != 'c' ? taken(y, n, y_step, bytes, pc) : NULL;
  bool ok = u && (v || op == 'c');
  for (int i = 0; ok && i < n; i++) {
    if (op == 'a') v[i] += rounded(a * u[i], bytes);
    if (op == 's') v[i] *= a;
  }
  if (ok) ok = given(y, op == 'c' || op == 'w' ? u : v, n, y_step, bytes, pc);
  if (ok && op == 'w') ok = given(x, v, n, x_step, bytes, pc);
  free(u), free(v);
  return ok ? OK : FAILED;
}

// dot, nrm2, asum; and the place of the largest or smallest magnitude, from 1.
int emu_blas_reduce(char op, int bytes, int n, const void *x, int x_step, const void *y, int y_step,
                    void *result) {
  uint32_t pc = HERE;
  if (n < 0 || x_step < 1 || y_step < 1) return INVALID;
  double *u = taken(x, n, x_step, bytes, pc), *v = op == 'd' ? taken(y, n, y_step, bytes, pc) : u, sum = 0;
  bool ok = u && v;
  int place = 0;
  for (int i = 0; ok && i < n; i++) {
    sum += op == 'd' ? u[i] * v[i] : op == 'n' ? u[i] * u[i] : fabs(u[i]);
    bool better = op == '<' ? fabs(u[i]) < fabs(u[place]) : fabs(u[i]) > fabs(u[place]);
    if (better) place = i;
  }
  if (op == 'n') sum = sqrt(sum);
  place = n > 0 ? place + 1 : 0;
  if (ok && (op == '<' || op == '>'))
    ok = !api_copy(result, &place, sizeof place, cudaMemcpyDefault, pc);
  else if (ok)
    ok = given(result, &sum, 1, 1, bytes, pc);
  if (v != u) free(v);
  free(u);
  return ok ? OK : FAILED;
}

// C = alpha op(A) op(B) + beta C; the types of A, of B and of C. A C that beta 0 overwrites is not read.
struct factors {
  int type[3];
  bool across_a, across_b;
};
static int multiply(const struct factors *f, int m, int n, int k, double alpha, const void *a, int lda,
                    const void *b, int ldb, double beta, void *c, int ldc, uint32_t pc) {
  bool across_a = f->across_a, across_b = f->across_b;
  if (m < 0 || n < 0 || k < 0 || lda < (across_a ? k : m) || ldb < (across_b ? n : k) || ldc < m || ldc < 1)
    return INVALID;
  if (!m || !n) return OK;
  long a_size = k ? (long)lda * ((across_a ? m : k) - 1) + (across_a ? k : m) : 0;
  long b_size = k ? (long)ldb * ((across_b ? k : n) - 1) + (across_b ? n : k) : 0;
  double *u = taken(a, a_size, 1, f->type[0], pc), *v = u ? taken(b, b_size, 1, f->type[1], pc) : NULL,
         *column = NULL;
  bool ok = u && v;
  for (long j = 0; ok && j < n; j++) {
    char *at = (char *)c + j * ldc * size_of(f->type[2]);
    column = beta == 0 ? calloc((size_t)m, sizeof *column) : taken(at, m, 1, f->type[2], pc);
    ok = column;
    for (long i = 0; ok && i < m; i++) {
      double sum = 0;
      for (long p = 0; p < k; p++)
        sum += (across_a ? u[p + i * lda] : u[i + p * lda]) * (across_b ? v[j + p * ldb] : v[p + j * ldb]);
      column[i] = alpha * sum + beta * column[i];
    }
    ok = ok && given(at, column, m, 1, f->type[2], pc);
    free(column);
  }
  free(u), free(v);
  return ok ? OK : FAILED;
}

// types: of the scalars, of A, of B and of C. Matrices `stride` numbers apart, or at the places that lists in any memory tell.
int emu_blas_gemm(const int *types, int across_a, int across_b, int m, int n, int k, const void *alpha,
                  const void *a, int lda, long long a_stride, const void *b, int ldb, long long b_stride,
                  const void *beta, void *c, int ldc, long long c_stride, int count) {
  struct factors f = {{types[1], types[2], types[3]}, across_a, across_b};
  double s = scalar(alpha, types[0], HERE), t = scalar(beta, types[0], HERE);
  int status = OK;
  for (int i = 0; i < count && status == OK; i++)
    status = multiply(&f, m, n, k, s, (const char *)a + i * a_stride * size_of(types[1]), lda,
                      (const char *)b + i * b_stride * size_of(types[2]), ldb, t,
                      (char *)c + i * c_stride * size_of(types[3]), ldc, HERE);
  return status;
}
int emu_blas_gemm_listed(const int *types, int across_a, int across_b, int m, int n, int k, const void *alpha,
                         const void *const *a, int lda, const void *const *b, int ldb, const void *beta,
                         void *const *c, int ldc, int count) {
  int status = OK;
  for (int i = 0; i < count && status == OK; i++) {
    void *at[3];
    if (api_copy(&at[0], a + i, sizeof *at, cudaMemcpyDefault, HERE) ||
        api_copy(&at[1], b + i, sizeof *at, cudaMemcpyDefault, HERE) ||
        api_copy(&at[2], c + i, sizeof *at, cudaMemcpyDefault, HERE))
      return FAILED;
    status = emu_blas_gemm(types, across_a, across_b, m, n, k, alpha, at[0], lda, 0, at[1], ldb, 0, beta,
                           at[2], ldc, 0, 1);
  }
  return status;
}

// A = alpha x y' + A. A is m x n.
int emu_blas_ger(int type, int m, int n, const void *alpha, const void *x, int x_step, const void *y,
                 int y_step, void *a, int lda) {
  uint32_t pc = HERE;
  if (m < 0 || n < 0 || x_step < 1 || y_step < 1 || lda < m) return INVALID;
  double s = scalar(alpha, type, pc), *u = taken(x, m, x_step, type, pc),
         *v = u ? taken(y, n, y_step, type, pc) : NULL;
  bool ok = u && v;
  for (long j = 0; ok && j < n; j++) {
    char *at = (char *)a + j * lda * size_of(type);
    double *column = taken(at, m, 1, type, pc);
    ok = column;
    for (long i = 0; ok && i < m; i++) column[i] += s * u[i] * v[j];
    ok = ok && given(at, column, m, 1, type, pc);
    free(column);
  }
  free(u), free(v);
  return ok ? OK : FAILED;
}

// op(A) X = alpha B or, from the right, X op(A) = alpha B, for a triangle A; X takes the place of the m x n matrix B.
int emu_blas_trsm(int type, int right, int upper, int across, int unit, int m, int n, const void *alpha,
                  const void *a, int lda, void *b, int ldb) {
  uint32_t pc = HERE;
  long order = right ? n : m, others = right ? m : n, size = (long)ldb * (n - 1) + m;
  if (m < 0 || n < 0 || lda < order || ldb < m) return INVALID;
  if (!m || !n) return OK;
  double s = scalar(alpha, type, pc), *t = taken(a, (long)lda * (order - 1) + order, 1, type, pc),
         *x = t ? taken(b, size, 1, type, pc) : NULL;
  // From the right the transposed rows are solved for.
  bool transposed = across != right, backward = upper != transposed;
  for (long other = 0; x && other < others; other++)
    for (long step = 0; step < order; step++) {
      long i = backward ? order - 1 - step : step;
      double *at = right ? &x[other + i * ldb] : &x[i + other * ldb], sum = s * *at;
      for (long p = backward ? i + 1 : 0; p < (backward ? order : i); p++)
        sum -= (transposed ? t[p + i * lda] : t[i + p * lda]) *
               (right ? x[other + p * ldb] : x[p + other * ldb]);
      *at = unit ? sum : sum / t[i + i * lda];
    }
  bool ok = x;
  for (long j = 0; ok && j < n; j++)
    ok = given((char *)b + j * ldb * size_of(type), x + j * ldb, m, 1, type, pc);
  free(t), free(x);
  return ok ? OK : FAILED;
}

// y = alpha op(A) x + beta y. A is m x n.
int emu_blas_gemv(int bytes, int across, int m, int n, const void *alpha, const void *a, int lda,
                  const void *x, int x_step, const void *beta, void *y, int y_step) {
  uint32_t pc = HERE;
  if (m < 0 || n < 0 || lda < m || x_step < 1 || y_step < 1) return INVALID;
  double s = scalar(alpha, bytes, pc), t = scalar(beta, bytes, pc);
  long rows = across ? n : m, terms = across ? m : n;
  double *u = taken(a, m && n ? (long)lda * (n - 1) + m : 0, 1, bytes, pc),
         *v = u ? taken(x, terms, x_step, bytes, pc) : NULL;
  double *w = !v ? NULL : t == 0 ? calloc((size_t)rows + 1, sizeof *w) : taken(y, rows, y_step, bytes, pc);
  for (long i = 0; w && i < rows; i++) {
    double sum = 0;
    for (long p = 0; p < terms; p++) sum += (across ? u[p + i * lda] : u[i + p * lda]) * v[p];
    w[i] = s * sum + t * w[i];
  }
  bool ok = w && given(y, w, rows, y_step, bytes, pc);
  free(u), free(v), free(w);
  return ok ? OK : FAILED;
}

// C = alpha op(A) + beta op(B).
int emu_blas_geam(int bytes, int across_a, int across_b, int m, int n, const void *alpha, const void *a,
                  int lda, const void *beta, const void *b, int ldb, void *c, int ldc) {
  uint32_t pc = HERE;
  if (m < 1 || n < 1 || ldc < m) return INVALID;
  double s = scalar(alpha, bytes, pc), t = scalar(beta, bytes, pc);
  double *u =
      s == 0 ? NULL : taken(a, across_a ? (long)lda * (m - 1) + n : (long)lda * (n - 1) + m, 1, bytes, pc);
  double *v =
      t == 0 ? NULL : taken(b, across_b ? (long)ldb * (m - 1) + n : (long)ldb * (n - 1) + m, 1, bytes, pc);
  double *column = malloc((size_t)m * sizeof *column);
  bool ok = (u || s == 0) && (v || t == 0) && column;
  for (long j = 0; ok && j < n; j++) {
    for (long i = 0; i < m; i++)
      column[i] = (u ? s * (across_a ? u[j + i * lda] : u[i + j * lda]) : 0) +
                  (v ? t * (across_b ? v[j + i * ldb] : v[i + j * ldb]) : 0);
    ok = given((char *)c + j * ldc * bytes, column, m, 1, bytes, pc);
  }
  free(u), free(v), free(column);
  return ok ? OK : FAILED;
}
