// CUB beside Thrust: the toolkit has a header of this name.
#include "../../../cub/iterator/counting_input_iterator.cuh"
