// Hazards and notes: what has been found.
#ifndef EMU_CHECK_HAZARD_H
#define EMU_CHECK_HAZARD_H

#include "memory/launch.h"
#include "memory/running.h"

struct access_site {
  uint32_t pc;
  uint64_t block; // linear; ~0 where unknown
  uint32_t tid;   // in the block; ~0 where unknown
};
struct access_site site_self(uint32_t pc);
// Of host code, or of a block and thread that are unknown.
static inline struct access_site site_host(uint32_t pc) {
  return (struct access_site){pc, ~0ull, ~0u};
}
void hazard(int kind, struct access_site at, const struct access_site *other, const char *advice,
            const char *what, ...) __attribute__((format(printf, 5, 6)));
// The same for what may be right: recorded apart, said on stderr if it bears on the result.
void hazard_note(int kind, struct access_site at, const struct access_site *other, const char *advice,
                 const char *what, ...) __attribute__((format(printf, 5, 6)));
// Counts one more of a hazard of these places that has been told. False if there was none.
bool hazard_repeated(int kind, uint32_t pc, const struct access_site *other);
// The instructions of the two accesses of a hazard of the report; false where they are not known any more.
bool hazard_instructions(const struct emu_hazard *h, uint32_t *at, uint32_t *other);
bool hazard_noted(int kind, uint32_t pc,
                  const struct access_site *other); // the note has been made; not counted
void hazards_reset(void);
// Where blocks run in several processes, one of them keeps the hazards: what another one finds goes there.
struct hazard_told {
  int kind;
  const char *kernel; // the same in all of them
  struct access_site at, other;
  bool has_other;
  char what[320], advice[280];
};
extern void (*hazard_elsewhere)(const struct hazard_told *told); // NULL: they are kept here
void hazard_take(const struct hazard_told *told);
_Noreturn void
emu_fatal(void); // the program cannot go on: after reporting, end it (embedded: tell the worker)

// Ends a program that uses it in host code.
void need_kernel_at(const char *what, void *return_address);
#define need_kernel(what) need_kernel_at(what, __builtin_return_address(0))

#endif
