// 8-bit floating point: __nv_fp8_e4m3 and __nv_fp8_e5m2, their pairs and fours, and the conversions of their bits.
#ifndef EMU_CUDA_FP8_H
#define EMU_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

extern "C" {
__attribute__((const, nothrow)) unsigned char emu_fp8_from(double, bool five, bool saturates);
__attribute__((const, nothrow)) float emu_fp8_to_float(unsigned char, bool five);
}

EMU_INLINE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t kind) {
  return emu_fp8_from(x, kind == __NV_E5M2, saturate == __NV_SATFINITE);
}
EMU_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                    __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double_to_fp8((double)x, saturate, kind);
}
EMU_INLINE __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                          __nv_fp8_interpretation_t kind) {
  return __nv_fp8x2_storage_t(__nv_cvt_double_to_fp8(x.x, saturate, kind) |
                              __nv_cvt_double_to_fp8(x.y, saturate, kind) << 8);
}
EMU_INLINE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                         __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double2_to_fp8x2(make_double2(x.x, x.y), saturate, kind);
}
EMU_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half x, __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__half2float(x), saturate, kind);
}
EMU_INLINE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2 x, __nv_saturation_t saturate,
                                                           __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(__half22float2(x), saturate, kind);
}
EMU_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16 x, __nv_saturation_t saturate,
                                                          __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__bfloat162float(x), saturate, kind);
}
EMU_INLINE __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162 x, __nv_saturation_t saturate,
                                                               __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(x), saturate, kind);
}
EMU_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return (__half_raw)__float2half(emu_fp8_to_float(x, kind == __NV_E5M2));
}
EMU_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  return (__half2_raw)__floats2half2_rn(emu_fp8_to_float(x & 0xff, kind == __NV_E5M2),
                                        emu_fp8_to_float(x >> 8, kind == __NV_E5M2));
}

#define EMU_T    __nv_fp8_e4m3
#define EMU_T2   __nv_fp8x2_e4m3
#define EMU_T4   __nv_fp8x4_e4m3
#define EMU_KIND __NV_E4M3
#include "emu_fp8.h"
#undef EMU_T
#undef EMU_T2
#undef EMU_T4
#undef EMU_KIND
#define EMU_T    __nv_fp8_e5m2
#define EMU_T2   __nv_fp8x2_e5m2
#define EMU_T4   __nv_fp8x4_e5m2
#define EMU_KIND __NV_E5M2
#include "emu_fp8.h"
#undef EMU_T
#undef EMU_T2
#undef EMU_T4
#undef EMU_KIND

#endif
