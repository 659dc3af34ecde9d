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

// Rows that need no halo, if each slab counts its first and its last one among those that do.
static double beside_least(const struct pmpp_case *c) {
  double inner = (double)c->spec->size[SLAB_ROWS] - 2 * (links(c) / 2 + 1);
  return 4 * inner * (double)(c->spec->size[SLAB_COLUMNS] - 2) * (steps_of(c) - 1);
}

static double direct_most(const struct pmpp_case *c) {
  return 8 * elements_of(c) + elements_of(c) / 16 * steps_of(c);
}

static double host_waits_most(const struct pmpp_case *c) {
  return 10 * (double)c->spec->size[RANKS];
}

#define COMPUTES                                                                                             \
  {                                                                                                          \
    EMU_global_store_bytes, PMPP_AT_LEAST, stores_least, 0,                                                  \
        "4 (rows - 2) (columns - 2) steps: the kernels themselves store every step",                         \
        "let the kernels compute the steps, not the host"                                                    \
  }
#define COMPUTES_ONCE                                                                                        \
  {                                                                                                          \
    EMU_global_store_bytes, PMPP_AT_MOST, ranks_stores_most, 0,                                              \
        "4.25 rows columns steps: each step stores each element once, and a few numbers for the residual",   \
        "a rank computes its own rows alone, and stores each once a step; blocks find their greatest "       \
        "change "                                                                                            \
        "before they store it"                                                                               \
  }
#define THROUGH_THE_HOST                                                                                     \
  {                                                                                                          \
    EMU_host_copy_bytes, PMPP_AT_MOST, staged_most, 0,                                                       \
        "the grid once in and out, 4 columns for each halo on both of its ends, in each step and one more, " \
        "and "                                                                                               \
        "a byte for each 16 elements and step",                                                              \
        "a halo goes through the host, the slab does not: copy the row that is sent, and the row that has "  \
        "come"                                                                                               \
  }
#define SENDS_HALOS                                                                                          \
  {                                                                                                          \
    EMU_message_bytes, PMPP_AT_LEAST, sent_least, 0,                                                         \
        "4 (columns - 2) a halo and step, two halos for each two neighbours",                                \
        "send each halo in each step from rank to rank"                                                      \
  }
#define SENDS_NO_MORE                                                                                        \
  {                                                                                                          \
    EMU_message_bytes, PMPP_AT_MOST, sent_most, 0, "4 columns a halo, for each step and one more",           \
        "a neighbour needs the first or the last row of a slab and nothing else of it"                       \
  }
#define SENDS_ROWS                                                                                           \
  {                                                                                                          \
    EMU_messages, PMPP_AT_MOST, messages_most, 0, "a message a halo, for each step and one more",            \
        "the elements of a row lie together: one message takes them all"                                     \
  }
#define BESIDE_MESSAGES                                                                                      \
  {                                                                                                          \
    EMU_store_bytes_beside_messages, PMPP_AT_LEAST, beside_least, 0,                                         \
        "4 (rows - 2 slabs) (columns - 2) (steps - 1): what needs no halo is computed while halos are "      \
        "under way",                                                                                         \
        "post the sends and the receives first, then ask for the kernel of the rows that need no halo, and " \
        "wait "                                                                                              \
        "for the messages after that"                                                                        \
  }

const struct pmpp_gate gates_4[6] = {COMPUTES,    COMPUTES_ONCE, THROUGH_THE_HOST,
                                     SENDS_HALOS, SENDS_NO_MORE, SENDS_ROWS};

const struct pmpp_gate gates_5[7] = {COMPUTES,      COMPUTES_ONCE, THROUGH_THE_HOST, SENDS_HALOS,
                                     SENDS_NO_MORE, SENDS_ROWS,    BESIDE_MESSAGES};

const struct pmpp_gate gates_6[6] = {
    COMPUTES,
    COMPUTES_ONCE,
    {EMU_host_copy_bytes, PMPP_AT_MOST, direct_most, 0,
     "the grid once in and out, and a byte for each 16 elements and step: no halo",
     "give MPI the pointers to the rows on the device; it moves them by itself"},
    SENDS_HALOS,
    SENDS_NO_MORE,
    SENDS_ROWS,
};

const struct pmpp_gate gates_7[8] = {
    COMPUTES,
    COMPUTES_ONCE,
    {EMU_host_copy_bytes, PMPP_AT_MOST, direct_most, 0,
     "the grid once in and out, and a byte for each 16 elements and step: no halo",
     "NCCL moves the rows from device to device"},
    SENDS_HALOS,
    SENDS_NO_MORE,
    SENDS_ROWS,
    BESIDE_MESSAGES,
    {EMU_host_waits, PMPP_AT_MOST, host_waits_most, 0,
     "10 a rank: as many as you like before the steps and after them, none within",
     "leave the order to streams and events, and the residuals on the device until all steps are done"},
};
