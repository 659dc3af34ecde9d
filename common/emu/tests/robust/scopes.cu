// Kernels in named, inline and anonymous namespaces, launched from members, lambdas and macros.
// prints: 1 2 3 4 5 6 7 8 9
#include <cstdio>

namespace outer {
namespace inner {
__global__ void store(int *p) {
  *p = 1;
}
} // namespace inner
inline namespace v2 {
__global__ void second(int *p) {
  *p = 2;
}
} // namespace v2
namespace {
__device__ int hidden = 3;
__global__ void store(int *p) {
  *p = hidden;
}
} // namespace
static __global__ void fourth(int *p) {
  *p = 4;
}
} // namespace outer

namespace {
__constant__ int five = 5;
struct Local {
  static __device__ int value() {
    return five;
  }
};
__global__ void store(int *p) {
  *p = Local::value();
}
} // namespace

namespace alias = outer::inner;

struct Launcher {
  int *d;
  friend __global__ void befriended(Launcher);
  static void sixth(int *p);
  void seventh() const;
  int operator()(int which) {
    auto go = [this, which] {
      if (which == 8)
        befriended<<<1, 1>>>(*this);
      else
        ::store<<<1, 1>>>(d);
    };
    go();
    return which;
  }
};

__global__ void befriended(Launcher l) {
  *l.d = 8;
}
__global__ void number(int *p, int n) {
  *p = n;
}
#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
void Launcher::sixth(int *p) {
  LAUNCH(number, p, 6);
}
void Launcher::seventh() const {
  ::number<<<dim3{1}, dim3{1}, 0, nullptr>>>(d, 7);
}

int main() {
  int *d, h;
  cudaMalloc(&d, sizeof h);
  auto show = [&](const char *end) {
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d%s", h, end);
  };
  Launcher launcher{d};
  alias::store<<<1, 1>>>(d), show(" ");
  outer::second<<<1, 1>>>(d), show(" ");
  {
    using namespace outer;
    outer::store<<<1, 1>>>(d), show(" ");
    fourth<<<1, 1>>>(d), show(" ");
  }
  launcher(5), show(" ");
  Launcher::sixth(d), show(" ");
  launcher.seventh(), show(" ");
  launcher(8), show(" ");
  void (*pointer)(int *, int) = &number;
  (*pointer)<<<1, 1>>>(d, 9), show("\n");
  cudaFree(d);
}
