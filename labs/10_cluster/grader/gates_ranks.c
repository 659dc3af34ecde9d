// Lab 10's gates for ranks: what goes through the host and through messages, and that the devices work.
#include "parts.h"

static double elements_of(const struct pmpp_case *c) {
  return (double)(c->spec->size[SLAB_ROWS] * c->spec->size[SLAB_COLUMNS]);
}

static double ranks_stores_most(const struct pmpp_case *c) {
  return 4.25 * elements_of(c) * steps_of(c);
}

static double staged_most(const struct pmpp_case *c) {
  return 8 * elements_of(c) + 2 * links(c) * row_bytes(c) * (steps_of(c) + 1) +
         elements_of(c) / 16 * steps_of(c);
}

static double sent_least(const struct pmpp_case *c) {
  return links(c) * (row_bytes(c) - 8) * steps_of(c);
}

static double sent_most(const struct pmpp_case *c) {
  return links(c) * row_bytes(c) * (steps_of(c) + 1);
}

static double messages_most(const struct pmpp_case *c) {
  return links(c) * (steps_of(c) + 1);
}

const struct pmpp_gate gates_4[6] = {
    {EMU_global_store_bytes, PMPP_AT_LEAST, stores_least, 0,
     "4 (rows - 2) (columns - 2) steps: the kernels themselves store every step",
     "let the kernels compute the steps, not the host"},
    {EMU_global_store_bytes, PMPP_AT_MOST, ranks_stores_most, 0,
     "4.25 rows columns steps: each step stores each element once, and a few numbers for the residual",
     "a rank computes its own rows alone, and stores each once a step; blocks find their greatest change "
     "before they "
     "store it"},
    {EMU_host_copy_bytes, PMPP_AT_MOST, staged_most, 0,
     "the grid once in and out, 4 columns for each halo on both of its ends, in each step and one more, and "
     "a byte "
     "for each 16 elements and step",
     "a halo goes through the host, the slab does not: copy the row that is sent, and the row that has come"},
    {EMU_message_bytes, PMPP_AT_LEAST, sent_least, 0,
     "4 (columns - 2) a halo and step, two halos for each two neighbours",
     "send each halo in each step from rank to rank"},
    {EMU_message_bytes, PMPP_AT_MOST, sent_most, 0, "4 columns a halo, for each step and one more",
     "a neighbour needs the first or the last row of a slab and nothing else of it"},
    {EMU_messages, PMPP_AT_MOST, messages_most, 0, "a message a halo, for each step and one more",
     "the elements of a row lie together: one message takes them all"},
};
