// What C++ leaves open and nvcc does in one way (its PTX for sm_90, 13.0): comparisons as if a signed sum could not overflow,
// all else with sums that wrap; no types that keep objects apart; loops that end when they are told to.
// prints: overflow: ok
// notes: undefined-arithmetic in kernel run
// notes: undefined-arithmetic in kernel run
#include "check.h"

enum { RESULTS = 20 };
static const int wanted[RESULTS] = {
    0, 1,         1,           1 << 30, 1, 0, 0, 0,          0, -2147483647 - 1,
    0, 920370032, -1073741822, -32768,  1, 1, 0, 1065353216, 7, 5,
};

__global__ void run(const int *a, const int *b, int *out, float *f, const unsigned char *byte,
                    const int *null) {
  int low = a[0], high = a[1];
  out[0] = low - b[0] > 0;              // low > b[0]
  out[1] = high + 1 > high;             // true
  out[2] = high + 100 > 50;             // high > -50
  out[3] = a[2] * 4 / 4;                // a[2]
  out[4] = (low < 0 ? -low : low) >= 0; // true
  out[5] = -low < 0;                    // low > 0
  out[6] = high + b[0] < high;          // b[0] < 0
  out[7] = a[3] * a[3] < 0;             // false
  out[8] = b[0] - low < 0;              // b[0] < low
  out[9] = low / b[1];                  // wraps
  out[10] = low % b[1];
  int h = a[4] * 1664525 + 1013904223; // a generator of random numbers
  out[11] = h < 0 ? -h : h;
  out[12] = (high + b[2]) / 2;
  short s = 32767;
  s += b[0];
  out[13] = s;
  out[14] = (high + b[0]) < 0;
  out[15] = (long long)(high + b[0]) < 0;
  out[16] = (unsigned)b[1] + 1u > (unsigned)b[1];
  ((int *)f)[0] = 7;
  f[0] = 1;
  out[17] = ((int *)f)[0];
  out[18] = null == nullptr ? 7 : 8;
  out[19] = *(const bool *)byte ? 5 : 6;
}
// Ends where the sum has wrapped, not never.
__global__ void double_up(int *out, int n) {
  int k = 0;
  for (int i = n; i > 0; i *= 2) k++;
  out[0] = k;
}
// The same with a second way out, which a compiler could take for the only one.
__global__ void double_up_to(int *out, int n, int most) {
  int k = 0;
  for (int i = n; i > 0; i *= 2)
    if (++k > most) break;
  out[0] = k;
}

int main() {
  Both<int> a(8), b(8), out(RESULTS);
  Both<float> f(1);
  Both<unsigned char> byte(4);
  const int as[] = {-2147483647 - 1, 2147483647, 1 << 30, 65535, 123456789}, bs[] = {1, -1, 5};
  for (int i = 0; i < 5; i++) a.host[i] = as[i];
  for (int i = 0; i < 3; i++) b.host[i] = bs[i];
  byte.host[0] = 1;
  a.to_device(), b.to_device(), byte.to_device();
  run<<<1, 1>>>(a.device, b.device, out.device, f.device, byte.device, nullptr);
  out.to_host();
  for (int i = 0; i < RESULTS; i++) expect("result", i, out.host[i], wanted[i]);
  double_up<<<1, 1>>>(out.device, 1);
  out.to_host();
  expect("doubled", 0, out.host[0] == 31 || out.host[0] == 32, true);
  double_up_to<<<1, 1>>>(out.device, 1, 1000);
  out.to_host();
  expect("doubled", 1, out.host[0] == 31 || out.host[0] == 32, true);
  return finish("overflow");
}
