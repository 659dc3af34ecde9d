// Where an output is wrong, seen over all wrong outputs: at every k-th element, or in every block behind some element.
#ifndef PMPP_PLACES_H
#define PMPP_PLACES_H

#include "grader/judge/hint.h"

// Every k-th element, row or column is wrong, and no other, in all outputs.
int places_periodic(const struct symptom *s, struct text *hint);

// In each block of the output the first elements are right and all behind them wrong, in all outputs.
int places_in_blocks(const struct symptom *s, struct text *hint);

// Of a matrix, what was never written lies beyond what the grid's threads reach in x or y.
int places_grid(const struct symptom *s, struct text *hint);

// Unwritten elements that lie in runs of one length, one distance apart: three runs and more, in the smallest case that shows them.
int places_gaps(const struct symptom *s, struct text *hint);

#endif
