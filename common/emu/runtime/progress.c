// A program that keeps its user waiting says once, on stderr, what the device is at, and how long the launch will take at the
// pace of its blocks so far. EMU_PROGRESS is the number of seconds of processor time before that (5), or up to twice as many where
// the launch has just begun; 0 is never. The worker of a grader has its own limits and says nothing.
#define _GNU_SOURCE
#include "runtime/progress.h"
#include "memory/launch.h"
#include "memory/running.h"
#include "memory/setting.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LOOKS = 256, SECONDS = 5 }; // the clock is read at every so many looks

static double least; // seconds; 0: never, or told
static struct {
  uint32_t epoch; // its first
  uint64_t blocks;
  double seconds;
} seen; // of the launch, when it was first looked at

void progress_begin(void) {
  const char *text = getenv("EMU_PROGRESS");
  char *end;
  least = text ? strtod(text, &end) : SECONDS;
  if (!text || (end != text && *end == '\0' && least >= 0)) return;
  setting_refused("EMU_PROGRESS=%s: expected a number of seconds; 0: never", text);
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void see_launch(double seconds) {
  seen.epoch = M.launch_epoch;
  seen.blocks = L.blocks_begun;
  seen.seconds = seconds;
}

// ", about 12 min to go", or nothing where the blocks tell no pace: the first one runs still, or all run at once.
static void describe_rest(double seconds, uint64_t blocks, char *text, size_t size) {
  uint64_t ended = L.blocks_begun - seen.blocks;
  *text = '\0';
  if (L.cooperative || L.blocks_begun <= seen.blocks) return;
  double rest = (seconds - seen.seconds) / (double)ended * (double)(blocks - L.blocks_begun);
  if (rest < 120)
    snprintf(text, size, ", about %.2g s to go", rest < 1 ? 1 : rest);
  else if (rest < 7200)
    snprintf(text, size, ", about %.2g min to go", rest / 60);
  else
    snprintf(text, size, ", about %.2g hours to go", rest / 3600);
}

static void tell_progress(double seconds) {
  unsigned long long blocks = (unsigned long long)L.grid[0] * L.grid[1] * L.grid[2];
  char at[80], rest[48];
  if (L.cooperative)
    snprintf(at, sizeof at, "%llu blocks at once", blocks);
  else
    snprintf(at, sizeof at, "block %llu of %llu", (unsigned long long)L.blocks_begun, blocks);
  describe_rest(seconds, blocks, rest, sizeof rest);
  fprintf(stderr,
          "emu: after %.3g s: kernel %s, %s%s\n"
          "  Every access is counted and checked. Built with emucc --fast, kernels are 2 to 20 times as "
          "fast, on each core, "
          "and none is.\n",
          seconds, L.kernel, at, rest);
}

void progress_look(void) {
  static unsigned looks;
  if (FAST || ++looks % LOOKS || least == 0 || L.embedded) return;
  double seconds = processor_seconds();
  if (seen.epoch != M.launch_epoch) see_launch(seconds);
  bool begun = seconds - seen.seconds < least / 10; // too short for an estimate
  if (seconds < least || (begun && seconds < 2 * least)) return;
  tell_progress(seconds);
  least = 0;
}
