// Time limits that do not depend on what else the machine does.
#ifndef PMPP_STOPWATCH_H
#define PMPP_STOPWATCH_H

#include "base/text.h"
#include <sys/types.h>

enum { STARVED_FACTOR = 10 }; // so many times the limit may pass while the processor time stays below it

enum time_state {
  TIME_LEFT,
  TIME_UP,      // the limit was reached: the process's fault
  TIME_STARVED, // it wanted to run and was not let: the machine's
};

struct stopwatch {
  pid_t pid;
  double limit;   // seconds
  bool processor; // of processor time; else of the wall clock
  bool ours;      // it never sleeps for reasons of its own: any lack of processor time is the machine's fault
  double begin, used_before, next_look;
};

struct stopwatch stopwatch_start(pid_t pid, double limit, bool processor);

// Where no time is left, `why` gets the end of the sentence "the worker ...".
enum time_state stopwatch_look(struct stopwatch *s, struct text *why);

// The rule for processor time: up where that much was used, or where STARVED_FACTOR times as much of the wall clock
// has passed and it sleeps; starved where that has passed though it is runnable.
enum time_state time_judge(double limit, double wall, double used, bool runnable);

double now(void); // monotonic seconds

#endif
