// The model device: an A100, or with EMU_DEVICE=h100 an H100; how many blocks it holds; what a kernel may have.
#include "memory/model.h"
#include "memory/image.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From NVIDIA's A100 and H100 white papers and the tables of the CUDA programming guide.
static const struct device models[] = {
    {"A100", 8, 0, 108, 164 << 10, 163 << 10, 40 << 20, 5120},
    {"H100", 9, 0, 132, 228 << 10, 227 << 10, 50 << 20, 5120},
};

const struct device *device_model(void) {
  const char *wanted = getenv("EMU_DEVICE");
  if (!wanted || !*wanted || strcmp(wanted, "a100") == 0) return &models[0];
  if (strcmp(wanted, "h100") == 0) return &models[1];
  fprintf(stderr, "emu: EMU_DEVICE=%s: the model devices are a100 and h100\n", wanted);
  exit(86);
}

static struct {
  const char *kernel; // its name without namespaces and template arguments
  uint64_t dynamic;   // what cudaFuncSetAttribute allowed
} allowed[64];
static int n_allowed;

// The last name in "ns::kernel<int>(float*)": where it begins, how long it is.
static size_t base_of(const char *name, const char **begin) {
  const char *end = name;
  for (*begin = name; *end && *end != '<' && *end != '('; end++)
    if (*end == ':' || *end == ' ') *begin = end + 1;
  return (size_t)(end - *begin);
}

uint64_t device_shared_limit(const char *kernel) {
  const char *begin;
  size_t n = base_of(kernel, &begin);
  uint64_t extra = 0, most = 0;
  bool known = false;
  for (int i = 0; i < n_allowed; i++) {
    if (allowed[i].dynamic > most) most = allowed[i].dynamic;
    if (strlen(allowed[i].kernel) != n || strncmp(allowed[i].kernel, begin, n)) continue;
    known = true;
    extra = allowed[i].dynamic;
  }
  // A launch through a pointer or a parameter does not tell the kernel: the largest allowance serves.
  if (most && !known && !image_has_function(begin, n)) extra = most;
  uint64_t limit = extra + image_static_shared(kernel);
  return limit > SHARED_LIMIT ? limit : SHARED_LIMIT;
}

bool device_allow_shared(const char *kernel, uint64_t dynamic) {
  int i = 0;
  while (i < n_allowed && strcmp(allowed[i].kernel, kernel)) i++;
  if (i == (int)(sizeof allowed / sizeof *allowed)) return false;
  if (i == n_allowed) allowed[n_allowed++].kernel = kernel;
  allowed[i].dynamic = dynamic;
  return true;
}

// Registers are not counted: the limits are threads, blocks and shared memory.
int device_resident(int threads, uint64_t shared) {
  if (threads < 1 || threads > MAX_BLOCK) return 0;
  uint64_t by_threads = 2048u / (((unsigned)threads + WARP - 1) / WARP * WARP);
  uint64_t by_shared = (uint64_t)device_model()->shared_per_processor / (shared + 1024);
  uint64_t most = by_threads < by_shared ? by_threads : by_shared;
  return (int)(most < 32 ? most : 32);
}
