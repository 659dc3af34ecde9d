// The state that all layers share.
#include "memory/launch.h"
#include "memory/running.h"
#include "memory/result.h"
#include <stddef.h>

// Every callback reads its first members: they share a cache line.
struct running M __attribute__((aligned(64))) = {.shared_since = UINT32_MAX};
// What programs add to (kernel/callback_group.c).
__asm__(".globl emu_log_n\n.set emu_log_n, M + 8\n");
_Static_assert(offsetof(struct running, log_n) == 8, "emu_log_n");
uint32_t log_pcs[LOG_LANES * LOG_PART];
uint64_t log_addrs[LOG_LANES * LOG_PART];
_Static_assert((int)LOG_LANES == (int)WARP, "a part of the log for each lane");
struct launch L;
struct scheduler scheduler;
struct emu_report emu_the_report;
