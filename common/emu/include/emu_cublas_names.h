// The other names of cuBLAS's calls, its versions, and what tells of a status. In the toolkit cublasSgemm is a macro for
// cublasSgemm_v2: a program may say either.
#ifndef EMU_CUBLAS_NAMES_H
#define EMU_CUBLAS_NAMES_H

#define CUBLAS_VER_MAJOR 13 // of CUDA 13.0
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VER_BUILD 3
#define CUBLAS_VERSION   (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)
#define CUBLASAPI
#define CUBLASWINAPI

EMU_INLINE const char *cublasGetStatusName(cublasStatus_t status) {
#define EMU_STATUS(name)                                                                                     \
  if (status == name) return #name;
  EMU_STATUS(CUBLAS_STATUS_SUCCESS)
  EMU_STATUS(CUBLAS_STATUS_NOT_INITIALIZED)
  EMU_STATUS(CUBLAS_STATUS_ALLOC_FAILED)
  EMU_STATUS(CUBLAS_STATUS_INVALID_VALUE)
  EMU_STATUS(CUBLAS_STATUS_ARCH_MISMATCH)
  EMU_STATUS(CUBLAS_STATUS_MAPPING_ERROR)
  EMU_STATUS(CUBLAS_STATUS_EXECUTION_FAILED)
  EMU_STATUS(CUBLAS_STATUS_INTERNAL_ERROR)
  EMU_STATUS(CUBLAS_STATUS_NOT_SUPPORTED)
  EMU_STATUS(CUBLAS_STATUS_LICENSE_ERROR)
#undef EMU_STATUS
  return "CUBLAS_STATUS_UNKNOWN";
}
EMU_INLINE cublasStatus_t cublasGetVersion(cublasHandle_t, int *version) {
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
EMU_INLINE size_t cublasGetCudartVersion(void) {
  return CUDART_VERSION;
}

#define cublasCreate_v2         cublasCreate
#define cublasDestroy_v2        cublasDestroy
#define cublasGetVersion_v2     cublasGetVersion
#define cublasSetWorkspace_v2   cublasSetWorkspace
#define cublasSetStream_v2      cublasSetStream
#define cublasGetStream_v2      cublasGetStream
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasSnrm2_v2          cublasSnrm2
#define cublasDnrm2_v2          cublasDnrm2
#define cublasScnrm2_v2         cublasScnrm2
#define cublasDznrm2_v2         cublasDznrm2
#define cublasSdot_v2           cublasSdot
#define cublasDdot_v2           cublasDdot
#define cublasCdotu_v2          cublasCdotu
#define cublasCdotc_v2          cublasCdotc
#define cublasZdotu_v2          cublasZdotu
#define cublasZdotc_v2          cublasZdotc
#define cublasSscal_v2          cublasSscal
#define cublasDscal_v2          cublasDscal
#define cublasCscal_v2          cublasCscal
#define cublasCsscal_v2         cublasCsscal
#define cublasZscal_v2          cublasZscal
#define cublasZdscal_v2         cublasZdscal
#define cublasSaxpy_v2          cublasSaxpy
#define cublasDaxpy_v2          cublasDaxpy
#define cublasCaxpy_v2          cublasCaxpy
#define cublasZaxpy_v2          cublasZaxpy
#define cublasScopy_v2          cublasScopy
#define cublasDcopy_v2          cublasDcopy
#define cublasCcopy_v2          cublasCcopy
#define cublasZcopy_v2          cublasZcopy
#define cublasSswap_v2          cublasSswap
#define cublasDswap_v2          cublasDswap
#define cublasCswap_v2          cublasCswap
#define cublasZswap_v2          cublasZswap
#define cublasIsamax_v2         cublasIsamax
#define cublasIdamax_v2         cublasIdamax
#define cublasIcamax_v2         cublasIcamax
#define cublasIzamax_v2         cublasIzamax
#define cublasIsamin_v2         cublasIsamin
#define cublasIdamin_v2         cublasIdamin
#define cublasIcamin_v2         cublasIcamin
#define cublasIzamin_v2         cublasIzamin
#define cublasSasum_v2          cublasSasum
#define cublasDasum_v2          cublasDasum
#define cublasScasum_v2         cublasScasum
#define cublasDzasum_v2         cublasDzasum
#define cublasSrot_v2           cublasSrot
#define cublasDrot_v2           cublasDrot
#define cublasCrot_v2           cublasCrot
#define cublasCsrot_v2          cublasCsrot
#define cublasZrot_v2           cublasZrot
#define cublasZdrot_v2          cublasZdrot
#define cublasSrotg_v2          cublasSrotg
#define cublasDrotg_v2          cublasDrotg
#define cublasCrotg_v2          cublasCrotg
#define cublasZrotg_v2          cublasZrotg
#define cublasSrotm_v2          cublasSrotm
#define cublasDrotm_v2          cublasDrotm
#define cublasSrotmg_v2         cublasSrotmg
#define cublasDrotmg_v2         cublasDrotmg
#define cublasSgemv_v2          cublasSgemv
#define cublasDgemv_v2          cublasDgemv
#define cublasCgemv_v2          cublasCgemv
#define cublasZgemv_v2          cublasZgemv
#define cublasSgbmv_v2          cublasSgbmv
#define cublasDgbmv_v2          cublasDgbmv
#define cublasCgbmv_v2          cublasCgbmv
#define cublasZgbmv_v2          cublasZgbmv
#define cublasStrmv_v2          cublasStrmv
#define cublasDtrmv_v2          cublasDtrmv
#define cublasCtrmv_v2          cublasCtrmv
#define cublasZtrmv_v2          cublasZtrmv
#define cublasStbmv_v2          cublasStbmv
#define cublasDtbmv_v2          cublasDtbmv
#define cublasCtbmv_v2          cublasCtbmv
#define cublasZtbmv_v2          cublasZtbmv
#define cublasStpmv_v2          cublasStpmv
#define cublasDtpmv_v2          cublasDtpmv
#define cublasCtpmv_v2          cublasCtpmv
#define cublasZtpmv_v2          cublasZtpmv
#define cublasStrsv_v2          cublasStrsv
#define cublasDtrsv_v2          cublasDtrsv
#define cublasCtrsv_v2          cublasCtrsv
#define cublasZtrsv_v2          cublasZtrsv
#define cublasStpsv_v2          cublasStpsv
#define cublasDtpsv_v2          cublasDtpsv
#define cublasCtpsv_v2          cublasCtpsv
#define cublasZtpsv_v2          cublasZtpsv
#define cublasStbsv_v2          cublasStbsv
#define cublasDtbsv_v2          cublasDtbsv
#define cublasCtbsv_v2          cublasCtbsv
#define cublasZtbsv_v2          cublasZtbsv
#define cublasSsymv_v2          cublasSsymv
#define cublasDsymv_v2          cublasDsymv
#define cublasCsymv_v2          cublasCsymv
#define cublasZsymv_v2          cublasZsymv
#define cublasChemv_v2          cublasChemv
#define cublasZhemv_v2          cublasZhemv
#define cublasSsbmv_v2          cublasSsbmv
#define cublasDsbmv_v2          cublasDsbmv
#define cublasChbmv_v2          cublasChbmv
#define cublasZhbmv_v2          cublasZhbmv
#define cublasSspmv_v2          cublasSspmv
#define cublasDspmv_v2          cublasDspmv
#define cublasChpmv_v2          cublasChpmv
#define cublasZhpmv_v2          cublasZhpmv
#define cublasSger_v2           cublasSger
#define cublasDger_v2           cublasDger
#define cublasCgeru_v2          cublasCgeru
#define cublasCgerc_v2          cublasCgerc
#define cublasZgeru_v2          cublasZgeru
#define cublasZgerc_v2          cublasZgerc
#define cublasSsyr_v2           cublasSsyr
#define cublasDsyr_v2           cublasDsyr
#define cublasCsyr_v2           cublasCsyr
#define cublasZsyr_v2           cublasZsyr
#define cublasCher_v2           cublasCher
#define cublasZher_v2           cublasZher
#define cublasSspr_v2           cublasSspr
#define cublasDspr_v2           cublasDspr
#define cublasChpr_v2           cublasChpr
#define cublasZhpr_v2           cublasZhpr
#define cublasSsyr2_v2          cublasSsyr2
#define cublasDsyr2_v2          cublasDsyr2
#define cublasCsyr2_v2          cublasCsyr2
#define cublasZsyr2_v2          cublasZsyr2
#define cublasCher2_v2          cublasCher2
#define cublasZher2_v2          cublasZher2
#define cublasSspr2_v2          cublasSspr2
#define cublasDspr2_v2          cublasDspr2
#define cublasChpr2_v2          cublasChpr2
#define cublasZhpr2_v2          cublasZhpr2
#define cublasSgemm_v2          cublasSgemm
#define cublasDgemm_v2          cublasDgemm
#define cublasCgemm_v2          cublasCgemm
#define cublasZgemm_v2          cublasZgemm
#define cublasSsyrk_v2          cublasSsyrk
#define cublasDsyrk_v2          cublasDsyrk
#define cublasCsyrk_v2          cublasCsyrk
#define cublasZsyrk_v2          cublasZsyrk
#define cublasCherk_v2          cublasCherk
#define cublasZherk_v2          cublasZherk
#define cublasSsyr2k_v2         cublasSsyr2k
#define cublasDsyr2k_v2         cublasDsyr2k
#define cublasCsyr2k_v2         cublasCsyr2k
#define cublasZsyr2k_v2         cublasZsyr2k
#define cublasCher2k_v2         cublasCher2k
#define cublasZher2k_v2         cublasZher2k
#define cublasSsymm_v2          cublasSsymm
#define cublasDsymm_v2          cublasDsymm
#define cublasCsymm_v2          cublasCsymm
#define cublasZsymm_v2          cublasZsymm
#define cublasChemm_v2          cublasChemm
#define cublasZhemm_v2          cublasZhemm
#define cublasStrsm_v2          cublasStrsm
#define cublasDtrsm_v2          cublasDtrsm
#define cublasCtrsm_v2          cublasCtrsm
#define cublasZtrsm_v2          cublasZtrsm
#define cublasStrmm_v2          cublasStrmm
#define cublasDtrmm_v2          cublasDtrmm
#define cublasCtrmm_v2          cublasCtrmm
#define cublasZtrmm_v2          cublasZtrmm

#endif
