// Lab 08 as the worker sees it: which contract function serves which task.
#include "bfs_calls.h"
#include "spmv_calls.h"

const struct pmpp_call pmpp_calls[] = {SPMV_CALLS, BFS_CALLS};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];
