// The error that the next call of the runtime API returns.
#ifndef EMU_RUNTIME_ERROR_H
#define EMU_RUNTIME_ERROR_H

#include "include/cuda_runtime_api.h"
#include <stdbool.h>

void error_set(int error);                                        // what cudaGetLastError returns next
void error_of_launch(int error, uint32_t pc, const char *reason); // the same, for a launch that did not run
// The same, told: a hazard, unless the program asks for the error before it launches again, as one does that tries what the
// device grants. advice: NULL for the kind's own.
void error_of_refused(int error, uint32_t pc, const char *reason, const char *advice);
void error_next_launch(void); // what has been refused until now and not been asked for is a hazard
void error_of_kernel(int error, uint32_t pc, const char *reason); // a kernel that ended itself: it stays
void errors_unread(void);                    // at the program's end: report what nobody asked for
enum cudaError api_done(enum cudaError own); // what a call returns: an earlier device error, else its own
void error_reset(void);                      // the device is as new: a kernel's error does not stay
void errors_forget(void);
enum cudaError error_last(bool forget); // what cudaGetLastError returns; it has been read

// The call under way returns this error on a device where the seed's order does not: a note if the program ignores the result.
void error_may_come(cudaError_t error);

#endif
