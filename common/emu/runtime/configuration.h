// What a launch may ask for: its grid, block, shared memory and clusters.
#ifndef EMU_RUNTIME_CONFIGURATION_H
#define EMU_RUNTIME_CONFIGURATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// False, and told, where the device refuses the launch of L.kernel.
bool configuration_valid(const unsigned grid[3], const unsigned block[3], size_t dynamic_shared, uint32_t pc,
                         bool has_work); // an argument counts work, as far as can be seen
// Tells of a launch that asks for so much of `what`.
void configuration_invalid(int error, uint32_t pc, const char *what, unsigned long long got,
                           unsigned long long most, const char *advice);

// Why a launch cannot have such clusters; false: it can. And to tell of it.
bool configuration_bad_clusters(const uint32_t grid[3], const uint32_t cluster[3], char *reason, size_t n);
void configuration_invalid_clusters(uint32_t pc, const char *reason);

#endif
