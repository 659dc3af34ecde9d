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
EMU_NOTHROW void emu_grid_sync(void *return_address);
__attribute__((const, nothrow)) uint3 emu_thread_index(void);
__attribute__((const, nothrow)) uint3 emu_block_index(void);
__attribute__((const, nothrow)) uint3 emu_block_dim(void);
__attribute__((const, nothrow)) uint3 emu_grid_dim(void);
EMU_NOTHROW void *emu_dynamic_shared(void);
__attribute__((const, nothrow)) int emu_local_array(const char *name, size_t bytes, int line,
                                                    const char *index);
EMU_NOTHROW void emu_launch_bounds(int most_threads); // at the beginning of a kernel that declares them
void emu_exception_left_kernel(void);                 // does not return
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
  try {
    (*(F *)f)();
  } catch (...) {
    emu_exception_left_kernel();
  }
}
template <class B> EMU_UNSEEN void launch_body(const char *name, const config &c, B &body, void *pc) {
  const unsigned grid[3] = {c.grid.x, c.grid.y, c.grid.z}, block[3] = {c.block.x, c.block.y, c.block.z};
  emu_launch(name, grid, block, c.dynamic_shared, c.stream, run_body<B>, &body, pc);
}

template <bool> struct only_if {};
template <> struct only_if<true> { typedef int type; };
template <class T> struct is_void {
  enum { value = false };
};
template <> struct is_void<void> {
  enum { value = true };
};

// call(name, kernel, ..., config)(arguments): the arguments are evaluated once, here on the host; each thread
// gets its own copy of them. In launcher they have the types of the expressions, and convert in each thread.
template <class F> struct launcher {
  const char *name;
  F kernel;
  config c;
  template <class... A> EMU_UNSEEN __attribute__((noinline)) void operator()(A... arguments) {
    run(__builtin_return_address(0), arguments...);
  }
  template <class... A> EMU_UNSEEN void run(void *pc, A &...arguments) {
    static_assert(is_void<decltype(kernel(arguments...))>::value, "a __global__ function returns void");
    auto body = [&]() EMU_UNSEEN { kernel(arguments...); };
    launch_body(name, c, body, pc);
  }
};

// Whether the argument types themselves, not those of one kernel, have to say which kernel is meant: never
// where the name means one function.
struct named {
  template <class... A> static constexpr bool chosen_by() {
    return false;
  }
};
// `k<int>` may mean k<int, float> by a default and k<int, double> by its arguments, as C looks up.
template <class C> struct instance {
  template <class... A> static auto test(int, A... a) -> decltype((*(C *)0)(a...), char());
  template <class... A> static int test(long, A...);
  template <class... A> static constexpr bool chosen_by() {
    return sizeof(test<A...>(0, (*(A(*)())0)()...)) == sizeof(char);
  }
};

// The kernel's parameters are known without the arguments, which are converted to them here on the host, as
// in a call: a null pointer or a braced list is all right.
template <class F, class C, class... P> struct typed_launcher {
  launcher<F> untyped;
  EMU_UNSEEN __attribute__((noinline)) void operator()(P... arguments) {
    untyped.run(__builtin_return_address(0), arguments...);
  }
  template <class... A,
            typename only_if<sizeof...(A) != sizeof...(P) || C::template chosen_by<A...>()>::type = 0>
  EMU_UNSEEN __attribute__((noinline)) void operator()(A... arguments) { // with default arguments, for one
    untyped.run(__builtin_return_address(0), arguments...);
  }
};

// Called with one function; anything else is a substitution failure: overloads, or a template whose arguments
// are to be deduced.
template <class R, class... P> auto one_function(int, R (*)(P...)) -> R (*)(P...);

template <class F, class C, class R, class... P>
EMU_UNSEEN typed_launcher<F, C, P...> typed(launcher<F> untyped, C, R (*)(P...)) {
  return {untyped};
}
template <class F, class C, class K>
EMU_UNSEEN auto select(int, launcher<F> untyped, C c, K kernel) -> decltype(typed(untyped, c, kernel(0))) {
  return typed(untyped, c, kernel(0));
}
template <class F, class C, class K> EMU_UNSEEN launcher<F> select(long, launcher<F> untyped, C, K) {
  return untyped;
}

template <class F> EMU_UNSEEN launcher<F> call(const char *name, F kernel, config c) {
  return launcher<F>{name, kernel, c};
}
template <class F, class K> EMU_UNSEEN auto call(const char *name, F kernel, K function, config c) {
  return select(0, launcher<F>{name, kernel, c}, named(), function);
}
template <class F, class K, class C>
EMU_UNSEEN auto call(const char *name, F kernel, K function, C, config c) {
  return select(0, launcher<F>{name, kernel, c}, instance<C>(), function);
}

// An automatic array, told if registers cannot hold it: indexed at run time (16 bytes: smaller ones become
// selections), or larger than the 255 registers that a thread may have.
template <size_t bytes, int line> EMU_INLINE void local_array(const char *name, const char *index) {
  if (line ? bytes >= 16 : bytes > 255 * 4)
    __asm__ volatile("" : : "r"(emu_local_array(name, bytes, line, index)));
}

// What a __shared__ object of a class with an empty constructor is: bytes that begin as they are.
template <class T> struct storage {
  alignas(T) unsigned char bytes[sizeof(T)];
  EMU_INLINE T &object() {
    return *(T *)bytes;
  }
};

EMU_UNSEEN inline void *dynamic_shared() {
  return emu_dynamic_shared();
}

} // namespace emu

// The type of what a launch names where it is a single function (EMU_FUNCTION), and which arguments `k<...>`
// can be called with (EMU_INSTANCE).
#define EMU_FUNCTION(...)                                                                                    \
  [&](auto emu_t) EMU_KERNEL_CALL -> decltype(::emu::one_function(emu_t, (__VA_ARGS__))) { return 0; }
#define EMU_INSTANCE(...)                                                                                    \
  EMU_FUNCTION(__VA_ARGS__), [&](auto... emu_a) EMU_KERNEL_CALL -> decltype(__VA_ARGS__(emu_a...)) {}

#define EMU_LOCAL_ARRAY(name, line, index) ::emu::local_array<sizeof(name), line>(#name, index)

#define threadIdx (::emu_thread_index())
#define blockIdx  (::emu_block_index())
#define blockDim  (::dim3(::emu_block_dim()))
#define gridDim   (::dim3(::emu_grid_dim()))
static constexpr int warpSize = 32;

#endif
