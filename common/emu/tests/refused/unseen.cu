// Accesses of device code that GCC's instrumentation does not report: refused at their lines, beside forms that it does.
#include <new>

#define JOIN(a, b) a##b
struct pair {
  float x, y;
};
struct wide {
  double v[6];
};

__device__ __noinline__ wide widened(float a) {
  wide w;
  for (int i = 0; i < 6; i++) w.v[i] = a * i;
  return w;
}
__device__ __noinline__ pair paired(float a) {
  return pair{a, -a};
}
__device__ __noinline__ float sum(pair p) {
  return p.x + p.y;
}

struct holder {
  wide w;
  pair p;
  __device__ explicit holder(float a)
      : w(widened(a)) // refused: the object that this call returns
  {
    p = paired(a);
  }
};

__attribute__((no_sanitize("thread"))) __device__ __noinline__ float hidden(const float *f, int i) {
  float a = 0;
  a = f[i]; // refused: without instrumentation
  return a;
}

__global__ void k(holder *h, wide *w, pair *p, float *f, char *c, int n) {
  new (&h[n]) holder(f[0]);
  new (&w[n]) wide(widened(f[1])); // refused: the object that this call returns
  f[2] = hidden(f, n);
  JOIN(__builtin_mem, cpy)(c, c + 64, n); // refused: memcpy moves device memory
  JOIN(__builtin_mem, set)(c, 1, n);      // refused: memset moves device memory
  w[1] = widened(f[3]);
  w[2] = n > 3 ? widened(f[4]) : w[3];
  p[n] = paired(sum(p[n + 1]));
  f[5] = sum(n ? p[1] : p[2]);
  auto both = [=](pair a, wide b) { return a.x + (float)b.v[n]; };
  f[6] = both(p[3], w[n]);
  memcpy(c, c + 64, n);
  memcpy(f, c, 12);
}

// Called through a pointer; the same in a function of the host alone is nobody's business.
__host__ __device__ int same(const char *a) {
  return strcmp(a, "x"); // refused: strcmp moves device memory
}
__device__ int (*called[])(const char *) = {same};
__global__ void by_table(int *out, const char *s) {
  *out = called[0](s);
}
static int host_same(const char *a) {
  return strcmp(a, "y");
}
int (*const host_called[])(const char *) = {host_same};

int main() {
  holder *h = (holder *)malloc(sizeof *h);
  memset(h, 0, sizeof *h);
  free(h);
}
