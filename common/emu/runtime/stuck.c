// A launch that does not come to an end: what it waits for, why that does not come, and where each warp stands.
#include "runtime/stuck.h"
#include "check/hazard.h"
#include "check/race.h"
#include "memory/cluster_blocks.h"
#include "memory/describe.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/symbolise.h"
#include "runtime/schedule.h"
#include "runtime/warp_op.h"
#include <stdio.h>
#include <string.h>

static const char *doing(const struct thread *t) {
  switch (t->state) {
  case DONE:
    return "done";
  case AT_BARRIER:
    return "at a block barrier";
  case AT_GRID:
    return C.blocks ? "at the cluster's barrier" : "at the grid barrier";
  case AT_NUMBER:
    return "at a numbered barrier";
  case AT_WARP_OP:
    return warp_op_name(t->op);
  default:
    return "running";
  }
}

static uint32_t place_of(const struct thread *t) {
  return t->state == DONE                                                         ? 0
         : t->state == AT_BARRIER || t->state == AT_GRID || t->state == AT_NUMBER ? t->barrier_pc
         : t->state == AT_WARP_OP                                                 ? t->op_pc
                                                                                  : t->last_pc & ~LOG_BLOCK;
}

// "warps 0-2 running at prog.cu:7, 3 done": a warp stands where its first thread does that is not done.
static void where_warps_stand(char *text, size_t n) {
  char last[220] = "";
  uint32_t first = 0;
  size_t used = (size_t)snprintf(text, n, "%s ", L.n_warps > 1 ? "warps" : "warp");
  for (uint32_t w = 0; w <= L.n_warps; w++) {
    char here[220] = "", file[160];
    int32_t line = 0;
    if (w < L.n_warps) {
      const struct thread *t = &L.thread[w * WARP], *end = t + L.warps[w].lanes;
      while (t + 1 < end && t->state == DONE) t++;
      symbolise(place_of(t), file, sizeof file, &line, NULL, 0);
      const char *slash = strrchr(file, '/');
      snprintf(here, sizeof here, line ? "%s at %s:%d" : "%s", doing(t), slash ? slash + 1 : file, line);
      if (w && strcmp(here, last) == 0) continue;
    }
    if (w && used < n)
      used += (size_t)snprintf(text + used, n - used, w - first > 1 ? "%s%u-%u %s" : "%s%u%.0u %s",
                               first ? ", " : "", first, w - 1, last);
    first = w;
    strcpy(last, here);
  }
}

uint64_t stuck_last_access(const struct thread *t) {
  for (uint32_t r = t->log_start + t->log_length; r-- > t->log_start;)
    if (!(t->pcs[r] & LOG_BLOCK)) return t->addrs[r];
  return 0;
}

// What this launch has done to the polled word of global memory; nothing where it lies elsewhere.
static struct race_use use_of_polled(uint64_t polled) {
  uint64_t base, words;
  struct shadow *s = NULL;
  uint64_t addr = polled ? log_addr(polled) : 0;
  if (!polled) return (struct race_use){0};
  if (heap_has(addr))
    s = &M.heap_shadow[(addr - HEAP_BASE) >> 2];
  else if ((s = image_shadow(addr, &base, &words)))
    s += (addr - base) >> 2;
  return s ? race_use_of(s) : (struct race_use){0};
}

// A loop that reads one word over and over by plain loads, or goes round in warp operations and reads nothing, is not one that
// waits for another thread: tells that nothing changes its condition. False: it may wait.
static bool tell_unchanged(const struct thread *t, struct access_site at, const char *warps) {
  struct race_use use = use_of_polled(t->polled);
  bool plain = use.read && !use.read_sync && !use.written;
  char word[100], does[140];
  if (!plain && (t->polled || !L.warps[(t - L.thread) / WARP].reads_nothing)) return false;
  if (plain) {
    access_describe(log_addr(t->polled), log_size(t->polled), word, sizeof word);
    snprintf(does, sizeof does, "reads %s over and over", word);
  } else
    snprintf(does, sizeof does, "goes round in warp operations");
  hazard(
      EMU_HAZARD_DEADLOCK, at, NULL,
      plain ? "check the variables of the loop's condition: is a step missing (i++), or does it change "
              "nothing (i *= 2 "
              "from 0)? If the loop waits for another thread, read by an atomic or through a volatile pointer"
            : "check the variables of the loop's condition: is a step missing (i++), or does it change "
              "nothing (d /= 2 "
              "from 0: ask for d > 0)?",
      "%s in a loop whose condition nothing changes; %s", does, warps);
  return true;
}

void report_stuck(const struct thread *t, bool polls) {
  char warps[160], word[100], why[160];
  struct access_site at = {place_of(t), L.block_linear, (uint32_t)(t - L.thread)};
  where_warps_stand(warps, sizeof warps);
  if (!polls) {
    char advice[280];
    unsigned long long millions = (S.steps_are_told ? S.most_steps : S.steps - S.block_began) / 1000000;
    int n = snprintf(advice, sizeof advice,
                     "does every loop end? Check the variables of its condition, here or in the loop "
                     "around this line: does each turn change one?");
    if (!L.embedded)
      snprintf(advice + n, sizeof advice - (size_t)n,
               " If it ends, and takes long: EMU_STEPS=%llu lets each block take so many million steps",
               10 * millions);
    hazard(EMU_HAZARD_DEADLOCK, at, NULL, advice, "still running after %llu million steps of its block; %s",
           millions, warps);
    return;
  }
  if (tell_unchanged(t, at, warps)) return;
  if (t->polled)
    access_describe(log_addr(t->polled), log_size(t->polled), word, sizeof word);
  else
    snprintf(word, sizeof word, "what its warp reads"); // other lanes do it
  uint64_t blocks = (uint64_t)L.grid[0] * L.grid[1] * L.grid[2], later = blocks - L.blocks_begun;
  const char *advice = NULL;
  if (L.cooperative) {
    snprintf(why, sizeof why, "other blocks run only while this one waits in grid.sync()");
    advice = "let the blocks of a cooperative launch wait for each other in grid.sync() only";
  } else if (later) {
    snprintf(why, sizeof why,
             "%llu of the %llu blocks start only when one of the %llu that the device holds at once is done",
             (unsigned long long)later, (unsigned long long)blocks, (unsigned long long)L.resident);
    advice =
        "wait only for blocks that have begun (let each take a ticket from an atomic counter), or launch no "
        "more blocks than the device holds, or two kernels";
  } else {
    snprintf(why, sizeof why, "no other thread is left to write it");
    if (use_of_polled(t->polled).written)
      advice = "threads of this launch have written it, and it has gone on past the awaited value, or was "
               "reset while others still "
               "looked: wait with >= for a number that only grows, a generation, not for one value";
  }
  hazard(EMU_HAZARD_DEADLOCK, at, NULL, advice, "waits for %s to change, but %s; %s", word, why, warps);
}
