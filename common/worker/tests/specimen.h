// The contract of the worker's test specimen: `in` and `out` hold n ints, each function one behaviour.
#ifndef SPECIMEN_H
#define SPECIMEN_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN
int specimen_good(const int *in, int *out, int64_t n);         // out = in + 1
int specimen_todo(const int *in, int *out, int64_t n);         // has not begun
int specimen_missing(const int *in, int *out, int64_t n);      // is declared here and defined nowhere
int specimen_error(const int *in, int *out, int64_t n);        // returns cudaErrorInvalidValue
int specimen_strange(const int *in, int *out, int64_t n);      // returns -7
int specimen_bad_launch(const int *in, int *out, int64_t n);   // returns 0 after a launch that failed
int specimen_beyond(const int *in, int *out, int64_t n);       // a kernel writes out[n]
int specimen_before(const int *in, int *out, int64_t n);       // a kernel writes out[-1]
int specimen_unwritten(const int *in, int *out, int64_t n);    // a kernel reads out before anybody wrote it
int specimen_leak(const int *in, int *out, int64_t n);         // out = in + 1, and memory is not freed
int specimen_host(const int *in, int *out, int64_t n);         // host buffers: out = in + 1, then in = 0
int specimen_host_beyond(const int *in, int *out, int64_t n);  // host buffers: writes out[n]
int specimen_host_before(const int *in, int *out, int64_t n);  // host buffers: writes out[-1]
int specimen_update(int *inout, int64_t n);                    // inout = inout + 1
int specimen_ready(const int *in, int *plan);                  // plan = in
int specimen_good_after(const int *plan, int *out, int64_t n); // out = plan + 1
int specimen_spoil(const int *in, int *out, int64_t n);        // out = in + 1, then a kernel writes in[n - 1]
int specimen_spoil_after(int *plan, int *out, int64_t n);      // out = plan + 1, then plan[n - 1]
PMPP_CONTRACT_END

#endif
