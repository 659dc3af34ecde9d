// The 512 bytes in which most atomics happen: atomics on one word wait for each other, and so do those on sectors of the same 512
// bytes (measured on an H200: grading/model/bench/atomics.cu, 1 to 32768 words). Only blocks that run at once meet, so the places are
// counted anew for each so many blocks: rows of a matrix that come one after another are hot one after another.
#include "model/hot.h"
#include "memory/launch.h"
#include <string.h>

enum { HOT = 1 << 16, UNIT_SECTORS = 16 };

// In a table whose places belong to the last units that fell there.
static struct { uint64_t unit, blocks, steps[2]; } hot[HOT]; // blocks: of which so many it is
static uint64_t hot_at_once, ran, turn, most[2], sum_of_most[2];

static void next_blocks(void) {
  for (int floats = 0; floats < 2; floats++) sum_of_most[floats] += most[floats], most[floats] = 0;
  turn++;
}

void hot_begin(uint64_t blocks_at_once) {
  hot_at_once = blocks_at_once;
  memset(hot, 0, sizeof hot);
  memset(most, 0, sizeof most);
  memset(sum_of_most, 0, sizeof sum_of_most);
  ran = 0;
  turn = 1;
}

void hot_block(void) {
  if (ran++ && ran % hot_at_once == 1 % hot_at_once) next_blocks();
}

void hot_atomic(uint64_t sector, uint64_t steps, bool floats) {
  uint64_t unit = sector / UNIT_SECTORS, at = seed_mix(unit) % HOT;
  if (hot[at].unit != unit || hot[at].blocks != turn) {
    hot[at].unit = unit;
    hot[at].blocks = turn;
    hot[at].steps[0] = hot[at].steps[1] = 0;
  }
  hot[at].steps[floats] += steps;
  if (hot[at].steps[floats] > most[floats]) most[floats] = hot[at].steps[floats];
}

void hot_end(struct emu_demand *sum) {
  next_blocks();
  sum->v[EMU_DEMAND_hottest_atomic_steps] += sum_of_most[0];
  sum->v[EMU_DEMAND_hottest_float_steps] += sum_of_most[1];
}
