// MPI for a lab's contract header. Where the worker is built with MPI, <mpi.h>; else what the labs use of it, so that a file
// compiles all the same: its tasks of ranks are then not assessed.
#ifndef PMPP_RANKS_H
#define PMPP_RANKS_H

#ifdef PMPP_MPI
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#ifdef __cplusplus
extern "C"
#endif
    int
    MPIX_Query_cuda_support(void); // 1: MPI takes device pointers
#else

enum { MPI_SUCCESS = 0, MPI_ERR_OTHER = 15, MPI_ANY_SOURCE = -1, MPI_ANY_TAG = -1, MPI_PROC_NULL = -2 };
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;

// Handles are pointers, as Open MPI's are: what compiles there compiles here.
typedef struct pmpp_mpi_comm *MPI_Comm;
typedef struct pmpp_mpi_datatype *MPI_Datatype;
typedef struct pmpp_mpi_op *MPI_Op;
typedef struct pmpp_mpi_request *MPI_Request;
#define MPI_COMM_WORLD      ((MPI_Comm)1)
#define MPI_REQUEST_NULL    ((MPI_Request)0)
#define MPI_BYTE            ((MPI_Datatype)1)
#define MPI_CHAR            ((MPI_Datatype)2)
#define MPI_INT             ((MPI_Datatype)3)
#define MPI_LONG            ((MPI_Datatype)4)
#define MPI_FLOAT           ((MPI_Datatype)5)
#define MPI_DOUBLE          ((MPI_Datatype)6)
#define MPI_MAX             ((MPI_Op)1)
#define MPI_MIN             ((MPI_Op)2)
#define MPI_SUM             ((MPI_Op)3)
#define MPI_LAND            ((MPI_Op)4)
#define MPI_LOR             ((MPI_Op)5)
#define MPI_STATUS_IGNORE   ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE        ((void *)1)

#define PMPP_NO_MPI(name, ...)                                                                               \
  static inline int name(__VA_ARGS__) {                                                                      \
    return MPI_ERR_OTHER;                                                                                    \
  }
PMPP_NO_MPI(MPI_Comm_rank, MPI_Comm, int *)
PMPP_NO_MPI(MPI_Comm_size, MPI_Comm, int *)
PMPP_NO_MPI(MPI_Send, const void *, int, MPI_Datatype, int, int, MPI_Comm)
PMPP_NO_MPI(MPI_Ssend, const void *, int, MPI_Datatype, int, int, MPI_Comm)
PMPP_NO_MPI(MPI_Recv, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *)
PMPP_NO_MPI(MPI_Sendrecv, const void *, int, MPI_Datatype, int, int, void *, int, MPI_Datatype, int, int,
            MPI_Comm, MPI_Status *)
PMPP_NO_MPI(MPI_Isend, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
PMPP_NO_MPI(MPI_Irecv, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
PMPP_NO_MPI(MPI_Wait, MPI_Request *, MPI_Status *)
PMPP_NO_MPI(MPI_Waitall, int, MPI_Request *, MPI_Status *)
PMPP_NO_MPI(MPI_Issend, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
PMPP_NO_MPI(MPI_Waitany, int, MPI_Request *, int *, MPI_Status *)
PMPP_NO_MPI(MPI_Test, MPI_Request *, int *, MPI_Status *)
PMPP_NO_MPI(MPI_Testall, int, MPI_Request *, int *, MPI_Status *)
PMPP_NO_MPI(MPI_Barrier, MPI_Comm)
PMPP_NO_MPI(MPI_Bcast, void *, int, MPI_Datatype, int, MPI_Comm)
PMPP_NO_MPI(MPI_Reduce, const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm)
PMPP_NO_MPI(MPI_Allreduce, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
#undef PMPP_NO_MPI
static inline int MPIX_Query_cuda_support(void) {
  return 0;
}

#endif
#endif
