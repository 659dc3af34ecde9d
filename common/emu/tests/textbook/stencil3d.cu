// A 3-D seven-point stencil on a pitched volume: one thread a cell, and marching along z with registers.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call)                                                                                          \
  {                                                                                                          \
    const cudaError_t error = call;                                                                          \
    if (error != cudaSuccess) {                                                                              \
      fprintf(stderr, "Error: %s:%d, ", __FILE__, __LINE__);                                                 \
      fprintf(stderr, "code: %d, reason: %s\n", error, cudaGetErrorString(error));                           \
      exit(1);                                                                                               \
    }                                                                                                        \
  }

struct Volume {
  int nx, ny, nz, pitch; // pitch in elements
  int *cells;

  __host__ __device__ int &operator()(int x, int y, int z) const {
    return cells[(z * ny + y) * pitch + x];
  }
  __host__ __device__ bool inside(int x, int y, int z) const {
    return x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1;
  }
};

__constant__ int weight[7];

__global__ void simple(const Volume in, Volume out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= in.nx || y >= in.ny || z >= in.nz) return;
  int v = in(x, y, z);
  if (in.inside(x, y, z))
    v = (weight[0] * v + weight[1] * in(x - 1, y, z) + weight[2] * in(x + 1, y, z) +
         weight[3] * in(x, y - 1, z) + weight[4] * in(x, y + 1, z) + weight[5] * in(x, y, z - 1) +
         weight[6] * in(x, y, z + 1)) %
        1009;
  out(x, y, z) = v;
}

template <int TX, int TY> __global__ void marching(const Volume in, Volume out) {
  __shared__ int plane[TY + 2][TX + 2];
  const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TX + tx - 1, y = blockIdx.y * TY + ty - 1;
  const bool valid = x >= 0 && y >= 0 && x < in.nx && y < in.ny;
  const bool mine = valid && tx >= 1 && tx <= TX && ty >= 1 && ty <= TY;
  int below = 0, here = valid ? in(x, y, 0) : 0, above;
  for (int z = 0; z < in.nz; z++) {
    above = valid && z + 1 < in.nz ? in(x, y, z + 1) : 0;
    plane[ty][tx] = here;
    __syncthreads();
    if (mine) {
      int v = here;
      if (in.inside(x, y, z))
        v = (weight[0] * here + weight[1] * plane[ty][tx - 1] + weight[2] * plane[ty][tx + 1] +
             weight[3] * plane[ty - 1][tx] + weight[4] * plane[ty + 1][tx] + weight[5] * below +
             weight[6] * above) %
            1009;
      out(x, y, z) = v;
    }
    __syncthreads();
    below = here;
    here = above;
  }
}

static long checksum(const Volume &v, std::vector<int> &host) {
  CHECK(cudaMemcpy2D(host.data(), v.nx * sizeof(int), v.cells, v.pitch * sizeof(int), v.nx * sizeof(int),
                     v.ny * v.nz, cudaMemcpyDeviceToHost));
  long sum = 0;
  for (size_t i = 0; i < host.size(); i++) sum = (sum * 31 + host[i]) % 1000000007;
  return sum;
}

int main() {
  Volume a = {30, 19, 14, 32, nullptr}, b = a;
  const int w[7] = {3, 1, 2, 1, 2, 5, 4};
  size_t bytes = (size_t)a.pitch * a.ny * a.nz * sizeof(int);
  std::vector<int> start(a.nx * a.ny * a.nz), result(start.size());
  for (size_t i = 0; i < start.size(); i++) start[i] = (int)(i * i % 1009);
  CHECK(cudaMemcpyToSymbol(weight, w, sizeof w));
  CHECK(cudaMalloc(&a.cells, bytes));
  CHECK(cudaMalloc(&b.cells, bytes));
  for (int form = 0; form < 2; form++) {
    CHECK(cudaMemcpy2D(a.cells, a.pitch * sizeof(int), start.data(), a.nx * sizeof(int), a.nx * sizeof(int),
                       a.ny * a.nz, cudaMemcpyHostToDevice));
    for (int step = 0; step < 6; step++) {
      if (form == 0) {
        dim3 block(16, 4, 2), grid((a.nx + 15) / 16, (a.ny + 3) / 4, (a.nz + 1) / 2);
        simple<<<grid, block>>>(a, b);
      } else {
        marching<16, 8><<<dim3((a.nx + 15) / 16, (a.ny + 7) / 8), dim3(18, 10)>>>(a, b);
      }
      CHECK(cudaGetLastError());
      std::swap(a, b);
    }
    printf("%s: checksum %ld\n", form ? "marching" : "simple", checksum(a, result));
  }
  CHECK(cudaFree(a.cells));
  CHECK(cudaFree(b.cells));
}
