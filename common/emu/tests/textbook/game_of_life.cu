// Conway's game of life on a torus: a class that owns two boards, kernels with and without shared memory.
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using Cell = unsigned char;

static void cuda(cudaError_t status, const char *action) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(action) + ": " + cudaGetErrorString(status));
}

__device__ Cell rule(int neighbours, Cell alive) {
  return neighbours == 3 || (alive && neighbours == 2);
}

__global__ void lifeGlobal(const Cell *now, Cell *next, int w, int h) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= w || y >= h) return;
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) count += now[(y + dy + h) % h * w + (x + dx + w) % w];
  next[y * w + x] = rule(count, now[y * w + x]);
}

template <int W, int H> __global__ void lifeShared(const Cell *now, Cell *next, int w, int h) {
  __shared__ Cell tile[H + 2][W + 2];
  int x0 = blockIdx.x * W - 1, y0 = blockIdx.y * H - 1;
  for (int i = threadIdx.y * W + threadIdx.x; i < (W + 2) * (H + 2); i += W * H) {
    int tx = i % (W + 2), ty = i / (W + 2);
    tile[ty][tx] = now[(y0 + ty + h) % h * w + (x0 + tx + w) % w];
  }
  __syncthreads();
  int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
  if (x >= w || y >= h) return;
  const Cell(*c)[W + 2] = &tile[threadIdx.y];
  int tx = threadIdx.x;
  int count = c[0][tx] + c[0][tx + 1] + c[0][tx + 2] + c[1][tx] + c[1][tx + 2] + c[2][tx] + c[2][tx + 1] +
              c[2][tx + 2];
  next[y * w + x] = rule(count, c[1][tx + 1]);
}

class World {
public:
  World(int width, int height) : w(width), h(height), now(nullptr), next(nullptr) {
    cuda(cudaMalloc(&now, w * h), "allocating a board");
    cuda(cudaMalloc(&next, w * h), "allocating a board");
  }
  World(const World &) = delete;
  World &operator=(const World &) = delete;
  ~World() {
    cudaFree(now);
    cudaFree(next);
  }

  void load(const std::vector<Cell> &cells) {
    cuda(cudaMemcpy(now, cells.data(), cells.size() * sizeof(Cell), cudaMemcpyHostToDevice), "loading");
  }
  std::vector<Cell> cells() const {
    std::vector<Cell> result(w * h);
    cuda(cudaMemcpy(result.data(), now, result.size(), cudaMemcpyDeviceToHost), "reading");
    return result;
  }
  void step(bool shared) {
    if (shared) {
      dim3 grid((w + 15) / 16, (h + 7) / 8);
      lifeShared<16, 8><<<grid, dim3(16, 8)>>>(now, next, w, h);
    } else {
      dim3 threads(8, 8);
      lifeGlobal<<<dim3((w + 7) / 8, (h + 7) / 8), threads>>>(now, next, w, h);
    }
    cuda(cudaGetLastError(), "step");
    std::swap(now, next);
  }

private:
  int w, h;
  Cell *now, *next;
};

int main() try {
  const int w = 70, h = 45;
  std::vector<Cell> start(w * h);
  std::istringstream glider(".O.\n..O\nOOO\n");
  std::string line;
  for (int y = 2; std::getline(glider, line); y++)
    for (size_t x = 0; x < line.size(); x++) start[y * w + 2 + x] = line[x] == 'O';
  unsigned seed = 3;
  for (int y = 12; y < h; y++)
    for (int x = 0; x < w; x++) start[y * w + x] = (seed = seed * 22695477u + 1u) >> 30 == 0;

  World a(w, h), b(w, h);
  a.load(start);
  b.load(start);
  for (int generation = 0; generation <= 40; generation++) {
    if (generation % 10 == 0) {
      std::vector<Cell> left = a.cells(), right = b.cells();
      int alive = 0;
      unsigned hash = 2166136261u;
      for (Cell c : left) {
        alive += c;
        hash = (hash ^ c) * 16777619u;
      }
      std::cout << "generation " << generation << ": " << alive << " alive, hash " << std::hex << hash
                << std::dec << (left == right ? "" : ", the kernels differ") << std::endl;
    }
    a.step(false);
    b.step(true);
  }
  return 0;
} catch (const std::exception &e) {
  std::cerr << "error: " << e.what() << std::endl;
  return 1;
}
