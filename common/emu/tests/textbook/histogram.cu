// Letter histograms of a text: global atomics, privatised in shared memory, coarsened with aggregation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUM_BINS      7
#define COARSE_FACTOR 8

static const char *words[] = {"programming ", "massively ", "parallel ", "processors ",
                              "a ",           "hands-on ",  "approach "};

#define CUDA_CALL(x)                                                                                         \
  do {                                                                                                       \
    if ((x) != cudaSuccess) {                                                                                \
      printf("Error at %s:%d\n", __FILE__, __LINE__);                                                        \
      return EXIT_FAILURE;                                                                                   \
    }                                                                                                        \
  } while (0)

extern "C" __global__ void histo_global(const char *data, unsigned int length, unsigned int *histo) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) {
    int position = data[i] - 'a';
    if (position >= 0 && position < 26) atomicAdd(&(histo[position / 4]), 1);
  }
}

extern "C" __global__ void histo_private(const char *data, unsigned int length, unsigned int *histo) {
  __shared__ unsigned int histo_s[NUM_BINS];
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned int i = tid; i < length; i += blockDim.x * gridDim.x) {
    int position = data[i] - 'a';
    if (position >= 0 && position < 26) atomicAdd(&(histo_s[position / 4]), 1);
  }
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
    unsigned int value = histo_s[bin];
    if (value > 0) atomicAdd(&(histo[bin]), value);
  }
}

extern "C" __global__ void histo_aggregated(const char *data, unsigned int length, unsigned int *histo) {
  __shared__ unsigned int histo_s[NUM_BINS];
  if (threadIdx.x < NUM_BINS) histo_s[threadIdx.x] = 0u;
  __syncthreads();
  unsigned int accumulator = 0;
  int prevBin = -1;
  unsigned int first = (blockIdx.x * blockDim.x + threadIdx.x) * COARSE_FACTOR;
  for (unsigned int i = first; i < min(first + COARSE_FACTOR, length); ++i) {
    int position = data[i] - 'a';
    if (position < 0 || position >= 26) continue;
    int bin = position / 4;
    if (bin == prevBin) {
      ++accumulator;
    } else {
      if (accumulator > 0) atomicAdd(&histo_s[prevBin], accumulator);
      accumulator = 1;
      prevBin = bin;
    }
  }
  if (accumulator > 0) atomicAdd(&histo_s[prevBin], accumulator);
  __syncthreads();
  if (threadIdx.x < NUM_BINS && histo_s[threadIdx.x]) atomicAdd(histo + threadIdx.x, histo_s[threadIdx.x]);
}

int main(int argc, char **argv) {
  unsigned int wanted = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20000;
  char *text = (char *)calloc(wanted + 32, 1);
  unsigned int length = 0;
  for (unsigned int seed = 7; length < wanted; seed = seed * 69069u + 1u) {
    const char *word = words[(seed >> 20) % (sizeof(words) / sizeof(words[0]))];
    strcpy(text + length, word);
    length += strlen(word);
  }

  char *d_text;
  unsigned int *d_histo, histo[NUM_BINS];
  CUDA_CALL(cudaMalloc((void **)&d_text, length));
  CUDA_CALL(cudaMalloc((void **)&d_histo, NUM_BINS * sizeof(unsigned int)));
  CUDA_CALL(cudaMemcpy(d_text, text, length, cudaMemcpyHostToDevice));

  printf("%u characters\n", length);
  for (int form = 0; form < 3; form++) {
    CUDA_CALL(cudaMemset(d_histo, 0, NUM_BINS * sizeof(unsigned int)));
    switch (form) {
    case 0:
      histo_global<<<(length + 255) / 256, 256>>>(d_text, length, d_histo);
      break;
    case 1:
      histo_private<<<12, 96>>>(d_text, length, d_histo);
      break;
    default:
      histo_aggregated<<<(length + 128 * COARSE_FACTOR - 1) / (128 * COARSE_FACTOR), 128>>>(d_text, length,
                                                                                            d_histo);
    }
    CUDA_CALL(cudaGetLastError());
    CUDA_CALL(cudaMemcpy(histo, d_histo, sizeof(histo), cudaMemcpyDeviceToHost));
    for (int bin = 0; bin < NUM_BINS; bin++) {
      char last = 'a' + bin * 4 + 3;
      printf("%c-%c %5u%s", 'a' + bin * 4, last > 'z' ? 'z' : last, histo[bin],
             bin == NUM_BINS - 1 ? "\n" : "  ");
    }
  }
  CUDA_CALL(cudaFree(d_text));
  CUDA_CALL(cudaFree(d_histo));
  free(text);
  return EXIT_SUCCESS;
}
