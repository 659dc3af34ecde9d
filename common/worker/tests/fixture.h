// The contract of the worker's test fixture: `in` and `out` hold n ints, each function one behaviour.
#ifndef FIXTURE_H
#define FIXTURE_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN
int fixture_good(const int *in, int *out, int64_t n);         // out = in + 1
int fixture_todo(const int *in, int *out, int64_t n);         // has not begun
int fixture_missing(const int *in, int *out, int64_t n);      // is declared here and defined nowhere
int fixture_error(const int *in, int *out, int64_t n);        // returns cudaErrorInvalidValue
int fixture_strange(const int *in, int *out, int64_t n);      // returns -7
int fixture_bad_launch(const int *in, int *out, int64_t n);   // returns 0 after a launch that failed
int fixture_beyond(const int *in, int *out, int64_t n);       // a kernel writes out[n]
int fixture_before(const int *in, int *out, int64_t n);       // a kernel writes out[-1]
int fixture_unwritten(const int *in, int *out, int64_t n);    // a kernel reads out before anybody wrote it
int fixture_leak(const int *in, int *out, int64_t n);         // out = in + 1, and memory is not freed
int fixture_host(const int *in, int *out, int64_t n);         // host buffers: out = in + 1, then in = 0
int fixture_host_beyond(const int *in, int *out, int64_t n);  // host buffers: writes out[n]
int fixture_host_before(const int *in, int *out, int64_t n);  // host buffers: writes out[-1]
int fixture_update(int *inout, int64_t n);                    // inout = inout + 1
int fixture_ready(const int *in, int *plan);                  // plan = in
int fixture_good_after(const int *plan, int *out, int64_t n); // out = plan + 1
int fixture_spoil(const int *in, int *out, int64_t n);        // out = in + 1, then a kernel writes in[n - 1]
int fixture_spoil_after(int *plan, int *out, int64_t n);      // out = plan + 1, then plan[n - 1]
int fixture_devices(const int *in, int *out,
                    int64_t n); // out = in + 1 by the last of 3 devices, without a wait
PMPP_CONTRACT_END

#endif
