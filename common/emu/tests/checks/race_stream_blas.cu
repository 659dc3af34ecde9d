// Products, sums and random numbers of libraries run in streams that do not wait for the default stream; the copy of a result in
// the default stream does not wait for them.
// expect: race-stream at=@gemm|@copy other=@gemm|@copy
// fixed: The copy is made in the stream of the handle.
// prints: 20 20 20 20
// prints: 36
// prints: graph 7 13
// prints: random 1
// prints: place 3, norm 5
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <curand.h>

__global__ void fill(float *a, int n, float v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = v;
}

static cudaStream_t side() {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  return s;
}

int main() {
  float *a, *b, *c, *scalar, h[4], one = 1, none = 0, two = 2;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&b, 64 * sizeof(float));
  cudaMalloc(&c, 64 * sizeof(float));
  cudaMalloc(&scalar, sizeof(float));
  cudaStream_t s = side(), t = side();
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, s);

  fill<<<1, 64, 0, s>>>(a, 64, 2);
  fill<<<1, 64, 0, s>>>(b, 64, 5);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &none, c, 2); // @gemm
#ifdef FIXED
  cudaMemcpyAsync(h, c, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  printf("%g %g %g %g\n", h[0], h[1], h[2], h[3]);
#else
  cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost); // @copy
  cudaStreamSynchronize(s);
#endif

  // A second stream, ordered by an event; the scalar lies on the device and is written in that order.
  cudaEvent_t event;
  cudaEventCreate(&event);
  fill<<<1, 1, 0, s>>>(scalar, 1, 3);
  fill<<<1, 64, 0, s>>>(a, 64, 12);
  cudaEventRecord(event, s);
  cudaStreamWaitEvent(t, event, 0);
  cublasSetStream(handle, t);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSscal(handle, 64, scalar, a, 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cudaMemcpyAsync(h, a, sizeof h, cudaMemcpyDeviceToHost, t);
  cudaStreamSynchronize(t);
  printf("%g\n", h[3]);

  // Captured, it is a node: nothing runs before the graph is launched, and then each time.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t nodes[4];
  size_t n = 4;
  fill<<<1, 64, 0, t>>>(a, 64, 1);
  fill<<<1, 64, 0, t>>>(b, 64, 3);
  cudaStreamBeginCapture(t, cudaStreamCaptureModeGlobal);
  cublasSaxpy(handle, 64, &two, b, 1, a, 1); // a = 2 b + a
  cudaMemcpyAsync(c, a, 64 * sizeof(float), cudaMemcpyDeviceToDevice, t);
  cudaStreamEndCapture(t, &graph);
  cudaGraphGetNodes(graph, nodes, &n);
  cudaGraphInstantiate(&exec, graph, 0);
  two = 100; // read at the capture
  float first, second;
  cudaGraphLaunch(exec, t);
  cudaMemcpyAsync(&first, c, sizeof first, cudaMemcpyDeviceToHost, t);
  cudaStreamSynchronize(t);
  cudaGraphLaunch(exec, t);
  cudaMemcpyAsync(&second, c + 63, sizeof second, cudaMemcpyDeviceToHost, t);
  cudaStreamSynchronize(t);
  printf("graph %g %g\n", first, second);

  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, t);
  curandGenerateUniform(generator, a, 64);
  cudaMemcpyAsync(h, a, sizeof h, cudaMemcpyDeviceToHost, t);
  cudaStreamSynchronize(t);
  printf("random %d\n", h[0] > 0 && h[0] <= 1 && h[1] != h[0]);

  // What the host takes is waited for; what stays on the device is not.
  float v[4] = {0, 3, -4, 0}, norm = 0;
  int place, *where;
  cudaMalloc(&where, sizeof(int));
  cublasSetVectorAsync(4, sizeof(float), v, 1, b, 1, t);
  cublasSnrm2(handle, 4, b, 1, &norm);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasIsamax(handle, 4, b, 1, where);
  cudaMemcpyAsync(&place, where, sizeof place, cudaMemcpyDeviceToHost, t);
  cudaStreamSynchronize(t);
  printf("place %d, norm %g\n", place, norm);

  curandDestroyGenerator(generator);
  cublasDestroy(handle);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaEventDestroy(event);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(scalar), cudaFree(where);
  return 0;
}
