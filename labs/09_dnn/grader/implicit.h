// What the files of task 8 use of each other.
#ifndef LAB_09_IMPLICIT_H
#define LAB_09_IMPLICIT_H

#include "parts.h"

enum { IN, FILTER, OUT }; // places of the arguments

struct layer {
  int64_t pictures, channels, height, width, filters;
  int radius;
};

// implicit_inputs.c
const struct layer *layer_of(const struct pmpp_case *c);
int64_t side_of(const struct layer *l);
int64_t depth_of(const struct layer *l); // the taps of a filter
int64_t pixels_of(const struct layer *l);

#endif
