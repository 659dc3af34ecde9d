// What the files of task 9 use of each other.
#ifndef LAB_09_QUANTISED_H
#define LAB_09_QUANTISED_H

#include "parts.h"

enum { WEIGHTS, SCALES, TOKEN, RESULT }; // places of the arguments

static inline double half_at(const struct pmpp_buf *b, int64_t i) {
  return half_value(((const uint16_t *)b->data)[i]);
}

double quantised_weight(const struct pmpp_case *c, int64_t r,
                        int64_t j); // weight [r][j] times its group's scale

#endif
