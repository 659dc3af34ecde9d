// bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions.
#ifndef EMU_CUDA_BF16_H
#define EMU_CUDA_BF16_H

#include "cuda_runtime.h"

#define EMU_T   __nv_bfloat16
#define EMU_T2  __nv_bfloat162
#define EMU_TAG bfloat16
#include "emu_small_float.h"
#undef EMU_TAG
#undef EMU_T2
#undef EMU_T

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16        __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_NAN_BF16        __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ONE_BF16        __ushort_as_bfloat16((unsigned short)0x3F80U)
#define CUDART_ZERO_BF16       __ushort_as_bfloat16((unsigned short)0x0000U)

#endif
