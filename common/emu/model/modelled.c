// The formula of the modelled time. grading/model/formula.py has the same one, for the proof on the labs' stages; the two are
// compared by unit.model.
#include "model/modelled.h"
#include "model/constants.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const part_names[MODEL_PART_COUNT] = {
#define MODEL_X(name, what) #name,
    MODEL_PARTS(MODEL_X)
#undef MODEL_X
};
static const char *const part_words[MODEL_PART_COUNT] = {
#define MODEL_X(name, what) what,
    MODEL_PARTS(MODEL_X)
#undef MODEL_X
};

// ---- the constants of EMU_DEVICE ----

static const struct measured_device *measured(const char *key) {
  for (const struct measured_device *m = measured_devices; m->key; m++)
    if (strcmp(m->key, key) == 0) return m;
  return NULL;
}

// A multiprocessor's fp32 lanes, and tensor multiply-adds a cycle with fp32 sums, from NVIDIA's white papers.
static void rates(const struct device *d, double *lanes, double *tensor) {
  static const struct {
    int capability, lanes, tensor;
  } known[] = {{75, 64, 512},  {80, 64, 1024},  {86, 128, 256},
               {89, 128, 256}, {90, 128, 2048}, {100, 128, 4096}};
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].capability <= 10 * d->major + d->minor) *lanes = known[i].lanes, *tensor = known[i].tensor;
}

// Of a device that nobody has measured: the first measured one's constants, by the ratio of the two data sheets. A
// multiprocessor does the same in a cycle.
static struct model_constants by_data_sheet(const struct device *d) {
  const struct measured_device *from = &measured_devices[0];
  const struct device *m = device_by_key(from->key);
  struct model_constants c = from->constants;
  double cycle = (double)m->clock_khz / d->clock_khz, processors = cycle * m->processors / d->processors;
  double memory = (double)m->memory_khz * m->bus_bits / ((double)d->memory_khz * d->bus_bits);
  double lanes = 128, tensor = 2048, lanes_there = 128, tensor_there = 2048;
  rates(m, &lanes_there, &tensor_there);
  rates(d, &lanes, &tensor);
  double *by_memory[] = {&c.dram_read_line, &c.dram_read_sector, &c.dram_write_sector, &c.dram_turn,
                         &c.dram_fill_sector};
  double *by_processors[] = {&c.l2_load_line,  &c.l2_load_sector,
                             &c.l2_store_line, &c.l2_store_sector,
                             &c.l1_line,       &c.shared_wavefront,
                             &c.shared_atomic, &c.shared_atomic_step,
                             &c.shuffle,       &c.slot,
                             &c.fp32_op,       &c.tensor_op,
                             &c.barrier_warp,  &c.atomic_sector,
                             &c.atomic_turn,   &c.block};
  double *by_cycle[] = {&c.atomic_step,  &c.float_atomic_step, &c.dram_latency,    &c.l2_latency,
                        &c.l1_latency,   &c.shared_latency,    &c.shuffle_latency, &c.barrier_latency,
                        &c.slot_latency, &c.slot_apart,        &c.block_turn};
  for (unsigned i = 0; i < sizeof by_memory / sizeof *by_memory; i++) *by_memory[i] *= memory;
  for (unsigned i = 0; i < sizeof by_processors / sizeof *by_processors; i++) *by_processors[i] *= processors;
  for (unsigned i = 0; i < sizeof by_cycle / sizeof *by_cycle; i++) *by_cycle[i] *= cycle;
  c.fp32_op *= lanes_there / lanes;
  c.tensor_op *= tensor_there / tensor;
  c.processors = d->processors;
  return c;
}

static const struct model_constants *constants(void) {
  static struct model_constants c;
  static bool known;
  const struct device *d = device_model();
  const struct measured_device *m = measured(d->key);
  if (!known) c = m ? m->constants : by_data_sheet(d);
  known = true;
  return &c;
}

const char *modelled_basis(void) {
  const struct measured_device *m = measured(device_model()->key);
  return m ? m->basis : "constants from data sheets and an H200's; nobody has compared it with this device";
}

// ---- the formula ----

static double at_least(double least, double x) {
  return x > least ? x : least;
}

static double at_most(double most, double x) {
  return x < most ? x : most;
}

// What several that overlap so far take together.
static double norm(double power, const double *of, size_t n) {
  double longest = 0, together = 0;
  for (size_t i = 0; i < n; i++) longest = at_least(longest, of[i]);
  for (size_t i = 0; i < n && longest > 0; i++) together += pow(of[i] / longest, power);
  return longest * pow(together, 1 / power);
}

// What a step of a block's path takes, beside the constants.
struct per_step {
  double event, far;
};

// Of a block's path: the demands path_events and those that follow, or longest_events and those, and the seconds of the turns that
// its warps take. Where the slowest warp loads once from barrier to barrier, the turns come after its latencies; where it loads often,
// other warps take their turns while it waits.
_Static_assert(EMU_DEMAND_longest_exchanges - EMU_DEMAND_longest_events ==
                   EMU_DEMAND_path_exchanges - EMU_DEMAND_path_events,
               "the two are in the same order");
static double path_seconds(const uint64_t *steps, double phases, double turns, const struct per_step *per) {
  const struct model_constants *c = constants();
#define N(name) (double)steps[EMU_DEMAND_path_##name - EMU_DEMAND_path_events]
  double trips = N(memory_trips) + N(shared_trips) + N(exchanges);
  double own = N(events) * per->event + N(far_trips) * per->far +
               at_least(0, N(memory_trips) - N(far_trips)) * c->l1_latency +
               N(shared_trips) * c->shared_latency + N(exchanges) * c->shuffle_latency +
               phases * c->barrier_latency;
#undef N
  return at_least(own, turns) + at_most(own, turns) / at_least(1, trips / at_least(1, phases));
}

#define V(name) ((double)v[EMU_##name])
#define D(name) ((double)d[EMU_DEMAND_##name])

// Device memory and the second-level cache together. A sector of device memory goes through the cache: that was measured so. What the
// cache has shares it with these as atomics and loads do.
static double memory_seconds(double device_memory, double l2, const uint64_t *d) {
  double moved = D(l2_load_sectors) + D(l2_store_sectors), power = constants()->atomic_overlap;
  double missed = moved > 0 ? at_most(1, (D(dram_read_sectors) + D(dram_write_sectors)) / moved) : 1;
  return at_least(l2, norm(power, (double[]){device_memory, (1 - missed) * l2}, 2));
}

// Turns of bank conflicts that nothing overlaps with: where a warp loads once from barrier to barrier all of them, as in a block's path.
static double conflict_seconds(const uint64_t *v, const uint64_t *d) {
  double trips = D(path_memory_trips) + D(path_shared_trips) + D(path_exchanges);
  return D(conflict_wavefronts) * constants()->shared_wavefront /
         at_least(1, trips / at_least(1, V(barriers)));
}

struct modelled modelled_launch(const struct emu_launch *l, double operations) {
  const uint64_t *v = l->counters.v, *d = l->demand.v;
  const struct model_constants *c = constants();
  operations = at_least(0, operations - V(tensor_ops)); // the tensor cores did those
  double warps = at_least(1, V(threads) / WARP), launches = at_least(1, V(launches));
  double requests = V(global_load_requests) + V(global_store_requests) + V(shared_load_requests) +
                    V(shared_store_requests) + V(global_atomic_requests) + V(shared_atomic_requests) +
                    V(warp_exchanges);
  double one_by_one = (V(warp_blocks) - D(unrolled_blocks)) * c->slots_a_block +
                      at_least(0, requests - D(unrolled_requests)) * c->slots_a_request + D(unrolled_choices);
  double side_by_side = at_least(D(unrolled_steps), operations / (2 * WARP)) +
                        at_least(0, D(unrolled_requests) - D(merged_requests));
  double slots = one_by_one + side_by_side;
  double barrier_warps = V(barriers) * warps / at_least(1, V(blocks));
  double missed = D(l2_load_sectors) > 0 ? at_most(1, D(dram_read_sectors) / D(l2_load_sectors)) : 0;
  double far = c->l2_latency + missed * (c->dram_latency - c->l2_latency);
  // An event is a basic block or a request.
  struct per_step per = {.event = (one_by_one * c->slot_latency + side_by_side * c->slot_apart) /
                                  at_least(1, V(warp_blocks) + requests),
                         .far = far};
  double l1 =
      D(l1_lines) * c->l1_line + V(shared_atomic_requests) * c->shared_atomic +
      D(shared_atomic_steps) * c->shared_atomic_step + V(warp_exchanges) * c->shuffle +
      (V(shared_load_wavefronts) + D(wide_wavefronts) - D(merged_wavefronts) + V(shared_store_wavefronts)) *
          c->shared_wavefront;
  double path = path_seconds(&d[EMU_DEMAND_path_events], V(barriers), l1 * c->processors, &per);
  double longest_path = path_seconds(&d[EMU_DEMAND_longest_events], D(longest_phases),
                                     D(longest_turns) * c->shared_wavefront * c->processors, &per);
  double at_once = at_least(1, D(resident_warps) * V(blocks) / (warps * launches));
  double rounds = ceil(V(blocks) / launches / at_once - 1e-6) * launches;
  // The busiest multiprocessor has so much more than its share of the blocks.
  double of_one = V(blocks) / launches / c->processors, whole = of_one > 0 ? ceil(of_one - 1e-6) / of_one : 1;
  struct modelled m = {0};
  m.part[PART_device_memory] =
      D(dram_read_lines) * c->dram_read_line + D(dram_read_sectors) * c->dram_read_sector +
      at_most(D(dram_read_sectors), D(dram_write_sectors)) * c->dram_turn +
      D(dram_write_sectors) * c->dram_write_sector + D(dram_fill_sectors) * c->dram_fill_sector;
  double sectors = D(global_atomic_sectors), turns = at_least(0, D(global_atomic_steps) - sectors);
  double l2[] = {D(l2_load_lines) * c->l2_load_line + D(l2_load_sectors) * c->l2_load_sector +
                     D(l2_store_lines) * c->l2_store_line + D(l2_store_sectors) * c->l2_store_sector,
                 sectors * c->atomic_sector + turns * c->atomic_turn};
  m.part[PART_l2] = norm(c->atomic_overlap, l2, 2);
  m.part[PART_l1_and_shared] = whole * l1;
  m.part[PART_issue] = whole * slots * c->slot;
  m.part[PART_fp32] = whole * operations * c->fp32_op;
  m.part[PART_tensor] = whole * V(tensor_ops) * c->tensor_op;
  m.part[PART_atomics] =
      at_least(D(hottest_atomic_steps) * c->atomic_step, D(hottest_float_steps) * c->float_atomic_step);
  m.part[PART_barriers] = whole * barrier_warps * c->barrier_warp;
  m.part[PART_blocks] = V(blocks) * c->block;
  m.part[PART_waiting] =
      at_least(path * rounds / at_least(1, V(blocks)) + rounds * c->block_turn, longest_path);
  for (int p = 1; p < MODEL_PART_COUNT; p++)
    if (m.part[p] > m.part[m.bound]) m.bound = (enum model_part)p;
  double alone = at_most(m.part[PART_l1_and_shared], conflict_seconds(v, d));
#undef V
#undef D
  // An fp32 operation is issued: that was measured so.
  double apart[] = {memory_seconds(m.part[PART_device_memory], m.part[PART_l2], d),
                    m.part[PART_l1_and_shared] - alone,
                    at_least(m.part[PART_issue], m.part[PART_fp32]),
                    m.part[PART_tensor],
                    m.part[PART_atomics],
                    m.part[PART_barriers],
                    m.part[PART_blocks],
                    m.part[PART_waiting]};
  m.seconds = norm(c->overlap, apart, sizeof apart / sizeof *apart) + alone + launches * c->launch;
  m.share = m.part[m.bound] / m.seconds;
  return m;
}

static double operations_given(void) {
  const char *given = getenv("EMU_OPERATIONS");
  double operations = given && *given ? strtod(given, NULL) : 0;
  return operations > 0 && operations < 1e30 ? operations : 0;
}

struct modelled modelled_of(const struct emu_report *r, uint32_t i) {
  uint32_t busiest = 0;
  for (uint32_t k = 1; k < r->n_launches; k++)
    if (r->launch[k].counters.v[EMU_warp_blocks] > r->launch[busiest].counters.v[EMU_warp_blocks])
      busiest = k;
  return modelled_launch(&r->launch[i], i == busiest ? operations_given() : 0);
}

double modelled_total(const struct emu_report *r) {
  double sum = 0;
  for (uint32_t i = 0; i < r->n_launches; i++) sum += modelled_of(r, i).seconds;
  return sum + (double)r->total.v[EMU_host_waits] * constants()->round_trip;
}

// ---- how it is shown ----

void modelled_print(FILE *f, const struct modelled *m) {
  fprintf(f, "  %-26s %14.6f ms, bound by %s: %.0f %%\n", "modelled_time", m->seconds * 1e3,
          part_words[m->bound], 100 * m->share);
}

void modelled_print_total(FILE *f, const struct emu_report *r) {
  if (!r->n_launches) return;
  fprintf(f,
          "\nmodelled time on %s: %.6f ms for the launches%s and the host's waits. It is modelled, not "
          "measured, and "
          "never marked.\n  %s\n",
          device_model()->name, modelled_total(r) * 1e3, r->launches_dropped ? " listed" : "",
          modelled_basis());
}

void modelled_add_html(struct text *t, const struct emu_report *r, uint32_t i) {
  struct modelled m = modelled_of(r, i);
  text_add(t, "<p>Modelled time: %.4g ms, bound by %s: %.0f %%. The parts, each alone:", m.seconds * 1e3,
           part_words[m.bound], 100 * m.share);
  for (int p = 0, n = 0; p < MODEL_PART_COUNT; p++)
    if (m.part[p] >= 0.01 * m.part[m.bound])
      text_add(t, "%s %s %.4g ms", n++ ? "," : "", part_words[p], m.part[p] * 1e3);
  text_add(t, ".</p>\n");
}

void modelled_add_html_total(struct text *t, const struct emu_report *r) {
  if (!r->n_launches) return;
  text_add(t,
           "<p>Modelled time on %s: %.4g ms for the launches%s and the host's waits. It is modelled, not "
           "measured, and never marked: "
           "%s.</p>\n",
           device_model()->name, modelled_total(r) * 1e3, r->launches_dropped ? " listed" : "",
           modelled_basis());
}

void modelled_add_json(struct json *j, const struct modelled *m) {
  json_open(j, "modelled", '{');
  json_string(j, "device", device_model()->key);
  json_string(j, "basis", modelled_basis());
  json_number(j, "seconds", m->seconds);
  json_string(j, "bound", part_names[m->bound]);
  json_number(j, "share", m->share);
  json_open(j, "parts", '{');
  for (int p = 0; p < MODEL_PART_COUNT; p++) json_number(j, part_names[p], m->part[p]);
  json_close(j, '}');
  json_close(j, '}');
}
