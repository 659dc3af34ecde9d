// What each place of the program cost, in a hash table.
#include "count/site.h"
#include <stdlib.h>

static struct site *sites;
static uint32_t n_sites, *slots, slot_mask;

static uint32_t hash(uint32_t pc, int space) {
  return (pc * 2654435761u >> 7) + (uint32_t)space;
}

static void grow(void) {
  slot_mask = slot_mask ? 2 * slot_mask + 1 : 1023;
  free(slots);
  slots = calloc(slot_mask + 1, sizeof *slots);
  sites = realloc(sites, (slot_mask / 2 + 2) * sizeof *sites);
  if (!slots || !sites) abort();
  for (uint32_t i = 0; i < n_sites; i++) {
    uint32_t s = hash(sites[i].pc, sites[i].space) & slot_mask;
    while (slots[s]) s = (s + 1) & slot_mask;
    slots[s] = i + 1;
  }
}

struct site *site_of(uint32_t pc, int space, int kind) {
  if (2 * (n_sites + 1) > slot_mask) grow();
  uint32_t s = hash(pc, space) & slot_mask;
  for (; slots[s]; s = (s + 1) & slot_mask)
    if (sites[slots[s] - 1].pc == pc && sites[slots[s] - 1].space == space) return &sites[slots[s] - 1];
  slots[s] = ++n_sites;
  sites[n_sites - 1] = (struct site){.pc = pc, .space = space, .kind = kind};
  return &sites[n_sites - 1];
}

const struct site *all_sites(uint32_t *n) {
  *n = n_sites;
  return sites;
}
