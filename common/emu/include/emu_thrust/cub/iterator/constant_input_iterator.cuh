// CUB beside Thrust: the toolkit has a header of this name.
#include "../../../cub/iterator/constant_input_iterator.cuh"
