// Radix-2 FFT on a complex class of its own: bit reversal, butterflies one launch a stage, and in shared
// memory.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

template <typename T> class complex {
public:
  T re, im;

  complex() = default;
  __host__ __device__ complex(T re, T im = T(0)) : re(re), im(im) {}
  __host__ __device__ complex operator+(complex o) const {
    return complex(re + o.re, im + o.im);
  }
  __host__ __device__ complex operator-(complex o) const {
    return complex(re - o.re, im - o.im);
  }
  __host__ __device__ complex &operator*=(const complex &o) {
    T r = re * o.re - im * o.im;
    im = re * o.im + im * o.re;
    re = r;
    return *this;
  }
  __host__ __device__ friend complex operator*(complex a, const complex &b) {
    return a *= b;
  }
  __host__ __device__ complex conj() const {
    return {re, -im};
  }
  __host__ __device__ T norm() const {
    return re * re + im * im;
  }
  __host__ __device__ static complex polar(T angle) {
    T s, c;
    sincos(angle, &s, &c);
    return complex(c, s);
  }
};
typedef complex<double> cplx;

__global__ void bitReverse(const cplx *in, cplx *out, int bits) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1u << bits) out[__brev(i) >> (32 - bits)] = in[i];
}

__global__ void butterflies(cplx *data, int n, int half, int sign) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n / 2) return;
  int k = t % half, i = t / half * 2 * half + k;
  cplx w = cplx::polar(sign * M_PI * k / half), u = data[i], v = w * data[i + half];
  data[i] = u + v;
  data[i + half] = u - v;
}

template <int N> __global__ void fftShared(const cplx *in, cplx *out, int sign) {
  __shared__ double re[N], im[N];
  constexpr int bits = N == 64 ? 6 : N == 128 ? 7 : N == 256 ? 8 : -1;
  static_assert(bits > 0, "size not supported");
  in += blockIdx.x * N;
  out += blockIdx.x * N;
  for (int i = threadIdx.x; i < N; i += blockDim.x) {
    int r = __brev(i) >> (32 - bits);
    re[r] = in[i].re;
    im[r] = in[i].im;
  }
  for (int half = 1; half < N; half *= 2) {
    __syncthreads();
    int k = threadIdx.x % half, i = threadIdx.x / half * 2 * half + k;
    cplx u(re[i], im[i]), v = cplx(re[i + half], im[i + half]) * cplx::polar(sign * M_PI * k / half);
    cplx sum = u + v, difference = u - v;
    re[i] = sum.re, im[i] = sum.im;
    re[i + half] = difference.re, im[i + half] = difference.im;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < N; i += blockDim.x) out[i] = cplx(re[i], im[i]);
}

static void fft(const cplx *in, cplx *out, int bits, int sign) {
  int n = 1 << bits;
  bitReverse<<<(n + 127) / 128, 128>>>(in, out, bits);
  for (int half = 1; half < n; half <<= 1) butterflies<<<(n / 2 + 127) / 128, 128>>>(out, n, half, sign);
}

static double distance(const std::vector<cplx> &a, const std::vector<cplx> &b, double scale) {
  double worst = 0;
  for (size_t i = 0; i < a.size(); i++) worst = std::max(worst, (a[i] - b[i] * cplx(scale)).norm());
  return std::sqrt(worst);
}

int main() {
  const int bits = 10, n = 1 << bits;
  std::vector<cplx> signal(n), spectrum(n), back(n), small(n);
  for (int i = 0; i < n; i++)
    signal[i] =
        cplx(3 * std::cos(2 * M_PI * 50 * i / n) + std::sin(2 * M_PI * 123 * i / n), (i * 37 % 11) * 0.1);
  cplx *a, *b;
  cudaMalloc(&a, n * sizeof(cplx));
  cudaMalloc(&b, n * sizeof(cplx));
  cudaMemcpy(a, signal.data(), n * sizeof(cplx), cudaMemcpyHostToDevice);
  fft(a, b, bits, -1);
  cudaMemcpy(spectrum.data(), b, n * sizeof(cplx), cudaMemcpyDeviceToHost);
  fft(b, a, bits, +1);
  cudaMemcpy(back.data(), a, n * sizeof(cplx), cudaMemcpyDeviceToHost);

  std::vector<int> order(n);
  for (int i = 0; i < n; i++) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](int x, int y) { return spectrum[x].norm() > spectrum[y].norm(); });
  std::sort(order.begin(), order.begin() + 5);
  for (int i = 0; i < 5; i++)
    printf("bin %4d: magnitude %.2f\n", order[i], std::sqrt(spectrum[order[i]].norm()));
  printf("there and back: %s\n", distance(signal, back, 1.0 / n) < 1e-10 ? "ok" : "WRONG");

  cudaMemcpy(a, signal.data(), n * sizeof(cplx), cudaMemcpyHostToDevice);
  fftShared<256><<<n / 256, 128>>>(a, b, -1);
  fftShared<256><<<n / 256, 128>>>(b, a, +1);
  cudaMemcpy(small.data(), a, n * sizeof(cplx), cudaMemcpyDeviceToHost);
  printf("blocks of 256: %s\n", distance(signal, small, 1.0 / 256) < 1e-10 ? "ok" : "WRONG");
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(a);
  cudaFree(b);
  return 0;
}
