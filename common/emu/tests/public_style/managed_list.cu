// Classes in managed memory by operator new, a linked list of them, and members that the host and kernels change.
// shows: the runtime API | managed memory by `operator new`, lists that host and kernels walk, `__managed__` variables
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-stream
#include <cstdio>

class Managed {
public:
  void *operator new(size_t bytes) {
    void *p;
    cudaMallocManaged(&p, bytes);
    return p;
  }
  void operator delete(void *p) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
};
struct Item : public Managed {
  int key;
  double value = 0;
  Item *next;
  Item(int k, Item *n) : key(k), next(n) {}
};
__managed__ int walked;
__device__ __managed__ double total = 0.5;

__global__ void update(Item *list) {
  for (Item *p = list; p; p = p->next) {
    p->value = 0.5 * p->key;
    total += p->value;
    walked++;
  }
}

int main() {
  Item *list = nullptr;
  for (int i = 1; i <= 10; i++) list = new Item(i, list);
  update<<<1, 1>>>(list);
#ifndef BUG
  cudaDeviceSynchronize();
#endif
  printf("%d items, total %g, first %g\n", walked, total, list->value);
  list->key = 100;
  update<<<1, 1>>>(list);
  cudaDeviceSynchronize();
  printf("%d items, total %g, first %g\n", walked, total, list->value);
  while (list) {
    Item *next = list->next;
    delete list;
    list = next;
  }
}
