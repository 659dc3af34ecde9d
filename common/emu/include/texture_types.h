// A part of what cuda_runtime.h gives as a whole, by the name that the toolkit has for it.
#include "cuda_runtime.h"
