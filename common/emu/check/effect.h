// Work whose result is lost: a kernel that can store nothing, output that nothing waits for.
#ifndef EMU_CHECK_EFFECT_H
#define EMU_CHECK_EFFECT_H

#include <stdint.h>

void effect_launched(uint64_t arguments); // the launch under way has run
void effect_printed(void);                // by the running thread
void effect_program_ends(void);           // before it waits for what is left
void effect_all_done(void);               // and after that

#endif
