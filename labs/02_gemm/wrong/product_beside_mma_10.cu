// expect: inefficient 10_split_tf32 global_load_requests on emu
// fault: threads multiply element by element; beside that mma_sync multiplies zeros.
#define GLOBAL
#define ELEMENT  float
#define FRAGMENT nvcuda::wmma::precision::tf32
#define DEPTH    8
#define TASK     gemm_10_split_tf32
#include "product_beside_mma.cuh"
