// The interface of cuBLAS by the name of the header that declares it.
#include "cublas_v2.h"
