// Groups of callbacks (emucc/audit/callback_groups.c).
#ifndef EMU_KERNEL_CALLBACK_GROUP_H
#define EMU_KERNEL_CALLBACK_GROUP_H

#include <stdint.h>

// Logs what of a group has not yet been: M.log_n passes the records before, and the block is logged, unless it is 0.
void group_catch_up(uint32_t before, uint32_t block);

#endif
