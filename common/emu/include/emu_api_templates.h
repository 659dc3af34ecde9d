// The typed forms of runtime calls that CUDA's C++ header adds.
#ifndef EMU_API_TEMPLATES_H
#define EMU_API_TEMPLATES_H

template <class T> __attribute__((always_inline)) inline cudaError_t cudaMalloc(T **pointer, size_t bytes) {
  return ::cudaMalloc((void **)(void *)pointer, bytes);
}
template <class T>
__attribute__((always_inline)) inline cudaError_t cudaMallocHost(T **pointer, size_t bytes) {
  return ::cudaMallocHost((void **)(void *)pointer, bytes);
}
template <class T>
__attribute__((always_inline)) inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
  return ::cudaHostAlloc((void **)(void *)pointer, bytes, flags);
}
template <class T>
__attribute__((always_inline)) inline cudaError_t
cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
__attribute__((always_inline)) inline cudaError_t
cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
__attribute__((always_inline)) inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
  return ::cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
__attribute__((always_inline)) inline cudaError_t cudaEventRecord(cudaEvent_t event) {
  return ::cudaEventRecord(event, 0);
}
__attribute__((always_inline)) inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                                                  cudaMemcpyKind kind) {
  return ::cudaMemcpyAsync(to, from, bytes, kind, 0);
}
__attribute__((always_inline)) inline cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes) {
  return ::cudaMemsetAsync(pointer, value, bytes, 0);
}
__attribute__((always_inline)) inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}
__attribute__((always_inline)) inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream,
                                                                      cudaEvent_t event) {
  return ::cudaStreamWaitEvent(stream, event, 0);
}

#endif
