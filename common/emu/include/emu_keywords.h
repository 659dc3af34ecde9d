// CUDA's keywords as a host compiler reads them.
#ifndef EMU_KEYWORDS_H
#define EMU_KEYWORDS_H

#define __PMPP_EMU__ 1
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDACC_VER_MAJOR__         13 // as CUDART_VERSION has it
#define __CUDACC_VER_MINOR__         0
#define __CUDACC_VER_BUILD__         88
#define __CUDACC_EXTENDED_LAMBDA__   1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDACC_RDC__               1

#define __CUDA_ARCH_LIST__ 800 // __CUDA_ARCH__ is the translator's: it is defined in device code only

// Code of the emulator itself that must leave no trace in the counts. GCC 11 cannot leave out the callback of a basic
// block: access.c ignores those that come from here.
#if __GNUC__ >= 12
#define EMU_UNSEEN __attribute__((no_sanitize_thread, no_sanitize_undefined, no_sanitize_coverage))
#else
#define EMU_UNSEEN __attribute__((no_sanitize_thread, no_sanitize_undefined))
#endif
#define EMU_KERNEL_CALL EMU_UNSEEN
// For what kernels call: a call that may throw ends a basic block, and basic blocks are counted.
#define EMU_NOTHROW __attribute__((nothrow))

// Attributes that change no code, but stand in the compiler's dumps: emucc reads there what runs on the device.
#define EMU_DEVICE_MARK no_instrument_function
#define EMU_HOST_MARK   no_profile_instrument_function
#define EMU_KERNEL_MARK noclone
#define __global__      __attribute__((noinline, EMU_DEVICE_MARK, EMU_KERNEL_MARK))
#define __device__      __attribute__((EMU_DEVICE_MARK))
#define __host__        __attribute__((EMU_HOST_MARK))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __restrict__ __restrict
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __nv_pure__
#define __builtin_assume(...) ((void)0)

// A block runs on one OS thread, so the executable's thread-local segment is exactly its static shared
// memory. used: a variable that nothing writes must not become the constant zero.
#define __shared__ static thread_local __attribute__((used))

// Device globals get sections of their own: a kernel may use them, the host may not.
#define EMU_DEVICE_VARIABLE   __attribute__((section("emu_device")))
#define EMU_DEVICE_CONST      __attribute__((section("emu_device_const")))
#define EMU_CONSTANT_VARIABLE __attribute__((section("emu_constant")))
#define EMU_CONSTANT_CONST    __attribute__((section("emu_constant_const")))
#define __constant__          EMU_CONSTANT_VARIABLE
// The same for inline ones and those of templates. g++ 14 and later refuse a section of one name for both kinds; to the
// assembler, for which a comment begins here, the name is the same. Before 14, g++ leaves a template's out of any section.
#ifdef __aarch64__
#define EMU_SECTION_TOO(name, flags) __attribute__((section(name ",\"" flags "\",@progbits//")))
#else
#define EMU_SECTION_TOO(name, flags) __attribute__((section(name ",\"" flags "\",@progbits#")))
#endif
#define EMU_DEVICE_VARIABLE_INLINE   EMU_SECTION_TOO("emu_device", "aw")
#define EMU_DEVICE_CONST_INLINE      EMU_SECTION_TOO("emu_device_const", "a")
#define EMU_CONSTANT_VARIABLE_INLINE EMU_SECTION_TOO("emu_constant", "aw")
#define EMU_CONSTANT_CONST_INLINE    EMU_SECTION_TOO("emu_constant_const", "a")
#if __GNUC__ < 14
// emucc tells them apart in the assembly by a visibility that nothing else has (emucc/audit/template_variables.c).
#define EMU_DEVICE_VARIABLE_OF_TEMPLATE   __attribute__((visibility("protected")))
#define EMU_DEVICE_CONST_OF_TEMPLATE      __attribute__((visibility("protected")))
#define EMU_CONSTANT_VARIABLE_OF_TEMPLATE __attribute__((visibility("internal")))
#define EMU_CONSTANT_CONST_OF_TEMPLATE    __attribute__((visibility("internal")))
#else
#define EMU_DEVICE_VARIABLE_OF_TEMPLATE   EMU_DEVICE_VARIABLE_INLINE
#define EMU_DEVICE_CONST_OF_TEMPLATE      EMU_DEVICE_CONST_INLINE
#define EMU_CONSTANT_VARIABLE_OF_TEMPLATE EMU_CONSTANT_VARIABLE_INLINE
#define EMU_CONSTANT_CONST_OF_TEMPLATE    EMU_CONSTANT_CONST_INLINE
#endif
#define __managed__ __attribute__((section("emu_managed")))

#endif
