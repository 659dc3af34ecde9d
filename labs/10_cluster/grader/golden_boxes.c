// Lab 10's golden results of boxes on several devices: what one device makes of the grid.
#include "grader/die.h"
#include "parts.h"
#include <stdlib.h>
#include <string.h>

struct fault_9 {
  bool periodic, step_less, first_halos, second_layer;
  bool alone[3]; // along an axis the boxes see nothing of each other
};

struct grid_9 {
  const int64_t *size;
  struct cut cut;
  float *from, *to, *at_begin[2]; // before and after a step; before the first two
  int64_t step;
};

static int64_t part_at(const struct grid_9 *g, int axis, int64_t i) {
  int64_t part = 0;
  while (cluster_part(g->size[axis], g->cut.along[axis], part + 1) <= i) part++;
  return part;
}

// The neighbour of an element along an axis, as the mistake has it. NULL: there is none.
static const float *beside(const struct grid_9 *g, const int64_t at[3], int axis, int side,
                           struct fault_9 fault) {
  int64_t to[3] = {at[0], at[1], at[2]}, n = g->size[axis];
  to[axis] += side;
  if ((to[axis] < 0 || to[axis] >= n) && !fault.periodic) return NULL;
  to[axis] = (to[axis] + n) % n;
  bool apart = part_at(g, axis, to[axis]) != part_at(g, axis, at[axis]);
  if (apart && fault.alone[axis]) return NULL;
  int64_t behind = to[axis] + side;
  bool longer = behind >= 0 && behind < n && part_at(g, axis, behind) == part_at(g, axis, to[axis]);
  if (apart && fault.second_layer && longer) to[axis] = behind;
  const float *grid = apart && fault.first_halos ? g->at_begin[g->step % 2] : g->from;
  return grid + (to[0] * g->size[1] + to[1]) * g->size[2] + to[2];
}

static void step_of_boxes(struct grid_9 *g, struct fault_9 fault) {
  int64_t k = 0, at[3];
  for (at[0] = 0; at[0] < g->size[0]; at[0]++)
    for (at[1] = 0; at[1] < g->size[1]; at[1]++)
      for (at[2] = 0; at[2] < g->size[2]; at[2]++, k++) {
        const float *n[6];
        bool edge = false;
        for (int face = 0; face < 6; face++) {
          n[face] = beside(g, at, face / 2, face % 2 ? 1 : -1, fault);
          edge |= !n[face];
        }
        g->to[k] = edge ? g->from[k] : cluster_seven(g->from[k], *n[0], *n[1], *n[2], *n[3], *n[4], *n[5]);
      }
}

static void steps_of_boxes(struct pmpp_case *c, struct fault_9 fault) {
  int64_t elements = c->buf[BOX_GRID].arg.count;
  size_t bytes = (size_t)elements * sizeof(float);
  float *all = malloc(4 * bytes);
  if (!all) die_infra("out of memory");
  struct grid_9 g = {c->spec->size,
                     cut_of(c->spec->variant),
                     all,
                     all + elements,
                     {all + 2 * elements, all + 3 * elements},
                     0};
  memcpy(g.from, c->buf[BOX_GRID].data, bytes);
  for (; g.step < c->spec->size[BOX_STEPS] - fault.step_less; g.step++) {
    if (g.step < 2) memcpy(g.at_begin[g.step], g.from, bytes);
    step_of_boxes(&g, fault);
    float *old = g.from;
    g.from = g.to;
    g.to = old;
  }
  double *golden = c->buf[BOX_RESULT].golden;
  for (int64_t k = 0; k < elements; k++) golden[k] = g.from[k];
  free(all);
}

void golden_boxes(struct pmpp_case *c) {
  steps_of_boxes(c, (struct fault_9){0});
}

#define MISTAKE(name, ...)                                                                                   \
  static void name(struct pmpp_case *c) {                                                                    \
    steps_of_boxes(c, (struct fault_9){__VA_ARGS__});                                                        \
  }
MISTAKE(periodic, .periodic = true)
MISTAKE(step_less, .step_less = true)
MISTAKE(first_halos, .first_halos = true)
MISTAKE(second_layer, .second_layer = true)
MISTAKE(alone, .alone = {true, true, true})
MISTAKE(alone_0, .alone = {true})
MISTAKE(alone_1, .alone = {false, true})
MISTAKE(alone_2, .alone = {false, false, true})

const struct pmpp_mistake boxes_mistakes[8] = {
    {"the grid is periodic: the elements of its surface are edges, which keep their values", periodic},
    {"the result is a step too old: after an even number of steps it is in a, after an odd number in b",
     step_less},
    {"the halos are those of the first two steps: each step needs new ones", first_halos},
    {"the halos are one layer off: a neighbour needs the outermost layer of a box, which is layer 1 and "
     "layer e, "
     "because 0 and e + 1 are halos",
     second_layer},
    {"no box sees a halo: each keeps its surface, as if the grid ended there", alone},
    {"along axis 0 no box sees a halo: each keeps its first and its last layer", alone_0},
    {"along axis 1 no box sees a halo: each keeps its first and its last layer", alone_1},
    {"along axis 2 no box sees a halo: each keeps its first and its last layer", alone_2},
};
