// Headers of the host's library that the toolkit's larger headers bring along. Programs use them without an #include of
// their own, and nvcc accepts that.
#ifndef EMU_LIBRARY_H
#define EMU_LIBRARY_H

#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <stdexcept>
#include <string>

#endif
