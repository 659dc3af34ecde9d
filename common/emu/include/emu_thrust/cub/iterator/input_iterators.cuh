// CUB beside Thrust: the toolkit has a header of this name.
#include "../../../cub/iterator/input_iterators.cuh"
