// Watches processor time where work is measured, the wall clock where a device is waited for.
#include "grader/sandbox/stopwatch.h"
#include "grader/sandbox/descend.h"
#include <time.h>

static const double LOOK = 0.1; // seconds between two looks at /proc

double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

struct stopwatch stopwatch_start(pid_t pid, double limit, bool processor) {
  struct stopwatch s = {.pid = pid, .limit = limit, .processor = processor, .begin = now()};
  if (processor) s.used_before = processor_seconds(pid);
  return s;
}

enum time_state time_judge(double limit, double wall, double used, bool runnable) {
  if (used >= limit) return TIME_UP;
  if (wall < STARVED_FACTOR * limit) return TIME_LEFT;
  return runnable ? TIME_STARVED : TIME_UP;
}

enum time_state stopwatch_look(struct stopwatch *s, struct text *why) {
  double wall = now() - s->begin;
  if (wall < s->limit || wall < s->next_look)
    return TIME_LEFT; // one thread cannot have used more than has passed
  if (!s->processor) {
    text_add(why, "gave no answer within %g s", s->limit);
    return TIME_UP;
  }
  s->next_look = wall + LOOK;
  struct tree_use use = tree_use(s->pid);
  double used = use.seconds - s->used_before;
  enum time_state state = time_judge(s->limit, wall, used, use.runnable || s->ours);
  if (state == TIME_STARVED)
    text_add(why,
             "got %.2g s of processor time in %.3g s: this machine is too busy; try again when it is not",
             used, wall);
  else if (state == TIME_UP && used >= s->limit)
    text_add(why, "gave no answer within %g s of processor time", s->limit);
  else if (state == TIME_UP)
    text_add(why, "gave no answer within %g s: it waits for something, and used %.2g s of processor time",
             STARVED_FACTOR * s->limit, used);
  return state;
}
