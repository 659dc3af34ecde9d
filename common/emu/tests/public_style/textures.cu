// Textures over arrays, pitched and linear memory: filters, address modes, normalised coordinates; a surface; a volume.
// shows: textures and surfaces | texture objects over arrays, linear and pitched memory, all filter and address modes, 1D to 3D; surfaces; `cudaMemcpy3D`
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>
#include <cuda_runtime.h>
#define CK(x)                                                                                                \
  do {                                                                                                       \
    cudaError_t e = (x);                                                                                     \
    if (e) {                                                                                                 \
      printf("%s: %s\n", #x, cudaGetErrorString(e));                                                         \
      return 1;                                                                                              \
    }                                                                                                        \
  } while (0)
__global__ void look(cudaTextureObject_t t, float *o, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x;
  o[y * w + x] = tex2D<float>(t, x + 0.5f + 0.3f, y + 0.5f - 0.2f);
}
__global__ void norm(cudaTextureObject_t t, float4 *o) {
  int x = threadIdx.x;
  o[x] = tex2D<float4>(t, (x - 2) / 8.0f, 0.4f);
}
__global__ void lin(cudaTextureObject_t t, int *o) {
  o[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x) + tex1Dfetch<int>(t, 100);
}
__global__ void vol(cudaTextureObject_t t, float *o) {
  int i = threadIdx.x;
  o[i] = tex3D<float>(t, i * 0.25f, 1.25f, 0.75f);
}
__global__ void surf(cudaSurfaceObject_t s, int w) {
  int x = threadIdx.x, y = blockIdx.x;
  float v = surf2Dread<float>(s, x * 4, y);
  surf2Dwrite(v * 2, s, x * 4, y);
  surf2Dwrite(9.0f, s, 4 * w, y, cudaBoundaryModeZero);
}
int main() {
  const int W = 8, H = 4;
  float h[H][W], *o;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) h[y][x] = y * 10 + x;
  CK(cudaMallocManaged(&o, 4 * 64));
  cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
  cudaArray_t a;
  CK(cudaMallocArray(&a, &d, W, H, cudaArraySurfaceLoadStore));
  CK(cudaMemcpy2DToArray(a, 0, 0, h, W * 4, W * 4, H, cudaMemcpyHostToDevice));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc td = {};
  td.addressMode[0] = cudaAddressModeClamp;
  td.addressMode[1] = cudaAddressModeClamp;
  td.filterMode = cudaFilterModeLinear;
  td.readMode = cudaReadModeElementType;
  cudaTextureObject_t t;
  CK(cudaCreateTextureObject(&t, &r, &td, nullptr));
  look<<<H, W>>>(t, o, W, H);
  CK(cudaDeviceSynchronize());
  for (int i = 0; i < W * H; i++) printf("%.6g ", o[i]);
  puts("");
  cudaSurfaceObject_t s;
  CK(cudaCreateSurfaceObject(&s, &r));
  surf<<<H, W>>>(s, W);
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy2DFromArray(h, W * 4, a, 0, 0, W * 4, H, cudaMemcpyDeviceToHost));
  for (int x = 0; x < W; x++) printf("%g ", h[3][x]);
  puts("");
  uchar4 c[2][4];
  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 4; x++) c[y][x] = make_uchar4(x * 50, y * 100, 255, x + y);
  uchar4 *pc;
  size_t pitch;
  CK(cudaMallocPitch(&pc, &pitch, 16, 2));
  CK(cudaMemcpy2D(pc, pitch, c, 16, 16, 2, cudaMemcpyHostToDevice));
  cudaResourceDesc r2 = {};
  r2.resType = cudaResourceTypePitch2D;
  r2.res.pitch2D.devPtr = pc;
  r2.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  r2.res.pitch2D.width = 4;
  r2.res.pitch2D.height = 2;
  r2.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc t2 = {};
  t2.addressMode[0] = cudaAddressModeWrap;
  t2.addressMode[1] = cudaAddressModeMirror;
  t2.filterMode = cudaFilterModeLinear;
  t2.readMode = cudaReadModeNormalizedFloat;
  t2.normalizedCoords = 1;
  cudaTextureObject_t tt;
  CK(cudaCreateTextureObject(&tt, &r2, &t2, nullptr));
  norm<<<1, 12>>>(tt, (float4 *)o);
  CK(cudaDeviceSynchronize());
  for (int i = 0; i < 48; i++) printf("%.5f ", o[i]);
  puts("");
  int *l, *q;
  CK(cudaMallocManaged(&l, 40));
  CK(cudaMallocManaged(&q, 64));
  for (int i = 0; i < 10; i++) l[i] = i * i - 3;
  cudaResourceDesc r3 = {};
  r3.resType = cudaResourceTypeLinear;
  r3.res.linear.devPtr = l;
  r3.res.linear.desc = cudaCreateChannelDesc<int>();
  r3.res.linear.sizeInBytes = 40;
  cudaTextureDesc t3 = {};
  t3.readMode = cudaReadModeElementType;
  cudaTextureObject_t t1;
  CK(cudaCreateTextureObject(&t1, &r3, &t3, nullptr));
  lin<<<1, 12>>>(t1, q);
  CK(cudaDeviceSynchronize());
  for (int i = 0; i < 12; i++) printf("%d ", q[i]);
  puts("");
  float v[3][3][3];
  for (int i = 0; i < 27; i++) ((float *)v)[i] = i;
  cudaArray *a3;
  CK(cudaMalloc3DArray(&a3, &d, make_cudaExtent(3, 3, 3)));
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(v, 12, 3, 3);
  p.dstArray = a3;
  p.extent = make_cudaExtent(3, 3, 3);
  p.kind = cudaMemcpyHostToDevice;
  CK(cudaMemcpy3D(&p));
  r.res.array.array = a3;
  td.addressMode[0] = cudaAddressModeBorder;
  cudaTextureObject_t t4;
  CK(cudaCreateTextureObject(&t4, &r, &td, nullptr));
  vol<<<1, 16>>>(t4, o);
  CK(cudaDeviceSynchronize());
  for (int i = 0; i < 16; i++) printf("%.6g ", o[i]);
  puts("");
  cudaDestroyTextureObject(t);
  cudaDestroyTextureObject(tt);
  cudaDestroyTextureObject(t1);
  cudaDestroyTextureObject(t4);
  cudaDestroySurfaceObject(s);
  cudaFreeArray(a);
  cudaFreeArray(a3);
  cudaFree(o);
  cudaFree(pc);
  cudaFree(l);
  cudaFree(q);
}
