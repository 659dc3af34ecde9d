// A part of what cuda_bf16.h gives as a whole, by the name that the toolkit has for it.
#include "cuda_bf16.h"
