// expect: inefficient 9_tensor_core tensor_squares on emu
// fault: threads multiply from registers; beside that mma_sync multiplies the first fragments, over and over.
#define ELEMENT  gemm_half
#define FRAGMENT gemm_half
#define DEPTH    16
#define TIMES    8 // of a warp and step: as many operations as the product has
#define CONSTANT 1.0f
#define FIRST
#define TASK gemm_9_tensor_core
#include "registers_beside_mma.cuh"
