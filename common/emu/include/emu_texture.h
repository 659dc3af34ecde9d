// Textures and surfaces in device code, and the typed forms of the host's calls for them.
#ifndef EMU_TEXTURE_H
#define EMU_TEXTURE_H

struct emu_texel {
  uint64_t low, high;
};
extern "C" {
EMU_NOTHROW emu_texel emu_texture_at(unsigned long long texture, int i);
EMU_NOTHROW emu_texel emu_texture(unsigned long long texture, int axes, int layer, float x, float y, float z);
EMU_NOTHROW void *emu_surface(unsigned long long surface, int x_bytes, int y, int z, int bytes, int mode);
}

namespace emu {

// A component of a fetch as the program's type: the bits of a float, or a whole number.
template <class C_> EMU_PURE C_ component(uint32_t bits) {
  if constexpr (std::is_floating_point<C_>::value)
    return (C_)__uint_as_float(bits);
  else
    return (C_)bits;
}
template <class T_> struct channels { // of a scalar
  typedef T_ part;
  enum { n = 1 };
};
#define EMU_CHANNELS(name, T_)                                                                               \
  template <> struct channels<name##1> {                                                                     \
    typedef T_ part;                                                                                         \
    enum { n = 1 };                                                                                          \
  };                                                                                                         \
  template <> struct channels<name##2> {                                                                     \
    typedef T_ part;                                                                                         \
    enum { n = 2 };                                                                                          \
  };                                                                                                         \
  template <> struct channels<name##4> {                                                                     \
    typedef T_ part;                                                                                         \
    enum { n = 4 };                                                                                          \
  };
EMU_CHANNELS(char, signed char)
EMU_CHANNELS(uchar, unsigned char)
EMU_CHANNELS(short, short)
EMU_CHANNELS(ushort, unsigned short)
EMU_CHANNELS(int, int)
EMU_CHANNELS(uint, unsigned)
EMU_CHANNELS(float, float)
#undef EMU_CHANNELS

template <class T_> EMU_INLINE EMU_UNSEEN T_ texel_value(emu_texel t) {
  typedef typename channels<T_>::part P_;
  P_ p[4] = {component<P_>((uint32_t)t.low), component<P_>((uint32_t)(t.low >> 32)),
             component<P_>((uint32_t)t.high), component<P_>((uint32_t)(t.high >> 32))};
  T_ v;
  __builtin_memcpy((void *)&v, p, sizeof v);
  return v;
}

} // namespace emu

// Each fetch as a value, and into what the first argument points at. Textures here have one level of detail.
#define EMU_FETCH(name, parameters, fetch)                                                                   \
  template <class T_> EMU_INLINE T_ name parameters {                                                        \
    return ::emu::texel_value<T_>(fetch);                                                                    \
  }
EMU_FETCH(tex1Dfetch, (cudaTextureObject_t t, int i), emu_texture_at(t, i))
EMU_FETCH(tex1D, (cudaTextureObject_t t, float x), emu_texture(t, 1, 0, x, 0, 0))
EMU_FETCH(tex2D, (cudaTextureObject_t t, float x, float y), emu_texture(t, 2, 0, x, y, 0))
EMU_FETCH(tex3D, (cudaTextureObject_t t, float x, float y, float z), emu_texture(t, 3, 0, x, y, z))
EMU_FETCH(tex1DLod, (cudaTextureObject_t t, float x, float), emu_texture(t, 1, 0, x, 0, 0))
EMU_FETCH(tex2DLod, (cudaTextureObject_t t, float x, float y, float), emu_texture(t, 2, 0, x, y, 0))
EMU_FETCH(tex3DLod, (cudaTextureObject_t t, float x, float y, float z, float), emu_texture(t, 3, 0, x, y, z))
EMU_FETCH(tex1DLayered, (cudaTextureObject_t t, float x, int layer), emu_texture(t, 1, layer, x, 0, 0))
EMU_FETCH(tex2DLayered, (cudaTextureObject_t t, float x, float y, int layer),
          emu_texture(t, 2, layer, x, y, 0))
#undef EMU_FETCH
template <class T_> EMU_INLINE void tex1Dfetch(T_ *to, cudaTextureObject_t t, int i) {
  *to = tex1Dfetch<T_>(t, i);
}
template <class T_> EMU_INLINE void tex2D(T_ *to, cudaTextureObject_t t, float x, float y) {
  *to = tex2D<T_>(t, x, y);
}

// Surfaces: x counts bytes.
template <class T_>
EMU_INLINE T_ surf1Dread(cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  T_ *p = (T_ *)emu_surface(s, x, 0, 0, (int)sizeof(T_), mode);
  return p ? *p : T_();
}
template <class T_>
EMU_INLINE T_ surf2Dread(cudaSurfaceObject_t s, int x, int y,
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  T_ *p = (T_ *)emu_surface(s, x, y, 0, (int)sizeof(T_), mode);
  return p ? *p : T_();
}
template <class T_>
EMU_INLINE T_ surf3Dread(cudaSurfaceObject_t s, int x, int y, int z,
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  T_ *p = (T_ *)emu_surface(s, x, y, z, (int)sizeof(T_), mode);
  return p ? *p : T_();
}
template <class T_>
EMU_INLINE void surf2Dread(T_ *to, cudaSurfaceObject_t s, int x, int y,
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  *to = surf2Dread<T_>(s, x, y, mode);
}
template <class T_>
EMU_INLINE void surf1Dwrite(T_ v, cudaSurfaceObject_t s, int x,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  T_ *p = (T_ *)emu_surface(s, x, 0, 0, (int)sizeof(T_), mode);
  if (p) *p = v;
}
template <class T_>
EMU_INLINE void surf2Dwrite(T_ v, cudaSurfaceObject_t s, int x, int y,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  T_ *p = (T_ *)emu_surface(s, x, y, 0, (int)sizeof(T_), mode);
  if (p) *p = v;
}
template <class T_>
EMU_INLINE void surf3Dwrite(T_ v, cudaSurfaceObject_t s, int x, int y, int z,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  T_ *p = (T_ *)emu_surface(s, x, y, z, (int)sizeof(T_), mode);
  if (p) *p = v;
}

// ---- the host's calls ----

template <class T_> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef typename ::emu::channels<T_>::part P_;
  const int bits = 8 * (int)sizeof(P_), n = ::emu::channels<T_>::n;
  return ::cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,
                                 std::is_floating_point<P_>::value ? cudaChannelFormatKindFloat
                                 : std::is_signed<P_>::value       ? cudaChannelFormatKindSigned
                                                                   : cudaChannelFormatKindUnsigned);
}
EMU_INLINE cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, size_t width,
                                       size_t height = 0) {
  return ::cudaMallocArray(array, desc, width, height, cudaArrayDefault);
}
EMU_INLINE cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *desc,
                                         cudaExtent extent) {
  return ::cudaMalloc3DArray(array, desc, extent, cudaArrayDefault);
}
EMU_INLINE cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *copy) {
  return ::cudaMemcpy3DAsync(copy, 0);
}

#endif
