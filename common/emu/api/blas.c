// The calls of cuBLAS that teaching code makes (cublas_v2.h), as plain loops on copies of the operands. Matrices lie column by
// column. A dot product is summed in double precision and rounded once: cuBLAS adds in an order of its own.
#include "api/copy.h"
#include "runtime/error.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

enum { OK = 0, INVALID = 7, FAILED = 13 }; // of cublasStatus_t

// A copy of n numbers, `step` apart, of any memory, as doubles. NULL: the program has been told why.
static double *taken(const void *from, long n, long step, int bytes, uint32_t pc) {
  long count = n > 0 ? (n - 1) * step + 1 : 0;
  char *raw = malloc((size_t)count * (size_t)bytes + 1);
  double *v = malloc((size_t)(n > 0 ? n : 1) * sizeof *v);
  if (!raw || !v) abort();
  if (count && api_copy(raw, from, (size_t)count * (size_t)bytes, cudaMemcpyDefault, pc)) {
    free(v);
    v = NULL;
  }
  for (long i = 0; v && i < n; i++)
    v[i] = bytes == 8 ? ((double *)raw)[i * step] : (double)((float *)raw)[i * step];
  free(raw);
  return v;
}

// Stores n numbers. Returns whether that could be done.
static bool given(void *to, const double *v, long n, long step, int bytes, uint32_t pc) {
  for (long i = 0; i < n; i++) {
    float one = (float)v[i];
    if (step == 1) break;
    if (api_copy((char *)to + i * step * bytes, bytes == 8 ? (const void *)&v[i] : &one, (size_t)bytes,
                 cudaMemcpyDefault, pc))
      return false;
  }
  if (step != 1 || n <= 0) return true;
  float *narrow = malloc((size_t)n * sizeof *narrow);
  if (!narrow) abort();
  for (long i = 0; i < n; i++) narrow[i] = (float)v[i];
  bool ok = !api_copy(to, bytes == 8 ? (const void *)v : narrow, (size_t)(n * bytes), cudaMemcpyDefault, pc);
  free(narrow);
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

// C = alpha op(A) op(B) + beta C. A C that beta 0 overwrites is not read.
static int multiply(int bytes, bool across_a, bool across_b, int m, int n, int k, double alpha, const void *a,
                    int lda, const void *b, int ldb, double beta, void *c, int ldc, uint32_t pc) {
  if (m < 0 || n < 0 || k < 0 || lda < (across_a ? k : m) || ldb < (across_b ? n : k) || ldc < m || ldc < 1)
    return INVALID;
  if (!m || !n) return OK;
  long a_size = k ? (long)lda * ((across_a ? m : k) - 1) + (across_a ? k : m) : 0;
  long b_size = k ? (long)ldb * ((across_b ? k : n) - 1) + (across_b ? n : k) : 0;
  double *u = taken(a, a_size, 1, bytes, pc), *v = u ? taken(b, b_size, 1, bytes, pc) : NULL, *column = NULL;
  bool ok = u && v;
  for (long j = 0; ok && j < n; j++) {
    char *at = (char *)c + j * ldc * bytes;
    column = beta == 0 ? calloc((size_t)m, sizeof *column) : taken(at, m, 1, bytes, pc);
    ok = column;
    for (long i = 0; ok && i < m; i++) {
      double sum = 0;
      for (long p = 0; p < k; p++)
        sum += (across_a ? u[p + i * lda] : u[i + p * lda]) * (across_b ? v[j + p * ldb] : v[p + j * ldb]);
      column[i] = alpha * sum + beta * column[i];
    }
    ok = ok && given(at, column, m, 1, bytes, pc);
    free(column);
  }
  free(u), free(v);
  return ok ? OK : FAILED;
}

int emu_blas_gemm(int bytes, int across_a, int across_b, int m, int n, int k, const void *alpha,
                  const void *a, int lda, long long a_stride, const void *b, int ldb, long long b_stride,
                  const void *beta, void *c, int ldc, long long c_stride, int count) {
  double s = scalar(alpha, bytes, HERE), t = scalar(beta, bytes, HERE);
  int status = OK;
  for (int i = 0; i < count && status == OK; i++)
    status =
        multiply(bytes, across_a, across_b, m, n, k, s, (const char *)a + i * a_stride * bytes, lda,
                 (const char *)b + i * b_stride * bytes, ldb, t, (char *)c + i * c_stride * bytes, ldc, HERE);
  return status;
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
