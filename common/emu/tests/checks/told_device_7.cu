// A device that is not there, and nobody reads the error.
// note: call-error-unread at=@bad advice~"look at what each call returns"
// fixed: The device that is there.
// prints: 0
#include <cstdio>
int main() {
  int at = -1;
#ifdef FIXED
  cudaSetDevice(0);
#else
  cudaSetDevice(7); // @bad
#endif
  cudaGetDevice(&at);
  printf("%d\n", at);
}
