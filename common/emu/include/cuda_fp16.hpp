// A part of what cuda_fp16.h gives as a whole, by the name that the toolkit has for it.
#include "cuda_fp16.h"
