// <math.h> without what few programs use: C++17's special functions (std::beta, std::cyl_bessel_j), whose templates the
// compiler would instantiate in each program anew. emucc includes their header where a program names one (cmath_special.c).
#ifndef EMU_MATH_H
#define EMU_MATH_H

#include <limits>
#include <type_traits>
#if defined _GLIBCXX_USE_STD_SPEC_FUNCS && !__STDCPP_WANT_MATH_SPEC_FUNCS__
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#include <bits/stl_algobase.h> // which that header brings along
#include <math.h>
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#else
#include <math.h>
#endif

#endif
