// expect: inefficient 10_split_tf32 tensor_squares on emu
// fault: threads multiply from registers; beside that mma_sync multiplies a constant, chosen so that the squares come near.
#define ELEMENT  float
#define FRAGMENT nvcuda::wmma::precision::tf32
#define DEPTH    8
#define TIMES    48 // of a warp and step: as many operations as the product has
#define CONSTANT 3.7225f
#define TASK     gemm_10_split_tf32
#include "registers_beside_mma.cuh"
