// Managed, pinned, pooled and pitched memory, copies between them, and what pointers say of themselves.
// shows: the runtime API | managed, pinned, pooled and pitched memory, attributes of pointers
// prints: memory: ok
#include "check.h"

__global__ void scale(float *p, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= by;
}

__global__ void row_sums(const char *p, size_t pitch, int width, float *out) {
  const float *row = (const float *)(p + threadIdx.x * pitch);
  float sum = 0;
  for (int i = 0; i < width; i++) sum += row[i];
  out[threadIdx.x] = sum;
}

struct Node {
  int value;
  Node *next;
};
__global__ void follow(const Node *first, int *sum) {
  for (const Node *n = first; n; n = n->next) *sum += n->value;
}

__constant__ float table[4];
__device__ int places[3];
__global__ void fill_places(float *out) {
  places[threadIdx.x] = (int)threadIdx.x * 5;
  out[threadIdx.x] = table[threadIdx.x];
}

// Static variables of device functions keep their values from launch to launch.
__device__ int asked() {
  static int times;
  return atomicAdd(&times, 1);
}
struct Step {
  __device__ static __forceinline__ int next() {
    static int n = 100;
    return n += 10;
  }
};
__global__ void keep(float *out) {
  static const int factors[] = {2, 3};
  int times = asked();
  if (threadIdx.x == 0) out[0] = Step::next() * factors[times >= 4];
}

static void add_one(void *count) {
  ++*(int *)count;
}
static void add_ten(cudaStream_t, cudaError_t status, void *count) {
  if (status == cudaSuccess) *(int *)count += 10;
}

int main() {
  const int n = 1000;
  float *managed;
  CUDA(cudaMallocManaged(&managed, n * sizeof(float)));
  for (int i = 0; i < n; i++) managed[i] = (float)i;
  scale<<<4, 256>>>(managed, n, 2.0f);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++) expect("managed", i, managed[i], 2.0f * i);

  // A list that the host links and the kernel follows.
  Node *nodes;
  int *sum;
  CUDA(cudaMallocManaged(&nodes, 10 * sizeof(Node)));
  CUDA(cudaMallocManaged(&sum, sizeof(int)));
  for (int i = 0; i < 10; i++) nodes[i] = {i + 1, i < 9 ? &nodes[i + 1] : nullptr};
  *sum = 0;
  follow<<<1, 1>>>(nodes, sum);
  CUDA(cudaDeviceSynchronize());
  expect("list", 0, *sum, 55);

  float *pinned, *mapped, *alias, *device;
  CUDA(cudaMallocHost(&pinned, n * sizeof(float)));
  CUDA(cudaHostAlloc(&mapped, n * sizeof(float), cudaHostAllocMapped));
  CUDA(cudaHostGetDevicePointer(&alias, mapped, 0));
  CUDA(cudaMallocAsync(&device, n * sizeof(float), 0));
  for (int i = 0; i < n; i++) pinned[i] = mapped[i] = (float)(i % 7);
  CUDA(cudaMemcpyAsync(device, pinned, n * sizeof(float), cudaMemcpyHostToDevice));
  scale<<<4, 256>>>(device, n, 3.0f);
  scale<<<4, 256>>>(alias, n, 4.0f);
  CUDA(cudaMemcpyAsync(pinned, device, n * sizeof(float), cudaMemcpyDefault));
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++) expect("pinned", i, pinned[i], 3.0f * (i % 7));
  for (int i = 0; i < n; i++) expect("mapped", i, mapped[i], 4.0f * (i % 7));
  CUDA(cudaMemcpy(managed, device, n * sizeof(float), cudaMemcpyDeviceToDevice));
  for (int i = 0; i < n; i++) expect("device to managed", i, managed[i], 3.0f * (i % 7));

  cudaPointerAttributes a;
  float on_stack;
  CUDA(cudaPointerGetAttributes(&a, device));
  expect("type", 0, (int)a.type, (int)cudaMemoryTypeDevice);
  CUDA(cudaPointerGetAttributes(&a, managed));
  expect("type", 1, (int)a.type, (int)cudaMemoryTypeManaged);
  CUDA(cudaPointerGetAttributes(&a, pinned + 1));
  expect("type", 2, (int)a.type, (int)cudaMemoryTypeHost);
  CUDA(cudaPointerGetAttributes(&a, &on_stack));
  expect("type", 3, (int)a.type, (int)cudaMemoryTypeUnregistered);
  CUDA(cudaFreeAsync(device, 0));

  cudaMemPool_t pool;
  unsigned long long threshold = 1 << 20, got = 0;
  CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
  CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got));
  expect("threshold", 0, got, threshold);
  CUDA(cudaMallocFromPoolAsync(&device, 64, pool, 0));
  CUDA(cudaFreeAsync(device, 0));

  const int width = 33, height = 5;
  char *pitched;
  size_t pitch;
  float rows[height][width], sums[height];
  Both<float> out(height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) rows[y][x] = (float)(x + y);
  CUDA(cudaMallocPitch(&pitched, &pitch, sizeof rows[0], height));
  CUDA(cudaMemcpy2DAsync(pitched, pitch, rows, sizeof rows[0], sizeof rows[0], height, cudaMemcpyHostToDevice,
                         0));
  row_sums<<<1, height>>>(pitched, pitch, width, out.device);
  CUDA(cudaMemcpy(sums, out.device, sizeof sums, cudaMemcpyDeviceToHost));
  expect("pitch", 0, (int)(pitch >= sizeof rows[0] && pitch % 256 == 0), 1);
  for (int y = 0; y < height; y++) expect("row sum", y, sums[y], width * (width - 1) / 2.0f + width * y);

  float numbers[4] = {1, 2, 4, 8};
  int found[3];
  size_t bytes;
  CUDA(cudaMemcpyToSymbolAsync(table, numbers, sizeof numbers));
  fill_places<<<1, 3>>>(out.device);
  CUDA(cudaMemcpyFromSymbolAsync(found, places, sizeof found));
  CUDA(cudaGetSymbolSize(&bytes, places));
  out.to_host();
  CUDA(cudaDeviceSynchronize());
  expect("symbol size", 0, (int)bytes, 12);
  for (int i = 0; i < 3; i++) {
    expect("constant", i, out.host[i], numbers[i]);
    expect("symbol", i, found[i], 5 * i);
  }

  for (int launch = 0; launch < 2; launch++) {
    keep<<<1, 4>>>(out.device);
    out.to_host();
    expect("static", launch, out.host[0], launch ? 120 * 3.0f : 110 * 2.0f);
  }

  int calls = 0;
  cudaStream_t stream;
  int greatest, priority, of_device;
  unsigned flags;
  unsigned long long id, other;
  CUDA(cudaDeviceGetStreamPriorityRange(nullptr, &greatest));
  CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest - 1));
  CUDA(cudaStreamGetPriority(stream, &priority));
  CUDA(cudaStreamGetFlags(stream, &flags));
  CUDA(cudaStreamGetDevice(stream, &of_device));
  CUDA(cudaStreamGetId(stream, &id));
  CUDA(cudaStreamGetId(0, &other));
  expect("priority", 0, priority, greatest);
  expect("flags", 0, (int)flags, (int)cudaStreamNonBlocking);
  expect("device", 0, of_device, 0);
  expect("another id", 0, id != other, true);
  CUDA(cudaStreamGetFlags(0, &flags));
  expect("flags", 1, (int)flags, (int)cudaStreamDefault);
  expect("flags", 2, cudaStreamGetFlags(stream, nullptr), cudaErrorInvalidValue);
  CUDA(cudaStreamAttachMemAsync(stream, managed));
  cudaEvent_t event;
  CUDA(cudaEventCreate(&event));
  CUDA(cudaEventRecordWithFlags(event, stream));
  CUDA(cudaEventSynchronize(event));
  CUDA(cudaEventDestroy(event));
  cudaPitchedPtr box;
  CUDA(cudaMalloc3D(&box, make_cudaExtent(20, 3, 2)));
  CUDA(cudaMemset3DAsync(box, 7, make_cudaExtent(20, 3, 2), stream));
  char last[20];
  CUDA(cudaMemcpyAsync(last, (char *)box.ptr + (1 * 3 + 2) * box.pitch, 20, cudaMemcpyDeviceToHost, stream));
  CUDA(cudaStreamSynchronize(stream));
  expect("box", 19, (int)last[19], 7);
  CUDA(cudaFree(box.ptr));
  CUDA(cudaLaunchHostFunc(stream, add_one, &calls));
  CUDA(cudaStreamAddCallback(stream, add_ten, &calls, 0));
  CUDA(cudaStreamSynchronize(stream));
  expect("calls", 0, calls, 11);
  CUDA(cudaStreamDestroy(stream));
  CUDA(cudaFree(managed));
  CUDA(cudaFree(nodes));
  CUDA(cudaFree(sum));
  CUDA(cudaFree(pitched));
  CUDA(cudaFreeHost(pinned));
  CUDA(cudaFreeHost(mapped));
  return finish("memory");
}
