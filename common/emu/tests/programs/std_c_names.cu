// What nvcc's headers of cuda::std bring along: names of the C library and of std, for the host and for kernels, and the C library's
// functions that cuda::std has for kernels.
// prints: std_c_names: ok
#include <cuda/std/version>
#ifndef __cccl_lib_void_t
#error "the features of cuda::std are not told"
#endif
#include <cuda/std/utility>

// Before any other header: nothing but what these two bring.
static long host_names() {
  std::string text = "12";
  std::string_view view(text);
  char word[8];
  memset(word, 0, sizeof word);
  std::memcpy(word, text.data(), view.size());
  try {
    if (std::isdigit(word[0])) throw std::runtime_error("a digit");
  } catch (const std::exception &e) {
    text += e.what();
  }
  errno = 0;
  long number = std::strtol(word, nullptr, 10) + abs(-1) + std::abs(-2L) + CHAR_BIT;
  if (errno || INT_MAX < SHRT_MAX || FLT_EPSILON < DBL_EPSILON || std::strlen(word) != 2) return -1;
  int *placed = new (word) int(5), list[] = {1, 2, 3};
  number += *placed + *std::next(std::begin(list)) + std::stoi("100");
  return std::snprintf(word, sizeof word, "%d", 7) + number + static_cast<long>(text.size());
}

__global__ void kernel_names(float x, long long *out) {
  int word = INT_MAX, copy = 0;
  cuda::std::memset(&copy, 1, sizeof copy);
  memcpy(&copy, &word, sizeof copy);
  out[0] = copy;
  out[1] = abs(-3) + labs(-4L) + llabs(-5LL);
  out[2] = CHAR_BIT + (FLT_MAX > x);
  out[3] = std::size_t(x) + ::int64_t(-x) + ::cuda::std::uint8_t(x + 43);
}

#include <cuda/std/cstdint>
#include <cuda/std/cstdlib>
#include <cuda/std/cstring>

__global__ void cuda_std_names(const unsigned char *p, const unsigned char *q, int n, long long *out) {
  cuda::std::div_t d = cuda::std::div(-7, 2);
  cuda::std::ldiv_t l = cuda::std::ldiv(-7000000000L, 2000000000L);
  cuda::std::lldiv_t ll = cuda::std::lldiv(9LL, 4LL);
  out[0] = d.quot * 10 + d.rem;
  out[1] = l.quot * 10 + l.rem / 1000000000L;
  out[2] = ll.quot * 10 + ll.rem;
  out[3] = cuda::std::div(11L, 3L).rem + cuda::std::div(11LL, 4LL).rem;
  out[4] = cuda::std::memcmp(p, q, n);
  out[5] = cuda::std::memcmp(q, p, n);
  out[6] = cuda::std::memcmp(p, q, n - 1);
  out[7] = static_cast<const unsigned char *>(cuda::std::memchr(p, 256 + 200, n)) - p;
  out[8] = cuda::std::memchr(p, 1, n) == nullptr;
  out[9] = cuda::std::memcmp(p, q, 0);
}
static_assert(cuda::std::div(7, -2).quot == -3 && cuda::std::lldiv(7, -2).rem == 1, "constant expressions");

#include "check.h"

int main() {
  expect("names of the host", 0, host_names(), 12L + 1 + 2 + 8 + 5 + 2 + 100 + 1 + 9);
  {
    Both<long long> out(4);
    kernel_names<<<1, 1>>>(3.7f, out.device);
    CUDA(cudaDeviceSynchronize());
    out.to_host();
    const long long right[] = {INT_MAX, 12, 9, 3 - 3 + 46};
    for (int i = 0; i < 4; i++) expect("names in a kernel", i, out.host[i], right[i]);
  }
  {
    Both<unsigned char> p(6), q(6);
    Both<long long> out(10);
    for (int i = 0; i < 6; i++) p.host[i] = q.host[i] = 196 + i;
    q.host[5] = 3;
    p.to_device(), q.to_device();
    cuda_std_names<<<1, 1>>>(p.device, q.device, 6, out.device);
    CUDA(cudaDeviceSynchronize());
    out.to_host();
    const long long right[] = {-31, -31, 21, 5, 1, -1, 0, 4, 1, 0};
    for (int i = 0; i < 10; i++) expect("functions of cuda::std", i, out.host[i], right[i]);
    expect("on the host", 0, cuda::std::memcmp(p.host, q.host, 6), 1);
  }
  return finish("std_c_names");
}
