// Programs include this for the primitives, which cuda_pipeline.h gives.
#include "cuda_pipeline.h"
