// Templates nested deeply: recursive instances, packs, template template parameters, `>>>` in a row.
// prints: 190 21 3.5 7 1240 24
#include <cstdio>

template <int N> struct Depth {
  static __device__ int value() {
    return 1 + Depth<N - 1>::value();
  }
};
template <> struct Depth<0> {
  static __device__ int value() {
    return 0;
  }
};

template <class T> struct Box {
  T inner;
  using type = T;
};
template <class T> struct Unbox { using type = T; };
template <class T> struct Unbox<Box<T>> : Unbox<T> {};

template <typename... Ts> __device__ int total(Ts... values) {
  return (0 + ... + values);
}

template <class T> __global__ void depth(int *out) {
  *out = T::value();
}
template <int... Is> __global__ void pack(int *out) {
  *out = total(Is...);
}
template <template <class> class Outer, class T> __global__ void wrapped(Outer<T> box, T *out) {
  *out = box.inner;
}
template <class T> __global__ void nested(T value, typename Unbox<T>::type *out) {
  *out = value.inner.inner.inner;
}
template <class T, int A, bool Big = (A > 100)> __global__ void flags(T *out) {
  if constexpr (Big)
    *out = A * 10;
  else
    *out = A;
}

template <class T> struct Runner {
  template <int N> struct Inner {
    static void go(T *d) {
      flags<T, N><<<1, 1>>>(d);
    }
    void member(T *d) {
      flags<T, (N < 8 ? N * 3 : N >> 1)><<<1, 1>>>(d);
    }
  };
};

template <class T> T fetch(const T *d) {
  T h;
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  return h;
}

int main() {
  int *d;
  float *f;
  cudaMalloc(&d, sizeof *d);
  cudaMalloc(&f, sizeof *f);
  depth<Depth<190>><<<1, 1>>>(d);
  printf("%d ", fetch(d));
  pack<1, 2, 3, 4, 5, 6><<<1, 1>>>(d);
  printf("%d ", fetch(d));
  wrapped<Box, float><<<1, 1>>>(Box<float>{3.5f}, f);
  printf("%g ", fetch(f));
  nested<Box<Box<Box<int>>>><<<1, 1>>>({{{7}}}, d);
  printf("%d ", fetch(d));
  Runner<int>::Inner<124>::go(d);
  printf("%d ", fetch(d));
  Runner<int>::template Inner<(8 > 4) ? 48 : 1>().member(d);
  printf("%d\n", fetch(d));
  cudaFree(d);
  cudaFree(f);
}
