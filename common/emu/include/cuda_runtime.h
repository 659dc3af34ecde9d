// What a .cu file sees under the emulator: keywords, vector types, built-in variables, launches, device
// functions.
#ifndef EMU_CUDA_RUNTIME_H
#define EMU_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"

#ifdef __cplusplus

#define __CUDA_RUNTIME_H__ // other headers ask by these
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include <ctype.h>
#include <initializer_list>
#include <utility>
#include "emu_math.h"
#include "emu_keywords.h"
#include "emu_macros.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "emu_launch.h"
#include "emu_shift.h"
#include "emu_convert.h"
#include "emu_integer.h"
#include "emu_video.h"
#include "emu_float.h"
#include "emu_special.h"
#include "emu_device.h"
#include "emu_memory.h"
#include "emu_atomic.h"
#include "emu_api_templates.h"
#include "emu_texture.h"
#include "emu_unsupported.h"
#include "emu_cluster.h"
#include "emu_ptx.h"
#include "emu_ptx_numbers.h"
#include "emu_packed.h"
#include "emu_graph.h"

#else

#include "emu_c_types.h"

#endif
#endif
