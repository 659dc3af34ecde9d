// cudaLaunchKernel and cudaLaunchCooperativeKernel: launches whose arguments come as an array of pointers.
// The translator takes the usual `(void *)` off the kernel's name, so that the parameter types are known.
#ifndef EMU_PACKED_H
#define EMU_PACKED_H

#include <tuple>

namespace emu {

template <class T_> struct plain_type { typedef T_ type; };
template <class T_> struct plain_type<const T_> { typedef T_ type; };

typedef void launch_function(const char *, const unsigned[3], const unsigned[3], size_t, cudaStream_t,
                             void (*)(void *), void *, void *);

template <class... P_, int... I_>
EMU_UNSEEN cudaError_t launch_packed(launch_function *launch, void (*kernel)(P_...), dim3 g, dim3 b,
                                     void **packed, size_t dynamic_shared, cudaStream_t stream,
                                     void *return_address, indices<I_...>) {
  auto body = entry_of<typename held<P_>::type...>(
      (void (*)(typename held<P_>::type...))(void (*)())kernel,
      *(typename plain_type<typename held<P_>::type>::type *)packed[I_]...);
  const unsigned grid[3] = {g.x, g.y, g.z}, block[3] = {b.x, b.y, b.z};
  launch("", grid, block, dynamic_shared, stream, run_body<decltype(body)>, &body, return_address);
  return cudaPeekAtLastError();
}

// The arguments have been converted to the parameters' types.
template <class... P_, class C_, int... I_>
EMU_UNSEEN cudaError_t launch_converted(launch_function *launch, const C_ &c, void (*kernel)(P_...),
                                        void *return_address, indices<I_...> all,
                                        typename plain_type<P_>::type... arguments) {
  void *packed[] = {(void *)__builtin_addressof(arguments)..., nullptr};
  return launch_packed<P_...>(launch, kernel, c.emu_own_gridDim, c.emu_own_blockDim, packed,
                              c.dynamicSmemBytes, c.stream, return_address, all);
}

// `kernel ->* ::emu::late(grid, block)(arguments)`: a launch whose `<<<grid, block>>>` a macro holds.
template <class... A_> struct late_launch {
  const config &c;
  std::tuple<A_ &&...> arguments;
};
struct late : config {
  using config::config;
  template <class... A_> EMU_UNSEEN late_launch<A_...> operator()(A_ &&...arguments) const {
    return {*this, std::tuple<A_ &&...>(static_cast<A_ &&>(arguments)...)};
  }
};
template <class P_, class A_> EMU_UNSEEN typename held<P_>::type late_argument(A_ &&a) {
  if constexpr (held<P_>::reference)
    return held<P_>::of(a);
  else
    return static_cast<A_ &&>(a); // converts, as in a call
}
template <class... P_>
EMU_UNSEEN void launch_late(const config &c, void (*kernel)(P_...), void *pc,
                            typename held<P_>::type... arguments) {
  auto body = entry_of<typename held<P_>::type...>((void (*)(typename held<P_>::type...))(void (*)())kernel,
                                                   arguments...);
  launch_body("", c, body, pc);
}
template <class... P_, class... A_, int... I_>
EMU_UNSEEN void launch_late(const late_launch<A_...> &l, void (*kernel)(P_...), void *pc, indices<I_...>) {
  static_assert(sizeof...(P_) == sizeof...(A_), "a launch through a macro gives each parameter an argument");
  launch_late<P_...>(l.c, kernel, pc, late_argument<P_>(static_cast<A_ &&>(std::get<I_>(l.arguments)))...);
}
template <class... P_, class... A_>
EMU_UNSEEN __attribute__((noinline)) void operator->*(void (*kernel)(P_...), late_launch<A_...> l) {
  launch_late(l, kernel, __builtin_return_address(0), typename count_up<sizeof...(P_)>::type());
}

} // namespace emu

template <class... P_>
EMU_UNSEEN __attribute__((noinline)) cudaError_t
cudaLaunchKernel(void (*kernel)(P_...), dim3 grid, dim3 block, void **arguments, size_t dynamic_shared = 0,
                 cudaStream_t stream = 0) {
  return ::emu::launch_packed(emu_launch, kernel, grid, block, arguments, dynamic_shared, stream,
                              __builtin_return_address(0), typename ::emu::count_up<sizeof...(P_)>::type());
}
template <class... P_>
EMU_UNSEEN __attribute__((noinline)) cudaError_t
cudaLaunchCooperativeKernel(void (*kernel)(P_...), dim3 grid, dim3 block, void **arguments,
                            size_t dynamic_shared = 0, cudaStream_t stream = 0) {
  return ::emu::launch_packed(emu_launch_cooperative, kernel, grid, block, arguments, dynamic_shared, stream,
                              __builtin_return_address(0), typename ::emu::count_up<sizeof...(P_)>::type());
}

// A launch by a configuration. Of its attributes a cooperative launch and clusters mean something here.
struct cudaLaunchConfig_t {
  dim3 emu_own_gridDim, emu_own_blockDim; // gridDim, blockDim, as the translator writes a program's own names
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};
typedef cudaLaunchConfig_t cudaLaunchConfig_st;

extern "C" cudaError_t emu_launch_known(const void *kernel, const unsigned grid[3], const unsigned block[3],
                                        void **arguments, size_t dynamic_shared, cudaStream_t stream,
                                        bool cooperative, void *return_address);

namespace emu {
// Of a configuration's attributes: whether the launch is cooperative. The next launch has its clusters.
EMU_UNSEEN inline bool attributes_of(const cudaLaunchConfig_t *config) {
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; i++) {
    const cudaLaunchAttribute &a = config->attrs[i];
    if (a.id == cudaLaunchAttributeCooperative && a.val.cooperative) cooperative = true;
    if (a.id == cudaLaunchAttributeClusterDimension)
      emu_launch_clusters(a.val.clusterDim.x, a.val.clusterDim.y, a.val.clusterDim.z);
  }
  return cooperative;
}
} // namespace emu

extern "C" cudaError_t emu_cluster_limit(int *most, const void *kernel);

// The largest cluster that a launch may have. How many of the configuration's are on the device at once: by the blocks of all
// multiprocessors, of which a device keeps those of a cluster together.
template <class T_>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, T_ *kernel, const cudaLaunchConfig_t *) {
  return emu_cluster_limit(blocks, (const void *)kernel);
}
template <class T_>
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T_ *kernel, const cudaLaunchConfig_t *config) {
  int most = 0, resident = 0, processors = 0;
  unsigned blocks = 1;
  const dim3 &b = config->emu_own_blockDim;
  for (unsigned i = 0; i < config->numAttrs; i++)
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
      blocks = config->attrs[i].val.clusterDim.x * config->attrs[i].val.clusterDim.y *
               config->attrs[i].val.clusterDim.z;
  *clusters = 0;
  if (cudaError_t e = emu_cluster_limit(&most, (const void *)kernel)) return e;
  if (blocks < 1 || blocks > (unsigned)most) return cudaErrorInvalidClusterSize;
  cudaError_t e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  if (!e)
    e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, (int)(b.x * b.y * b.z),
                                                      config->dynamicSmemBytes);
  *clusters = resident * processors / (int)blocks;
  return e;
}

// The kernel by a bare pointer: `(void *)kernel` has told of its parameters.
EMU_UNSEEN __attribute__((noinline)) inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid,
                                                                         dim3 block, void **arguments,
                                                                         size_t dynamic_shared = 0,
                                                                         cudaStream_t stream = 0) {
  return emu_launch_known(kernel, &grid.x, &block.x, arguments, dynamic_shared, stream, false,
                          __builtin_return_address(0));
}
EMU_UNSEEN __attribute__((noinline)) inline cudaError_t
cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                            size_t dynamic_shared = 0, cudaStream_t stream = 0) {
  return emu_launch_known(kernel, &grid.x, &block.x, arguments, dynamic_shared, stream, true,
                          __builtin_return_address(0));
}
EMU_UNSEEN __attribute__((noinline)) inline cudaError_t
cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments) {
  bool cooperative = ::emu::attributes_of(config);
  return emu_launch_known(kernel, &config->emu_own_gridDim.x, &config->emu_own_blockDim.x, arguments,
                          config->dynamicSmemBytes, config->stream, cooperative, __builtin_return_address(0));
}

template <class... P_, class... A_>
EMU_UNSEEN __attribute__((noinline)) cudaError_t
cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P_...), A_ &&...arguments) {
  static_assert(sizeof...(P_) == sizeof...(A_),
                "a launch passes as many arguments as the kernel has parameters");
  ::emu::launch_function *launch = ::emu::attributes_of(config) ? emu_launch_cooperative : emu_launch;
  return ::emu::launch_converted<P_...>(launch, *config, kernel, __builtin_return_address(0),
                                        typename ::emu::count_up<sizeof...(P_)>::type(),
                                        static_cast<typename ::emu::plain_type<P_>::type>(arguments)...);
}

#endif
