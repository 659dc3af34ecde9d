// The constants of CUDA's math_constants.h.
#ifndef EMU_MATH_CONSTANTS_H
#define EMU_MATH_CONSTANTS_H

#include "cuda_runtime.h"

#define CUDART_INF_F            __int_as_float(0x7f800000)
#define CUDART_NAN_F            __int_as_float(0x7fffffff)
#define CUDART_MIN_DENORM_F     __int_as_float(0x00000001)
#define CUDART_MAX_NORMAL_F     __int_as_float(0x7f7fffff)
#define CUDART_NEG_ZERO_F       __int_as_float(0x80000000)
#define CUDART_NORM_HUGE_F      3.402823466e38f
#define CUDART_INF              __longlong_as_double(0x7ff0000000000000ull)
#define CUDART_NAN              __longlong_as_double(0xfff8000000000000ull)
#define CUDART_MIN_DENORM       __longlong_as_double(0x0000000000000001ull)
#define CUDART_NEG_ZERO         __longlong_as_double(0x8000000000000000ull)
#define CUDART_ZERO_F           0.0f
#define CUDART_ONE_F            1.0f
#define CUDART_ZERO             0.0
#define CUDART_ONE              1.0
#define CUDART_TWO_TO_23_F      8388608.0f
#define CUDART_TWO_TO_24_F      16777216.0f
#define CUDART_TWO_TO_31_F      2147483648.0f
#define CUDART_TWO_TO_32_F      4294967296.0f
#define CUDART_TWO_TO_M126_F    1.175494351e-38f
#define CUDART_TWO_TO_126_F     8.507059173e37f
#define CUDART_TWO_TO_23        8388608.0
#define CUDART_TWO_TO_52        4503599627370496.0
#define CUDART_TWO_TO_53        9007199254740992.0
#define CUDART_TWO_TO_54        18014398509481984.0
#define CUDART_TWO_TO_M54       5.551115123125783e-17
#define CUDART_TWO_TO_M1022     2.2250738585072014e-308
#define CUDART_SQRT_HALF_F      7.071067812e-01f
#define CUDART_SQRT_HALF        0.7071067811865476
#define CUDART_SQRT_TWO_F       1.414213562e+00f
#define CUDART_SQRT_TWO         1.4142135623730951
#define CUDART_THIRD_F          3.333333333e-01f
#define CUDART_THIRD            0.3333333333333333
#define CUDART_PIO4_F           7.853981634e-01f
#define CUDART_PIO4             0.7853981633974483
#define CUDART_PIO2_F           1.570796327e+00f
#define CUDART_PIO2             1.5707963267948966
#define CUDART_3PIO4_F          2.356194490e+00f
#define CUDART_3PIO4            2.356194490192345
#define CUDART_2_OVER_PI_F      6.366197724e-01f
#define CUDART_2_OVER_PI        0.6366197723675814
#define CUDART_PI_F             3.141592654e+00f
#define CUDART_PI               3.141592653589793
#define CUDART_L2E_F            1.442695041e+00f
#define CUDART_L2E              1.4426950408889634
#define CUDART_L2T_F            3.321928095e+00f
#define CUDART_L2T              3.321928094887362
#define CUDART_LG2_F            3.010299957e-01f
#define CUDART_LG2              0.3010299956639812
#define CUDART_LGE_F            4.342944819e-01f
#define CUDART_LGE              0.4342944819032518
#define CUDART_LN2_F            6.931471806e-01f
#define CUDART_LN2              0.6931471805599453
#define CUDART_LNT_F            2.302585093e+00f
#define CUDART_LNT              2.302585092994046
#define CUDART_LNPI_F           1.144729886e+00f
#define CUDART_LNPI             1.1447298858494002
#define CUDART_TWOTHIRD         0.6666666666666666
#define CUDART_SQRT_2PI         2.5066282746310002
#define CUDART_SQRT_PIO2        1.2533141373155001
#define CUDART_SQRT_2OPI        0.7978845608028654
#define CUDART_SQRT_2_OVER_PI_F 7.978845608e-01f

#endif
