// Gravitational n-body simulation: all pairs, tiles of bodies in shared memory, leapfrog steps.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define SOFTENING 0.05f

const int BLOCK = 64;

__host__ __device__ inline float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ inline float3 operator*(float s, const float3 &v) {
  return make_float3(s * v.x, s * v.y, s * v.z);
}
__host__ __device__ inline float3 &operator+=(float3 &a, const float3 &b) {
  a = a + b;
  return a;
}
inline __device__ float dot(float3 a, float3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ float3 interaction(float4 bi, float4 bj, float3 ai) {
  float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
  float invDist = rsqrtf(dot(r, r) + SOFTENING * SOFTENING);
  float s = bj.w * invDist * invDist * invDist;
  return ai + s * r;
}

__global__ void forces(const float4 *__restrict__ position, float3 *acceleration, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 mine = i < n ? position[i] : make_float4(0, 0, 0, 0);
  float3 sum = {0.0f, 0.0f, 0.0f};
  for (int base = 0; base < n; base += blockDim.x) {
    tile[threadIdx.x] = base + threadIdx.x < n ? position[base + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < BLOCK; j++) sum = interaction(mine, tile[j], sum);
    __syncthreads();
  }
  if (i < n) acceleration[i] = sum;
}

__global__ void kick(float4 *position, float3 *velocity, const float3 *acceleration, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 v = velocity[i];
  v += dt * acceleration[i];
  velocity[i] = v;
  float4 p = position[i];
  p.x += v.x * dt;
  p.y += v.y * dt;
  p.z += v.z * dt;
  position[i] = p;
}

// The random numbers of a body depend on its index alone.
static float uniform(unsigned i, unsigned component) {
  unsigned h = i * 2654435761u ^ component * 40503u;
  h ^= h >> 15;
  h *= 2246822519u;
  h ^= h >> 13;
  return (float)(h & 0xffff) / 32768.0f - 1.0f;
}

static double energy(const std::vector<float4> &p, const std::vector<float3> &v) {
  double e = 0;
  for (size_t i = 0; i < p.size(); i++) {
    e += 0.5 * p[i].w * ((double)v[i].x * v[i].x + (double)v[i].y * v[i].y + (double)v[i].z * v[i].z);
    for (size_t j = 0; j < i; j++) {
      double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y, dz = p[i].z - p[j].z;
      e -= (double)p[i].w * p[j].w / std::sqrt(dx * dx + dy * dy + dz * dz + SOFTENING * SOFTENING);
    }
  }
  return e;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 150, steps = argc > 2 ? atoi(argv[2]) : 10;
  std::vector<float4> position(n);
  std::vector<float3> velocity(n, make_float3(0, 0, 0));
  for (int i = 0; i < n; i++) {
    position[i] = make_float4(uniform(i, 1), uniform(i, 2), uniform(i, 3), 1.0f / n);
    velocity[i] = {-0.5f * position[i].y, 0.5f * position[i].x, 0.0f};
  }
  float4 *d_p;
  float3 *d_v, *d_a;
  cudaMalloc(&d_p, n * sizeof(float4));
  cudaMalloc(&d_v, n * sizeof(float3));
  cudaMalloc(&d_a, n * sizeof(float3));
  cudaMemcpy(d_p, position.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemcpy(d_v, velocity.data(), n * sizeof(float3), cudaMemcpyHostToDevice);
  printf("%d bodies, energy at the start %.3f\n", n, energy(position, velocity));
  int blocks = (n + BLOCK - 1) / BLOCK;
  for (int s = 0; s < steps; s++) {
    forces<<<blocks, BLOCK, BLOCK * sizeof(float4)>>>(d_p, d_a, n);
    kick<<<blocks, BLOCK>>>(d_p, d_v, d_a, 0.01f, n);
  }
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
  cudaMemcpy(position.data(), d_p, n * sizeof(float4), cudaMemcpyDeviceToHost);
  cudaMemcpy(velocity.data(), d_v, n * sizeof(float3), cudaMemcpyDeviceToHost);
  printf("after %d steps %.3f\n", steps, energy(position, velocity));
  for (int i = 0; i < n; i += 37)
    printf("body %3d: %.3f %.3f %.3f\n", i, position[i].x, position[i].y, position[i].z);
  cudaFree(d_p);
  cudaFree(d_v);
  cudaFree(d_a);
  return error;
}
