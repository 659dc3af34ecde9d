// Mathematics beyond math.h: inverse error functions, Bessel functions, norms; steps and complex products of halves.
// shows: mathematics | `erfinv`, `erfcinv`, `normcdfinv`, `erfcx`, `cyl_bessel_i0`, `norm`; `++` of a half, `__hcmadd`, `__hisnan2`
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>
#include <cuda_fp16.h>

__global__ void special(double *out, const double *v) {
  int i = threadIdx.x;
  double x = (i - 15.5) / 16.0, p = (i + 0.5) / 32;
  out[i] = erfinv(x);
  out[32 + i] = erfcinv(2 * p) + normcdfinv(p);
  out[64 + i] = erfcx(8 * x + 7) + cyl_bessel_i0(5 * x) + cyl_bessel_i1(3 * x);
  out[96 + i] = norm(i % 5 + 1, v + i) + rnorm(3, v + i);
}
__global__ void halves(float *out) {
  __half h = __float2half(1.5f), before = h++;
  __half2 nan = __floats2half2_rn(0.0f / (threadIdx.x * 0.0f), 2);
  __half2 product =
      __hcmadd(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(0.5f, 0.25f));
  __half2 both = __floats2half2_rn(3, 4);
  --both;
  float2 is = __half22float2(__hisnan2(nan));
  float all[] = {
      __half2float(h),   __half2float(before), __low2float(product), __high2float(product), is.x, is.y,
      __high2float(both)};
  for (int i = 0; i < 7; i++) out[i] = all[i];
}

int main() {
  double h[128], v[40], *d, *dv;
  float f[7], *df;
  for (int i = 0; i < 40; i++) v[i] = i % 7 - 2.5;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&dv, sizeof v);
  cudaMalloc(&df, sizeof f);
  cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
  special<<<1, 32>>>(d, dv);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; i++) printf("%.9g%c", h[i], i % 8 == 7 ? '\n' : ' ');
  halves<<<1, 1>>>(df);
  cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 7; i++) printf("%g ", f[i]);
  printf("\n");
  cudaFree(d), cudaFree(dv), cudaFree(df);
}
