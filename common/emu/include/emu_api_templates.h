// The typed forms of runtime calls that CUDA's C++ header adds.
#ifndef EMU_API_TEMPLATES_H
#define EMU_API_TEMPLATES_H

// The ends of a copy that the compiler knows to be too small are told before the copy is made.
#if defined(__has_builtin) && __has_builtin(__builtin_dynamic_object_size)
#define EMU_ROOM(p) __builtin_dynamic_object_size(p, 0)
#else
#define EMU_ROOM(p) __builtin_object_size(p, 0)
#endif
extern "C" {
EMU_NOTHROW void emu_small_end(const void *at, size_t bytes);
cudaError_t emu_memcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) __asm__("cudaMemcpy");
cudaError_t emu_memcpy_async(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                             cudaStream_t stream) __asm__("cudaMemcpyAsync");
#define EMU_SAME_CALL extern inline __attribute__((always_inline, gnu_inline, artificial))
#ifndef EMU_FAST
EMU_SAME_CALL void emu_end_room(const void *p, size_t bytes) {
  if (__builtin_expect(EMU_ROOM(p) < bytes, 0)) emu_small_end(p, EMU_ROOM(p));
}
EMU_SAME_CALL cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
  emu_end_room(to, bytes);
  emu_end_room(from, bytes);
  return emu_memcpy(to, from, bytes, kind);
}
EMU_SAME_CALL cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                                          cudaStream_t stream) {
  emu_end_room(to, bytes);
  emu_end_room(from, bytes);
  return emu_memcpy_async(to, from, bytes, kind, stream);
}
#else
EMU_SAME_CALL void emu_end_room(const void *, size_t) {}
#endif
}
extern "C" unsigned emu_element; // bytes of what the next allocation is for, as messages count it
template <class T_, class = void> struct emu_bytes_of {
  enum : unsigned { value = 0 }; // of a type that is only declared
};
template <class T_> struct emu_bytes_of<T_, decltype(void(sizeof(T_)))> {
  enum : unsigned { value = sizeof(T_) };
};

template <class T_> __attribute__((always_inline)) inline cudaError_t cudaMalloc(T_ **pointer, size_t bytes) {
  emu_element = emu_bytes_of<T_>::value;
  return ::cudaMalloc((void **)(void *)pointer, bytes);
}
template <class T_>
__attribute__((always_inline)) inline cudaError_t cudaMallocHost(T_ **pointer, size_t bytes,
                                                                 unsigned flags = 0) {
  return ::cudaHostAlloc((void **)(void *)pointer, bytes, flags);
}
template <class T_>
__attribute__((always_inline)) inline cudaError_t cudaHostAlloc(T_ **pointer, size_t bytes, unsigned flags) {
  return ::cudaHostAlloc((void **)(void *)pointer, bytes, flags);
}
template <class T_>
__attribute__((always_inline)) inline cudaError_t
cudaMemcpyToSymbol(const T_ &symbol, const void *from, size_t bytes, size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  emu_end_room(from, bytes);
  return ::cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T_>
__attribute__((always_inline)) inline cudaError_t
cudaMemcpyFromSymbol(void *to, const T_ &symbol, size_t bytes, size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  emu_end_room(to, bytes);
  return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T_>
__attribute__((always_inline)) inline cudaError_t cudaGetSymbolAddress(void **pointer, const T_ &symbol) {
  return ::cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class T_> EMU_INLINE cudaError_t cudaHostAlloc(T_ **pointer, size_t bytes) {
  return ::cudaHostAlloc((void **)(void *)pointer, bytes, cudaHostAllocDefault);
}
template <class T_>
EMU_INLINE cudaError_t cudaMallocManaged(T_ **pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)(void *)pointer, bytes, flags);
}
template <class T_> EMU_INLINE cudaError_t cudaMallocAsync(T_ **pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync((void **)(void *)pointer, bytes, stream);
}
template <class T_>
EMU_INLINE cudaError_t cudaMallocFromPoolAsync(T_ **pointer, size_t bytes, cudaMemPool_t pool,
                                               cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)(void *)pointer, bytes, pool, stream);
}
template <class T_>
EMU_INLINE cudaError_t cudaMallocPitch(T_ **pointer, size_t *pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}
template <class T_>
EMU_INLINE cudaError_t cudaHostGetDevicePointer(T_ **device, void *host, unsigned flags = 0) {
  return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
EMU_INLINE cudaError_t cudaHostRegister(void *pointer, size_t bytes) {
  return ::cudaHostRegister(pointer, bytes, cudaHostRegisterDefault);
}
EMU_INLINE cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                            cudaStream_t stream = 0) {
  cudaMemLocation to = {cudaMemLocationTypeDevice, device};
  return ::cudaMemPrefetchAsync(pointer, bytes, to, 0, stream);
}
EMU_INLINE cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                         size_t width, size_t height, cudaMemcpyKind kind) {
  return ::cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, 0);
}
template <class T_>
EMU_INLINE cudaError_t cudaMemcpyToSymbolAsync(const T_ &symbol, const void *from, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                               cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T_>
EMU_INLINE cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T_ &symbol, size_t bytes, size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                 cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <class T_> EMU_INLINE cudaError_t cudaGetSymbolSize(size_t *bytes, const T_ &symbol) {
  return ::cudaGetSymbolSize(bytes, (const void *)&symbol);
}
template <class T_>
EMU_INLINE cudaError_t cudaFuncSetAttribute(T_ *kernel, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class T_> EMU_INLINE cudaError_t cudaFuncSetCacheConfig(T_ *kernel, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class T_> EMU_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T_ *kernel) {
  return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T_>
EMU_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T_ kernel, int threads,
                                                                     size_t dynamic_shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads,
                                                         dynamic_shared);
}
// The largest block among those that fill a multiprocessor best; shared(threads) is what such a block needs.
template <class T_, class F_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, T_ kernel,
                                                                    F_ shared, int limit = 0,
                                                                    unsigned flags = 0) {
  (void)flags; // of caches, which the emulator has not
  int best = 0, processors = 0, most = limit > 0 && limit < 1024 ? limit : 1024;
  *grid = *block = 0;
  cudaError_t e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  for (int warps = (most + 31) / 32; warps > 0 && !e; warps--) {
    int blocks = 0, threads = 32 * warps < most ? 32 * warps : most;
    e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, (size_t)shared(threads));
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * processors;
  }
  return e;
}
template <class T_, class F_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T_ kernel, F_ shared,
                                                           int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared, limit);
}
template <class T_>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T_ kernel,
                                                        size_t dynamic_shared = 0, int limit = 0,
                                                        unsigned flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      grid, block, kernel, [=](int) { return dynamic_shared; }, limit, flags);
}
template <class T_>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T_ kernel, size_t dynamic_shared = 0,
                                               int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, kernel, dynamic_shared, limit);
}
__attribute__((always_inline)) inline cudaError_t cudaEventRecord(cudaEvent_t event) {
  return ::cudaEventRecord(event, 0);
}
__attribute__((always_inline)) inline cudaError_t
cudaMemPrefetchAsync(const void *pointer, size_t bytes, cudaMemLocation where, unsigned flags) {
  return ::cudaMemPrefetchAsync(pointer, bytes, where, flags, 0);
}
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0) {
  return ::cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
template <class T_>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T_ *pointer, size_t bytes = 0,
                                            unsigned flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void *)pointer, bytes, flags);
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
