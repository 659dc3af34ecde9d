// A program that keeps its user waiting says once, on stderr, what the device is at. EMU_PROGRESS is the number of
// seconds of processor time before that (5); 0 is never. The worker of a grader has its own limits and says nothing.
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

void progress_begin(void) {
  const char *text = getenv("EMU_PROGRESS");
  char *end;
  least = text ? strtod(text, &end) : SECONDS;
  if (!text || (end != text && *end == '\0' && least >= 0)) return;
  setting_refused("EMU_PROGRESS=%s: expected a number of seconds; 0: never", text);
}

static void tell_progress(double seconds) {
  unsigned long long blocks = (unsigned long long)L.grid[0] * L.grid[1] * L.grid[2];
  char at[80];
  if (L.cooperative)
    snprintf(at, sizeof at, "%llu blocks at once", blocks);
  else
    snprintf(at, sizeof at, "block %llu of %llu", (unsigned long long)L.blocks_begun, blocks);
  fprintf(
      stderr,
      "emu: after %.3g s: kernel %s, %s\n"
      "  Every access is counted and checked. Built with emucc --fast, the program is many times as fast, "
      "and none is.\n",
      seconds, L.kernel, at);
}

void progress_look(void) {
  static unsigned looks;
  if (FAST || ++looks % LOOKS || least == 0 || L.embedded) return;
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  double seconds = (double)now.tv_sec + (double)now.tv_nsec / 1e9;
  if (seconds < least) return;
  tell_progress(seconds);
  least = 0;
}
