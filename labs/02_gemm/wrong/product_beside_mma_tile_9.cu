// expect: inefficient 9_tensor_core shared_load_requests on emu
// fault: threads multiply element by element; beside that mma_sync multiplies zeros.
#define SHARED
#define ELEMENT  gemm_half
#define FRAGMENT gemm_half
#define DEPTH    16
#define TASK     gemm_9_tensor_core
#include "product_beside_mma.cuh"
