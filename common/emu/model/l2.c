// The second-level cache: lines of four sectors, 16 ways, the one that was used least recently goes; changed sectors are written
// back when their line goes. EMU_MODEL_L2 gives it another size in bytes; the blocks that share it are then fewer, or more, in proportion.
#include "base/text.h"
#include "model/caches.h"
#include "memory/launch.h"
#include "memory/setting.h"
#include <stdlib.h>

enum { SECTORS = LINE / SECTOR, L2_WAYS = 16, TURN = 8 }; // TURN: sectors of a block before the next block's

static struct way {
  uint64_t line, used;
  uint8_t there, changed;   // a bit for each sector: fetched, written
  uint8_t written[SECTORS]; // bytes of a sector that was not fetched; 32: all, or fetched
} * ways;
static uint64_t sets, now;

static uint64_t bytes_of_l2(void) {
  const char *text = getenv("EMU_MODEL_L2");
  if (!text || !*text) return (uint64_t)device_model()->l2_bytes;
  char *end;
  uint64_t bytes = strtoull(text, &end, 10);
  if (bytes && !*end && *text != '-') return bytes;
  setting_refused("EMU_MODEL_L2=%s: expected a number of bytes", text);
}

double l2_share(void) {
  return (double)bytes_of_l2() / (double)device_model()->l2_bytes;
}

static void write_back(const struct way *w, struct emu_demand *sum) {
  for (int s = 0; s < SECTORS; s++) {
    if (!(w->changed >> s & 1)) continue;
    sum->v[EMU_DEMAND_dram_write_sectors]++;
    sum->v[EMU_DEMAND_dram_fill_sectors] += w->written[s] < SECTOR;
  }
}

static void touch(struct l2_access a, struct emu_demand *sum) {
  uint64_t line = a.sector / SECTORS + 1;
  unsigned s = a.sector % SECTORS;
  struct way *set = &ways[seed_mix(line) % sets * L2_WAYS], *w = set;
  for (struct way *other = set; other < set + L2_WAYS; other++) {
    if (other->line == line) {
      w = other;
      break;
    }
    if (other->used < w->used) w = other;
  }
  if (w->line != line) {
    write_back(w, sum);
    *w = (struct way){.line = line};
  }
  w->used = ++now;
  if (a.writes) {
    uint64_t written = w->written[s] + a.bytes;
    w->written[s] = (uint8_t)(written < SECTOR ? written : SECTOR);
    w->changed |= (uint8_t)(1u << s);
  } else if (w->written[s] < SECTOR) {
    sum->v[EMU_DEMAND_dram_read_sectors]++;
    sum->v[EMU_DEMAND_dram_read_lines] += !w->there;
    w->written[s] = SECTOR;
    w->there |= (uint8_t)(1u << s);
  }
}

// The accesses of `blocks` blocks, block b's from begin[b] to begin[b + 1]: so many blocks run at once and take turns.
void l2_run(const struct l2_access *a, uint64_t n, const uint64_t *begin, uint64_t blocks, uint64_t at_once,
            struct emu_demand *sum) {
  if (!ways) {
    sets = (bytes_of_l2() + L2_WAYS * SECTORS * SECTOR - 1) / (L2_WAYS * SECTORS * SECTOR);
    ways = calloc(sets * L2_WAYS, sizeof *ways);
    if (!ways) abort();
  }
  at_once = (uint64_t)((double)at_once * l2_share() * device_model()->processors / device_processors());
  if (at_once < 1) at_once = 1;
  if (at_once > blocks) at_once = blocks;
  struct {
    uint64_t at, end;
  } *running = must_realloc(NULL, at_once * sizeof *running);
  uint64_t next = 0, done = 0;
  for (; next < at_once; next++) running[next].at = begin[next], running[next].end = begin[next + 1];
  while (done < n)
    for (uint64_t r = 0; r < at_once; r++) {
      if (running[r].at == running[r].end && next < blocks) {
        running[r].at = begin[next], running[r].end = begin[next + 1];
        next++;
      }
      for (int i = 0; i < TURN && running[r].at < running[r].end; i++, done++) touch(a[running[r].at++], sum);
    }
  free(running);
}
