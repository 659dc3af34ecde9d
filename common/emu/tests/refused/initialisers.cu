// Variables of the device that would have to be initialised by code, which no GPU runs, beside those that need none.
int computed() {
  return 3;
}
struct works {
  int x;
  __device__ works() : x(4) {}
};
struct constant {
  int x;
  __host__ __device__ constexpr constant() : x(4) {}
};
struct empty {
  int x;
  __host__ __device__ empty() {}
};
typedef int (*function)(int);
__device__ int doubled(int a) {
  return 2 * a;
}

__device__ int a = computed();         // refused: constant initializer
__device__ int b[2] = {1, computed()}; // refused: constant initializer
__constant__ int c = computed();       // refused: constant initializer
__device__ works w;                    // refused: constant initializer
__device__ const int e = computed();   // refused: constant initializer
__device__ constant good_1;
__device__ constant good_2 = constant();
__device__ empty good_3;
__device__ function good_4 = doubled, good_5[2] = {doubled, doubled};
__device__ int good_6 = 3, good_7[2] = {1, 2}, good_8;
static __device__ const float good_9[2] = {1.f, 2.f};
__constant__ double good_10 = 3.14 * 2;
__device__ float4 good_11 = {1, 2, 3, 4};
__device__ const char *good_12 = "text";
template <class T> __device__ T good_13 = T(3);
inline __device__ int good_15 = 5;
template <class T> __constant__ const T good_16 = T(6);
__constant__ const int good_17 = 7;
__device__ volatile unsigned long long good_14 = 0xffffffffffull;

__global__ void k(int *p) {
  p[0] = good_4(3) + good_15 + good_17;
  p[0] += good_13<int> + good_16<int>;
}

int main() {}
