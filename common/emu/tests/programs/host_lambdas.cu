// Host code hands lambdas that launch kernels to templates of the host, within templates of several arguments: none of it is device
// code, whatever a kernel's template arguments are.
// prints: host_lambdas: ok
#include <cstdio>
#include <vector>

enum class mode { ADD, SUBTRACT };

struct events {
  cudaEvent_t begin, end;
  events() {
    cudaEventCreate(&begin), cudaEventCreate(&end);
  }
  ~events() {
    cudaEventDestroy(begin), cudaEventDestroy(end);
  }
};

template <class F> static bool repeated(F f, int n) {
  std::vector<int> runs;
  events e;
  cudaEventRecord(e.begin);
  for (int i = 0; i < n; i++) f(), runs.push_back(i);
  cudaEventRecord(e.end);
  return cudaEventSynchronize(e.end) == cudaSuccess && runs.size() == (size_t)n;
}

template <int A, int B> __global__ void change(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += A + B + 1;
}
template <mode M, int B> __global__ void by_mode(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += M == mode::ADD ? B : -B;
}
template <class T, int B> __global__ void typed(T *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += (T)B;
}

// A lambda of device code in an operator whose name has a bracket's sign.
struct least {
  int value;
  __device__ bool operator<(int other) const {
    auto before = [&](int a) { return a < other; };
    return before(value);
  }
};
__global__ void compare(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += least{i} < n;
}

static int blocks; // host variables that the lambdas use
static int *kept;

template <int A, int B> static bool run(int n) {
  return repeated([&] { change<A, B><<<blocks, 64>>>(kept, n); }, 2);
}
template <mode M, int B> static bool run_mode(int n) {
  return repeated([=] { by_mode<M, B><<<blocks, 64>>>(kept, n); }, 2);
}
template <class T, int B> struct runner {
  bool operator()(int n) const {
    return repeated([&] { typed<T, B><<<blocks, 64>>>((T *)kept, n); }, 2);
  }
};

int main() {
  const int n = 100;
  int x[n];
  blocks = 2;
  cudaMalloc(&kept, n * sizeof *kept);
  cudaMemset(kept, 0, n * sizeof *kept);
  bool ok = run<1, 0>(n) && run<0, 0>(n) && run_mode<mode::ADD, 3>(n) && run_mode<mode::SUBTRACT, 1>(n) &&
            runner<int, 5>()(n);
  compare<<<blocks, 64>>>(kept, n);
  cudaMemcpy(x, kept, sizeof x, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) ok = ok && x[i] == 2 * (2 + 1 + 3 - 1 + 5) + 1;
  cudaFree(kept);
  puts(ok ? "host_lambdas: ok" : "host_lambdas: wrong");
}
