// Grey pictures in PGM files, for labs whose data may be looked at.
#ifndef PMPP_PICTURE_H
#define PMPP_PICTURE_H

#include "grader/task.h"

struct picture {
  int width, height;
  uint8_t *grey; // height rows of width pixels, 0 black .. 255 white
};

// The picture of a binary PGM file (P5) of up to 256 levels and 2^14 pixels a side; a file that is none ends
// the grader with status 2 and the reason. Free ->grey.
struct picture picture_read(const char *path);

// Writes it; a file that cannot be written ends the grader with status 2.
void picture_write(const char *path, const struct picture *p);

// Fills p->grey from as many elements of an output, U8 or F32: rounded, below 0 black, above 255 white.
void picture_from_output(struct picture *p, const struct pmpp_buf *b, const void *output);

#endif
