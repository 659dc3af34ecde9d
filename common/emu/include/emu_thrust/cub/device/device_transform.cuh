// CUB beside Thrust: the toolkit has a header of this name.
#include "../../../cub/device/device_transform.cuh"
