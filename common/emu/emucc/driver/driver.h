// What the compiler driver is asked to do, and the part of it that does it.
#ifndef EMU_DRIVER_H
#define EMU_DRIVER_H

#include "emu/emucc/driver/depend.h"
#include "emu/emucc/files.h"
#include "emu/emucc/installed.h"
#include "emu/emucc/translate/translate.h"

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef EMU_CXX
#define EMU_CXX "g++"
#endif

struct translated {           // one .cu or .cuh, main file or included
  char *path, *name, *output; // its real path, and as the program and g++'s messages name it
};

struct driver {
  struct list compile, include_dirs, sources, link; // link: objects, archives, -l, in the order given
  int objects;                                      // files of `link` that are no sources
  const char *output, *preprocessed; // preprocessed: where the text that g++ compiles goes too; or NULL
  bool fragments;                    // it has tensor-core fragments in inline PTX (emu_ptx_wmma.h)
  struct list thrust;                // Thrust's headers that the program includes, by their names
  bool special;                      // it names a special function of the standard library
  bool relaxed;                      // --expt-relaxed-constexpr is given
  const char *dump;                  // where the compiler's last dump goes, too; or NULL
  struct depend depend;
  const char *standard; // -std=, as it was given; NULL
  bool as_cuda;         // -x cu: every source is CUDA C++, whatever its name
  bool device_link;     // -dlink: objects are linked as they are, so that there is nothing to do
  bool shared;          // -shared
  bool compile_only, print_translation, verbose, fast, explain, precompile, failed;
  char directory[PATH_MAX]; // private, removed at the end
  struct emu_names kernels;
  struct emu_optional optional; // which rewrites of the source are left out
  struct translated *file;
  size_t files, file_capacity;
};

// Translates, compiles and links as d says, with d->directory for everything temporary. Messages go to
// stderr. Returns the exit status.
int build_program(struct driver *d);

// Makes the object of one source, translated, compiled and audited. Returns the exit status.
int compile_source(struct driver *d, const char *source, const char *output);

// thrust.c: takes the names of Thrust's headers that the text includes, if the toolkit's headers are installed.
void take_thrust(struct driver *d, const char *text, size_t n);
// Adds what a program with Thrust needs to the command, at `front` of its include path and behind the emulator's headers.
void push_thrust(struct driver *d, struct list *command, bool front);

// arguments.c: the command line with the words of the files of `--options-file` in their places.
char **with_option_files(int *argc, char **argv);

// cmath_special.c: remembers whether the file names one of the standard library's special functions.
void take_special(struct driver *d, const char *path);
// Has g++ include them, behind the emulator's headers, where one was named.
void push_special(const struct driver *d, struct list *command);

// Translates a source and what it includes, each file once, without what d->optional leaves out. Returns the path of the
// translation in the private directory, or NULL after a message, with d->failed.
const char *translate_source(struct driver *d, const char *path);

// Adds the flags that no program can change.
void push_flags(struct list *command, bool fast);

// options.c: fills d from the command line. Returns -1 to go on, else the exit status.
int read_arguments(struct driver *d, int argc, char **argv);
// Whether -I, -isystem or -l with this value names the CUDA toolkit's headers or one of its libraries: what of them the
// emulator has is its own.
bool of_cuda_toolkit(const char *option, const char *value);

// Runs the command with its messages on stderr. Returns its exit status, 1 if it could not be run or was killed.
int run_command(const struct driver *d, const struct list *command);
// The same, but what they mean is not explained: *messages without colours, to be freed; NULL: there is nothing to explain.
int run_only(const struct driver *d, const struct list *command, char **messages);

// Compiles the CUDA headers for d->fast or not, once for all programs. Returns the exit status.
int precompile_headers(struct driver *d);

// The folder to put before the CUDA headers' in the include path; NULL if the headers are newer than what was made.
const char *precompiled_dir(bool fast);

// What the emulator has not, to which a name of CUDA's belongs: "mipmapped arrays"; NULL: nothing that it knows.
const char *absent_kind(const char *name);

// Reads what g++ said on an error; adds to stderr what the emulator lacks and what was not translated.
void explain_messages(const struct driver *d, const char *messages);

// Prints a line on stdout for each kernel of the sources, what `nvcc -Xptxas -v` says of it, and then the lines of its source
// with their PTX and SASS; or that there is no nvcc. Returns the exit status: 1 if nvcc refuses a source.
int explain_registers(const struct driver *d);
// The listing of one source; options: for nvcc, each with a blank in front. Without nvdisasm it has no SASS, and says so.
void explain_code(const struct driver *d, const char *nvcc, const char *options, const char *source);
// The path of a program of the CUDA toolkit: in the PATH, or in /usr/local/cuda/bin; NULL.
const char *find_cuda_tool(const char *name);
// In single quotes, for a shell; malloc'ed.
char *shell_quoted(const char *argument);

// The handler for signals that end the driver: passes the signal on to the running g++ and makes
// build_program return. build_signal is then the signal's number, else 0.
void build_interrupted(int number);
extern volatile sig_atomic_t build_signal;

bool is_cuda_source(const struct driver *d, const char *path); // to be translated

#endif
