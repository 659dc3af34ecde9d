// One translation in the making: its tokens, its edits, and the rules that make them.
#ifndef EMU_REWRITE_H
#define EMU_REWRITE_H

#include "emu/emucc/translate/lex.h"
#include "emu/emucc/translate/optional.h"
#include "emu/emucc/translate/translate.h"

struct edit { // bytes [begin, end) become text
  size_t begin, end, order;
  char *text;
  // behind it, bytes [again, begin) once more with their edits, but for those marked once; 0: nothing
  size_t again;
  bool once;
};

struct translation {
  const char *file;
  struct emu_names *kernels; // words that stand between a __global__ and its parameters, so far; may be NULL
  struct tokens t;
  struct edit *edit;
  size_t edits, edit_capacity;
  size_t *host_function, host_functions, host_capacity; // names in declarations (rewrite_host.c)
  bool host_known;                                      // they have been collected
  struct declared { // a name that is declared as a number (rewrite_convert.c)
    size_t begin, length;
    int types;
  } * declared;
  size_t declared_capacity;
  // The translation of a piece of text that stands in that line, malloc'ed (translate.c). NULL after fail(), or if it has assembly
  // that is not known, whose name is in `refused` then.
  char *(*translate_piece)(struct translation *x, const char *text, int line);
  bool piece;       // the text is what a macro expands to, in another translation (rewrite_macro.c)
  char refused[64]; // the instruction that such a piece has and the emulator has not
  bool spoilt;      // the next edit is made no C++ (rewrite_optional.c)
  bool own_names;   // the file declares variables that are named as built-in ones (rewrite_own_name.c)
  char *done;       // per token: already rewritten as part of an earlier one's declaration
  char *error;
  size_t error_size;
};

// Neighbours in the same stream and spelling of token i. NO_TOKEN has neither neighbour nor spelling.
// In the header, since a translation is little else.
static inline const struct token *tok(const struct translation *x, size_t i) { // i is not NO_TOKEN
  return &x->t.token[i];
}
static inline size_t next(const struct translation *x, size_t i) {
  return i == NO_TOKEN ? NO_TOKEN : tok(x, i)->next;
}
static inline size_t prev(const struct translation *x, size_t i) {
  return i == NO_TOKEN ? NO_TOKEN : tok(x, i)->prev;
}
static inline bool is(const struct translation *x, size_t i, const char *spelling) {
  return token_is(&x->t, i, spelling);
}
bool is_one_of(const struct translation *x, size_t i, const char *const *spellings); // NULL-terminated
bool is_word(const struct translation *x, size_t i);
bool same_word(const struct translation *x, size_t i, size_t j); // j: a word

// The bracket ( [ { that closes or opens the one at i; for an angle the `>` or `<` of the template argument
// list. NO_TOKEN if there is none.
size_t match_forward(const struct translation *x, size_t i);
size_t match_backward(const struct translation *x, size_t i);
size_t angle_forward(const struct translation *x, size_t i);
size_t angle_backward(const struct translation *x, size_t i);

bool is_macro_parameter(const struct translation *x, size_t i); // of the macro in whose body it stands
bool is_attribute_word(const struct translation *x, size_t i);  // a word whose parentheses follow, as alignas

// Bytes [begin, end) become text, which is taken over. Where two edits overlap, the one that
// begins later is dropped; several at one place follow each other in the order they were made.
void replace(struct translation *x, size_t begin, size_t end, char *text);
void insert(struct translation *x, size_t at, const char *text);
void erase(struct translation *x, size_t begin, size_t end); // keeps the line ends
void erase_token(struct translation *x, size_t i);           // and the blanks behind it

// Writes "file:line: error: ..." and returns false.
bool fail(struct translation *x, size_t i, const char *format, ...) __attribute__((format(printf, 3, 4)));

// rewrite_kernel.c: which functions are kernels.
void collect_kernels(struct translation *x);                            // into x->kernels
bool declared_by_friends(const struct translation *x, size_t name);     // before here, and not otherwise
bool check_is_kernel(struct translation *x, size_t first, size_t last); // the launched [first, last]

void rewrite_launch_bounds(struct translation *x, size_t i); // the kernel checks them when it begins

// rewrite_class.c: what the default constructors of classes do, into x->kernels, and of one class.
enum construction { CONSTRUCTION_NONE, CONSTRUCTION_EMPTY = 'e', CONSTRUCTION_WORK = 'w' };
void collect_classes(struct translation *x);
enum construction class_construction(const struct translation *x, size_t word);
void rewrite_static_constant(struct translation *x,
                             size_t i); // `static const T zero = 0;` of a class template

// rewrite_device.c: the bodies of device functions.
struct device_function {
  size_t name, parameters; // its last name; the `(`
  size_t open, close;      // the braces of the body
  bool kernel, host;       // __global__; __host__ as well
};
// Whether the __global__ or __device__ at i begins the definition of one: true once for each.
bool device_function_at(const struct translation *x, size_t i, struct device_function *f);
bool in_class(const struct translation *x, size_t i); // the innermost brace around i is a class's
bool check_host_calls(struct translation *x, const struct device_function *f); // rewrite_host.c

// rewrite_local_array.c: says behind the declaration of each automatic array how it is indexed.
void note_local_arrays(struct translation *x, const struct device_function *f);
// What happens to the variable or element [first, last]; *value: the first token of what is assigned.
enum change { NONE, STEP, ASSIGNED, ADDRESS_TAKEN };
enum change change_of(const struct translation *x, size_t first, size_t last, size_t *value);

// rewrite_view.c: the names and shapes that a device function gives to parts of its dynamic shared memory.
void note_views(struct translation *x, const struct device_function *f);
// rewrite_shift.c: << and >> of a device function, and one in a macro's body that may be meant for one.
void rewrite_shifts(struct translation *x, const struct device_function *f);
void rewrite_shift_of_macro(struct translation *x, size_t i);
// rewrite_convert.c: what is seen to become a whole number in a device function.
void rewrite_conversions(struct translation *x, const struct device_function *f);

// rewrite_own_name.c: a variable, parameter or member of the program's own that is named as a built-in variable.
void collect_own_names(struct translation *x);
void rewrite_own_name(struct translation *x, size_t i,
                      const struct device_function *f); // f: around i, or NULL
// rewrite_union.c: the vectors in the union whose keyword is i.
void rewrite_union(struct translation *x, size_t i);
// rewrite_ptx.c: the asm statement that begins at i.
void rewrite_ptx(struct translation *x, size_t i);

// rewrite_arch.c: __CUDA_ARCH__. The macros that depend on it; the conditional that begins at the TOKEN_IF i, outside of
// functions; the body of a device function.
void collect_arch_macros(struct translation *x);
void rewrite_arch_group(struct translation *x, size_t i);
bool rewrite_arch_body(struct translation *x, const struct device_function *f);

// The rules. i is the token that starts each; false after fail().
bool rewrite_launch(struct translation *x, size_t i);      // <<<
size_t launch_open(const struct translation *x, size_t i); // its last token, if any; << < and < <<, too
// cudaLaunchKernel((void *)kernel, ...) and its cooperative twin: without the cast, which hides the parameter types.
void rewrite_packed_launch(struct translation *x, size_t name);
// `(void *)kernel` and `reinterpret_cast<void *>(kernel)`, open: the first token: the cast also tells of the kernel's parameters.
void rewrite_bare_kernel(struct translation *x, size_t open);
bool rewrite_shared(struct translation *x, size_t i, bool in_function); // __shared__
void rewrite_shape(struct translation *x, size_t begin, size_t end);    // of a __shared__ declaration
// A call of the macro for each member of that type, where it is a plain struct or a vector; else "".
char *shape_fields(const struct translation *x, const char *macro, size_t name, size_t type);
size_t attribute_end(const struct translation *x, size_t i);
bool is_header_class(const struct translation *x, size_t i);
void rewrite_alignas(struct translation *x, size_t space);
// `__host__ __device__ struct S {...};`: nvcc ignores the words, with a warning. Whether they stood at i.
bool rewrite_space_of_type(struct translation *x, size_t i);
bool rewrite_device_variable(struct translation *x, size_t i); // is_space_word
// A static variable of a device function is the device's. i: `static`; function: the word that made f one.
void rewrite_static_local(struct translation *x, size_t i, size_t function, const struct device_function *f);
bool is_space_word(const struct translation *x, size_t i); // __device__, __constant__, __managed__

#endif
