// 8-bit floating point: quantised and back, bit by bit, in pairs and fours.
// shows: number formats | `cuda_fp8.h`: `__nv_fp8_e4m3` and `__nv_fp8_e5m2`, their pairs and fours, saturating and not
// bug: uninitialised-read
// compared: H200, CUDA 13.0, 2026-11-24
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cstdio>

__global__ void quantise(const float *x, __nv_fp8_e4m3 *q, __nv_fp8_e5m2 *r, float scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef BUG
  if (i == 0) return;
#endif
  if (i >= n) return;
  q[i] = __nv_fp8_e4m3(x[i] * scale);
  r[i] = __nv_fp8_e5m2(x[i]);
}
__global__ void widen(const __nv_fp8_e4m3 *q, const __nv_fp8_e5m2 *r, float *y, float *z, float scale,
                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = float(q[i]) / scale;
  z[i] = static_cast<float>(r[i]);
}
__global__ void several(const __nv_fp8x4_e4m3 *q, float4 *wide, __half2 *pairs) {
  int i = threadIdx.x;
  wide[i] = (float4)q[i];
  __nv_fp8x2_e5m2 pair(make_float2(1.7f * i, -2.3f));
  pairs[i] = (__half2)pair;
}
__global__ void bits(unsigned char *out) {
  const float values[] = {448, 464, 464.1f, 1000, 0.0019f, 0.0009f, -65536, 1e6f, 3.3f, -0.07f};
  for (float v : values) {
    *out++ = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, __NV_E4M3);
    *out++ = __nv_cvt_float_to_fp8(v, __NV_NOSAT, __NV_E4M3);
    *out++ = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, __NV_E5M2);
    *out++ = __nv_cvt_float_to_fp8(v, __NV_NOSAT, __NV_E5M2);
  }
  *out++ = __nv_fp8_e4m3(__float2half(3.3f)).__x;
  *out++ = __nv_fp8_e5m2(__float2bfloat16(-0.07f)).__x;
  *out++ = __nv_fp8_e4m3(5).__x;
  *out++ = (unsigned char)(int)__nv_fp8_e4m3(-2.7);
  __half_raw raw = __nv_cvt_fp8_to_halfraw(0x3c, __NV_E4M3);
  *out++ = raw.x >> 8;
  *out++ = raw.x & 255;
}

int main() {
  const int n = 64;
  float *x, *y, *z;
  __nv_fp8_e4m3 *q;
  __nv_fp8_e5m2 *r;
  float4 *wide;
  __half2 *pairs;
  unsigned char *raw;
  cudaMallocManaged(&x, n * sizeof *x);
  cudaMallocManaged(&y, n * sizeof *y);
  cudaMallocManaged(&z, n * sizeof *z);
  cudaMalloc(&q, n * sizeof *q);
  cudaMalloc(&r, n * sizeof *r);
  cudaMallocManaged(&wide, n / 4 * sizeof *wide);
  cudaMallocManaged(&pairs, n / 4 * sizeof *pairs);
  cudaMallocManaged(&raw, 46);
  for (int i = 0; i < n; i++) x[i] = (i - 32) * 0.37f * (i % 5 + 1);
  quantise<<<1, n>>>(x, q, r, 8, n);
  widen<<<1, n>>>(q, r, y, z, 8, n);
  several<<<1, n / 4>>>((const __nv_fp8x4_e4m3 *)q, wide, pairs);
  bits<<<1, 1>>>(raw);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) printf("%g %g %g%s", x[i], y[i], z[i], i % 4 == 3 ? "\n" : ", ");
  for (int i = 0; i < n / 4; i++)
    printf("%g %g %g %g, %g %g\n", wide[i].x, wide[i].y, wide[i].z, wide[i].w, __low2float(pairs[i]),
           __high2float(pairs[i]));
  for (int i = 0; i < 46; i++) printf("%02x%c", raw[i], i % 4 == 3 ? '\n' : ' ');
  __nv_fp8_e4m3 host(0.3f);
  printf("\nhost %g %02x, %d bytes\n", float(host), host.__x, (int)sizeof(__nv_fp8x4_e5m2));
  for (void *p :
       {(void *)x, (void *)y, (void *)z, (void *)q, (void *)r, (void *)wide, (void *)pairs, (void *)raw})
    cudaFree(p);
}
