// The running executable: its device sections, its shared segment, its symbols.
#ifndef EMU_MEMORY_IMAGE_H
#define EMU_MEMORY_IMAGE_H

#include "memory/running.h"
#include <stddef.h>

bool image_share(void);             // copies of the process see the device's variables; false: they cannot
uint64_t image_managed_bytes(void); // of __managed__ variables
enum section { SECTION_NONE, SECTION_DEVICE, SECTION_MANAGED, SECTION_CONSTANT };
void image_of_thread(void); // static shared memory is that of the host thread that runs
void image_load(void);      // sets shared_base, shared_size and their shadow words
enum section image_section(uint64_t address);
// The device's address of what host code has at that address (emu_sides.h); 0: it is none of those.
uint64_t image_of_host_side(uint64_t address);
// The __device__ or __constant__ variable whose name host code has the address by, or the variable at the address itself.
const void *image_symbol(const void *symbol);
bool image_closed_to_host(uint64_t address); // a variable of the device that host code has by its name
bool image_host_text(uint64_t address);      // a literal of host code alone
bool image_read_only(uint64_t address);      // one of the executable's constants; known before main
// A virtual table of the program's classes; the name of the class.
bool image_is_virtual_table(uint64_t address);
void image_class_of_table(uint64_t address, char *name, size_t n);
bool image_compiler_data(uint64_t address); // a literal or a virtual table, which device code has copies of
bool image_guard(uint64_t address);         // a byte of the compiler's own in shared memory
// Of the section of a device or managed variable: the shadow, where it begins and its words.
struct shadow *image_shadow(uint64_t address, uint64_t *base, uint64_t *words);
// The variable that holds the address (shared: address in the shared segment). False where none is known.
bool image_variable(uint64_t address, char *name, size_t n, uint64_t *offset, uint64_t *bytes);
// The shared variable that begins last before the address, for an access that overran the shared segment.
bool image_shared_before(uint64_t address, char *name, size_t n, uint64_t *offset, uint64_t *bytes);
// Each of the executable's variables, mangled; bytes: 0 for those outside the shared segment. False behind the last.
bool image_shared_variable(size_t i, const char **mangled, uint64_t *address, uint64_t *bytes);
// The executable's read-only object of that mangled name, or NULL.
const void *image_constant(const char *mangled, uint64_t *bytes);
char *demangle(const char *name); // malloc'ed; NULL for a name that is not mangled
void image_last_name(const char *mangled, char *name, size_t n); // "kernel(float*)::s" -> "s"
const char *image_function(uint32_t pc);                         // mangled; NULL if the address is in none
uint64_t image_function_begin(uint32_t pc);                      // pc itself where none has it
uint64_t image_function_end(uint32_t pc);
// The text of the launch if it names a function; else (a pointer, a parameter) the function that pc lies in.
const char *image_kernel_name(const char *text, uint32_t pc);
bool image_has_function(const char *name, size_t n); // by its last name
int image_launch_bounds(
    const void *entry); // of the kernel at that address: its __launch_bounds__, or MAX_BLOCK
int image_least_bounds(void);
// Some kernel declares clusters that such a grid is no multiple of.
bool image_clusters_misfit(const uint32_t grid[3]); // of all kernels of the program
// The __device__ and __constant__ variables hold from now on what they hold on this device.
void image_of_device(int device);
uint64_t image_static_shared(const char *kernel); // bytes of __shared__ variables declared in the kernel

#endif
