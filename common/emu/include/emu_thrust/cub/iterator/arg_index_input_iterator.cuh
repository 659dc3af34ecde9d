// CUB beside Thrust: the toolkit has a header of this name.
#include "../../../cub/iterator/arg_index_input_iterator.cuh"
