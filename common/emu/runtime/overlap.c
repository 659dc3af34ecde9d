// Which copies can run beside a kernel, and which kernels beside one of another device: counted by what the streams, events and waits order, whenever the seed runs the work.
//
// Two works can run at a time if neither's clock holds the other. A copy counts once, when it and some kernel of another
// stream have both been asked for. Times say nothing here: whether they do run at a time is the device's affair.
#include "memory/result.h"
#include "runtime/launch.h"
#include "runtime/stream.h"
#include <string.h>

enum { MOST_COPIES = 256 }; // remembered a stream; older ones have long been done

struct copies { // of a stream: those that no kernel runs beside yet
  struct {
    uint32_t n; // which of the stream's works
    size_t bytes;
  } at[MOST_COPIES];
  uint32_t count;
};

static struct copies copies_of[MOST_SLOTS];
static uint32_t last_kernel[MOST_SLOTS];

static void count(size_t bytes) {
  emu_the_report.total.v[EMU_overlapped_copy_bytes] += bytes;
}

static void copies_beside_kernel(const struct CUstream_st *s) {
  last_kernel[s->slot] = s->asked;
  for (uint32_t i = 1; i < clock_slots; i++) {
    if (i == s->slot) continue;
    struct copies *c = &copies_of[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < c->count; k++) {
      if (c->at[k].n > s->clock.at[i])
        count(c->at[k].bytes);
      else
        c->at[kept++] = c->at[k];
    }
    c->count = kept;
  }
}

static void copy_beside_kernels(const struct CUstream_st *s, size_t bytes) {
  for (uint32_t i = 1; i < clock_slots; i++)
    if (i != s->slot && last_kernel[i] > s->clock.at[i]) {
      count(bytes);
      return;
    }
  struct copies *c = &copies_of[s->slot];
  if (c->count && c->at[c->count - 1].n <= host_clock.at[s->slot]) c->count = 0; // all are done
  if (c->count == MOST_COPIES) memmove(c->at, c->at + 1, --c->count * sizeof *c->at);
  c->at[c->count].n = s->asked;
  c->at[c->count++].bytes = bytes;
}

static void kernel_beside_devices(const struct CUstream_st *s) {
  for (uint32_t i = 1; i < clock_slots; i++)
    if (stream_at[i]->device != s->device && last_kernel[i] > s->clock.at[i]) {
      emu_the_report.total.v[EMU_launches_beside_devices]++;
      return;
    }
}

void overlap_count(const struct CUstream_st *s, const struct work_kind *kind, const void *data) {
  if (kind->node == cudaGraphNodeTypeKernel) {
    kernel_beside_devices(s);
    copies_beside_kernel(s);
  }
  size_t bytes = kind->link_bytes ? kind->link_bytes(data) : 0;
  if (bytes) copy_beside_kernels(s, bytes);
}
