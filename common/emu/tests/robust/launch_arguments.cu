// Arguments of a launch become the kernel's parameters on the host, once: null pointers, braces, conversions.
// prints: null 1 1 1
// prints: braces 12, 34
// prints: converted 3 1 1
// prints: evaluated once: 71, 7
// prints: base 5, move-only 6, bit-field 2
#include <cstdio>
#include <utility>

struct Pair {
  int x, y;
};
struct Base {
  int b;
};
struct Derived : Base {
  int d;
};
class Owner {
  int *p;

public:
  explicit Owner(int *p) : p(p) {}
  Owner(Owner &&o) : p(std::exchange(o.p, nullptr)) {}
  ~Owner() {
    if (p) cudaFree(p);
  }
  operator int *() const {
    return p;
  }
};

__global__ void isNull(const int *p, int *out) {
  *out = p == nullptr;
}
__global__ void join(Pair p, int *out) {
  *out = p.x * 10 + p.y;
}
__global__ void small(int i, unsigned char c, bool b, int *out) {
  out[0] = i;
  out[1] = c;
  out[2] = b;
}
__global__ void fromBase(Base base, int *out) {
  *out = base.b;
}
__global__ void store(int *out, int value) {
  if (threadIdx.x == 5) *out = value;
}

static int host[3];
static int fetch(const int *d) {
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  return host[0];
}

int main() {
  int *d;
  cudaMalloc(&d, sizeof host);
  cudaMemset(d, 0, sizeof host);
  isNull<<<1, 1>>>(NULL, d), printf("null %d", fetch(d));
  isNull<<<1, 1>>>(0, d), printf(" %d", fetch(d));
  isNull<<<1, 1>>>(nullptr, d), printf(" %d\n", fetch(d));
  join<<<1, 1>>>({1, 2}, d), printf("braces %d,", fetch(d));
  join<<<1, 1>>>(Pair{3, 4}, d), printf(" %d\n", fetch(d));
  int wide = 257;
  small<<<1, 1>>>(3.9, wide, wide, d), fetch(d);
  printf("converted %d %d %d\n", host[0], host[1], host[2]);
  int calls = 0;
  auto next = [&calls] { return 70 + ++calls; };
  store<<<1, 32>>>(d, next()), printf("evaluated once: %d, %d\n", fetch(d), calls + 6);
  Derived derived;
  derived.b = 5;
  fromBase<<<1, 1>>>(derived, d), printf("base %d,", fetch(d));
  Owner owner(d);
  store<<<1, 32>>>(owner, 6), printf(" move-only %d,", fetch(d));
  struct {
    unsigned low : 3, high : 5;
  } bits = {2, 9};
  store<<<1, 32>>>(owner, bits.low), printf(" bit-field %d\n", fetch(owner));
}
