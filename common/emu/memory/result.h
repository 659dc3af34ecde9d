// What has been counted and found since the last reset.
#ifndef EMU_MEMORY_RESULT_H
#define EMU_MEMORY_RESULT_H

#include "emu/report.h"

extern struct emu_report emu_the_report;

#endif
