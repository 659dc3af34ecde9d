// What is said of a race between two accesses.
#ifndef EMU_CHECK_RACE_REPORT_H
#define EMU_CHECK_RACE_REPORT_H

#include "check/hazard.h"
#include "check/touch.h"

// The running thread's access of [addr, addr + size) races with `other` (NULL: unknown), which `other_did` something
// ("writes"). advice: NULL for one that fits the two places.
void race_found(bool shared, uint64_t addr, uint32_t size, int touch, uint32_t pc,
                const struct access_site *other, const char *other_did, bool with_atomic, const char *advice);

// Advice for a load of a word that its last writer read by the same load. race_found gives it where one line does both.
extern const char race_lost_update[];
extern const char race_beside_atomic[], race_read_before[]; // likewise

// A compare-and-swap follows the thread's own plain load at pc, of the same word; is the load's line such a place?
void race_guessed(uint32_t pc);
bool race_is_guess(uint32_t pc);

#endif
