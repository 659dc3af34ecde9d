// Members of aligned objects in memory: what nvcc loads or stores together is one request, what it does not is several. The
// numbers are those of nvcc 13.0's code for sm_90.
// prints: members: ok
#include "check.h"
#include <emu/emu.h>

struct counts {
  long loads, stores, load_bytes;
};
// What a warp of full lanes has asked for since the last launch.
static void counted(const char *what, counts wanted) {
  CUDA(cudaDeviceSynchronize());
  const uint64_t *c = emu_report_get()->total.v;
  expect(what, 0, (long)(c[EMU_global_load_requests] + c[EMU_shared_load_requests]), wanted.loads);
  expect(what, 1, (long)(c[EMU_global_store_requests] + c[EMU_shared_store_requests]), wanted.stores);
  if (wanted.load_bytes) expect(what, 2, (long)c[EMU_global_load_bytes], wanted.load_bytes);
  emu_report_reset();
}
#define COUNT(kernel, ...)                                                                                   \
  kernel;                                                                                                    \
  counted(#kernel, {__VA_ARGS__})

__device__ float4 operator+(const float4 &a, const float4 &b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ float4 by_value(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ float4 &operator+=(float4 &a, const float4 &b) {
  a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w;
  return a;
}
#define I threadIdx.x

// ---- one request for all members --------------------------------------------------------------------------

__global__ void add_by_reference(const float4 *a, const float4 *b, float4 *c) {
  c[I] = a[I] + b[I];
}
__global__ void add_restricted(const float4 *__restrict__ a, const float4 *__restrict__ b,
                               float4 *__restrict__ c) {
  c[I] = a[I] + b[I];
}
__global__ void add_by_value(const float4 *a, const float4 *b, float4 *c) {
  c[I] = by_value(a[I], b[I]);
}
__global__ void add_members(const float4 *a, const float4 *b, float4 *c) {
  c[I] = make_float4(a[I].x + b[I].x, a[I].y + b[I].y, a[I].z + b[I].z, a[I].w + b[I].w);
}
__global__ void store_members(const float4 *a, const float4 *b, float4 *c) {
  c[I].x = a[I].x + b[I].x;
  c[I].y = a[I].y + b[I].y;
  c[I].z = a[I].z + b[I].z;
  c[I].w = a[I].w + b[I].w;
}
__global__ void store_backwards(float4 *c) {
  c[I].w = 1, c[I].z = 2, c[I].y = 3, c[I].x = 4;
}
__global__ void add_in_place(const float4 *a, float4 *c) {
  c[I] += a[I];
}
__global__ void add_named(const float *a, const float *b, float *c) {
  const float4 &x = reinterpret_cast<const float4 *>(a)[I], &y = reinterpret_cast<const float4 *>(b)[I];
  float4 sum;
  sum.x = x.x + y.x, sum.y = x.y + y.y, sum.z = x.z + y.z, sum.w = x.w + y.w;
  reinterpret_cast<float4 *>(c)[I] = sum;
}
template <class T, int n> struct alignas(n * sizeof(T)) vec { T v[n]; };
__global__ void add_copies(const float *a, const float *b, float *c) {
  typedef vec<float, 4> V;
  V x = ((const V *)a)[I], y = ((const V *)b)[I], sum;
  for (int k = 0; k < 4; k++) sum.v[k] = x.v[k] + y.v[k];
  ((V *)c)[I] = sum;
}
union quad {
  float4 v;
  float f[4];
};
__global__ void add_unions(const float4 *a, const float4 *b, float4 *c) {
  quad x, y, sum;
  x.v = a[I], y.v = b[I];
  for (int k = 0; k < 4; k++) sum.f[k] = x.f[k] + y.f[k];
  c[I] = sum.v;
}
struct __align__(16) body {
  float2 at;
  float mass;
  int kind;
};
__global__ void own_struct(const body *a, float *c) {
  c[I] = a[I].at.x + a[I].at.y + a[I].mass + a[I].kind;
}
struct pair {
  float4 p, v;
};
__global__ void nested(const pair *a, float *c) {
  c[I] = a[I].p.x + a[I].v.y + a[I].p.y + a[I].v.z + a[I].p.z + a[I].v.w + a[I].p.w + a[I].v.x;
}
__device__ float square(float x) {
  return x * x;
}
__global__ void through_calls(const float4 *a, float *c) {
  c[I] = square(a[I].x) + square(a[I].y) * square(a[I].z) + square(a[I].w);
}
__global__ void in_a_loop(const float4 *a, float *c) {
  float sum = 0;
  for (int k = 0; k < 32; k++) sum += a[k].x * a[k].y * a[k].z * a[k].w;
  c[I] = sum;
}
__global__ void pixels(const uchar4 *a, uchar4 *b) {
  b[I].x = a[I].z, b[I].y = a[I].y, b[I].z = a[I].x, b[I].w = a[I].w;
}
__global__ void in_shared_memory(float *c) {
  __shared__ float4 s[32];
  s[I].x = I, s[I].y = 1, s[I].z = 2, s[I].w = 3;
  __syncthreads();
  const float4 &q = s[I ^ 1];
  c[I] = q.x + q.y + q.z + q.w;
}
__global__ void over_a_gap(const float4 *a, float *c) {
  c[I] = a[I].x + a[I].z;
}
__global__ void half_of_it(const float4 *a, float4 *c) {
  c[I].x = a[I].x, c[I].y = a[I].y;
}
__global__ void past_shared_stores(const float4 *a, float *c) {
  __shared__ float s[128];
  s[I] = a[I].x, s[I + 32] = a[I].y, s[I + 64] = a[I].z, s[I + 96] = a[I].w;
  __syncthreads();
  c[I] = s[I ^ 1];
}

// ---- one request for each ---------------------------------------------------------------------------------

__global__ void words(const float *a, float *c) { // side by side, but nobody says that they are one object
  c[4 * I] = a[4 * I] + a[4 * I + 1] + a[4 * I + 2] + a[4 * I + 3];
}
struct unaligned {
  float x, y, z, w;
};
__global__ void members_unaligned(const unaligned *a, float *c) {
  c[I] = a[I].x + a[I].y + a[I].z + a[I].w;
}
__global__ void three(const float3 *a, float *c) {
  c[I] = a[I].x + a[I].y + a[I].z;
}
__global__ void in_the_middle(const float4 *a, float *c) {
  c[I] = a[I].y + a[I].z;
}
__global__ void stores_with_a_gap(float4 *c) {
  c[I].x = 1, c[I].z = 2;
}
__global__ void past_stores(const float4 *a, float *c) { // c[I] may be a[I].y
  c[I] = a[I].x;
  c[I + 32] = a[I].y;
}
__global__ void past_loads(float4 *c, const float *a) { // and here a[1] may be c[I].x
  c[I].x = a[4 * I], c[I].y = a[4 * I + 1], c[I].z = a[4 * I + 2], c[I].w = a[4 * I + 3];
}
__global__ void past_a_barrier(const float4 *a, float *c) {
  float x = a[I].x;
  __syncthreads();
  c[I] = x + a[I].y;
}
__global__ void past_a_warp_barrier(const float4 *a, float *c) {
  float x = a[I].x;
  __syncwarp();
  c[I] = x + a[I].y;
}
__global__ void past_atomics(const float4 *a, float *c) {
  atomicAdd(c, a[I].x);
  atomicAdd(c + 1, a[I].y);
}
__global__ void past_a_branch(const float4 *a, float *c) {
  float sum = a[I].x;
  if (sum >= 0) sum += a[I].y;
  c[I] = sum;
}
__global__ void by_index(const float *a, float *c) { // known when it runs, not before
  typedef vec<float, 4> V;
  float sum = 0;
  for (int k = 0; k < 4; k++) sum += ((const V *)a)[I].v[k];
  c[I] = sum;
}
__global__ void eight_aligned(const double4 *a, double *c) { // 16 bytes at most
  c[I] = a[I].x + a[I].y + a[I].z + a[I].w;
}
__global__ void other_objects(const float4 *a, float *c) {
  c[I] = a[I].x + a[I + 1].y;
}

int main() {
  Both<float> x(256), y(256), z(256);
  float *a = x.device, *b = y.device, *c = z.device;
  float4 *a4 = (float4 *)a, *b4 = (float4 *)b, *c4 = (float4 *)c;
  emu_report_reset();
  COUNT((add_by_reference<<<1, 32>>>(a4, b4, c4)), 2, 1, 1024);
  COUNT((add_restricted<<<1, 32>>>(a4, b4, c4)), 2, 1);
  COUNT((add_by_value<<<1, 32>>>(a4, b4, c4)), 2, 1);
  COUNT((add_members<<<1, 32>>>(a4, b4, c4)), 2, 1);
  COUNT((store_members<<<1, 32>>>(a4, b4, c4)), 2, 1);
  COUNT((store_backwards<<<1, 32>>>(c4)), 0, 1);
  COUNT((add_in_place<<<1, 32>>>(a4, c4)), 2, 1);
  COUNT((add_named<<<1, 32>>>(a, b, c)), 2, 1);
  COUNT((add_copies<<<1, 32>>>(a, b, c)), 2, 1);
  COUNT((add_unions<<<1, 32>>>(a4, b4, c4)), 2, 1);
  COUNT((own_struct<<<1, 32>>>((body *)a, c)), 1, 1, 512);
  COUNT((nested<<<1, 32>>>((pair *)a, c)), 2, 1);
  COUNT((through_calls<<<1, 32>>>(a4, c)), 1, 1);
  COUNT((in_a_loop<<<1, 32>>>(a4, c)), 32, 1);
  COUNT((pixels<<<1, 32>>>((uchar4 *)a, (uchar4 *)b)), 1, 1, 128);
  COUNT((in_shared_memory<<<1, 32>>>(c)), 1, 2);
  COUNT((over_a_gap<<<1, 32>>>(a4, c)), 1, 1, 512);
  COUNT((half_of_it<<<1, 32>>>(a4, c4)), 1, 1, 256);
  COUNT((past_shared_stores<<<1, 32>>>(a4, c)), 2, 5);

  COUNT((words<<<1, 32>>>(a, c)), 4, 1, 512);
  COUNT((members_unaligned<<<1, 32>>>((unaligned *)a, c)), 4, 1, 512);
  COUNT((three<<<1, 32>>>((float3 *)a, c)), 3, 1);
  COUNT((in_the_middle<<<1, 32>>>(a4, c)), 2, 1, 256);
  COUNT((stores_with_a_gap<<<1, 32>>>(c4)), 0, 2);
  COUNT((past_stores<<<1, 32>>>(a4, c)), 2, 2);
  COUNT((past_loads<<<1, 32>>>(c4, a)), 4, 4);
  COUNT((past_a_barrier<<<1, 32>>>(a4, c)), 2, 1);
  COUNT((past_a_warp_barrier<<<1, 32>>>(a4, c)), 2, 1);
  COUNT((past_atomics<<<1, 32>>>(a4, c)), 2, 0);
  COUNT((past_a_branch<<<1, 32>>>(a4, c)), 2, 1);
  COUNT((by_index<<<1, 32>>>(a, c)), 4, 1);
  COUNT((eight_aligned<<<1, 16>>>((double4 *)a, (double *)c)), 2, 1);
  COUNT((other_objects<<<1, 32>>>(a4, c)), 2, 1);
  return finish("members");
}
