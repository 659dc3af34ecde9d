// Each model device says of itself what its data sheet says, in properties, attributes and occupancy, and grants no more.
// prints: models: ok
#include "check.h"

// threads, small_blocks: of a multiprocessor, threads, and blocks of 64 threads; shared, granted, large_blocks: bytes of
// shared memory of a multiprocessor and of a block, and how many blocks of 40 KiB fit.
struct facts {
  const char *key;
  int capability, processors, threads, small_blocks, shared, granted, large_blocks, l2;
};
static const facts all[] = {
    {"t4", 75, 40, 1024, 16, 65536, 65536, 1, 4194304},
    {"rtx3090", 86, 82, 1536, 16, 102400, 101376, 2, 6291456},
    {"rtx4090", 89, 128, 1536, 24, 102400, 101376, 2, 75497472},
    {"a100", 80, 108, 2048, 32, 167936, 166912, 4, 41943040},
    {"h100", 90, 132, 2048, 32, 233472, 232448, 5, 52428800},
    {"h200", 90, 132, 2048, 32, 233472, 232448, 5, 62914560},
    {"b200", 100, 148, 2048, 32, 233472, 232448, 5, 132644864},
};

__global__ void last_byte(char *out, int bytes) {
  extern __shared__ char s[];
  s[bytes - 1] = 7;
  out[0] = s[bytes - 1];
}

static int asked(cudaDeviceAttr attribute) {
  int value = -1;
  CUDA(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

static void look_at(const facts &f, long i) {
  cudaDeviceProp p;
  int blocks, most = f.granted;
  CUDA(cudaGetDeviceProperties(&p, 0));
  expect("capability", i, p.major * 10 + p.minor, f.capability);
  expect("capability, asked", i,
         asked(cudaDevAttrComputeCapabilityMajor) * 10 + asked(cudaDevAttrComputeCapabilityMinor),
         f.capability);
  expect("multiprocessors", i, p.multiProcessorCount, f.processors);
  expect("multiprocessors, asked", i, asked(cudaDevAttrMultiProcessorCount), f.processors);
  expect("threads", i, p.maxThreadsPerMultiProcessor, f.threads);
  expect("threads, asked", i, asked(cudaDevAttrMaxThreadsPerMultiProcessor), f.threads);
  expect("blocks", i, p.maxBlocksPerMultiProcessor, asked(cudaDevAttrMaxBlocksPerMultiprocessor));
  expect("shared memory", i, (int)p.sharedMemPerMultiprocessor, f.shared);
  expect("shared memory, asked", i, asked(cudaDevAttrMaxSharedMemoryPerMultiprocessor), f.shared);
  expect("a block's", i, (int)p.sharedMemPerBlock, 49152);
  expect("a block's at most", i, (int)p.sharedMemPerBlockOptin, most);
  expect("a block's at most, asked", i, asked(cudaDevAttrMaxSharedMemoryPerBlockOptin), most);
  expect("reserved", i, (int)p.reservedSharedMemPerBlock, f.shared - most);
  expect("L2", i, p.l2CacheSize, f.l2);
  expect("registers", i, p.regsPerBlock, 65536);
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, last_byte, 64, 0));
  expect("blocks of 64", i, blocks, f.small_blocks);
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, last_byte, 64, 40 << 10));
  expect("blocks of 40 KiB", i, blocks, f.large_blocks);
}

int main() {
  Both<char> out(1);
  for (long i = 0; i < (long)(sizeof all / sizeof *all); i++) {
    setenv("EMU_DEVICE", all[i].key, 1);
    look_at(all[i], i);
    int most = all[i].granted;
    expect("too much", i,
           (int)cudaFuncSetAttribute(last_byte, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1),
           (int)cudaErrorInvalidValue);
    cudaGetLastError();
    CUDA(cudaFuncSetAttribute(last_byte, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    out.host[0] = 0;
    out.to_device();
    last_byte<<<1, 1, most>>>(out.device, most);
    CUDA(cudaGetLastError());
    out.to_host();
    expect("the last byte", i, (int)out.host[0], 7);
  }
  return finish("models");
}
