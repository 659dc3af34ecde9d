// A format of 8-bit floating point, included for each: EMU_T, its pairs EMU_T2 and fours EMU_T4, its kind EMU_KIND.

struct EMU_T {
  __nv_fp8_storage_t __x;
  EMU_T() = default;
#define EMU_FROM(T_)                                                                                         \
  EMU_INLINE explicit EMU_T(T_ v) : __x(emu_fp8_from((double)v, EMU_KIND == __NV_E5M2, true)) {}
  EMU_FROM(float)
  EMU_FROM(double)
  EMU_FROM(unsigned short)
  EMU_FROM(unsigned)
  EMU_FROM(unsigned long)
  EMU_FROM(unsigned long long)
  EMU_FROM(short)
  EMU_FROM(int)
  EMU_FROM(long)
  EMU_FROM(long long)
#undef EMU_FROM
  EMU_INLINE explicit EMU_T(__half v) : EMU_T(__half2float(v)) {}
  EMU_INLINE explicit EMU_T(__nv_bfloat16 v) : EMU_T(__bfloat162float(v)) {}
  EMU_INLINE explicit operator float() const {
    return emu_fp8_to_float(__x, EMU_KIND == __NV_E5M2);
  }
  EMU_INLINE explicit operator double() const {
    return (double)(float)*this;
  }
  EMU_INLINE explicit operator __half() const {
    return __float2half((float)*this);
  }
  EMU_INLINE explicit operator __nv_bfloat16() const {
    return __float2bfloat16((float)*this);
  }
  EMU_INLINE explicit operator bool() const {
    return (__x & 0x7f) != 0;
  }
#define EMU_TO(T_)                                                                                           \
  EMU_INLINE explicit operator T_() const {                                                                  \
    return ::emu::to<T_>((float)*this);                                                                      \
  }
  EMU_TO(unsigned char)
  EMU_TO(unsigned short)
  EMU_TO(unsigned)
  EMU_TO(unsigned long)
  EMU_TO(unsigned long long)
  EMU_TO(signed char)
  EMU_TO(char)
  EMU_TO(short)
  EMU_TO(int)
  EMU_TO(long)
  EMU_TO(long long)
#undef EMU_TO
};

struct __align__(2) EMU_T2 {
  __nv_fp8x2_storage_t __x;
  EMU_T2() = default;
  EMU_INLINE explicit EMU_T2(float2 v) : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, EMU_KIND)) {}
  EMU_INLINE explicit EMU_T2(double2 v) : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, EMU_KIND)) {}
  EMU_INLINE explicit EMU_T2(__half2 v) : EMU_T2(__half22float2(v)) {}
  EMU_INLINE explicit EMU_T2(__nv_bfloat162 v) : EMU_T2(__bfloat1622float2(v)) {}
  EMU_INLINE explicit operator float2() const {
    return make_float2(emu_fp8_to_float(__x & 0xff, EMU_KIND == __NV_E5M2),
                       emu_fp8_to_float(__x >> 8, EMU_KIND == __NV_E5M2));
  }
  EMU_INLINE explicit operator __half2() const {
    return __float22half2_rn((float2) * this);
  }
};

struct __align__(4) EMU_T4 {
  __nv_fp8x4_storage_t __x;
  EMU_T4() = default;
  EMU_INLINE explicit EMU_T4(float4 v)
      : __x(EMU_T2(make_float2(v.x, v.y)).__x | (unsigned)EMU_T2(make_float2(v.z, v.w)).__x << 16) {}
  EMU_INLINE explicit EMU_T4(__half2 low, __half2 high)
      : __x(EMU_T2(low).__x | (unsigned)EMU_T2(high).__x << 16) {}
  EMU_INLINE explicit EMU_T4(__nv_bfloat162 low, __nv_bfloat162 high)
      : __x(EMU_T2(low).__x | (unsigned)EMU_T2(high).__x << 16) {}
  EMU_INLINE explicit operator float4() const {
    EMU_T2 low, high;
    low.__x = (__nv_fp8x2_storage_t)__x, high.__x = (__nv_fp8x2_storage_t)(__x >> 16);
    float2 a = (float2)low, b = (float2)high;
    return make_float4(a.x, a.y, b.x, b.y);
  }
};
