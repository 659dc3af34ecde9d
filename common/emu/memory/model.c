// The model devices, and how many blocks one of them holds; what a kernel may have.
#include "memory/model.h"
#include "memory/cluster_blocks.h"
#include "emu/emu.h"
#include "memory/image.h"
#include "memory/setting.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIB = 1 << 10, MIB = 1 << 20 };

// From NVIDIA's white papers and data sheets (multiprocessors, L2, bus), and from the table of technical specifications
// in the CUDA programming guide (all limits of a compute capability). The first one is the default.
static const struct device models[] = {
    // name, in messages, capability, multiprocessors, their threads, blocks, shared bytes, a block's, first-level cache with
    // shared memory, L2, bus, ECC, clocks in kHz, memory in GiB (what is left beside the ECC)
    {"a100", "A100", 8, 0, 108, 2048, 32, 164 * KIB, 163 * KIB, 192 * KIB, 40 * MIB, 5120, true, 1410000,
     1215000, 40},
    {"t4", "T4", 7, 5, 40, 1024, 16, 64 * KIB, 64 * KIB, 96 * KIB, 4 * MIB, 256, true, 1590000, 5001000, 15},
    {"rtx3090", "RTX 3090", 8, 6, 82, 1536, 16, 100 * KIB, 99 * KIB, 128 * KIB, 6 * MIB, 384, false, 1695000,
     9751000, 24},
    {"rtx4090", "RTX 4090", 8, 9, 128, 1536, 24, 100 * KIB, 99 * KIB, 128 * KIB, 72 * MIB, 384, false,
     2520000, 10501000, 24},
    {"h100", "H100", 9, 0, 132, 2048, 32, 228 * KIB, 227 * KIB, 256 * KIB, 50 * MIB, 5120, true, 1980000,
     2619000, 80},
    {"h200", "H200", 9, 0, 132, 2048, 32, 228 * KIB, 227 * KIB, 256 * KIB, 60 * MIB, 6144, true, 1980000,
     3201000, 140},
    {"b200", "B200", 10, 0, 148, 2048, 32, 228 * KIB, 227 * KIB, 256 * KIB, 126 * MIB + MIB / 2, 7680, true,
     1965000, 3996000, 178},
};
enum { N_MODELS = sizeof models / sizeof *models };

const struct device *device_by_key(const char *key) {
  for (int i = 0; i < N_MODELS; i++)
    if (strcmp(key, models[i].key) == 0) return &models[i];
  return NULL;
}

// Also as the reports write it: "RTX 4090".
static bool is_name(const char *wanted, const char *key) {
  for (; *wanted; wanted++)
    if (*wanted != ' ' && tolower((unsigned char)*wanted) != *key++) return false;
  return !*key;
}

const struct device *device_named(char *trouble, size_t size) {
  const char *wanted = getenv("EMU_DEVICE");
  if (!wanted || !*wanted) return &models[0];
  for (int i = 0; i < N_MODELS; i++)
    if (is_name(wanted, models[i].key)) return &models[i];
  int n = snprintf(trouble, size, "EMU_DEVICE=%.40s: there is no model device of this name, only", wanted);
  for (int i = 0; i < N_MODELS; i++) {
    const char *before = i == 0 ? "" : i == N_MODELS - 1 ? " and" : ",";
    n += snprintf(trouble + n, size - (size_t)n, "%s %s", before, models[i].key);
  }
  return NULL;
}

const struct device *device_model(void) {
  char trouble[DEVICE_TROUBLE];
  const struct device *d = device_named(trouble, sizeof trouble);
  if (d) return d;
  setting_refused("%s", trouble);
}

static int fewer_processors;

void emu_set_processors(int n) {
  fewer_processors = n;
}

// EMU_MODEL_PROCESSORS: a share of the device runs a share of the work, for the modelled time's proof.
static int asked_processors(void) {
  const char *text = getenv("EMU_MODEL_PROCESSORS");
  if (!text || !*text) return 0;
  char *end;
  long n = strtol(text, &end, 10);
  if (!*end && n > 0 && n <= device_model()->processors) return (int)n;
  setting_refused("EMU_MODEL_PROCESSORS=%s: expected a number from 1 to %d", text,
                  device_model()->processors);
}

int device_processors(void) {
  int asked = asked_processors();
  return fewer_processors ? fewer_processors : asked ? asked : device_model()->processors;
}

// What cudaFuncSetAttribute has allowed a kernel.
static struct allowance {
  const char *kernel; // its name without namespaces and template arguments
  uint64_t dynamic;
  bool large_clusters;
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

static struct allowance *allowance_of(const char *kernel) {
  int i = 0;
  while (i < n_allowed && strcmp(allowed[i].kernel, kernel)) i++;
  if (i == (int)(sizeof allowed / sizeof *allowed)) return NULL;
  if (i == n_allowed) allowed[n_allowed++].kernel = kernel;
  return &allowed[i];
}

bool device_allow_shared(const char *kernel, uint64_t dynamic) {
  struct allowance *a = allowance_of(kernel);
  if (a) a->dynamic = dynamic;
  return a;
}

bool device_allow_clusters(const char *kernel, bool large) {
  struct allowance *a = allowance_of(kernel);
  if (a) a->large_clusters = large;
  return a;
}

unsigned device_cluster_limit(const char *kernel) {
  const char *begin;
  size_t n = base_of(kernel, &begin);
  bool any = false, known = false, large = false;
  for (int i = 0; i < n_allowed; i++) {
    any |= allowed[i].large_clusters;
    if (strlen(allowed[i].kernel) != n || strncmp(allowed[i].kernel, begin, n)) continue;
    known = true;
    large = allowed[i].large_clusters;
  }
  if (any && !known && !image_has_function(begin, n)) large = true; // as above
  return large ? MOST_CLUSTER_BLOCKS : PORTABLE_CLUSTER_BLOCKS;
}

// Registers are not counted: the limits are threads, blocks and shared memory.
int device_resident(int threads, uint64_t shared) {
  if (threads < 1 || threads > MAX_BLOCK) return 0;
  const struct device *d = device_model();
  uint64_t by_threads = (unsigned)d->threads_per_processor / (((unsigned)threads + WARP - 1) / WARP * WARP);
  uint64_t a_block = shared + (uint64_t)device_reserved_shared(d);
  uint64_t by_shared = a_block ? (uint64_t)d->shared_per_processor / a_block : by_threads;
  uint64_t most = by_threads < by_shared ? by_threads : by_shared;
  return (int)(most < (uint64_t)d->blocks_per_processor ? most : (uint64_t)d->blocks_per_processor);
}
