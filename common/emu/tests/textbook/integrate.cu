// Numerical integration and root finding with functors, tables of device function pointers, and virtual
// calls.
#include <cmath>
#include <cstdio>

#define N_INTERVALS 1024

typedef double (*Function)(double);

__device__ double line(double x) {
  return 2 * x + 1;
}
__device__ double parabola(double x) {
  return 3 * x * x;
}
__device__ double hump(double x) {
  return 4.0 / (1.0 + x * x);
}

__device__ Function table[] = {line, parabola, hump};
__device__ Function pSquareRoot = sqrt;

struct Polynomial {
  double c[4];
  int degree;
  __host__ __device__ double operator()(double x) const {
    double y = 0;
    for (int i = degree; i >= 0; i--) y = y * x + c[i];
    return y;
  }
};

template <class F, class G> struct Composed {
  F f;
  G g;
  __host__ __device__ double operator()(double x) const {
    return f(g(x));
  }
};
template <class F, class G> Composed<F, G> compose(F f, G g) {
  return {f, g};
}

struct Shape {
  __device__ virtual double area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  double side;
  __device__ Square(double s) : side(s) {}
  __device__ double area() const override {
    return side * side;
  }
};
struct Disc final : Shape {
  double radius;
  __device__ Disc(double r) : radius(r) {}
  __device__ double area() const override {
    return 3.0 * radius * radius;
  }
};

template <class F> __device__ double trapezoids(F f, double a, double b) {
  __shared__ double part[128];
  double h = (b - a) / N_INTERVALS, sum = 0;
  for (int i = threadIdx.x; i < N_INTERVALS; i += blockDim.x)
    sum += 0.5 * h * (f(a + i * h) + f(a + (i + 1) * h));
  __syncthreads();
  part[threadIdx.x] = sum;
  for (int s = blockDim.x / 2; s; s >>= 1) {
    __syncthreads();
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
  }
  __syncthreads();
  return part[0];
}

__global__ void integrateTable(double a, double b, double *out) {
  double result = trapezoids(table[blockIdx.x], a, b);
  if (threadIdx.x == 0) out[blockIdx.x] = result;
}

template <class F> __global__ void integrate(F f, double a, double b, double *out) {
  double result = trapezoids(f, a, b);
  if (threadIdx.x == 0) *out = result;
}

__global__ void bisect(const double *targets, double *roots, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double low = 0, high = 100;
  auto below = [=](double x) { return pSquareRoot(x) < targets[i]; };
  while (high - low > 1e-9) {
    double middle = 0.5 * (low + high);
    (below(middle) ? low : high) = middle;
  }
  roots[i] = low;
}

__global__ void areas(double *out) {
  Square square(threadIdx.x + 1.0);
  Disc disc(threadIdx.x + 1.0);
  const Shape *shape = threadIdx.x % 2 ? static_cast<const Shape *>(&disc) : &square;
  out[threadIdx.x] = shape->area();
}

int main() {
  double *d, h[32];
  if (cudaMalloc(&d, sizeof h) != cudaSuccess) return 1;
  integrateTable<<<3, 128>>>(0.0, 1.0, d);
  cudaMemcpy(h, d, 3 * sizeof(double), cudaMemcpyDeviceToHost);
  printf("line %.4f, parabola %.4f, hump %.4f\n", h[0], h[1], h[2]);

  Polynomial cubic = {{1, 0, 0, 4}, 3}, shift = {{-1, 1}, 1};
  integrate<<<1, 64>>>(cubic, 0, 2, d);
  integrate<<<1, 64>>>(compose(cubic, shift), 1, 3, d + 1);
  cudaMemcpy(h, d, 2 * sizeof(double), cudaMemcpyDeviceToHost);
  printf("cubic %.3f, shifted %.3f\n", h[0], h[1]);

  double targets[] = {1.5, 2.0, 7.25, 9.0}, *d_targets;
  cudaMalloc(&d_targets, sizeof targets);
  cudaMemcpy(d_targets, targets, sizeof targets, cudaMemcpyHostToDevice);
  bisect<<<1, 32>>>(d_targets, d, 4);
  cudaMemcpy(h, d, sizeof targets, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("square root %.2f of %.4f\n", targets[i], h[i]);

  areas<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (double v : h) sum += v;
  printf("areas %.1f\n", sum);
  cudaFree(d_targets);
  cudaFree(d);
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  return e;
}
