// Kernels that the program names by a bare pointer, and their parameters: the translator has each told where a cast hides
// its type.
#include "runtime/bare_kernels.h"
#include "memory/image.h"
#include "runtime/error.h"
#include "runtime/launch.h"
#include "runtime/machine.h"
#include <stdio.h>
#include <stdlib.h>

struct known {
  const void *entry;
  const size_t *bytes; // of each parameter
  size_t n;
  void (*body)(void *);
  const char *name; // once it has been launched
};
static struct known *all;
static size_t n_known;

static struct known *find(const void *entry) {
  for (size_t i = 0; i < n_known; i++)
    if (all[i].entry == entry) return &all[i];
  return NULL;
}

void emu_know_kernel(const void *entry, const size_t *bytes, size_t n, void (*body)(void *)) {
  if (find(entry)) return;
  all = realloc(all, (n_known + 1) * sizeof *all);
  if (!all) abort();
  all[n_known++] = (struct known){entry, bytes, n, body, NULL};
}

bool launch_known(const void *entry, const unsigned grid[3], const unsigned block[3], void **arguments,
                  size_t dynamic_shared, cudaStream_t stream, bool cooperative, uint32_t pc) {
  struct known *k = find(entry);
  if (!k || k->n > MOST_ARGUMENTS || (k->n && !arguments)) {
    if (!k)
      fprintf(stderr,
              "emu: the parameters of the kernel at this address are not known: name the kernel where its "
              "address is taken, (void *)kernel\n");
    return false;
  }
  machine_init();
  static struct {
    struct emu_closure head;
    void *argument[MOST_ARGUMENTS + 1];
  } room; // a kernel that runs at once finds it still so: nothing else is launched meanwhile
  struct emu_closure *c = &room.head;
  c->kernel = (void (*)(void))entry;
  for (size_t i = 0; i < k->n; i++) c->argument[i] = arguments[i];
  c->argument[k->n] = NULL;
  if (!k->name) k->name = image_kernel_name("?", (uint32_t)(uintptr_t)entry);
  emu_parameters(c->argument, k->bytes, k->n, true);
  (cooperative ? emu_launch_cooperative : emu_launch)(k->name, grid, block, dynamic_shared, stream, k->body,
                                                      c, (void *)(uintptr_t)pc);
  return true;
}

enum cudaError emu_launch_known(const void *entry, const unsigned grid[3], const unsigned block[3],
                                void **arguments, size_t dynamic_shared, cudaStream_t stream,
                                bool cooperative, void *return_address) {
  if (!launch_known(entry, grid, block, arguments, dynamic_shared, stream, cooperative,
                    (uint32_t)(uintptr_t)return_address))
    return api_done(cudaErrorInvalidDeviceFunction);
  return error_last(false);
}
