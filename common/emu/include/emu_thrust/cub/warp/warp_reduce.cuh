// CUB beside Thrust: the toolkit has a header of this name.
#include "../../../cub/warp/warp_reduce.cuh"
