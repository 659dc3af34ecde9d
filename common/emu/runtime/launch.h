// Launches.
#ifndef EMU_RUNTIME_LAUNCH_H
#define EMU_RUNTIME_LAUNCH_H

#include "include/cuda_runtime_api.h"
#include <stdbool.h>

// What leads the threads of a launch to its kernel and arguments (emu_launch.h).
struct emu_closure {
  void (*kernel)(void);
  void *argument[];
};
enum { MOST_ARGUMENTS = 128 };

// emu_launch.h: for programs.
void emu_launch(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t dynamic_shared,
                void *stream, void (*body)(void *), void *closure, void *return_address);
void emu_launch_cooperative(const char *kernel, const unsigned grid[3], const unsigned block[3],
                            size_t dynamic_shared, void *stream, void (*body)(void *), void *closure,
                            void *return_address);
void emu_parameters(void *const *begin, const size_t *bytes, size_t n, bool movable);
void emu_know_kernel(const void *entry, const size_t *bytes, size_t n, void (*body)(void *));

struct work_kind;
bool launch_is(const struct work_kind *kind); // else a library's work
void launch_describe(const void *asked,
                     struct cudaKernelNodeParams *p); // what a kernel's work was asked for with

#endif
