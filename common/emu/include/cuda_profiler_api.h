// Programs include this for cudaProfilerStart and Stop, which cuda_runtime_api.h gives.
#include "cuda_runtime_api.h"
