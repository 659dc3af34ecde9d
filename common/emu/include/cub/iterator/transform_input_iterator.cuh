// All of these iterators lie in one file.
#include "input_iterators.cuh"
