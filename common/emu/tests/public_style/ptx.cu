// Inline PTX as teaching code has it: lane and clock, cached loads, bit fields, asynchronous copies.
// shows: inline PTX | special registers (`%laneid`, `%clock`, `%smid`, ...), `ld` and `st` of every space and cache hint, fences, `cp.async`, some 60 arithmetic and bit instructions
// bug: out-of-bounds
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>

__device__ __forceinline__ unsigned lane_id() {
  unsigned ret;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(ret));
  return ret;
}
__device__ __forceinline__ float load_cached(const float *p) {
  float v;
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return v;
}
__device__ __forceinline__ float4 load_nc(const float4 *p) {
  float4 v;
  asm("ld.global.nc.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
  return v;
}
#define CP_ASYNC(dst, src) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(dst), "l"(src))

__global__ void loads(const float *in, float *out) {
  __shared__ __align__(16) float tile[128];
  unsigned lane = lane_id(), clock, mask, smid;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  asm("mov.u32 %0, %%smid;" : "=r"(smid));
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[4 * threadIdx.x]));
#ifdef BUG
  CP_ASYNC(to, in + 4 * threadIdx.x + 4);
#else
  CP_ASYNC(to, in + 4 * threadIdx.x);
#endif
  asm volatile("cp.async.commit_group;\n");
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
  __syncthreads();
  float4 v = load_nc((const float4 *)in + (31 - lane));
  float s;
  asm volatile("ld.shared.f32 %0, [%1+4];" : "=f"(s) : "r"(to));
  asm volatile("st.global.f32 [%0], %1;" ::"l"(out + threadIdx.x),
               "f"(load_cached(in + lane) + v.x + v.w + s + __popc(mask) + tile[127 - lane]));
  asm volatile("membar.gl;");
}
__global__ void bits(unsigned *out) {
  unsigned a = threadIdx.x * 0x9e3779b9u, b = ~a * 7, r, sum = 0;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(5), "r"(7));
  sum += r;
  asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r) : "r"(a), "r"(b));
  sum = sum * 31 + r;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(sum));
  sum = sum * 31 + r;
  asm("prmt.b32 %0, %1, %2, 0x3715;" : "=r"(r) : "r"(a), "r"(b));
  sum = sum * 31 + r;
  asm("{ mad.lo.u32 %0, %1, %2, 9; }" : "=r"(r) : "r"(a), "r"(b));
  sum = sum * 31 + r;
  int field;
  asm("bfe.s32 %0, %1, 3, 6;" : "=r"(field) : "r"(a));
  asm("shf.l.wrap.b32 %0, %1, %2, 9;" : "=r"(r) : "r"(a), "r"(b));
  asm("add.u32 %0, %0, 1;" : "+r"(r));
  float f, g = a * 0.25f;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(g), "f"(0.5f), "f"(1.0f));
  out[threadIdx.x] = sum * 31 + r + (unsigned)field + __float_as_uint(f);
}

int main() {
  float h[128], o[32], *in, *out;
  unsigned ub[32], *du;
  for (int i = 0; i < 128; i++) h[i] = i * 0.5f;
  cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof o), cudaMalloc(&du, sizeof ub);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  loads<<<1, 32>>>(in, out);
  bits<<<1, 32>>>(du);
  cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
  cudaMemcpy(ub, du, sizeof ub, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) printf("%g%c", o[i], i % 8 == 7 ? '\n' : ' ');
  for (int i = 0; i < 32; i++) printf("%08x%c", ub[i], i % 8 == 7 ? '\n' : ' ');
  cudaFree(in), cudaFree(out), cudaFree(du);
}
