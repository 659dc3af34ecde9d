// Where the wrong elements of an output lie, as a picture.
#ifndef PMPP_MAP_H
#define PMPP_MAP_H

#include "base/text.h"
#include "grader/task.h"

// Adds HTML: how many elements of the output are wrong, how far off, and an SVG with a cell for each element or group of
// elements. `output` has as many elements as the golden result.
void map_add(struct text *t, const struct pmpp_buf *b, const void *output);

#endif
