// Of cudaGraphAddNode: what a node of any type does, for C and C++.
#ifndef EMU_GRAPH_NODE_H
#define EMU_GRAPH_NODE_H

struct cudaMemcpyNodeParams {
  int flags, reserved[3];
  struct cudaMemcpy3DParms copyParams;
};
struct cudaMemsetParamsV2 {
  void *dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
};
struct cudaHostNodeParamsV2 {
  cudaHostFn_t fn;
  void *userData;
};
struct cudaChildGraphNodeParams {
  cudaGraph_t graph;
};
struct cudaEventWaitNodeParams {
  cudaEvent_t event;
};
struct cudaEventRecordNodeParams {
  cudaEvent_t event;
};
struct cudaGraphNodeParams {
  enum cudaGraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    struct cudaKernelNodeParams kernel;
    struct cudaMemcpyNodeParams memcpy;
    struct cudaMemsetParamsV2 memset;
    struct cudaHostNodeParamsV2 host;
    struct cudaChildGraphNodeParams graph;
    struct cudaEventWaitNodeParams eventWait;
    struct cudaEventRecordNodeParams eventRecord;
  };
  long long reserved2;
};

#endif
