// A part of what curand_kernel.h gives as a whole, by the name that the toolkit has for it.
#include "curand_kernel.h"
