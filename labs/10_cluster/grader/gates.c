// Lab 10's gates: how much of the copies can run beside kernels, and that the device does the work once.
#include "parts.h"

// ---- 1: chunks --------------------------------------------------------------------------------------------

static double overlap_1(const struct pmpp_case *c) {
  return 8.0 * (double)(c->spec->size[N] - c->spec->size[CHUNK]);
}

static double stores_1(const struct pmpp_case *c) {
  return 4.0 * (double)c->spec->size[N];
}

// Once in and once out, and a chunk more.
static double moved_1(const struct pmpp_case *c) {
  return 8.0 * (double)(c->spec->size[N] + c->spec->size[CHUNK]);
}

static double share_1(const struct pmpp_case *c) {
  return c->spec->size[CHUNK] >= MANY_OF_A_LAUNCH ? 0.75 : 1;
}

const struct pmpp_gate gates_1[6] = {
    GATES_SHARED(share_1),
    {EMU_global_store_bytes, PMPP_AT_LEAST, stores_1, 0, "4 n: the kernels themselves store every result",
     "let the kernels compute the results, not the host"},
    {EMU_overlapped_copy_bytes, PMPP_AT_LEAST, overlap_1, 0,
     "8 (n - chunk): all copies but the first one in and the last one out have a kernel beside them, which "
     "stores half as many bytes or more",
     "pin x and y by cudaHostRegister, give neighbouring chunks to different streams, and wait on the host "
     "at "
     "the end alone: a pageable copy, the default stream and a wait for each chunk hide nothing"},
    {EMU_global_bytes, PMPP_AT_MOST, moved_1, 0,
     "8 (n + chunk): the kernels load and store each element once",
     "what runs beside the copies has to be the work on other chunks"},
    {EMU_host_copy_bytes, PMPP_AT_MOST, moved_1, 0,
     "8 (n + chunk): each element is copied once in and once out",
     "the copies that run beside kernels have to be those of x and y"},
};

// ---- 2: boundary and interior -----------------------------------------------------------------------------

static double halo_bytes(const struct pmpp_case *c) { // of a step: two rows in, two rows out
  return 16.0 * (double)c->spec->size[COLUMNS];
}

static double overlap_2(const struct pmpp_case *c) {
  return halo_bytes(c) * (double)(c->spec->size[STEPS] - 1);
}

static double stores_2_least(const struct pmpp_case *c) {
  return 4.0 * (double)(c->spec->size[ROWS] * (c->spec->size[COLUMNS] - 2) * c->spec->size[STEPS]);
}

static double stores_2_most(const struct pmpp_case *c) {
  return 4.0 * (double)(c->spec->size[ROWS] * c->spec->size[COLUMNS] * (c->spec->size[STEPS] + 2));
}

static double copied_2(const struct pmpp_case *c) {
  return halo_bytes(c) * (double)(c->spec->size[STEPS] + 1);
}

const struct pmpp_gate gates_2[4] = {
    {EMU_global_store_bytes, PMPP_AT_LEAST, stores_2_least, 0,
     "4 rows (columns - 2) steps: the kernels themselves store every step",
     "let the kernels compute the steps, not the host"},
    {EMU_global_store_bytes, PMPP_AT_MOST, stores_2_most, 0,
     "4 rows columns (steps + 2): each step stores each element once; two more to get the block in and out",
     "the first and the last row belong to the boundary's kernel alone: the interior is rows 1 to rows - 2"},
    {EMU_overlapped_copy_bytes, PMPP_AT_LEAST, overlap_2, 0,
     "16 columns (steps - 1): the two rows in and the two rows out of each step, but one, have a kernel "
     "beside them",
     "put copies and boundary on a stream of their own, and order by events only what needs an order: the "
     "interior of a step needs no halo"},
    {EMU_host_copy_bytes, PMPP_AT_MOST, copied_2, 0,
     "16 columns (steps + 1): two rows in and two rows out of each step, and of one more",
     "copy the halos of a step once, and its borders once: nothing else of the grid leaves the device"},
};
