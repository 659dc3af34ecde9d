// Forms of C++ that nvcc takes and that are easily read as something else, each without a note.
// shows: C++ of old and new | casts in front of any operand, words of functions in front of types, tables of functions, `__builtin_memcpy`, packs
// prints: casts 3 1 9 5 27 5 1 3
// prints: declarations 1 6 3 4
// prints: types 33
// prints: pointers 2 4 6 2
// prints: copies bcdefgxx 1 8 4
// prints: packs 48 1 6
#include <cstdio>
#include <cstring>

// clang-format off

// ---- casts ----
enum class Kind : short { first = 3, second };
struct Fields { Kind kind : 6; unsigned n : 7; };
template <int A, int B> struct pick { static __device__ int get(float x) { return (int)x * A + B; } };
__device__ int both(bool p, bool q) { return p * 2 + q; }
__global__ void casts(int *o, float f, int b, int c, int d) {
  Fields fields = {Kind::second, 5};
  const float *p = &f;
  o[0] = both((int)f < b, c > (d)), o[1] = (int)f < b && c > (d);
  o[2] = pick<2, 3>::get(f), o[3] = (int)pick<1, 2>::get(f);
  o[4] = (int)(float)(double)f + (int)*(const float *)p * (int)fields.kind + (int)fields.kind * 3;
  o[5] = c ? static_cast<int>(fields.n) :(int)f, o[6] = c ? 1 :(int)f, o[7] = b < 0 ? 7 :int(f);
}

// ---- what is declared ----
typedef int whole;
struct Pair { whole a, b; };
__device__ double v(double v) { return v; } // names that are numbers elsewhere
__global__ void declarations(int *o, Pair v) {
  whole (&pair)[2] = *(whole (*)[2])&v;
  auto [x, y] = v;
  struct n { int value; } n = {3};
  int (*rows)[2] = (int (*)[2])&pair, last = 2.5f + 2;
  o[0] = pair[0], o[1] = rows[0][1] + y - x - 1, o[2] = n.value, o[3] = last;
}

// ---- words of functions in front of types ----
__host__ __device__ struct A { int x; __device__ int get() const { return x; } };
__device__ class B;
__device__ class B { public: int y; };
__host__ __device__ enum Colour { red, green = 2 };
__device__ union U { int i; float f; };
template <class T> __host__ __device__ struct G { T t; };
__device__ struct V { int a; } variable;
struct W { int a; };
__device__ struct W w;
__device__ struct W *pointer;
__device__ struct W function(struct W q) { q.a++; return q; }
__device__ struct W array[2] = {{1}, {2}};
__global__ void types(int *o) {
  A a{1};
  B b;
  U u;
  G<int> g{4};
  b.y = 2, u.i = 3, variable.a = 5, w.a = 6;
  o[0] = a.get() + b.y + green + u.i + g.t + variable.a + w.a + function(w).a + array[1].a + (pointer == 0);
}

// ---- pointers to functions as variables of the device ----
__device__ int inc(int x) { return x + 1; }
__device__ int dec(int x) { return x - 1; }
__device__ int (*one)(int) = inc;
__device__ int (*table[])(int) = {inc, dec};
__constant__ float beside[2] = {1, 2}; // in a section of its own kind
__constant__ int (*const constant_table[2])(int) = {inc, dec};
struct Holder { int (*f)(int); };
__device__ Holder holder = {dec};
__global__ void pointers(int *o) {
  o[0] = one((int)beside[0]), o[1] = table[threadIdx.x + 1](5), o[2] = constant_table[threadIdx.x](5), o[3] = holder.f(3);
}

// ---- copies ----
#define COPY(to, from, n) __builtin_memcpy(to, from, n)
__global__ void copies(char *o, const char *in, const float4 *four, const int2 *two, const uchar4 *bytes, float *f) {
  COPY(o, in + 1, 2);
  COPY(o + 2, in + 3, 4);
  __builtin_memset(o + 6, 'x', 2);
  f[0] = __ldcv(four).x, f[1] = __ldcv(two + 1).y + __ldcg(four).y, f[2] = __ldcv(bytes).w;
}

// ---- packs, and functions that the compiler evaluates ----
template <class... T> __device__ unsigned shifted(unsigned x, T... n) { return (x << ... << n); }
template <class... T> __device__ int sum(T... x) { int all[] = {(int)x...}, s = 0; for (int i : all) s += i; return s; }
__device__ constexpr int squares(int n) { int a[3] = {1, 2, 3}, s = 0; for (int i = 0; i < n; i++) s += a[i] << (i & 1); return s; }
template <int N> struct Number { static constexpr int value = N; };
__global__ void packs(int *o) { o[0] = shifted(3u, 1, 3), o[1] = Number<squares(1)>::value, o[2] = sum(1.5f, 2.5, 3); }

static int h[8];
static void print(const char *name, const int *d, int n) {
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s", name);
  for (int i = 0; i < n; i++) printf(" %d", h[i]);
  printf("\n");
}

int main() {
  int *d;
  char *c, text[] = "abcdefghijklmnop", got[9] = "";
  cudaMalloc(&d, sizeof h);
  casts<<<1, 1>>>(d, 3.7f, 5, 6, 2), print("casts", d, 8);
  declarations<<<1, 1>>>(d, Pair{1, 4}), print("declarations", d, 4);
  types<<<1, 1>>>(d), print("types", d, 1);
  pointers<<<1, 1>>>(d), print("pointers", d, 4);
  float numbers[4] = {1, 2, 0, 0}, f[3];
  int pairs[4] = {0, 0, 0, 6};
  cudaMalloc(&c, 128);
  cudaMemcpy(c, text, 16, cudaMemcpyHostToDevice), cudaMemcpy(c + 32, numbers, 16, cudaMemcpyHostToDevice);
  cudaMemcpy(c + 48, pairs, 16, cudaMemcpyHostToDevice), cudaMemset(c + 64, 4, 4);
  copies<<<1, 1>>>(c + 16, c, (float4 *)(c + 32), (int2 *)(c + 48), (uchar4 *)(c + 64), (float *)(c + 96));
  cudaMemcpy(got, c + 16, 8, cudaMemcpyDeviceToHost), cudaMemcpy(f, c + 96, sizeof f, cudaMemcpyDeviceToHost);
  printf("copies %s %g %g %g\n", got, f[0], f[1], f[2]);
  packs<<<1, 1>>>(d), print("packs", d, 3);
  cudaFree(c), cudaFree(d);
}
