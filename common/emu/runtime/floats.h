// The processor's floating-point mode while a launch runs: to nearest, whatever the host's code has set, and on x86-64 a
// signal at an invalid operation, whose NaN is not the device's (kernel/invalid_x86.c). Arm's NaN is positive, too.
#ifndef EMU_RUNTIME_FLOATS_H
#define EMU_RUNTIME_FLOATS_H

#include <stdbool.h>

extern bool floats_of_device; // a launch runs

struct floats {
  unsigned sse;
  unsigned short x87;
};
enum { FLOATS_INVALID_MASK = 0x80, FLOATS_SSE = 0x1f80, FLOATS_X87 = 0x37f };

#ifdef __x86_64__
static inline void floats_set(struct floats mode) {
  __builtin_ia32_ldmxcsr(mode.sse);
  __asm__ volatile("fldcw %0" : : "m"(mode.x87));
}
// Returns the host's mode, for floats_leave().
static inline struct floats floats_enter(void) {
  struct floats host = {.sse = __builtin_ia32_stmxcsr()};
  __asm__ volatile("fnstcw %0" : "=m"(host.x87));
  floats_of_device = true;
  floats_set((struct floats){FLOATS_SSE & ~FLOATS_INVALID_MASK, FLOATS_X87});
  return host;
}
static inline void floats_leave(struct floats host) {
  floats_set(host);
  floats_of_device = false;
}
#else
static inline struct floats floats_enter(void) {
  floats_of_device = true;
  return (struct floats){0};
}
static inline void floats_leave(struct floats host) {
  (void)host;
  floats_of_device = false;
}
#endif

#endif
