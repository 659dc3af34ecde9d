// shows: libraries | CUB over a device: `DeviceTransform` of one or several sequences, `MultiHistogramEven` by pointers and arrays, stable sorts of segments in a stream between two buffers, `CUB_NS_QUALIFIER`
// Histograms of a picture's channels, functions of sequences and sorts of segments, without kernels of one's own.
// bug: out-of-bounds
#include <cub/cub.cuh>
#include <cub/device/device_transform.cuh>

#ifndef CUB_DEBUG
#define CUB_DEBUG(e) CUB_NS_QUALIFIER::Debug((cudaError_t)(e), __FILE__, __LINE__)
#endif

const int PIXELS = 1000, CHANNELS = 4, ACTIVE = 3, BINS = 8;

struct root {
  __device__ float operator()(unsigned char x) const {
    return sqrtf((float)x);
  }
};
struct blend {
  __device__ float operator()(float a, unsigned char b) const {
    return 0.5f * a + b;
  }
};

// The pixels of each row by their first channel; equal ones keep their order.
static int out_of_order(const unsigned char *picture) {
  const int ROWS = 4, WIDTH = PIXELS / ROWS;
  int *rows, *places, *sorted_places, wrong = 0;
  unsigned char *keys, *sorted;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&rows, (ROWS + 1) * sizeof *rows);
  cudaMallocManaged(&places, 2 * PIXELS * sizeof *places);
  cudaMallocManaged(&keys, 2 * PIXELS);
  sorted_places = places + PIXELS;
  sorted = keys + PIXELS;
  for (int r = 0; r <= ROWS; r++) rows[r] = r * WIDTH;
  for (int i = 0; i < PIXELS; i++) {
    keys[i] = picture[i * CHANNELS] / 16;
    places[i] = i;
  }
  void *work = nullptr;
  size_t bytes = 0;
  cub::DoubleBuffer<unsigned char> both(keys, sorted);
  cub::DoubleBuffer<int> both_places(places, sorted_places);
  for (int pass = 0; pass < 2; pass++) {
    CUB_DEBUG(cub::DeviceSegmentedSort::StableSortPairs(work, bytes, both, both_places, PIXELS, ROWS, rows,
                                                        rows + 1, stream));
    if (!pass) cudaMalloc(&work, bytes);
  }
  sorted = both.Current();
  sorted_places = both_places.Current();
  cudaStreamSynchronize(stream);
  for (int i = 1; i < PIXELS; i++)
    wrong += i % WIDTH && (sorted[i - 1] > sorted[i] ||
                           (sorted[i - 1] == sorted[i] && sorted_places[i - 1] > sorted_places[i]));
  cudaFree(work);
  cudaFree(rows);
  cudaFree(places);
  cudaFree(keys);
  cudaStreamDestroy(stream);
  return wrong;
}

int main() {
  unsigned char *picture;
  float *rooted;
  int *counts, *histogram[ACTIVE], levels[ACTIVE];
  unsigned lower[ACTIVE], upper[ACTIVE];
  cudaMallocManaged(&picture, PIXELS * CHANNELS);
  cudaMallocManaged(&rooted, PIXELS * sizeof *rooted);
  cudaMallocManaged(&counts, ACTIVE * BINS * sizeof *counts);
  for (int i = 0; i < PIXELS * CHANNELS; i++) picture[i] = (unsigned char)(i * 37 + i / 7);
  for (int c = 0; c < ACTIVE; c++) {
    histogram[c] = counts + c * BINS;
    levels[c] = BINS + 1;
    lower[c] = 0;
    upper[c] = 256;
  }

  void *work = nullptr;
  size_t bytes = 0;
  int **of = histogram, *n = levels; // as a function would get them
  unsigned *from = lower, *to = upper;
  for (int pass = 0; pass < 2; pass++) {
    CUB_DEBUG((cub::DeviceHistogram::MultiHistogramEven<CHANNELS, ACTIVE>(work, bytes, picture, of, n, from,
                                                                          to, PIXELS)));
    if (!pass) cudaMalloc(&work, bytes);
  }
#ifdef BUG
  CUB_DEBUG(cub::DeviceTransform::Transform(picture, rooted, PIXELS + 1, root()));
#else
  CUB_DEBUG(cub::DeviceTransform::Transform(picture, rooted, PIXELS, root()));
#endif
  CUB_DEBUG(cub::DeviceTransform::Transform(cuda::std::make_tuple(rooted, picture), rooted, PIXELS, blend()));
  CUB_DEBUG(cudaDeviceSynchronize());
  for (int c = 0; c < ACTIVE; c++) {
    int total = 0;
    for (int b = 0; b < BINS; b++) {
      printf("%d%c", histogram[c][b], b + 1 < BINS ? ' ' : ':');
      total += histogram[c][b];
    }
    printf(" %d\n", total);
  }
  int wrong = 0;
  for (int i = 0; i < PIXELS; i++)
    wrong += fabsf(rooted[i] - (0.5f * sqrtf((float)picture[i]) + picture[i])) > 1e-4f;
  printf("wrong %d, out of order %d\n", wrong, out_of_order(picture));
  cudaFree(work);
  cudaFree(picture);
  cudaFree(rooted);
  cudaFree(counts);
}
