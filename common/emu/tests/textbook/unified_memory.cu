// Managed memory: an array that host and device fill in turns, and a structure with pointers that both
// follow.
#include <cmath>
#include <iostream>
#include <new>

// new and delete for objects that live in managed memory.
class Managed {
public:
  void *operator new(size_t bytes) {
    void *p;
    if (cudaMallocManaged(&p, bytes) != cudaSuccess) throw std::bad_alloc();
    cudaDeviceSynchronize();
    return p;
  }
  void operator delete(void *p) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
};

struct Node : public Managed {
  int value;
  Node *next;
  Node(int value, Node *next) : value(value), next(next) {}
};

__global__ void add(int n, float *x, float *y) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = index; i < n; i += stride) y[i] = x[i] + y[i];
}

__global__ void squareList(Node *head, int *sum) {
  int total = 0;
  for (Node *n = head; n != nullptr; n = n->next) {
    n->value *= n->value;
    total += n->value;
  }
  *sum = total;
}

__managed__ int listSum;

int main(void) {
  int N = 1 << 14;
  float *x, *y;
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  for (int i = 0; i < N; i++) {
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
  int blockSize = 256, numBlocks = (N + blockSize - 1) / blockSize;
  add<<<numBlocks, blockSize>>>(N, x, y);
  cudaDeviceSynchronize();
  y[5] += 1.0f;
  add<<<4, blockSize>>>(N, x, y);
  cudaDeviceSynchronize();
  float maxError = 0.0f;
  for (int i = 0; i < N; i++) maxError = fmax(maxError, fabs(y[i] - 4.0f));
  std::cout << "Max error: " << maxError << std::endl;

  Node *head = nullptr;
  for (int i = 1; i <= 20; i++) head = new Node(i, head);
  squareList<<<1, 1>>>(head, &listSum);
  cudaDeviceSynchronize();
  std::cout << "first " << head->value << ", sum " << listSum << std::endl;
  while (head) {
    Node *next = head->next;
    delete head;
    head = next;
  }
  std::cout << cudaGetErrorString(cudaGetLastError()) << std::endl;
  cudaFree(x);
  cudaFree(y);
  return 0;
}
