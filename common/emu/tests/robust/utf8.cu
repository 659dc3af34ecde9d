// UTF-8 in comments — größer, naïve, 共有メモリ — and in strings, on the host and in kernels.
// prints: Grüße vom Gerät: Σ = 6 ✓
// prints: 矢印 <<<1, 1>>> → keine Ausführung; Länge 9
#include <cstdio>
#include <cstring>

/* Größe × Breite: k<<<1, 1>>>(d) in a comment stays a comment. ← */
__global__ void greet(int *length) {
  const char *text = "Σ";
  printf("Grüße vom Gerät: %s = %d ✓\n", text, 1 + 2 + 3);
  *length = (int)sizeof("Länge 1") + 1;
}

int main() {
  int *größe, h;
  cudaMalloc(&größe, sizeof h);
  greet<<<1, 1>>>(größe);
  cudaDeviceSynchronize();
  cudaMemcpy(&h, größe, sizeof h, cudaMemcpyDeviceToHost);
  printf(u8"矢印 <<<1, 1>>> → keine Ausführung; Länge %d\n", h - (int)strlen("1"));
  cudaFree(größe);
}
