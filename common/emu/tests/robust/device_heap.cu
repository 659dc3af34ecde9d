// new, delete, malloc and free in kernels: memory of the device that outlives a launch.
// prints: 32 lists, sum 1488
#include <cstdio>
#include <cstdlib>

struct Node {
  int value;
  Node *next;
};

__global__ void build(Node **heads) {
  Node *last = (Node *)malloc(sizeof(Node));
  last->value = (int)threadIdx.x;
  last->next = nullptr;
  Node *first = new Node;
  first->value = 2 * (int)threadIdx.x;
  first->next = last;
  heads[threadIdx.x] = first;
}

__global__ void sum(Node **heads, int *out) {
  Node *first = heads[threadIdx.x];
  atomicAdd(out, first->value + first->next->value);
  free(first->next);
  delete first;
}

int main() {
  Node **heads;
  int *d, h = 0;
  cudaMalloc(&heads, 32 * sizeof *heads);
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  build<<<1, 32>>>(heads);
  sum<<<1, 32>>>(heads, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("32 lists, sum %d\n", h);
  cudaFree(heads);
  cudaFree(d);
}
