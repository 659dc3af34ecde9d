// The compiler's own text of each function (-fdump-tree-...-lineno), read function by function, statement by
// statement: what the checks of host.c and unreported_access.c look at.
#ifndef EMU_DUMP_H
#define EMU_DUMP_H

#include <stdbool.h>
#include <stddef.h>

struct span {
  const char *text;
  size_t n;
};

struct place { // where a statement stands in the source; file.n == 0: nowhere
  struct span file;
  int line;
};

struct dump_function {
  struct span name;       // as C++ writes it: `ns::f<int>`, `k(int*)::<lambda(int)>`
  struct span symbol;     // the linker's, where the dump tells it
  struct span header;     // the whole line with its return type and parameters
  bool device, host;      // declared __device__ or __global__; declared __host__
  bool kernel;            // declared __global__
  bool unseen;            // declared with no_sanitize
  struct span *statement; // one line each, without the blanks before it
  size_t statements;
};

struct dump {
  char *text;
  struct dump_function *function;
  size_t functions;
  size_t *by_symbol; // their numbers, sorted by symbol
};

// Reads the file. Returns false, with a message on stderr, if it cannot be read or holds no function that it
// should hold. Free with dump_free.
bool dump_read(struct dump *d, const char *path);
void dump_free(struct dump *d);

// The function with that symbol of the linker's, or NULL.
struct dump_function *dump_function_of(const struct dump *d, struct span symbol);

// Takes the places `[file:line:column]` off the front of a statement and out of its middle: returns the rest, in `out`
// (of at least s.n + 1 bytes), and where the statement stands.
struct place dump_plain(struct span s, char *out);

// Where the function's first statement stands that has a place.
struct place dump_place(const struct dump_function *f);

// The callee of a statement without places: `f` of `x = f (y);`. n == 0: it calls nothing. *arguments: what follows `(`.
struct span dump_callee(const char *statement, const char **arguments);

// Whether a C++ name is of the host's C++ library, other than what device code may use of it, too.
bool is_host_library(struct span name);
extern bool newer_library; // the program is C++20, in which more of the library is constexpr

// Whether the compiler has made this member of a class itself: it runs on the device as what it copies does.
bool is_implicit_member(const struct dump_function *f);

// Whether a function without a mark for the device is of a library's header. No program's own, and no GPU has it.
bool is_foreign_function(const struct dump_function *f);

// Whether a file of the program's defines it.
bool is_of_program(const struct dump_function *f);

// Whether the program defines the function for the host alone: *defined is where.
bool is_own_host_function(const struct dump_function *f, struct place *defined);
bool is_own_constexpr_function(const struct dump_function *f,
                               struct place *defined); // the same, and it is constexpr

// Whether the file declares the name for host code alone, as a variable of the program that no constant is: *line is where.
bool is_host_variable(struct span file, struct span name, int *line);

bool span_is(struct span s, const char *text);
bool span_starts(struct span s, const char *text);
bool span_has(struct span s, const char *text);
bool span_same(struct span a, struct span b);

#endif
