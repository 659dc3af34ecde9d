// The state that all layers share.
#include "memory/launch.h"
#include "memory/running.h"
#include "memory/result.h"

// Every callback reads its first members: they share a cache line.
struct running M __attribute__((aligned(64))) = {.log_n = LOG_CAPACITY};
struct launch L;
struct scheduler scheduler;
struct emu_report emu_the_report;
