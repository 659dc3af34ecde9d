// What device code cannot do and a host compiler lets pass: end the program, or let an exception out of a kernel.
#include "check/hazard.h"
#include <stdlib.h>

// Programs are linked with --wrap for these two: their calls arrive here.
_Noreturn void __real_exit(int status);
_Noreturn void __real_abort(void);
_Noreturn void __wrap_exit(int status);
_Noreturn void __wrap_abort(void);

_Noreturn static void no_device_call(const char *what, void *return_address) {
  hazard(EMU_HAZARD_FAULT, site_self((uint32_t)(uintptr_t)return_address), NULL,
         "nvcc does not compile this; __trap() and assert() are what ends a kernel", "%s", what);
  M.self = NULL; // from here on this is host code
  emu_fatal();
}

void emu_exception_left_kernel(void) {
  no_device_call("lets an exception out", (void *)(uintptr_t)L.entry_pc);
}

void __wrap_exit(int status) {
  if (M.self && !L.fatal) no_device_call("calls exit()", __builtin_return_address(0));
  __real_exit(status);
}

void __wrap_abort(void) {
  if (M.self && !L.fatal) no_device_call("calls abort()", __builtin_return_address(0));
  __real_abort();
}
