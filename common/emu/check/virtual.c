// An object's pointer to its table of virtual functions is its maker's: on the other side it leads nowhere. In the memory of the other
// side it is the address that host code has of what is the device's (emu_sides.h), so that a call through it is told.
//
// Each such pointer that a constructor has stored is remembered by its place, and with what is copied the memory goes on. A place that
// holds something else by now is no such pointer any more.
#include "check/virtual.h"
#include "emu/include/emu_sides.h"
#include "memory/heap.h"
#include "memory/image.h"

enum { MADE_PLACES = 1 << 12 };
static struct made {
  uint64_t slot, table; // slot 0: none
  bool by_device;
} made_places[MADE_PLACES];
static uint32_t n_made; // so far
static bool kernel_runs;

static bool is_devices_place(uint64_t slot) { // whether the place is the device's as things stand
  if (heap_visible(slot)) return kernel_runs;
  return slot - HEAP_BASE < HEAP_DEVICE;
}

static uint64_t pointer_at(const struct made *m, bool device) {
  return m->by_device == device ? m->table : m->table + EMU_HOST_SIDE;
}

static void keep_made(uint64_t slot, uint64_t table, bool by_device) {
  uint32_t hash = (uint32_t)((slot >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 52);
  made_places[hash] = (struct made){slot, table, by_device};
  n_made++;
}

void virtual_made(uint64_t slot, uint64_t table) {
  if (image_read_only(table)) keep_made(slot, table, M.self != NULL);
}

static bool holds(uint64_t slot, uint64_t pointer) {
  if (slot - HEAP_BASE < HEAP_RESERVE && !heap_range_ok(slot, sizeof pointer)) return false;
  return *(const uint64_t *)slot == pointer;
}

void virtual_copied(uint64_t to, uint64_t from, uint64_t bytes) {
  if (!n_made || bytes < sizeof(uint64_t)) return;
  for (int i = 0; i < MADE_PLACES; i++) {
    struct made m = made_places[i];
    uint64_t slot = to + (m.slot - from);
    if (!m.slot || m.slot - from > bytes - sizeof(uint64_t) ||
        !holds(slot, pointer_at(&m, is_devices_place(m.slot))))
      continue;
    *(uint64_t *)slot = pointer_at(&m, is_devices_place(slot));
    keep_made(slot, m.table, m.by_device);
  }
}

static void change_hands(uint64_t low, uint64_t high, bool to_device) {
  if (!n_made) return;
  for (int i = 0; i < MADE_PLACES; i++) {
    const struct made *m = &made_places[i];
    bool here = heap_visible(m->slot) || m->slot - low < high - low;
    if (m->slot && here && holds(m->slot, pointer_at(m, !to_device)))
      *(uint64_t *)m->slot = pointer_at(m, to_device);
  }
}

void virtual_launch_begin(uint64_t low, uint64_t high) {
  change_hands(low, high, true);
  kernel_runs = true;
}

void virtual_launch_end(uint64_t low, uint64_t high) {
  kernel_runs = false;
  change_hands(low, high, false);
}
