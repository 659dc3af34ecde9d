// A function that is named as one of CUDA's, and takes other parameters: the program's own, for the host.
int min(int a, int b);
int min(int a, int b, int c);

__global__ void k(int *p) {
  p[0] = min(p[0], 3, 4); // refused: min, a host function (line 3), is called by the kernel k
}
