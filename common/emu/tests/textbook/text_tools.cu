// Byte processing: Caesar cipher in place, upper case, word and line counts, and the longest word.
#include <cstdio>
#include <cstring>
#include <cctype>
#include <string>
#include <iostream>

#define SAFE_CALL(call)                                                                                      \
  do {                                                                                                       \
    cudaError_t status = call;                                                                               \
    if (status != cudaSuccess) {                                                                             \
      std::cerr << "CUDA error: " << cudaGetErrorString(status) << "\n";                                     \
      return 1;                                                                                              \
    }                                                                                                        \
  } while (false)

struct Counts {
  unsigned letters, words, lines;
  unsigned longest; // length in the upper bytes, ~position in the lower ones
};

__device__ __host__ bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

__global__ void caesar(char *text, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  char c = text[i];
  if (isLetter(c)) {
    char base = c >= 'a' ? 'a' : 'A';
    text[i] = (char)((c - base + shift + 26) % 26 + base);
  }
}

// Four letters at a time: bit 5 distinguishes the cases.
__global__ void upper(unsigned *text, int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  union {
    unsigned word;
    unsigned char byte[4];
  } u;
  u.word = text[i];
  for (int b = 0; b < 4; b++)
    if (u.byte[b] >= 'a' && u.byte[b] <= 'z') u.byte[b] &= ~0x20;
  text[i] = u.word;
}

__global__ void count(const char *text, int n, Counts *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  char c = i < n ? text[i] : ' ';
  bool starts = i < n && isLetter(c) && (i == 0 || !isLetter(text[i - 1]));
  int letters = __syncthreads_count(isLetter(c));
  int words = __syncthreads_count(starts);
  int lines = __syncthreads_count(c == '\n');
  if (threadIdx.x == 0) {
    atomicAdd(&counts->letters, letters);
    atomicAdd(&counts->words, words);
    atomicAdd(&counts->lines, lines);
  }
  if (starts) {
    int end = i;
    while (end < n && isLetter(text[end])) end++;
    atomicMax(&counts->longest, (unsigned)(end - i) << 16 | (0xffff - i));
  }
}

__global__ void greet(const char *name) {
  if (threadIdx.x == 0) printf("Hello %s from block %d of %d\n", name, blockIdx.x, gridDim.x);
}

static std::string verse(int repeats) {
  std::string s;
  for (int r = 0; r < repeats; r++) {
    s += "The quick brown fox jumps over the lazy dog, and the sluggish hedgehog\n";
    s += "sees it; line ";
    s += std::to_string(r);
    s += r == repeats / 2 ? " is extraordinarily short.\n" : " is not.\n";
  }
  while (s.size() % 4) s += ' ';
  return s;
}

int main() {
  std::string text = verse(30);
  const int n = (int)text.size(), threads = 192, blocks = (n + threads - 1) / threads;
  char *d_text;
  Counts *d_counts, counts;
  SAFE_CALL(cudaMalloc(&d_text, n));
  SAFE_CALL(cudaMalloc(&d_counts, sizeof(Counts)));
  SAFE_CALL(cudaMemcpy(d_text, text.c_str(), n, cudaMemcpyHostToDevice));
  SAFE_CALL(cudaMemset(d_counts, 0, sizeof(Counts)));

  count<<<blocks, threads>>>(d_text, n, d_counts);
  SAFE_CALL(cudaMemcpy(&counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost));
  unsigned length = counts.longest >> 16, at = 0xffff - (counts.longest & 0xffff);
  std::cout << n << " bytes, " << counts.letters << " letters, " << counts.words << " words, " << counts.lines
            << " lines, longest \"" << text.substr(at, length) << "\" at " << at << std::endl;

  caesar<<<blocks, threads>>>(d_text, n, 3);
  std::string secret(n, '\0');
  SAFE_CALL(cudaMemcpy(&secret[0], d_text, n, cudaMemcpyDeviceToHost));
  std::cout << secret.substr(0, 43) << std::endl;
  caesar<<<blocks, threads>>>(d_text, n, -3);
  SAFE_CALL(cudaMemcpy(&secret[0], d_text, n, cudaMemcpyDeviceToHost));
  std::cout << (secret == text ? "deciphered" : "NOT deciphered") << std::endl;

  upper<<<(n / 4 + 63) / 64, 64>>>(reinterpret_cast<unsigned *>(d_text), n / 4);
  SAFE_CALL(cudaMemcpy(&secret[0], d_text, n, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += secret[i] != (char)std::toupper((unsigned char)text[i]);
  std::cout << secret.substr(0, 43) << "\nwrong: " << wrong << std::endl;

  SAFE_CALL(cudaMemcpy(d_text, "world", strlen("world") + 1, cudaMemcpyHostToDevice));
  greet<<<1, 32>>>(d_text);
  SAFE_CALL(cudaDeviceSynchronize());
  SAFE_CALL(cudaFree(d_text));
  SAFE_CALL(cudaFree(d_counts));
}
