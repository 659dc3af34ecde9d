// Launches, built-in variables and dynamic shared memory: what the translator's output leans on.
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

extern "C" {
// Run body(closure) once for each thread of the grid. Returns when all are done; errors go to
// cudaGetLastError.
void emu_launch(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t dynamic_shared,
                cudaStream_t stream, void (*body)(void *), void *closure, void *return_address);
void emu_launch_cooperative(const char *kernel, const unsigned grid[3], const unsigned block[3],
                            size_t dynamic_shared, cudaStream_t stream, void (*body)(void *), void *closure,
                            void *return_address);
void emu_grid_sync(void *return_address);
__attribute__((const)) uint3 emu_thread_index(void);
__attribute__((const)) uint3 emu_block_index(void);
__attribute__((const)) uint3 emu_block_dim(void);
__attribute__((const)) uint3 emu_grid_dim(void);
void *emu_dynamic_shared(void);
}

namespace emu {

struct config {
  dim3 grid, block;
  size_t dynamic_shared;
  cudaStream_t stream;
  config(dim3 grid, dim3 block, size_t dynamic_shared = 0, cudaStream_t stream = 0)
      : grid(grid), block(block), dynamic_shared(dynamic_shared), stream(stream) {}
};

template <class F> EMU_UNSEEN void run_body(void *f) {
  (*(F *)f)();
}

// call(name, kernel, config)(arguments): the arguments are evaluated once, here on the host; each thread gets
// its own copy of them.
template <class F> struct launcher {
  const char *name;
  F kernel;
  config c;
  template <class... A> EMU_UNSEEN __attribute__((noinline)) void operator()(A... arguments) {
    auto body = [&]() EMU_UNSEEN { kernel(arguments...); };
    const unsigned grid[3] = {c.grid.x, c.grid.y, c.grid.z}, block[3] = {c.block.x, c.block.y, c.block.z};
    emu_launch(name, grid, block, c.dynamic_shared, c.stream, run_body<decltype(body)>, &body,
               __builtin_return_address(0));
  }
};
template <class F> EMU_UNSEEN launcher<F> call(const char *name, F kernel, config c) {
  return launcher<F>{name, kernel, c};
}

EMU_UNSEEN inline void *dynamic_shared() {
  return emu_dynamic_shared();
}

// `extern __shared__ T name[];` at namespace scope: a name that behaves as a pointer to the running block's
// array.
template <class T> struct dynamic_shared_array {
  EMU_UNSEEN operator T *() const {
    return (T *)emu_dynamic_shared();
  }
  template <class U> EMU_UNSEEN explicit operator U *() const {
    return (U *)emu_dynamic_shared();
  }
};

} // namespace emu

#define threadIdx (::emu_thread_index())
#define blockIdx  (::emu_block_index())
#define blockDim  (::dim3(::emu_block_dim()))
#define gridDim   (::dim3(::emu_grid_dim()))
static constexpr int warpSize = 32;

#endif
