// Where a block's course has its steps on the page.
#ifndef EMU_REPORT_COURSE_H
#define EMU_REPORT_COURSE_H

#include "report/page.h"

enum { COURSE_ROW = 22, COURSE_LEFT = 60, COURSE_WIDTH = 640, COURSE_FOOT = 18 };

struct layout {                 // of a course; an entry a step
  double x[STEPS], stop[STEPS]; // where it begins, where its phase ends
  uint32_t phase[STEPS];        // of its warp: the barriers before it
  uint32_t phases;
  double scale; // the width of a basic block
};

// Draws the report's races of the course's kernel: both accesses, and where a barrier is missing. Only among the first `shown`
// steps. words: what is said of each, below the picture.
void course_add_hazards(struct text *t, struct text *words, const struct course *c, const struct layout *y,
                        uint32_t shown, const struct emu_report *r);

#endif
