// A kernel that prints, and no wait.
// note: output-lost kernel=hello at=@bad advice~"call cudaDeviceSynchronize() after it"
// fixed: The wait.
// prints: hello
#include <cstdio>
__global__ void hello() {
  printf("hello\n");
}
int main() {
  hello<<<1, 1>>>(); // @bad
#ifdef FIXED
  cudaDeviceSynchronize();
#endif
}
