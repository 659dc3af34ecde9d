// In the place of Thrust's own header.
#include <thrust/system/cuda/execution_policy.h>
