// Lab 10's tasks of ranks as the worker calls them: in each rank, with its slab on its device.
#include "calls_devices.h"
#include "parts.h"
#include <stdlib.h>

struct part { // of the grid
  int device;
  int64_t rows, columns, before; // `before`: elements of the ranks before this one
  int steps, bytes[CLUSTER_MOST_DEVICES], residual_bytes[CLUSTER_MOST_DEVICES];
  float *a, *b, *slab, *residual; // on the device; on the host, what is handed over
};

static struct part part_of(const struct pmpp_io *io) {
  const int64_t *rows = io->arg[SLABS];
  int rank = pmpp_rank(), devices = 1;
  cudaGetDeviceCount(&devices);
  struct part p = {.device = rank % devices,
                   .rows = rows[rank],
                   .columns = io->param[SLAB_COLUMNS],
                   .steps = (int)io->param[SLAB_STEPS]};
  for (int r = 0; r < pmpp_ranks(); r++) {
    if (r < rank) p.before += rows[r] * p.columns;
    p.bytes[r] = (int)(rows[r] * p.columns * (int64_t)sizeof(float));
    p.residual_bytes[r] = p.steps * (int)sizeof(float);
  }
  return p;
}

static int open_part(struct part *p, const float *grid) {
  int64_t own = p->rows * p->columns, room = own + 2 * p->columns;
  p->slab = malloc((size_t)room * sizeof(float));
  p->residual = malloc(((size_t)p->steps + 1) * sizeof(float));
  if (!p->slab || !p->residual) abort();
  for (int s = 0; s < p->steps; s++) p->residual[s] = NAN;
  int error = make_array(&p->a, p->device, room, "a");
  if (!error) error = make_array(&p->b, p->device, room, "b");
  return error ? error : put_array(p->device, p->a + p->columns, grid + p->before, own);
}

// Ranks whose calls return different things meet in pmpp_ranks_return all the same.
int call_staged(const struct pmpp_io *io, staged_function *f) {
  struct part p = part_of(io);
  int error = open_part(&p, io->arg[GRID]);
  if (!error) error = f(io->arg[SLABS], p.columns, p.steps, p.a, p.b, p.residual);
  error = pmpp_ranks_return(error);
  if (!error) error = get_array(p.device, p.slab, (p.steps % 2 ? p.b : p.a) + p.columns, p.rows * p.columns);
  pmpp_ranks_gather(p.slab, p.bytes, io->arg[RESULT]);
  pmpp_ranks_gather(p.residual, p.residual_bytes, io->arg[RESIDUALS]);
  cudaSetDevice(p.device);
  cudaFree(p.a);
  cudaFree(p.b);
  free(p.slab);
  free(p.residual);
  return error;
}

int call_aware(const struct pmpp_io *io, staged_function *f) {
  bool as_it_is = io->param[AWARE] == AS_IT_IS;
  if (!as_it_is) pmpp_ranks_cuda_aware(io->param[AWARE] == AWARE_OF_CUDA);
  int error = call_staged(io, f);
  if (!as_it_is) pmpp_ranks_cuda_aware(0);
  return error;
}
