// Programs include this for the device intrinsics, which cuda_runtime.h already gives.
#include "cuda_runtime.h"
