// A state of cuRAND's default generator for each thread: raw numbers, pi by darts, and the distributions.
// shows: cuRAND in kernels | `curand_kernel.h`: XORWOW and Philox4_32_10, uniform, normal and log-normal numbers, `skipahead`
// bug: race-global
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

__global__ void setup(curandState *state, unsigned long long seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(seed, id, 0, &state[id]);
}
__global__ void raw(curandState *state, unsigned *out, int each) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandState local = state[id];
  for (int i = 0; i < each; i++) out[id * each + i] = curand(&local);
  state[id] = local;
}
__global__ void darts(curandState *state, int n, unsigned *hits) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandState local = state[id];
  unsigned mine = 0;
  for (int i = 0; i < n; i++) {
    float x = curand_uniform(&local), y = curand_uniform(&local);
    mine += x * x + y * y <= 1.0f;
  }
  state[id] = local;
#ifdef BUG
  *hits += mine;
#else
  atomicAdd(hits, mine);
#endif
}
__global__ void distributions(double *out) {
  curandState x;
  curandStatePhilox4_32_10_t p;
  curand_init(1234, threadIdx.x, 5, &x);
  curand_init(1234, threadIdx.x, 5, &p);
  skipahead(3, &x);
  skipahead(3, &p);
  double *o = out + 16 * threadIdx.x;
  o[0] = curand_uniform(&x), o[1] = curand_uniform_double(&x), o[2] = curand_normal(&x),
  o[3] = curand_normal(&x);
  o[4] = curand_normal_double(&x), o[5] = curand_normal_double(&x), o[6] = curand_log_normal(&x, 0.5f, 0.25f);
  o[7] = curand(&x);
  o[8] = curand_uniform(&p), o[9] = curand_uniform_double(&p), o[10] = curand_normal(&p);
  float4 four = curand_uniform4(&p), normals = curand_normal4(&p);
  uint4 bits = curand4(&p);
  o[11] = four.x + four.w, o[12] = normals.y, o[13] = bits.z, o[14] = curand(&p),
  o[15] = curand_normal2(&p).y;
}

int main() {
  const int threads = 64, blocks = 2, each = 4;
  curandState *state;
  unsigned *d, *hits, h[threads * blocks * each], total = 0;
  double *dd, hd[32];
  cudaMalloc(&state, threads * blocks * sizeof(curandState));
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&hits, sizeof total);
  cudaMalloc(&dd, sizeof hd);
  cudaMemcpy(hits, &total, sizeof total, cudaMemcpyHostToDevice);
  setup<<<blocks, threads>>>(state, 2024);
  raw<<<blocks, threads>>>(state, d, each);
  darts<<<blocks, threads>>>(state, 100, hits);
  distributions<<<1, 2>>>(dd);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, hits, sizeof total, cudaMemcpyDeviceToHost);
  cudaMemcpy(hd, dd, sizeof hd, cudaMemcpyDeviceToHost);
  for (int i = 0; i < threads * blocks * each; i += 37) printf("%u ", h[i]);
  printf("\n%u of %d\n", total, threads * blocks * 100);
  for (int i = 0; i < 32; i++) printf("%.5g%c", hd[i], i % 8 == 7 ? '\n' : ' ');
  cudaFree(state), cudaFree(d), cudaFree(hits), cudaFree(dd);
}
