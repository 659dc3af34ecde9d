// prints: parameters: ok
// shows: launches | parameters by value and of class type, braced lists
// A kernel's parameters are copied once, by the host at the launch; each thread has the bytes of that copy for its own.
#include "check.h"

static int copies, ends;
struct Counted {
  int value, copy;
  Counted(int value) : value(value), copy(0) {}
  Counted(const Counted &other) : value(other.value), copy(other.copy + 1) {
    copies++;
  }
  ~Counted() {
    ends++;
  }
};
struct Holder {
  Counted inside;
  double other;
};

__global__ void plain(Counted c, float f, int *out) {
  atomicAdd(&out[0], c.value);
  atomicMax(&out[1], c.copy);
  c.value = 100; // this thread's own
  if (threadIdx.x == 0 && blockIdx.x == 0) out[2] = (int)f;
}
template <class T> __global__ void generic(T c, int *out) {
  atomicAdd(&out[0], c.value);
  atomicMax(&out[1], c.copy);
  c.value = 100;
}
__global__ void nested(Holder h, int *out) {
  atomicAdd(&out[0], h.inside.value);
  atomicMax(&out[1], h.inside.copy);
  if (threadIdx.x == 0 && blockIdx.x == 0) out[2] = (int)h.other;
}

template <class Launch> void check(const char *what, Launch launch) {
  Both<int> out(3);
  copies = ends = 0;
  launch(out.device);
  CUDA(cudaDeviceSynchronize());
  expect(what, 0, copies, 1);
  expect(what, 1, ends, 1);
  out.to_host();
  expect(what, 2, out.host[0], 2 * 40 * 7);
  expect(what, 3, out.host[1], 1);
}

int main() {
  Counted c(7);
  Holder h{{7}, 2.5};
  check("plain", [&](int *out) { plain<<<2, 40>>>(c, 2.5f, out); });
  check("instance", [&](int *out) { generic<Counted><<<2, 40>>>(c, out); });
  check("deduced", [&](int *out) { generic<<<2, 40>>>(c, out); });
  check("nested", [&](int *out) { nested<<<2, 40>>>(h, out); });
  return finish("parameters");
}
