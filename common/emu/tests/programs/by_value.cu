// Structs, halves and arrays that are passed to functions and returned by value: each load and store is counted.
// prints: by value: ok
#include "check.h"
#include <cuda_fp16.h>
#include <emu/emu.h>

struct pair {
  float x, y;
};
struct __align__(8) aligned_pair {
  float x, y;
};
struct triple {
  int a, b, c;
};
struct many {
  float v[12];
};
union either {
  float f;
  unsigned u;
};
template <class T> struct boxed { T value; };
struct holds {
  pair p;
  __half h, copy;
};

#define NOT_INLINED __device__ __attribute__((noinline))
NOT_INLINED pair swapped(pair p) {
  return pair{p.y, p.x};
}
NOT_INLINED aligned_pair swapped(aligned_pair p) {
  return aligned_pair{p.y, p.x};
}
NOT_INLINED triple turned(triple t) {
  return triple{t.c, t.a, t.b};
}
NOT_INLINED many doubled(many m) {
  for (int i = 0; i < 12; i++) m.v[i] *= 2;
  return m;
}
NOT_INLINED either flipped(either e) {
  e.u ^= 0x80000000u;
  return e;
}
NOT_INLINED boxed<short> next(boxed<short> b) {
  return boxed<short>{(short)(b.value + 1)};
}
NOT_INLINED __half negated(__half h) {
  return __hneg(h);
}
NOT_INLINED holds both(pair p, __half h, __half copy) {
  return holds{p, h, copy};
}
template <class F, class T> NOT_INLINED T apply(F f, T t) {
  return f(t);
}

template <class T, class F> __global__ void each(T *out, const T *in, F f) {
  int i = threadIdx.x;
  out[i] = f(in[i]);
}
template <class T, class F> __global__ void through_lambda(T *out, const T *in, F f) {
  int i = threadIdx.x;
  out[i] = apply([=](T t) { return f(t); }, in[i]);
}
template <class T, class F> __global__ void through_shared(T *out, const T *in, F f) {
  __shared__ T s[32];
  int i = threadIdx.x;
  s[i] = f(in[i]);
  __syncwarp();
  out[i] = i % 2 ? f(s[i]) : f(s[i ^ 1]);
}

struct swap_pair {
  __device__ pair operator()(pair p) const {
    return swapped(p);
  }
};
struct swap_aligned {
  __device__ aligned_pair operator()(aligned_pair p) const {
    return swapped(p);
  }
};
struct turn_triple {
  __device__ triple operator()(triple t) const {
    return turned(t);
  }
};
struct double_many {
  __device__ many operator()(many m) const {
    return doubled(m);
  }
};
struct flip_either {
  __device__ either operator()(either e) const {
    return flipped(e);
  }
};
struct next_boxed {
  __device__ boxed<short> operator()(boxed<short> b) const {
    return next(b);
  }
};
struct negate_half {
  __device__ __half operator()(__half h) const {
    return negated(h);
  }
};
struct hold_both {
  __device__ holds operator()(holds h) const {
    return both(h.p, h.h, h.copy);
  }
};

// Bytes asked for by 32 lanes, and requests, in the last launch.
static void counted(const char *what, uint64_t bytes, uint64_t shared_bytes) {
  const struct emu_counters *c = &emu_report_get()->total;
  expect(what, 0, c->v[EMU_global_load_bytes], bytes);
  expect(what, 1, c->v[EMU_global_store_bytes], bytes);
  expect(what, 2, (uint64_t)(c->v[EMU_shared_load_requests] > 0), (uint64_t)(shared_bytes > 0));
  expect(what, 3, (uint64_t)(c->v[EMU_shared_store_requests] > 0), (uint64_t)(shared_bytes > 0));
  emu_report_reset();
}

template <class T, class F> static void run(const char *what, F f) {
  T *in, *out;
  CUDA(cudaMalloc(&in, 32 * sizeof *in));
  CUDA(cudaMalloc(&out, 32 * sizeof *out));
  CUDA(cudaMemset(in, 0, 32 * sizeof *in));
  emu_report_reset();
  each<<<1, 32>>>(out, in, f);
  counted(what, 32 * sizeof(T), 0);
  through_lambda<<<1, 32>>>(out, in, f);
  counted(what, 32 * sizeof(T), 0);
  through_shared<<<1, 32>>>(out, in, f);
  counted(what, 32 * sizeof(T), 32 * sizeof(T));
  CUDA(cudaGetLastError());
  CUDA(cudaFree(in));
  CUDA(cudaFree(out));
}

int main() {
  run<pair>("pair", swap_pair());
  run<aligned_pair>("aligned pair", swap_aligned());
  run<triple>("triple", turn_triple());
  run<many>("many", double_many());
  run<either>("either", flip_either());
  run<boxed<short>>("boxed", next_boxed());
  run<__half>("half", negate_half());
  run<holds>("holds", hold_both());
  return finish("by value");
}
