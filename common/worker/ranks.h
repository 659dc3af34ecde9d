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
typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Request;
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;
enum {
  MPI_COMM_WORLD = 0,
  MPI_REQUEST_NULL = 0,
  MPI_BYTE = 1,
  MPI_CHAR,
  MPI_INT,
  MPI_LONG,
  MPI_FLOAT,
  MPI_DOUBLE
};
enum { MPI_MAX = 1, MPI_MIN, MPI_SUM, MPI_LAND, MPI_LOR };
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
