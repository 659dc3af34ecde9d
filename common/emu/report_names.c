// Names and derived metrics of the emulator's counters: pure data, linked into emulator and grader alike.
#include "emu/report.h"

static const struct {
  const char *name, *ncu, *what;
} counters[EMU_COUNTER_COUNT] = {
#define EMU_X(name, ncu, what) {#name, ncu, what},
    EMU_COUNTERS(EMU_X)
#undef EMU_X
};

static const char *const metrics[EMU_METRIC_COUNT - EMU_COUNTER_COUNT] = {
    "simt_efficiency",       "sectors_per_load",    "sectors_per_store",
    "load_efficiency",       "store_efficiency",    "shared_wavefronts_excess",
    "global_sectors_excess", "global_bytes",        "idle_share",
    "warp_balance",          "busiest_block_share", "idle_thread_share",
    "barriers_per_block",    "exchanges_per_block", "shared_stores_per_warp",
};

static const struct {
  const char *name, *advice;
  enum emu_hazard_where where;
} hazards[EMU_HAZARD_COUNT] = {
#define EMU_X(id, name, where, means, advice) {name, advice, EMU_OF_##where},
    EMU_HAZARDS(EMU_X)
#undef EMU_X
};

static const char *const notes[EMU_NOTE_COUNT] = {
#define EMU_X(id, text) text,
    EMU_NOTES(EMU_X)
#undef EMU_X
};

const char *emu_metric_name(int metric) {
  if (metric < 0 || metric >= EMU_METRIC_COUNT) return NULL;
  return metric < EMU_COUNTER_COUNT ? counters[metric].name : metrics[metric - EMU_COUNTER_COUNT];
}

const char *emu_counter_ncu(int counter) {
  return counter < 0 || counter >= EMU_COUNTER_COUNT ? NULL : counters[counter].ncu;
}

const char *emu_counter_what(int counter) {
  return counter < 0 || counter >= EMU_COUNTER_COUNT ? NULL : counters[counter].what;
}

const char *emu_hazard_name(int kind) {
  return kind < 0 || kind >= EMU_HAZARD_COUNT ? NULL : hazards[kind].name;
}

const char *emu_hazard_advice(int kind) {
  return kind < 0 || kind >= EMU_HAZARD_COUNT ? NULL : hazards[kind].advice;
}

enum emu_hazard_where emu_hazard_where(int kind) {
  return kind < 0 || kind >= EMU_HAZARD_COUNT ? EMU_OF_PROGRAM : hazards[kind].where;
}

const char *emu_note_name(int kind) {
  return kind < 0 || kind >= EMU_NOTE_COUNT ? NULL : notes[kind];
}

static const char *const demands[EMU_DEMAND_COUNT] = {
#define EMU_X(name, what) #name,
    EMU_DEMANDS(EMU_X)
#undef EMU_X
};

const char *emu_demand_name(int demanded) {
  return demanded < 0 || demanded >= EMU_DEMAND_COUNT ? NULL : demands[demanded];
}

static double ratio(double a, double b) {
  return b == 0 ? 0 : a / b;
}

double emu_metric_value(const struct emu_counters *c, int metric) {
  const uint64_t *v = c->v;
  if (metric >= 0 && metric < EMU_COUNTER_COUNT) return (double)v[metric];
  switch (metric) {
  case EMU_simt_efficiency:
    return ratio(v[EMU_active_lanes], 32.0 * v[EMU_warp_blocks]);
  case EMU_sectors_per_load:
    return ratio(v[EMU_global_load_sectors], v[EMU_global_load_requests]);
  case EMU_sectors_per_store:
    return ratio(v[EMU_global_store_sectors], v[EMU_global_store_requests]);
  case EMU_load_efficiency:
    return ratio(v[EMU_global_load_bytes], 32.0 * v[EMU_global_load_sectors]);
  case EMU_store_efficiency:
    return ratio(v[EMU_global_store_bytes], 32.0 * v[EMU_global_store_sectors]);
  case EMU_shared_wavefronts_excess:
    return (double)(v[EMU_shared_load_wavefronts] + v[EMU_shared_store_wavefronts]) -
           (double)v[EMU_shared_wavefronts_ideal];
  case EMU_global_sectors_excess:
    return (double)(v[EMU_global_load_sectors] + v[EMU_global_store_sectors]) -
           (double)v[EMU_global_sectors_ideal];
  case EMU_global_bytes:
    return (double)v[EMU_global_load_bytes] + (double)v[EMU_global_store_bytes];
  case EMU_idle_share:
    return ratio(v[EMU_idle_phases], v[EMU_thread_phases]);
  case EMU_warp_balance:
    return ratio(v[EMU_warp_blocks], v[EMU_warp_blocks_if_even]);
  case EMU_busiest_block_share:
    return ratio(v[EMU_warp_blocks_of_busiest], v[EMU_warp_blocks]);
  case EMU_idle_thread_share:
    return ratio(v[EMU_idle_threads], v[EMU_threads_of_busy_blocks]);
  case EMU_barriers_per_block:
    return ratio(v[EMU_barriers], v[EMU_blocks]);
  case EMU_exchanges_per_block:
    return ratio(v[EMU_warp_exchanges], v[EMU_blocks]);
  case EMU_shared_stores_per_warp:
    return ratio(v[EMU_shared_store_requests], v[EMU_threads] / 32.0);
  default:
    return 0;
  }
}
