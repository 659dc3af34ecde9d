// The modelled time of a launch: made of what it demands of the device's parts. It is shown, and never marked.
#ifndef EMU_MODEL_MODELLED_H
#define EMU_MODEL_MODELLED_H

#include "base/json.h"
#include "emu/report.h"
#include "memory/model.h"
#include <stdio.h>

// X(name, what): the parts; each works for itself.
#define MODEL_PARTS(X)                                                                                       \
  X(device_memory, "device memory")                                                                          \
  X(l2, "second-level cache")                                                                                \
  X(l1_and_shared, "first-level cache and shared memory")                                                    \
  X(issue, "issue")                                                                                          \
  X(fp32, "fp32")                                                                                            \
  X(tensor, "tensor cores")                                                                                  \
  X(atomics, "atomics on one place")                                                                         \
  X(barriers, "barriers")                                                                                    \
  X(blocks, "beginning blocks")                                                                              \
  X(waiting, "waiting")
enum model_part {
#define MODEL_X(name, what) PART_##name,
  MODEL_PARTS(MODEL_X)
#undef MODEL_X
      MODEL_PART_COUNT
};

// X(name): the constants, in seconds a unit; slots_a_*: issue slots; *overlap: an exponent; processors: how many. grading/model/formula.py says where each is from.
#define MODEL_CONSTANTS(X)                                                                                   \
  X(dram_read_line)                                                                                          \
  X(dram_read_sector)                                                                                        \
  X(dram_write_sector)                                                                                       \
  X(dram_turn)                                                                                               \
  X(dram_fill_sector)                                                                                        \
  X(l2_load_line)                                                                                            \
  X(l2_load_sector)                                                                                          \
  X(l2_store_line)                                                                                           \
  X(l2_store_sector)                                                                                         \
  X(l1_line)                                                                                                 \
  X(shared_wavefront)                                                                                        \
  X(shared_atomic)                                                                                           \
  X(shared_atomic_step)                                                                                      \
  X(shuffle)                                                                                                 \
  X(slot)                                                                                                    \
  X(slots_a_block)                                                                                           \
  X(slots_a_request)                                                                                         \
  X(fp32_op)                                                                                                 \
  X(tensor_op)                                                                                               \
  X(barrier_warp)                                                                                            \
  X(atomic_sector)                                                                                           \
  X(atomic_step)                                                                                             \
  X(atomic_turn)                                                                                             \
  X(float_atomic_step)                                                                                       \
  X(block)                                                                                                   \
  X(block_turn)                                                                                              \
  X(launch)                                                                                                  \
  X(dram_latency)                                                                                            \
  X(l2_latency)                                                                                              \
  X(l1_latency)                                                                                              \
  X(shared_latency)                                                                                          \
  X(shuffle_latency)                                                                                         \
  X(barrier_latency)                                                                                         \
  X(slot_latency)                                                                                            \
  X(slot_apart)                                                                                              \
  X(round_trip)                                                                                              \
  X(overlap)                                                                                                 \
  X(atomic_overlap)                                                                                          \
  X(processors)
struct model_constants {
#define MODEL_X(name) double name;
  MODEL_CONSTANTS(MODEL_X)
#undef MODEL_X
};

struct modelled {
  double seconds, part[MODEL_PART_COUNT];
  enum model_part bound; // the longest
  double share;          // its share of `seconds`
};
// `operations`: of fp32, where they are known, else 0.
struct modelled modelled_launch(const struct emu_launch *l, double operations);

// Of the i-th launch: EMU_OPERATIONS belongs to the launch that runs most basic blocks.
struct modelled modelled_of(const struct emu_report *r, uint32_t i);
double modelled_total(const struct emu_report *r);
// Where the constants are from and how far the modelled time was off: "H200, measured; on the labs' stages off by 30 % ...".
const char *modelled_basis(void);

void modelled_print(FILE *f, const struct modelled *m);
void modelled_print_total(FILE *f, const struct emu_report *r);
void modelled_add_html(struct text *t, const struct emu_report *r, uint32_t i);
void modelled_add_html_total(struct text *t, const struct emu_report *r);
void modelled_add_json(struct json *j, const struct modelled *m);

#endif
