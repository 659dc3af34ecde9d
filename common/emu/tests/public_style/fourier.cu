// Fourier transforms of every kind beside sums by the definition.
// shows: libraries | cuFFT: transforms in one to three dimensions, complex and real, of any size, batches, strides, in place, in streams
// bug: uninitialised-read
#include <cufft.h>
#include <complex>
#include <cstdio>
#include <vector>

typedef std::complex<double> complex;
typedef std::vector<complex> signal;

static signal defined(const signal &x, const int *n, int sign) { // n: three sizes
  signal y(x.size());
  for (int a = 0; a < n[0]; a++)
    for (int b = 0; b < n[1]; b++)
      for (int c = 0; c < n[2]; c++) {
        complex sum = 0;
        for (int i = 0; i < n[0]; i++)
          for (int j = 0; j < n[1]; j++)
            for (int k = 0; k < n[2]; k++) {
              double turns = (double)a * i / n[0] + (double)b * j / n[1] + (double)c * k / n[2];
              sum += x[(i * n[1] + j) * n[2] + k] * std::polar(1.0, sign * 2 * M_PI * turns);
            }
        y[(a * n[1] + b) * n[2] + c] = sum;
      }
  return y;
}

static signal some(int n, bool real) {
  signal x(n);
  for (int i = 0; i < n; i++) x[i] = complex((i * 37 % 11) - 5, real ? 0 : (i * 53 % 7) - 3);
  return x;
}

template <class T> T *on_device(const std::vector<T> &host) {
  T *p;
  cudaMalloc(&p, host.size() * sizeof(T));
#ifndef BUG
  cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
#endif
  return p;
}
template <class T> std::vector<T> taken(T *p, size_t n) {
  std::vector<T> host(n);
  cudaMemcpy(host.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}
static void tell(const char *what, double error) {
  printf("%s: %s\n", what, error < 1e-4 ? "right" : "wrong");
}

static void complex_lines(int n, int batch, int sign) {
  std::vector<cufftComplex> in;
  double error = 0;
  for (int b = 0; b < batch; b++)
    for (complex v : some(n + b, false)) {
      if ((int)in.size() < (b + 1) * n) in.push_back({(float)v.real(), (float)v.imag()});
    }
  cufftComplex *p = on_device(in);
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_C2C, batch);
  cufftExecC2C(plan, p, p, sign);
  std::vector<cufftComplex> out = taken(p, in.size());
  for (int b = 0; b < batch; b++) {
    const int sizes[] = {1, 1, n};
    signal x(n);
    for (int i = 0; i < n; i++) x[i] = complex(in[b * n + i].x, in[b * n + i].y);
    signal y = defined(x, sizes, sign);
    for (int i = 0; i < n; i++)
      error += std::abs(y[i] - complex(out[b * n + i].x, out[b * n + i].y)) / (1 + std::abs(y[i]));
  }
  cufftDestroy(plan);
  cudaFree(p);
  char what[64];
  snprintf(what, sizeof what, "C2C, n=%d, batch of %d, %s", n, batch, sign < 0 ? "forward" : "inverse");
  tell(what, error);
}

static void real_and_back(int n, bool in_place) {
  const int half = n / 2 + 1, sizes[] = {1, 1, n};
  signal x = some(n, true), y = defined(x, sizes, -1);
  std::vector<float> in(2 * half);
  for (int i = 0; i < n; i++) in[i] = (float)x[i].real();
  float *p = on_device(in), *q = p;
  if (!in_place) cudaMalloc(&q, 2 * half * sizeof *q);
  cufftHandle there, back;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cufftPlan1d(&there, n, CUFFT_R2C, 1);
  cufftPlan1d(&back, n, CUFFT_C2R, 1);
  cufftSetStream(there, stream);
  cufftSetStream(back, stream);
  cufftExecR2C(there, p, (cufftComplex *)q);
  cudaStreamSynchronize(stream);
  std::vector<cufftComplex> middle = taken((cufftComplex *)q, half);
  cufftExecC2R(back, (cufftComplex *)q, p);
  cudaStreamSynchronize(stream);
  std::vector<float> out = taken(p, n);
  double error = 0;
  for (int i = 0; i < half; i++)
    error += std::abs(y[i] - complex(middle[i].x, middle[i].y)) / (1 + std::abs(y[i]));
  for (int i = 0; i < n; i++) error += std::abs(out[i] / n - in[i]);
  cufftDestroy(there);
  cufftDestroy(back);
  cudaStreamDestroy(stream);
  if (q != p) cudaFree(q);
  cudaFree(p);
  char what[64];
  snprintf(what, sizeof what, "R2C and C2R, n=%d%s", n, in_place ? ", in place" : "");
  tell(what, error);
}

static void dimensions(int a, int b, int c) {
  const int sizes[] = {a, b, c}, n = a * b * c, half = c / 2 + 1;
  signal x = some(n, true), y = defined(x, sizes, -1);
  std::vector<double> in(n);
  for (int i = 0; i < n; i++) in[i] = x[i].real();
  double *p = on_device(in), error = 0;
  cufftDoubleComplex *q;
  cudaMalloc(&q, a * b * half * sizeof *q);
  cufftHandle plan;
  if (a > 1)
    cufftPlan3d(&plan, a, b, c, CUFFT_D2Z);
  else
    cufftPlan2d(&plan, b, c, CUFFT_D2Z);
  cufftExecD2Z(plan, p, q);
  std::vector<cufftDoubleComplex> out = taken(q, a * b * half);
  for (int i = 0; i < a * b; i++)
    for (int k = 0; k < half; k++)
      error += std::abs(y[i * c + k] - complex(out[i * half + k].x, out[i * half + k].y));
  cufftDestroy(plan);
  cudaFree(p);
  cudaFree(q);
  char what[64];
  snprintf(what, sizeof what, "D2Z, %d x %d x %d", a, b, c);
  tell(what, error);
}

// Columns of a matrix: each transform's elements lie a row apart.
static void columns(int rows, int width) {
  const int sizes[] = {1, 1, rows};
  signal x = some(rows * width, false);
  std::vector<cufftComplex> in;
  for (complex v : x) in.push_back({(float)v.real(), (float)v.imag()});
  cufftComplex *p = on_device(in);
  cufftHandle plan;
  int n = rows, embed = rows;
  double error = 0;
  cufftPlanMany(&plan, 1, &n, &embed, width, 1, &embed, width, 1, CUFFT_C2C, width);
  cufftExecC2C(plan, p, p, CUFFT_FORWARD);
  std::vector<cufftComplex> out = taken(p, in.size());
  for (int k = 0; k < width; k++) {
    signal column(rows);
    for (int i = 0; i < rows; i++) column[i] = x[i * width + k];
    signal y = defined(column, sizes, -1);
    for (int i = 0; i < rows; i++)
      error += std::abs(y[i] - complex(out[i * width + k].x, out[i * width + k].y)) / (1 + std::abs(y[i]));
  }
  cufftDestroy(plan);
  cudaFree(p);
  tell("columns of a matrix", error);
}

int main() {
  complex_lines(12, 1, CUFFT_FORWARD);
  complex_lines(16, 3, CUFFT_INVERSE);
  complex_lines(1, 1, CUFFT_FORWARD);
  real_and_back(10, false);
  real_and_back(8, true);
  real_and_back(9, true);
  dimensions(1, 4, 6);
  dimensions(3, 4, 5);
  columns(6, 4);
  cufftHandle none = 77;
  printf("no plan: %d, no size: %d\n", cufftExecC2C(none, nullptr, nullptr, CUFFT_FORWARD),
         cufftPlan1d(&none, 0, CUFFT_C2C, 1));
}
