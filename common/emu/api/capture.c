// The CUDA runtime API for stream capture.
#include "runtime/capture.h"
#include "runtime/error.h"

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
  return api_done(capture_begin(stream, mode));
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  return api_done(graph ? capture_end(stream, graph) : cudaErrorInvalidValue);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies, const cudaGraphEdgeData **edges,
                                     size_t *n) {
  unsigned long long number = 0;
  struct CUgraph_st *of = NULL;
  const struct nodes *tail = NULL;
  cudaError_t error = capture_state(stream, status, &number, &of, &tail);
  if (id) *id = number;
  if (graph) *graph = of;
  if (dependencies) *dependencies = tail ? tail->at : NULL;
  if (edges) *edges = NULL;
  if (n) *n = tail ? tail->n : 0;
  return api_done(error);
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
  return cudaStreamGetCaptureInfo(stream, status, NULL, NULL, NULL, NULL, NULL);
}
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
  if ((unsigned)*mode > cudaStreamCaptureModeRelaxed) return api_done(cudaErrorInvalidValue);
  *mode = capture_exchange_mode(*mode);
  return api_done(cudaSuccess);
}
