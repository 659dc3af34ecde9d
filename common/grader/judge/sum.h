// What a wrong sum lacks.
#ifndef PMPP_SUM_H
#define PMPP_SUM_H

#include "grader/result.h"

// Where the case's output `arg` is one number, golden the sum of an input, and `got` that of a part of this input such as
// kernels lose or take twice: adds a line that says which. False, and no line, else.
bool sum_hint(const struct pmpp_case *c, int arg, struct value got, struct text *hint);

#endif
