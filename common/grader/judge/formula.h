// What the wrong elements are made of, where an output has an element for each of its inputs' elements.
#ifndef PMPP_FORMULA_H
#define PMPP_FORMULA_H

#include "grader/judge/hint.h"

// All wrong elements of all outputs are a difference, a product or the double of inputs at the same place.
int formula_hint(const struct symptom *s, struct text *hint);

// All wrong floats of all outputs are whole numbers, and none of those expected is.
int formula_whole(const struct symptom *s, struct text *hint);

#endif
