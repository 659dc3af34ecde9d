// Programs include this for threadIdx and its like, which cuda_runtime.h already gives.
#include "cuda_runtime.h"
