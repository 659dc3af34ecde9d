// Lab 06's inputs and the arguments of each case.
#include "parts.h"
#include <string.h>

// ---- distributions ----------------------------------------------------------------------------------------

#define DISTRIBUTION(spec) ((spec)->variant & 0xff)

// ---- cases ------------------------------------------------------------------------------------------------

static void make_samples(struct pmpp_case *c) {
  enum { PERIOD = 1 << 24 }; // more than 2^31 - 1 samples repeat themselves: they are made in seconds
  int64_t n = c->spec->size[0], drawn = n > INT32_MAX ? PERIOD : n;
  int variant = DISTRIBUTION(c->spec), type = type_of(c);
  uint64_t state = c->seed;
  const char *rest = "";
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN,
                                 type == BYTES   ? PMPP_U8
                                 : type == WORDS ? PMPP_U32
                                                 : PMPP_F32,
                                 n);

  in->arg.misalign = (uint32_t)(c->spec->variant >> 8) & 0xff;
  if (variant == ZIPF) fill_zipf(bins_of(c), c->seed);
  for (int64_t first = 0; first < drawn; first += 4096) {
    uint32_t part[4096];
    int64_t here = drawn - first < 4096 ? drawn - first : 4096;
    fill(part, here, first, n, variant, type != BYTES, &state, &rest);
    for (int64_t i = 0; i < here; i++) {
      if (type == BYTES)
        ((uint8_t *)in->data)[first + i] = (uint8_t)(part[i] >> 24);
      else
        ((uint32_t *)in->data)[first + i] =
            variant == EDGES ? edge(c, pmpp_random(&state)) : between_levels(c, part[i]);
    }
  }
  size_t bytes = (size_t)pmpp_type_size(in->arg.type);
  for (int64_t first = drawn; first < n; first += drawn)
    memcpy((char *)in->data + (size_t)first * bytes, in->data,
           (size_t)(n - first < drawn ? n - first : drawn) * bytes);
  c->param[0] = n;
  c->param[1] = type;
  c->floor_bytes = (double)n * bytes_of(c); // the counts are few beside them
}

void make(struct pmpp_case *c) {
  make_samples(c);
  pmpp_add(c, "hist", PMPP_OUT, PMPP_U32, bins_of(c))->counts = true;
  c->param[2] = bins_of(c);
  c->param[3] = c->spec->size[2];
  c->param[4] = c->spec->size[3];
  c->real[0] = lower_of(c);
  c->real[1] = upper_of(c);
}

void make_blocks(struct pmpp_case *c) { // task 3; size: n, blocks
  make(c);
  c->param[1] = c->spec->size[1];
}

void make_equalise(struct pmpp_case *c) {
  make_samples(c);
  pmpp_add(c, "out", PMPP_OUT, PMPP_U8, c->spec->size[0]);
  pmpp_add(c, "hist", PMPP_OUT, PMPP_U32, HIST_BINS)->counts = true;
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, HIST_SCRATCH);
  c->floor_bytes = 3.0 * (double)c->spec->size[0]; // counted, then looked up, then stored
}
