// CUB beside Thrust: the toolkit has a header of this name.
#include "../../../cub/block/block_adjacent_difference.cuh"
