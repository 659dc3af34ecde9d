// For a source that is no CUDA C++, behind the other headers: nvcc hands a .cpp file to the host's compiler, to which these words
// say nothing, also in front of an extern variable.
#ifndef EMU_HOST_SOURCE_H
#define EMU_HOST_SOURCE_H

#undef __device__
#define __device__
#undef __constant__
#define __constant__

#endif
