// Lab 10's inputs and arguments of the tasks of several devices.
#include "parts.h"
#include <string.h>

// Of `rows` >= 1 each device gets its number. Dealt unevenly, every device has one row as long as there are enough, and
// chance deals out the others.
static void deal(int64_t *of_device, int64_t devices, int64_t rows, int how, uint64_t state) {
  int64_t takers = how == DEALT_TO_FIRST ? 1 : how == DEALT_TO_OUTER ? (devices + 1) / 2 : devices;
  memset(of_device, 0, (size_t)devices * sizeof *of_device);
  for (int64_t r = 0; r < rows; r++) {
    bool chance = how == DEALT_UNEVENLY && r >= takers;
    int64_t taker = chance ? (int64_t)(pmpp_random(&state) % (uint64_t)takers) : r % takers;
    of_device[how == DEALT_TO_OUTER ? 2 * taker : taker]++; // the first, the third, ...
  }
}

void make_peers(struct pmpp_case *c) {
  const int64_t *size = c->spec->size;
  int64_t elements = size[SLAB_ROWS] * size[SLAB_COLUMNS];
  struct pmpp_buf *slabs = pmpp_add(c, "rows", PMPP_IN, PMPP_I64, size[DEVICES]);
  struct pmpp_buf *grid = pmpp_add(c, "grid", PMPP_IN, PMPP_F32, elements);
  struct pmpp_buf *out = pmpp_add(c, "result", PMPP_OUT, PMPP_F32, elements);
  slabs->arg.place = grid->arg.place = out->arg.place = PMPP_HOST;
  grid->columns = out->columns = size[SLAB_COLUMNS];
  deal(slabs->data, size[DEVICES], size[SLAB_ROWS], dealt(c), c->seed);
  random_input(c, grid);
  exact(out);
  for (int i = 0; i < 4; i++) c->param[i] = size[i];
  c->param[WAY] = way_of(c);
  c->floor_bytes = 8.0 * (double)(elements * size[SLAB_STEPS]);
  c->floor_ops = 4.0 * (double)(elements * size[SLAB_STEPS]);
}

// As task 3, with ranks in the place of devices; and of each rank the residuals.
void make_staged(struct pmpp_case *c) {
  const int64_t *size = c->spec->size;
  make_peers(c);
  struct pmpp_buf *residuals = pmpp_add(c, "residuals", PMPP_OUT, PMPP_F32, size[RANKS] * size[SLAB_STEPS]);
  residuals->arg.place = PMPP_HOST;
  residuals->columns = size[SLAB_STEPS]; // a row for each rank
  residuals->abs_bound = residuals->rel_bound = 0;
  residuals->bound_text = "0: a maximum is not a sum";
}

void make_aware(struct pmpp_case *c) {
  make_staged(c);
  c->param[AWARE] = c->spec->where & PMPP_ON_GPU      ? AS_IT_IS
                    : c->spec->variant & WITHOUT_CUDA ? UNAWARE
                                                      : AWARE_OF_CUDA;
}

// 8 vectors of such numbers have sums below 2^24.
void make_ring(struct pmpp_case *c) {
  enum { MOST = 1 << 20 };
  int64_t devices = c->spec->size[DEVICES], n = c->spec->size[LENGTH];
  struct pmpp_buf *vectors = pmpp_add(c, "vectors", PMPP_IN, PMPP_F32, devices * n);
  struct pmpp_buf *sums = pmpp_add(c, "sums", PMPP_OUT, PMPP_F32, devices * n);
  vectors->arg.place = sums->arg.place = PMPP_HOST;
  vectors->columns = sums->columns = n; // a row for each device
  pmpp_fill_whole_f32(vectors->data, devices * n, -MOST, MOST, c->seed);
  exact(sums);
  c->param[DEVICES] = devices;
  c->param[LENGTH] = n;
  c->floor_bytes = 8.0 * (double)(devices * n); // each device loads and stores its vector
  c->floor_ops = (double)((devices - 1) * n);
}

void make_boxes(struct pmpp_case *c) {
  const int64_t *size = c->spec->size;
  int64_t elements = size[0] * size[1] * size[2];
  struct pmpp_buf *grid = pmpp_add(c, "grid", PMPP_IN, PMPP_F32, elements);
  struct pmpp_buf *out = pmpp_add(c, "result", PMPP_OUT, PMPP_F32, elements);
  grid->arg.place = out->arg.place = PMPP_HOST;
  grid->columns = out->columns = size[2];
  out->plane[0] = size[1], out->plane[1] = size[2];
  random_input(c, grid);
  exact(out);
  for (int i = 0; i < 4; i++) c->param[i] = size[i];
  c->param[CUT] = c->spec->variant;
  c->floor_bytes = 8.0 * (double)(elements * size[BOX_STEPS]);
  c->floor_ops = 8.0 * (double)(elements * size[BOX_STEPS]);
}
