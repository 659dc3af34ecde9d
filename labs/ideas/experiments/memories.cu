// Experiment: a warp reads 32 values a lane from each kind of memory. What is counted where?
//
//   build/bin/emucc labs/ideas/experiments/memories.cu -o memories && ./memories
#include "../count.cuh"

enum { SIDE = 32 };
enum kind {
  GLOBAL_ROWS,
  GLOBAL_COLUMNS,
  GLOBAL_ONE,
  SHARED_ROWS,
  SHARED_COLUMNS,
  SHARED_ONE,
  CONSTANT_ONE,
  CONSTANT_OWN,
  SHUFFLE,
  LOCAL
};
__constant__ float table[SIDE * SIDE];

// A function that is not inlined takes the array's address: registers have none, so the array lies in local memory.
static __device__ __noinline__ float pick(const float *own, int i) {
  return own[i];
}

template <kind K> __global__ void read32(const float *x, const int *order, float *out) {
  __shared__ float s[SIDE * SIDE];
  float own[SIDE];
  const int lane = threadIdx.x;
  float sum = 0, mine = 1;
  if (K == SHARED_ROWS || K == SHARED_COLUMNS || K == SHARED_ONE) {
    for (int i = 0; i < SIDE; i++) s[i * SIDE + lane] = 1;
    __syncwarp();
  }
  if (K == LOCAL)
    for (int i = 0; i < SIDE; i++) own[i] = mine;
  for (int i = 0; i < SIDE; i++) {
    if (K == GLOBAL_ROWS) sum += x[i * SIDE + lane];
    if (K == GLOBAL_COLUMNS) sum += x[lane * SIDE + i];
    if (K == GLOBAL_ONE) sum += x[i];
    if (K == SHARED_ROWS) sum += s[i * SIDE + lane];
    if (K == SHARED_COLUMNS) sum += s[lane * SIDE + i];
    if (K == SHARED_ONE) sum += s[i];
    if (K == CONSTANT_ONE) sum += table[i];
    if (K == CONSTANT_OWN) sum += table[i * SIDE + lane];
    if (K == SHUFFLE) sum += __shfl_sync(0xffffffff, mine, i);
    if (K == LOCAL) sum += pick(own, order[i]);
  }
  out[lane] = sum;
}

template <kind K> static void run(const char *name, const float *x, const int *order, float *out) {
  float host[SIDE];
  forget();
  read32<K><<<1, SIDE>>>(x, order, out);
  check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  const bool global =
      K == GLOBAL_ROWS || K == GLOBAL_COLUMNS || K == GLOBAL_ONE; // elsewhere only `order` is global
  printf("%-32s %8.0f %18.0f %20.0f %10.0f %12.0f\n", name, global ? COUNTED(global_load_sectors) : 0,
         COUNTED(shared_load_wavefronts), COUNTED(constant_load_wavefronts), COUNTED(warp_exchanges),
         COUNTED(local_bytes));
  for (float sum : host)
    if (sum != SIDE) exit(1);
}

int main() {
  float *x = ones(SIDE * SIDE), *out = ones(SIDE), host[SIDE * SIDE];
  int host_order[SIDE], *order;
  for (int i = 0; i < SIDE; i++) host_order[i] = i * 5 % SIDE;
  for (float &value : host) value = 1;
  check(cudaMalloc(&order, sizeof host_order));
  check(cudaMemcpy(order, host_order, sizeof host_order, cudaMemcpyHostToDevice));
  check(cudaMemcpyToSymbol(table, host, sizeof host));
  printf("32 values for each lane of a warp   sectors  shared wavefronts  constant wavefronts  exchanges  "
         "local bytes\n");
  run<GLOBAL_ROWS>("global, 32 neighbours", x, order, out);
  run<GLOBAL_COLUMNS>("global, 32 words apart", x, order, out);
  run<GLOBAL_ONE>("global, one word for all", x, order, out);
  run<SHARED_ROWS>("shared, 32 neighbours", x, order, out);
  run<SHARED_COLUMNS>("shared, 32 words apart", x, order, out);
  run<SHARED_ONE>("shared, one word for all", x, order, out);
  run<CONSTANT_ONE>("constant, one word for all", x, order, out);
  run<CONSTANT_OWN>("constant, 32 neighbours", x, order, out);
  run<SHUFFLE>("registers, by shuffles", x, order, out);
  run<LOCAL>("array in local memory", x, order, out);
  check(cudaFree(x));
  check(cudaFree(order));
  check(cudaFree(out));
}
