// How far is each of 256 cities from the city that is nearest to it? Tiles of cities pass through shared memory.
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 64 };

__global__ void nearest(const int2 *city, int *distance, int n) {
  __shared__ int2 tile[BLOCK];
  int me = blockIdx.x * BLOCK + threadIdx.x;
  int2 here = city[me];
  int least = 1 << 30;
  for (int first = 0; first < n; first += BLOCK) {
    tile[threadIdx.x] = city[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < BLOCK; j++) {
      int far = abs(here.x - tile[j].x) + abs(here.y - tile[j].y);
      if (first + j != me) least = min(least, far);
    }
  }
  distance[me] = least;
}

int main() {
  const int n = 256;
  static int2 map[n];
  static int found[n];
  for (int i = 0; i < n; i++) map[i] = make_int2(i * 97 % 1009, i * i % 811);
  int2 *city;
  int *distance;
  cudaMalloc(&city, sizeof map);
  cudaMalloc(&distance, sizeof found);
  cudaMemcpy(city, map, sizeof map, cudaMemcpyHostToDevice);
  nearest<<<n / BLOCK, BLOCK>>>(city, distance, n);
  cudaMemcpy(found, distance, sizeof found, cudaMemcpyDeviceToHost);
  int differ = 0;
  for (int i = 0; i < n; i++) {
    int least = 1 << 30;
    for (int j = 0; j < n; j++) {
      int far = abs(map[i].x - map[j].x) + abs(map[i].y - map[j].y);
      if (j != i && far < least) least = far;
    }
    differ += found[i] != least;
  }
  printf("%d of %d distances differ\n", differ, n);
  cudaFree(city);
  cudaFree(distance);
  return differ > 0;
}
