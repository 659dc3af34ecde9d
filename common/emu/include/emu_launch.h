// Launches, built-in variables and dynamic shared memory: what the translator's output leans on.
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

extern "C" {
// Run body(closure) once for each thread of the grid, now or when the stream's work runs; errors go to
// cudaGetLastError.
void emu_launch(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t dynamic_shared,
                cudaStream_t stream, void (*body)(void *), void *closure, void *return_address);
void emu_launch_cooperative(const char *kernel, const unsigned grid[3], const unsigned block[3],
                            size_t dynamic_shared, cudaStream_t stream, void (*body)(void *), void *closure,
                            void *return_address);
// The host's copies of the next launch's arguments: threads may read there, uncounted. Movable: the launch's closure is a
// function pointer and pointers to them, so that the launch can wait with copies of its own.
void emu_parameters(void *const *begin, const size_t *bytes, size_t n, bool movable);
// A kernel whose address the program takes as a bare one: its parameters' sizes, and what leads a thread of it.
void emu_know_kernel(const void *entry, const size_t *bytes, size_t n, void (*body)(void *));
void emu_default_stream_per_thread(void);
EMU_NOTHROW void emu_grid_sync(void *return_address);
__attribute__((const, nothrow)) uint3 emu_thread_index(void);
__attribute__((const, nothrow)) uint3 emu_block_index(void);
__attribute__((const, nothrow)) uint3 emu_block_dim(void);
__attribute__((const, nothrow)) uint3 emu_grid_dim(void);
EMU_NOTHROW void *emu_dynamic_shared(const char *name); // what the kernel calls it
// A pointer into it has this name and this shape, n elements of a `struct shape` array; bytes: of what it points to, 0: an open
// array.
__attribute__((const, nothrow)) int emu_view(const char *name, const void *begin, size_t bytes,
                                             const void *shape, size_t n);
__attribute__((const, nothrow)) int emu_local_array(const char *name, size_t bytes, int line,
                                                    const char *index);
void emu_launch_clusters(unsigned x, unsigned y, unsigned z); // blocks of each cluster of the next launch
EMU_NOTHROW void emu_cluster_dims(unsigned x, unsigned y,
                                  unsigned z); // at the beginning of a kernel that has __cluster_dims__
EMU_NOTHROW void emu_launch_bounds(int most_threads); // at the beginning of a kernel that declares them
void emu_exception_left_kernel(void);                 // does not return
}

extern "C" __attribute__((const, nothrow)) bool emu_on_device(void);

namespace emu {

// Which body of a __host__ __device__ function that asks for __CUDA_ARCH__ is meant.
constexpr EMU_UNSEEN inline __attribute__((always_inline)) bool on_device() {
  return !__builtin_is_constant_evaluated() && emu_on_device();
}

// What a launch is made of, inlined into it: a function of its own costs the compiler more than its code.
#define EMU_FLAT EMU_UNSEEN inline __attribute__((always_inline))

struct config {
  dim3 grid, block;
  size_t dynamic_shared;
  cudaStream_t stream;
  config(dim3 grid, dim3 block, size_t dynamic_shared = 0, cudaStream_t stream = 0)
      : grid(grid), block(block), dynamic_shared(dynamic_shared), stream(stream) {}
};

template <class F_> EMU_UNSEEN void run_body(void *f) {
  try {
    (*(F_ *)f)();
  } catch (...) {
    emu_exception_left_kernel();
  }
}
template <class B_> EMU_FLAT void launch_body(const char *name, const config &c, B_ &body, void *pc) {
  const unsigned grid[3] = {c.grid.x, c.grid.y, c.grid.z}, block[3] = {c.block.x, c.block.y, c.block.z};
  emu_launch(name, grid, block, c.dynamic_shared, c.stream, run_body<B_>, &body, pc);
}

template <int... I_> struct indices {};
template <int N_, int... I_> struct count_up : count_up<N_ - 1, N_ - 1, I_...> {};
template <int... I_> struct count_up<0, I_...> { typedef indices<I_...> type; };

// The bytes of a kernel's parameters, each at a multiple of its alignment.
enum { MOST_PARAMETER_BYTES = 32764 };
template <class... A_> constexpr size_t parameter_bytes() {
  size_t sum = 0;
  ((sum = (sum + alignof(A_) - 1) / alignof(A_) * alignof(A_) + sizeof(A_)), ...);
  return sum;
}

template <class... A_> EMU_FLAT void tell_parameters(void *const *begin, bool movable) {
  static_assert(parameter_bytes<A_...>() <= MOST_PARAMETER_BYTES,
                "emucc: the kernel's parameters have more than 32764 bytes: put the data into memory from "
                "cudaMalloc and pass "
                "a pointer");
  const size_t bytes[] = {sizeof(A_)..., 0};
  emu_parameters(begin, bytes, sizeof...(A_), movable);
}

template <bool> struct only_if {};
template <> struct only_if<true> { typedef int type; };
typedef char yes;
struct no {
  char bytes[2];
};
template <class T_> struct is_void {
  enum { value = false };
};
template <> struct is_void<void> {
  enum { value = true };
};

// How each thread gets its own copy of a parameter that the host has made: the same bytes, and no constructor runs in
// the thread. A class with a copy constructor, a move constructor or a destructor of its own is passed by address in
// the C++ calling convention (Itanium C++ ABI, 3.1.2.3), so the address of copied bytes is what the kernel expects.
template <class P_> struct parameter_class {
  static constexpr bool of_class = __is_class(P_) || __is_union(P_);
  static constexpr bool by_address =
      of_class && ((__is_constructible(P_, const P_ &) && !__is_trivially_constructible(P_, const P_ &)) ||
                   (__is_constructible(P_, P_ &&) && !__is_trivially_constructible(P_, P_ &&)) ||
                   !__has_trivial_destructor(P_));
  static constexpr int how = by_address ? 2 : of_class && __is_trivially_copyable(P_) ? 1 : 0;
};
template <class P_, int how = parameter_class<P_>::how> struct handed { // a scalar
  typedef P_ type;
  static EMU_KERNEL_CALL P_ get(P_ &p) {
    return static_cast<P_>(p);
  }
};
template <class P_> struct handed<P_, 1> {
  typedef P_ type;
  struct __attribute__((may_alias)) bytes {
    alignas(P_) unsigned char byte[sizeof(P_)];
  };
  static EMU_KERNEL_CALL P_ get(P_ &p) {
    return __builtin_bit_cast(P_, *(const bytes *)(const void *)&p);
  }
};
template <class P_> struct handed<P_, 2> {
  typedef P_ &type;
  struct copy {
    alignas(P_) unsigned char byte[sizeof(P_)];
    EMU_KERNEL_CALL explicit copy(P_ &p) {
      __builtin_memcpy(byte, (const void *)&p, sizeof(P_));
    }
    EMU_KERNEL_CALL operator P_ &() {
      return *(P_ *)(void *)byte;
    }
  };
  static EMU_KERNEL_CALL copy get(P_ &p) {
    return copy(p);
  }
};
template <class... P_> struct kernel_type {
  typedef void (*as_called)(typename handed<P_>::type...); // to the machine the same as void (*)(P...)
};
template <class... P_> EMU_KERNEL_CALL void enter(void (*kernel)(P_...), P_ &...arguments) {
  ((typename kernel_type<P_...>::as_called)(void (*)())kernel)(handed<P_>::get(arguments)...);
}

// What a launch leads its threads by to a kernel and its arguments. The emulator knows this layout (launch.c).
template <class... P_> struct entry {
  void (*kernel)(P_...);
  void *argument[sizeof...(P_) + 1];
  template <int... I_> EMU_KERNEL_CALL void run(indices<I_...>) {
    enter<P_...>(kernel, *(P_ *)argument[I_]...);
  }
  EMU_KERNEL_CALL void operator()() {
    run(typename count_up<sizeof...(P_)>::type());
  }
};
template <class... P_> EMU_FLAT entry<P_...> entry_of(void (*kernel)(P_...), P_ &...arguments) {
  entry<P_...> e = {kernel, {(void *)__builtin_addressof(arguments)..., nullptr}};
  tell_parameters<P_...>(e.argument, true);
  return e;
}
template <class... P_>
EMU_FLAT void launch_entry(const char *name, const config &c, void *pc, void (*kernel)(P_...),
                           P_ &...arguments) {
  entry<P_...> e = {kernel, {(void *)__builtin_addressof(arguments)..., nullptr}};
  tell_parameters<P_...>(e.argument, true);
  launch_body(name, c, e, pc);
}

// A parameter that is a reference holds an address, as a pointer does: of what the argument refers to.
template <class P_> struct held {
  enum { reference = false };
  typedef P_ type;
};
template <class P_> struct held<P_ &> {
  enum { reference = true };
  typedef P_ *type;
  static EMU_UNSEEN P_ *of(P_ &p) {
    return __builtin_addressof(p);
  }
};
template <class P_> EMU_UNSEEN typename held<P_>::type held_of(typename std::remove_reference<P_>::type &p) {
  if constexpr (held<P_>::reference)
    return held<P_>::of(p);
  else
    return static_cast<P_ &&>(p);
}
// `(void *)kernel` is translated to `::emu::bare() ->* kernel`: the cast, and the kernel's parameters for launches by it.
struct bare {};
template <class R_, class... P_> EMU_UNSEEN void *operator->*(bare, R_ (*kernel)(P_...)) {
  static const size_t bytes[] = {sizeof(typename held<P_>::type)..., 0};
  emu_know_kernel((const void *)kernel, bytes, sizeof...(P_), run_body<entry<typename held<P_>::type...>>);
  return (void *)kernel;
}
template <class T_> EMU_UNSEEN void *operator->*(bare, T_ *pointer) {
  return (void *)pointer;
}

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM // nvcc's --default-stream per-thread
__attribute__((constructor)) static void default_stream_per_thread() {
  emu_default_stream_per_thread();
}
#endif

// The same where the parameter's type is not known, only the argument's.
template <class A_> EMU_KERNEL_CALL decltype(auto) operand(A_ &a) {
  if constexpr (parameter_class<A_>::how == 1)
    return handed<A_>::get(a);
  else
    return (a);
}

// Whether `exact`, asked for a pointer to a function of exactly these parameters, has one: an overload, or a template
// whose arguments are deduced.
template <class X_, class... A_> auto has_exact(int, X_ exact) -> decltype(exact((void (*)(A_...))0), yes());
template <class X_, class... A_> no has_exact(long, X_);

struct no_exact {};
static constexpr no_exact no_exact_here = {};

// call(name, kernel, ..., config)(arguments): the arguments are evaluated and copied once, here on the host; each
// thread gets its own copy of them. In launcher they have the types of the expressions. Where the kernel's parameters
// have other types, the arguments convert in each thread. What it refers to are temporaries of the launch's expression.
template <class F_, class X_ = no_exact> struct launcher {
  const char *name;
  const F_ &kernel;
  const X_ &exact;
  const config &c;
  template <class... A_> EMU_UNSEEN __attribute__((noinline)) void operator()(A_... arguments) {
    run(__builtin_return_address(0), arguments...);
  }
  template <class... A_> EMU_FLAT void run(void *pc, A_ &...arguments) {
    static_assert(is_void<decltype(kernel(arguments...))>::value, "a __global__ function returns void");
    if constexpr (sizeof(has_exact<X_, A_...>(0, exact)) == sizeof(yes)) {
      launch_entry<A_...>(name, c, pc, exact((void (*)(A_...))0), arguments...);
    } else {
      void *const begin[] = {(void *)__builtin_addressof(arguments)..., nullptr};
      tell_parameters<A_...>(begin, false);
      auto body = [&]() EMU_UNSEEN { kernel(arguments...); };
      launch_body(name, c, body, pc);
    }
  }
};

// Whether the argument types themselves, not those of one kernel, have to say which kernel is meant: never
// where the name means one function.
struct named {
  template <class... A_> static constexpr bool chosen_by() {
    return false;
  }
};
// `k<int>` may mean k<int, float> by a default and k<int, double> by its arguments, as C looks up.
template <class C_> struct instance {
  template <class... A_> static auto test(int, A_... a) -> decltype((*(C_ *)0)(a...), char());
  template <class... A_> static int test(long, A_...);
  template <class... A_> static constexpr bool chosen_by() {
    return sizeof(test<A_...>(0, (*(A_(*)())0)()...)) == sizeof(char);
  }
};

template <class... P_>
EMU_UNSEEN void launch_held(const char *name, const config &c, void *pc, void (*kernel)(P_...),
                            P_... arguments) {
  launch_entry<P_...>(name, c, pc, kernel, arguments...);
}

// The kernel's parameters are known without the arguments, which are converted to them here on the host, as
// in a call: a null pointer or a braced list is all right.
template <class L_, class C_, class... P_> struct typed_launcher {
  L_ untyped;
  void (*kernel)(P_...);
  EMU_UNSEEN __attribute__((noinline)) void operator()(P_... arguments) {
    void *pc = __builtin_return_address(0);
    if constexpr ((held<P_>::reference || ...)) {
      launch_held<typename held<P_>::type...>(untyped.name, untyped.c, pc,
                                              (void (*)(typename held<P_>::type...))(void (*)())kernel,
                                              held_of<P_>(arguments)...);
    } else {
      launch_entry<P_...>(untyped.name, untyped.c, pc, kernel, arguments...);
    }
  }
  template <class... A_,
            typename only_if<sizeof...(A_) != sizeof...(P_) || C_::template chosen_by<A_...>()>::type = 0>
  EMU_UNSEEN __attribute__((noinline)) void operator()(A_... arguments) { // with default arguments, for one
    untyped.run(__builtin_return_address(0), arguments...);
  }
};

// Called with one function; anything else is a substitution failure: overloads, or a template whose arguments
// are to be deduced.
template <class R_, class... P_> auto one_function(int, R_ (*)(P_...)) -> R_ (*)(P_...);

template <class L_, class C_, class R_, class... P_>
EMU_FLAT typed_launcher<L_, C_, P_...> typed(const L_ &untyped, C_, R_ (*kernel)(P_...)) {
  static_assert(is_void<R_>::value, "a __global__ function returns void");
  return {untyped, (void (*)(P_...))kernel};
}
template <class L_, class C_, class K_>
EMU_FLAT auto select(int, const L_ &untyped, C_ c, const K_ &kernel)
    -> decltype(typed(untyped, c, kernel(0))) {
  return typed(untyped, c, kernel(0));
}
template <class L_, class C_, class K_> EMU_FLAT L_ select(long, const L_ &untyped, C_, const K_ &) {
  return untyped;
}

template <class F_> EMU_FLAT launcher<F_> call(const char *name, const F_ &kernel, const config &c) {
  return {name, kernel, no_exact_here, c};
}
template <class F_, class K_, class X_>
EMU_FLAT auto call(const char *name, const F_ &kernel, const K_ &function, const X_ &exact, const config &c) {
  return select(0, launcher<F_, X_>{name, kernel, exact, c}, named(), function);
}
template <class F_, class K_, class X_, class C_>
EMU_FLAT auto call(const char *name, const F_ &kernel, const K_ &function, const X_ &exact, const C_ &,
                   const config &c) {
  return select(0, launcher<F_, X_>{name, kernel, exact, c}, instance<C_>(), function);
}

// An automatic array, told if registers cannot hold it: indexed at run time (16 bytes: smaller ones become
// selections), or larger than the 255 registers that a thread may have.
template <size_t bytes, int line> EMU_INLINE void local_array(const char *name, const char *index) {
  if (line ? bytes >= 16 : bytes > 255 * 4)
    __asm__ volatile("" : : "r"(emu_local_array(name, bytes, line, index)));
}

// Checked when the kernel begins, and kept with an address in it for cudaFuncGetAttributes.
template <int most> EMU_INLINE void launch_bounds() {
  __asm__ volatile("0: .pushsection emu_bounds, \"a?\"; .quad 0b, %c0; .popsection" : : "i"(most));
  emu_launch_bounds(most);
}

template <unsigned x, unsigned y = 1, unsigned z = 1> EMU_INLINE void cluster_dims() {
  __asm__ volatile(".pushsection emu_clusters, \"a?\"; .quad %c0, %c1, %c2; .popsection"
                   :
                   : "i"(x), "i"(y), "i"(z));
  ::emu_cluster_dims(x, y, z);
}

// What a __shared__ object of a class with an empty constructor is: bytes that begin as they are.
template <class T_> struct storage {
  alignas(T_) unsigned char bytes[sizeof(T_)];
  EMU_INLINE T_ &object() {
    return *(T_ *)bytes;
  }
};

template <class T_> using element = typename std::remove_all_extents<T_>::type;

struct shape { // as in memory/variable_shape.c
  const char *field;
  size_t at, bytes, element_bytes, rank, extent[4];
};

template <class T_> constexpr shape shape_of(const char *field, size_t at) {
  return {field,
          at,
          sizeof(T_),
          sizeof(element<T_>),
          std::rank<T_>::value,
          {std::extent<T_, 0>::value, std::extent<T_, 1>::value, std::extent<T_, 2>::value,
           std::extent<T_, 3>::value}};
}

// What a declared pointer or reference leads to: P_[1] for a pointer to P_; a char where it is neither.
template <class T_> struct viewed { using type = char; };
template <class T_> struct viewed<T_ &> { using type = T_; };
template <class T_> struct viewed<T_ *> {
  using type = typename std::conditional<std::is_object<T_>::value, T_, char>::type[1];
};
template <class T_> struct viewed<T_ *__restrict__> : viewed<T_ *> {}; // a type of its own to g++
template <class T_> using viewed_by = typename viewed<typename std::remove_cv<T_>::type>::type;
template <class T_>
constexpr bool is_viewing_pointer =
    !std::is_reference<T_>::value &&
    std::is_array<typename viewed<typename std::remove_cv<T_>::type>::type>::value;

template <class D_, size_t n, class T_>
EMU_INLINE void tell_view(const char *name, const shape (&s)[n], T_ &variable) {
  if constexpr (is_viewing_pointer<D_>)
    __asm__ volatile("" : : "r"(emu_view(name, (const void *)variable, 0, s, n)));
  else if constexpr (std::is_reference<D_>::value)
    __asm__ volatile("" : : "r"(emu_view(name, (const void *)&variable, sizeof(T_), s, n)));
}

EMU_UNSEEN inline void *dynamic_shared(const char *name) {
  return emu_dynamic_shared(name);
}

} // namespace emu

// The shape of a __shared__ variable, and of the fields of its elements, for messages: memory/variable_shape.c finds it by its name.
#define EMU_SHAPE(variable, ...)                                                                             \
  static constexpr ::emu::shape emu_shape_##variable[]                                                       \
      __attribute__((used)) = {::emu::shape_of<decltype(variable)>("", 0), __VA_ARGS__}
#define EMU_SHAPE_FIELD(variable, field)                                                                     \
  ::emu::shape_of<decltype(::emu::element<decltype(variable)>::field)>(                                      \
      #field, __builtin_offsetof(::emu::element<decltype(variable)>, field)),

// The same for a pointer or reference that may lead into dynamic shared memory: memory/dynamic_views.c learns of it when it is declared.
#define EMU_VIEW(variable, ...)                                                                              \
  {                                                                                                          \
    static constexpr ::emu::shape emu_s[] = {::emu::shape_of<::emu::viewed_by<decltype(variable)>>("", 0),   \
                                             __VA_ARGS__};                                                   \
    ::emu::tell_view<decltype(variable)>(#variable, emu_s, variable);                                        \
  }
#define EMU_VIEW_FIELD(variable, field)                                                                      \
  ::emu::shape_of<decltype(::emu::element<::emu::viewed_by<decltype(variable)>>::field)>(                    \
      #field, __builtin_offsetof(::emu::element<::emu::viewed_by<decltype(variable)>>, field)),

// What a launch names where it is a single function, and the one of it that has a given type (EMU_FUNCTION); which
// arguments `k<...>` can be called with (EMU_INSTANCE).
#define EMU_FUNCTION(...)                                                                                    \
  [&](auto emu_t) EMU_KERNEL_CALL __attribute__((always_inline))                                             \
      ->decltype(::emu::one_function(emu_t, (__VA_ARGS__))) {                                                \
    return (__VA_ARGS__);                                                                                    \
  }                                                                                                          \
  , [&](auto emu_t) EMU_KERNEL_CALL __attribute__((always_inline))                                           \
        ->decltype(static_cast<decltype(emu_t)>(__VA_ARGS__)) {                                              \
    return static_cast<decltype(emu_t)>(__VA_ARGS__);                                                        \
  }
#define EMU_INSTANCE(...)                                                                                    \
  EMU_FUNCTION(__VA_ARGS__), [&](auto... emu_a) EMU_KERNEL_CALL -> decltype(__VA_ARGS__(emu_a...)) {}

#define emu_launch_bounds(most)            ::emu::launch_bounds<(int)(most)>()
#define emu_cluster_dims(...)              ::emu::cluster_dims<__VA_ARGS__>()
#define EMU_LOCAL_ARRAY(name, line, index) ::emu::local_array<sizeof(name), line>(#name, index)

#define threadIdx (::emu_thread_index())
#define blockIdx  (::emu_block_index())
#define blockDim  (::dim3(::emu_block_dim()))
#define gridDim   (::dim3(::emu_grid_dim()))
static constexpr int warpSize = 32;

#endif
