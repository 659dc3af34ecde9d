// The start of the emulator: what its environment variables say, where dynamic shared memory lies, and what the lower folders call.
#include "runtime/machine.h"
#include "check/events.h"
#include "memory/cluster_blocks.h"
#include "memory/image.h"
#include "memory/setting.h"
#include "runtime/fiber.h"
#include "runtime/progress.h"
#include <stdlib.h>

// Dynamic shared memory, with room around it for what lies outside. A declaration of it outside functions is another name
// of emu_dynamic_arena.
char emu_dynamic_room[DYNAMIC_LEAD + DYNAMIC_ARENA + 4096] __attribute__((aligned(4096)));
#define TEXT_OF(x) #x
#define AS_TEXT(x) TEXT_OF(x)
__asm__(".globl emu_dynamic_arena\n.set emu_dynamic_arena, emu_dynamic_room + " AS_TEXT(DYNAMIC_LEAD));
extern char emu_dynamic_arena[];

struct emu_counters launch_counters;

static void nothing(void) {} // until there is work in streams (queue.c)

enum { MAX_STEPS = 268 }; // million steps of one block after which it counts as endless

static uint64_t million_steps(const char *text) {
  char *end;
  uint64_t millions = text ? strtoull(text, &end, 10) : MAX_STEPS;
  if (!text || (millions && millions < UINT64_MAX / 1000000 && *end == '\0' && *text != '-')) return millions;
  setting_refused("EMU_STEPS=%s: expected a whole number of million steps, 1 or more", text);
}

static uint64_t seed_of(const char *text) {
  if (!text || !*text) return 1;
  char *end;
  uint64_t seed = strtoull(text, &end, 0);
  if (*end || *text == '-') setting_refused("EMU_SEED=%s: expected a whole number, 0 or more", text);
  return seed;
}

void machine_init(void) {
  static bool done;
  if (done) return;
  done = true;
  if (!L.seed) L.seed = seed_of(getenv("EMU_SEED"));
  L.adverse = L.seed != 1;
  S.most_steps = million_steps(getenv("EMU_STEPS")) * 1000000;
  S.steps_are_told = getenv("EMU_STEPS") != NULL;
  progress_begin();
  M.dynamic_base = (uint64_t)emu_dynamic_arena;
  M.counters = &launch_counters;
  scheduler = (struct scheduler){fiber_yield, fiber_abort, nothing, nothing};
  image_load();
}

void emu_adverse_schedule(int adverse) {
  machine_init();
  L.adverse = adverse;
  delayed_reset();
}
