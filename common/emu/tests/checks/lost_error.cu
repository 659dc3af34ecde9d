// A call fails, and the program looks neither at what it returned nor at the last error.
// note: call-error-unread at=@call what~"cudaSetDevice returns cudaErrorInvalidDevice" advice~"look at what each call returns"
// fixed: The program looks at what it returns, as advised.
// prints: invalid device ordinal
#include <cstdio>
#include <cuda_runtime.h>

int main() {
#ifdef FIXED
  if (cudaError_t e = cudaSetDevice(99)) printf("%s\n", cudaGetErrorString(e));
#else
  cudaSetDevice(99); // @call
  printf("done\n");
#endif
}
