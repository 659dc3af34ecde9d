// cudaLaunchKernel and cudaLaunchCooperativeKernel: launches whose arguments come as an array of pointers.
// The translator takes the usual `(void *)` off the kernel's name, so that the parameter types are known.
#ifndef EMU_PACKED_H
#define EMU_PACKED_H

namespace emu {

template <int... I_> struct indices {};
template <int N_, int... I_> struct count_up : count_up<N_ - 1, N_ - 1, I_...> {};
template <int... I_> struct count_up<0, I_...> { typedef indices<I_...> type; };
template <class T_> struct plain_type { typedef T_ type; };
template <class T_> struct plain_type<const T_> { typedef T_ type; };

typedef void launch_function(const char *, const unsigned[3], const unsigned[3], size_t, cudaStream_t,
                             void (*)(void *), void *, void *);

template <class... P_, int... I_>
EMU_UNSEEN cudaError_t launch_packed(launch_function *launch, void (*kernel)(P_...), dim3 g, dim3 b,
                                     void **packed, size_t dynamic_shared, cudaStream_t stream,
                                     void *return_address, indices<I_...>) {
  tell_parameters(*(typename plain_type<P_>::type *)packed[I_]...);
  auto body = [&]() EMU_UNSEEN { enter<P_...>(kernel, *(typename plain_type<P_>::type *)packed[I_]...); };
  const unsigned grid[3] = {g.x, g.y, g.z}, block[3] = {b.x, b.y, b.z};
  launch("", grid, block, dynamic_shared, stream, run_body<decltype(body)>, &body, return_address);
  return cudaPeekAtLastError();
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

#endif
