// CUB beside Thrust: the toolkit has a header of this name.
#include "../../cub/util_ptx.cuh"
