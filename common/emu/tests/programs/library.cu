// The library in kernels: memcpy, memset, malloc, new, printf, assert; and they still serve the host.
// shows: kernels | `memcpy`, `memset`, `malloc`, `new`, `printf` and `assert` in kernels
// prints: kernel 3 of 4
// prints: library: ok
#include "check.h"
#include <cassert>
#include <cstring>
#include <vector>

struct Node {
  int value;
  Node *next;
  __device__ Node(int value, Node *next) : value(value), next(next) {}
};

__global__ void copies(const float *in, float *out, int n) {
  __shared__ float s[64];
  float mine[64];
  if (threadIdx.x == 0) {
    memset(s, 0, sizeof s);
    memcpy(s, in, n * sizeof(float));
    memcpy(mine, s, sizeof mine);
    for (int i = 0; i < 64; i++) out[i] = mine[i];
  }
  int bits;
  float one = 1.0f;
  memcpy(&bits, &one, sizeof bits);
  if (threadIdx.x == 1) out[64] = bits == 0x3f800000;
}

__global__ void lists(int *out) {
  Node *first = nullptr;
  for (int i = 0; i < 4; i++) first = new Node(i + (int)threadIdx.x, first);
  int *squares = (int *)malloc(4 * sizeof(int)), n = 0, sum = 0;
  for (const Node *p = first; p; p = p->next) squares[n++] = p->value * p->value;
  for (int i = 0; i < n; i++) sum += squares[i];
  out[threadIdx.x] = sum;
  free(squares);
  while (first) {
    Node *next = first->next;
    delete first;
    first = next;
  }
  assert(n == 4);
  if (threadIdx.x == 3) printf("kernel %d of %d\n", threadIdx.x, n);
}

int main() {
  Both<float> in(64), out(65);
  for (int i = 0; i < 64; i++) in.host[i] = (float)(i + 1);
  in.to_device();
  copies<<<1, 32>>>(in.device, out.device, 40);
  out.to_host();
  for (int i = 0; i < 64; i++) expect("copied", i, out.host[i], i < 40 ? i + 1.0f : 0.0f);
  expect("bits", 0, out.host[64], 1.0f);
  Both<int> sums(8);
  lists<<<1, 8>>>(sums.device);
  sums.to_host();
  for (int t = 0; t < 8; t++) expect("list", t, sums.host[t], 4 * t * t + 12 * t + 14);
  std::vector<int> v(1000, 1), w = v;
  char *text = (char *)malloc(100);
  memset(text, 'x', 99);
  text[99] = 0;
  expect("host", 0, (int)(strlen(text) + w.size()), 1099);
  free(text);
  return finish("library");
}
