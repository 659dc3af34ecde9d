// missing: launches | the tensor memory accelerator (`cp.async.bulk`), `wgmma`, `cuda::barrier` across a cluster, clusters in cooperative launches
// says: `cp.async.bulk.shared.global.mbarrier::complete_tx::bytes` is not among the instructions
__global__ void load(const float *in, float *out) {
  __shared__ alignas(16) float tile[32];
  __shared__ alignas(8) unsigned long long arrived;
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          (unsigned)__cvta_generic_to_shared(tile)),
      "l"(in), "r"(128), "r"((unsigned)__cvta_generic_to_shared(&arrived))
      : "memory");
  out[threadIdx.x] = tile[threadIdx.x];
}
int main() {}
