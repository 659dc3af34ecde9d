// shows: graphs | records of and waits for events, copies to symbols, nodes that are disabled, `cudaGraphAddNode`, user objects
// shows: the runtime API | asynchronous copies of arrays and in 3D, what managed memory has been told, stream attributes
// Calls beside the usual ones, each with what it answers.
// bug: race-stream
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t e = (call);                                                                                  \
    if (e != cudaSuccess) {                                                                                  \
      printf("%s:%d: %s\n", #call, __LINE__, cudaGetErrorString(e));                                         \
      return 1;                                                                                              \
    }                                                                                                        \
  } while (0)

const int W = 8, H = 4, D = 3, N = W * H * D;
__constant__ int factor;

__global__ void fill(int *v, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = i;
}
__global__ void scale(int *v, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] *= factor;
}
extern "C" __global__ void read_texel(cudaTextureObject_t t, float *to) {
  *to = tex2D<float>(t, threadIdx.x + 0.5f, 2.5f);
}

static int boxes() {
  cudaStream_t s;
  CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  int *v, *host;
  CHECK(cudaMalloc(&v, N * sizeof *v));
  CHECK(cudaMallocHost(&host, N * sizeof *host, cudaHostAllocPortable));
  memset(host, 0, N * sizeof *host);
  fill<<<1, 32, 0, s>>>(v, N);
  // The corner of 4 x 2 x 2 elements from (2, 1, 1), in the order of the stream.
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(v, W * sizeof(int), W, H);
  p.srcPos = make_cudaPos(2 * sizeof(int), 1, 1);
  p.dstPtr = make_cudaPitchedPtr(host, 4 * sizeof(int), 4, 2);
  p.extent = make_cudaExtent(4 * sizeof(int), 2, 2);
  p.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3DAsync(&p, s));
#ifndef BUG
  CHECK(cudaStreamSynchronize(s));
#endif
  printf("box: %d %d %d\n", host[0], host[7], host[15]);
  CHECK(cudaStreamSynchronize(s));

  // From array to array to the host.
  cudaArray_t a, b;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocArray(&a, &desc, W, H));
  CHECK(cudaMallocArray(&b, &desc, W, H));
  float picture[H][W], back[H][W];
  for (int i = 0; i < W * H; i++) picture[i / W][i % W] = i;
  CHECK(cudaMemcpy2DToArrayAsync(a, 0, 0, picture, sizeof picture[0], sizeof picture[0], H,
                                 cudaMemcpyHostToDevice, s));
  CHECK(cudaStreamSynchronize(s));
  CHECK(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, sizeof picture[0], H));
  CHECK(cudaMemcpy2DFromArrayAsync(back, sizeof back[0], b, 0, 0, sizeof back[0], H, cudaMemcpyDeviceToHost));
  CHECK(cudaDeviceSynchronize());
  cudaChannelFormatDesc got;
  cudaExtent extent;
  unsigned flags;
  CHECK(cudaArrayGetInfo(&got, &extent, &flags, b));
  printf("array: %g, %zu x %zu of %d bits\n", back[H - 1][W - 1], extent.width, extent.height, got.x);

  cudaResourceDesc resource = {}, same;
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = b;
  cudaTextureDesc how = {}, as;
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
  CHECK(cudaGetTextureObjectResourceDesc(&same, texture));
  CHECK(cudaGetTextureObjectTextureDesc(&as, texture));
  read_texel<<<1, 1>>>(texture, (float *)v);
  float texel;
  CHECK(cudaMemcpy(&texel, v, sizeof texel, cudaMemcpyDeviceToHost));
  printf("texture: %g, %d %d\n", texel, same.res.array.array == b, as.addressMode[1] == cudaAddressModeClamp);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(a));
  CHECK(cudaFreeArray(b));

  cudaStreamAttrValue window = {}, kept = {};
  window.accessPolicyWindow.base_ptr = v;
  window.accessPolicyWindow.num_bytes = 0;
  window.accessPolicyWindow.hitRatio = 0.5f;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  CHECK(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &window));
  CHECK(cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &kept));
  CHECK(cudaCtxResetPersistingL2Cache());
  const char *name;
  CHECK(cudaFuncGetName(&name, (const void *)read_texel));
  printf("stream: %g, kernel %s\n", kept.accessPolicyWindow.hitRatio, name);
  CHECK(cudaFree(v));
  CHECK(cudaFreeHost(host));
  CHECK(cudaStreamDestroy(s));
  return 0;
}

static int hints() {
  int *m, most = 0, place = 5, by[2] = {5, 5}, zero = 0;
  size_t bytes = N * sizeof *m;
  CHECK(cudaMallocManaged(&m, bytes));
  cudaMemLocation device = {cudaMemLocationTypeDevice, zero};
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseSetReadMostly, device));
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseSetAccessedBy, device));
  CHECK(cudaMemPrefetchAsync(m, bytes, device, 0));
  CHECK(cudaMemRangeGetAttribute(&most, sizeof most, cudaMemRangeAttributeReadMostly, m, bytes));
  CHECK(cudaMemRangeGetAttribute(&place, sizeof place, cudaMemRangeAttributeLastPrefetchLocation, m, bytes));
  CHECK(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, m, bytes));
  printf("hints: %d %d, %d %d\n", most, place, by[0], by[1] == cudaInvalidDeviceId);
  CHECK(cudaFree(m));
  cudaMemPool_t pool;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  cudaMemAccessFlags access;
  CHECK(cudaMemPoolGetAccess(&access, pool, &device));
  printf("pool: %d\n", access == cudaMemAccessFlagsProtReadWrite);
  return 0;
}

static int destroyed;
static void CUDART_CB destroy(void *p) {
  destroyed += *(int *)p;
}

static int graph() {
  int *v, host[4], three = 3, n = 4, one = 1;
  CHECK(cudaMalloc(&v, sizeof host));
  cudaGraph_t graph, copy;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaEvent_t event;
  CHECK(cudaEventCreate(&event));
  cudaGraphNode_t set, filled, scaled, recorded, read, waited;
  void *arguments[] = {&v, &n};
  cudaGraphNodeParams fills = {};
  fills.type = cudaGraphNodeTypeKernel;
  fills.kernel.func = (void *)fill;
  fills.kernel.gridDim = dim3(1);
  fills.kernel.blockDim = dim3(32);
  fills.kernel.kernelParams = arguments;
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&set, graph, NULL, 0, factor, &three, sizeof three, 0,
                                       cudaMemcpyHostToDevice));
  CHECK(cudaGraphAddNode(&filled, graph, NULL, NULL, 0, &fills));
  cudaKernelNodeParams scales = {};
  scales.func = (void *)scale;
  scales.gridDim = dim3(1);
  scales.blockDim = dim3(32);
  scales.kernelParams = arguments;
  cudaGraphNode_t both[] = {set, filled};
  CHECK(cudaGraphAddKernelNode(&scaled, graph, both, 2, &scales));
  CHECK(cudaGraphAddEventRecordNode(&recorded, graph, &scaled, 1, event));
  CHECK(cudaGraphAddMemcpyNode1D(&read, graph, &recorded, 1, host, v, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(cudaGraphAddEventWaitNode(&waited, graph, &read, 1, event));
  size_t after = 0;
  CHECK(cudaGraphNodeGetDependentNodes(scaled, NULL, NULL, &after));
  cudaUserObject_t object;
  CHECK(cudaUserObjectCreate(&object, &one, destroy, 1, cudaUserObjectNoDestructorSync));
  CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  CHECK(cudaGraphClone(&copy, graph));
  cudaGraphNode_t twin;
  CHECK(cudaGraphNodeFindInClone(&twin, scaled, copy));
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(twin, &type));

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaEventSynchronize(event));
  CHECK(cudaDeviceSynchronize());
  printf("graph: %d, %zu behind, a kernel %d\n", host[3], after, type == cudaGraphNodeTypeKernel);
  CHECK(cudaGraphNodeSetEnabled(exec, scaled, 0));
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaDeviceSynchronize());
  printf("without: %d\n", host[3]);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  printf("destroyed %d", destroyed);
  CHECK(cudaGraphDestroy(copy));
  printf(" %d\n", destroyed);
  CHECK(cudaEventDestroy(event));
  CHECK(cudaFree(v));
  return 0;
}

int main() {
  return boxes() || hints() || graph();
}
