// The versions of CUDA 13.0's CCCL, whose CUB and libcu++ these headers stand for. Thrust's own headers may have told them already.
#ifndef CCCL_VERSION
#define CCCL_VERSION       3000001
#define CCCL_MAJOR_VERSION (CCCL_VERSION / 1000000)
#define CCCL_MINOR_VERSION (((CCCL_VERSION / 1000) % 1000))
#define CCCL_PATCH_VERSION (CCCL_VERSION % 1000)
#endif
#ifndef CUB_VERSION
#define CUB_VERSION          300001
#define CUB_MAJOR_VERSION    (CUB_VERSION / 100000)
#define CUB_MINOR_VERSION    (CUB_VERSION / 100 % 1000)
#define CUB_SUBMINOR_VERSION (CUB_VERSION % 100)
#endif
