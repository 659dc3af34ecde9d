// Shuffles of every kind, width and type, votes, and __syncwarp, against the rules worked out on the host.
// shows: kernels | barriers, fences, shuffles, votes, `__activemask`, warp barriers
// prints: warps: ok
#include "check.h"

enum { FULL = 0xffffffff };

template <class T> __global__ void shuffles(T *out, int width, int by) {
  int lane = threadIdx.x;
  T v = (T)(lane * 3 + 1);
  out[lane] = __shfl_sync(FULL, v, by, width);
  out[32 + lane] = __shfl_up_sync(FULL, v, by, width);
  out[64 + lane] = __shfl_down_sync(FULL, v, by, width);
  out[96 + lane] = __shfl_xor_sync(FULL, v, by, width);
}

static int source(int kind, int lane, int width, int by) {
  int first = lane / width * width, in = lane % width, last = first + width - 1, s;
  if (kind == 0) return first + by % width;
  if (kind == 1) return in - by < 0 ? lane : lane - by;
  if (kind == 2) return in + by >= width ? lane : lane + by;
  s = lane ^ by;
  return s > last ? lane : s;
}

template <class T> void check_shuffles(const char *name) {
  Both<T> out(128);
  for (int width = 1; width <= 32; width *= 2)
    for (int by : {0, 1, 2, 5, 16, 31}) {
      shuffles<T><<<1, 32>>>(out.device, width, by);
      out.to_host();
      for (int i = 0; i < 128; i++)
        expect(name, width * 10000 + by * 1000 + i, out.host[i],
               (T)(source(i / 32, i % 32, width, by) * 3 + 1));
    }
}

__global__ void votes(unsigned *out, int threshold) {
  int lane = threadIdx.x % 32;
  out[threadIdx.x * 4] = __ballot_sync(FULL, lane >= threshold);
  out[threadIdx.x * 4 + 1] = __any_sync(FULL, lane >= threshold);
  out[threadIdx.x * 4 + 2] = __all_sync(FULL, lane >= threshold);
  out[threadIdx.x * 4 + 3] = __popc(__activemask()) > 0;
}

__global__ void halves(int *out) {
  int lane = threadIdx.x, v = lane;
  if (lane < 16) {
    for (int offset = 8; offset > 0; offset /= 2) v += __shfl_down_sync(0x0000ffff, v, offset, 16);
  } else {
    v += __shfl_xor_sync(0xffff0000, v, 1);
  }
  out[lane] = v;
}

__global__ void through_shared(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, first = t / 32 * 32;
  s[t] = t;
  __syncwarp();
  int next = s[first + (t + 1) % 32];
  __syncwarp();
  s[t] = next;
  __syncwarp();
  out[t] = s[first + (t + 1) % 32];
}

__global__ void counts(int *out) {
  int t = threadIdx.x;
  int c = __syncthreads_count(t % 3 == 0), a = __syncthreads_and(t >= 0), o = __syncthreads_or(t == 1000);
  out[t] = c * 100 + a * 10 + o;
}

int main() {
  check_shuffles<int>("int");
  check_shuffles<unsigned>("unsigned");
  check_shuffles<long long>("long long");
  check_shuffles<float>("float");
  check_shuffles<double>("double");
  Both<unsigned> out(64 * 4);
  for (int threshold : {0, 1, 20, 32}) {
    votes<<<1, 64>>>(out.device, threshold);
    out.to_host();
    unsigned ballot = threshold == 32 ? 0 : 0xffffffffu << threshold;
    for (int t = 0; t < 64; t++) {
      expect("ballot", t, out.host[t * 4], ballot);
      expect("any", t, out.host[t * 4 + 1], (unsigned)(threshold < 32));
      expect("all", t, out.host[t * 4 + 2], (unsigned)(threshold == 0));
      expect("active", t, out.host[t * 4 + 3], 1u);
    }
  }
  Both<int> ints(64);
  halves<<<1, 32>>>(ints.device);
  ints.to_host();
  expect("halves", 0, ints.host[0], 120);
  for (int t = 16; t < 32; t++) expect("halves", t, ints.host[t], t + (t ^ 1));
  through_shared<<<1, 64>>>(ints.device);
  ints.to_host();
  for (int t = 0; t < 64; t++) expect("through shared", t, ints.host[t], t / 32 * 32 + (t + 2) % 32);
  counts<<<1, 50>>>(ints.device);
  ints.to_host();
  for (int t = 0; t < 50; t++) expect("counts", t, ints.host[t], 17 * 100 + 10);
  return finish("warps");
}
