/* C as old homework writes it: typedef struct, goto for errors, macros, void ** casts, extern "C" kernels. */
// shows: launches | C style: `typedef struct`, `goto`, `(void **)`, `extern "C"` kernels, unions and bit fields
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda.h>

#define N       12
#define THREADS 4
#define SAFE(call)                                                                                           \
  if ((err = (call)) != cudaSuccess) {                                                                       \
    fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(err));                                             \
    goto done;                                                                                               \
  }

typedef struct {
  unsigned red : 5, green : 6, blue : 5;
} Pixel;
typedef union {
  float f;
  unsigned u;
  unsigned char byte[4];
} Word;
typedef struct node {
  char name[8];
  Pixel pixel;
  Word word;
  struct node *next;
} node_t;

extern "C" __global__ void fill(node_t *nodes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  nodes[i].name[0] = 'a' + i;
  nodes[i].name[1] = '\0';
  nodes[i].pixel.red = i * 5;
  nodes[i].pixel.green = i * 6;
  nodes[i].pixel.blue = 31;
  nodes[i].word.f = -(float)i;
  nodes[i].word.byte[3] &= 0x7f;
  nodes[i].next = i + 1 < n ? &nodes[i + 1] : NULL;
}
extern "C" __global__ void walk(node_t *head, int *length) {
  node_t *p;
  for (p = head; p; p = p->next) (*length)++;
}

int main(int argc, char **argv) {
  node_t *d = NULL, *h = (node_t *)malloc(N * sizeof(node_t));
  int *len = NULL, length = 0, i, sum = 0;
  cudaError_t err = cudaSuccess;
  SAFE(cudaMalloc((void **)&d, N * sizeof(node_t)));
  SAFE(cudaMalloc((void **)&len, sizeof(int)));
  SAFE(cudaMemset((void *)len, 0, sizeof(int)));
  fill<<<(N + THREADS - 1) / THREADS, THREADS>>>(d, N);
  SAFE(cudaGetLastError());
  walk<<<1, 1>>>(d, len);
  SAFE(cudaMemcpy((void *)h, (const void *)d, N * sizeof(node_t), cudaMemcpyDeviceToHost));
  SAFE(cudaMemcpy(&length, len, sizeof(int), cudaMemcpyDeviceToHost));
  for (i = 0; i < N; i++) sum += h[i].pixel.red + h[i].pixel.green + (int)h[i].word.f;
  printf("%s..%s, blue %u, sum %d, length %d, size %zu\n", h[0].name, h[N - 1].name, h[3].pixel.blue, sum,
         length, sizeof(node_t));
done:
  cudaFree(d);
  cudaFree(len);
  free(h);
  return err != cudaSuccess;
}
