// Calls of host functions in device code that only the compiler can tell: of the C++ library and of the C library.
// nvcc refuses them too. Functions that are constexpr in the program's C++ pass, as with nvcc's
// --expt-relaxed-constexpr.
#define _GNU_SOURCE
#include "emu/emucc/audit/dump.h"
#include "emu/emucc/audit/audit.h"
#include "emu/emucc/installed.h"
#include "emu/emucc/audit/suffix.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of namespace std: what is constexpr in C++17 or what nvcc knows itself.
static const char *const std_functions[] = {"move",
                                            "forward",
                                            "max",
                                            "min",
                                            "minmax",
                                            "clamp",
                                            "get",
                                            "make_pair",
                                            "make_tuple",
                                            "tie",
                                            "forward_as_tuple",
                                            "addressof",
                                            "__addressof",
                                            "as_const",
                                            "declval",
                                            "gcd",
                                            "lcm",
                                            "begin",
                                            "end",
                                            "cbegin",
                                            "cend",
                                            "size",
                                            "data",
                                            "empty",
                                            "distance",
                                            "advance",
                                            "next",
                                            "prev",
                                            "apply",
                                            "invoke",
                                            "abs",
                                            "isnan",
                                            "isinf",
                                            "isfinite",
                                            "isnormal",
                                            "signbit",
                                            "__is_constant_evaluated",
                                            "is_constant_evaluated",
                                            "launder",
                                            "move_if_noexcept",
                                            "exchange",
                                            "real",
                                            "imag",
                                            "conj",
                                            "norm",
                                            "byteswap",
                                            "bit_cast",
                                            "isgreater",
                                            "isless",
                                            "islessequal",
                                            "isgreaterequal",
                                            "islessgreater",
                                            "isunordered",
                                            "fpclassify",
                                            "holds_alternative",
                                            "get_if",
                                            "visit",
                                            "make_optional",
                                            "tuple_cat",
                                            "make_from_tuple",
                                            "make_reverse_iterator",
                                            "make_move_iterator",
                                            "rbegin",
                                            "rend",
                                            "crbegin",
                                            "crend",
                                            NULL};
// What C++20 has made constexpr, beside it: with -std=c++20 it passes.
static const char *const newer_functions[] = {"swap",
                                              "iter_swap",
                                              "swap_ranges",
                                              "fill",
                                              "fill_n",
                                              "copy",
                                              "copy_n",
                                              "copy_if",
                                              "copy_backward",
                                              "move_backward",
                                              "transform",
                                              "generate",
                                              "generate_n",
                                              "for_each",
                                              "for_each_n",
                                              "all_of",
                                              "any_of",
                                              "none_of",
                                              "count",
                                              "count_if",
                                              "find",
                                              "find_if",
                                              "find_if_not",
                                              "search",
                                              "equal",
                                              "mismatch",
                                              "lexicographical_compare",
                                              "remove",
                                              "remove_if",
                                              "replace",
                                              "replace_if",
                                              "reverse",
                                              "rotate",
                                              "unique",
                                              "partition",
                                              "is_partitioned",
                                              "sort",
                                              "partial_sort",
                                              "nth_element",
                                              "is_sorted",
                                              "lower_bound",
                                              "upper_bound",
                                              "equal_range",
                                              "binary_search",
                                              "merge",
                                              "includes",
                                              "make_heap",
                                              "push_heap",
                                              "pop_heap",
                                              "sort_heap",
                                              "is_heap",
                                              "next_permutation",
                                              "prev_permutation",
                                              "min_element",
                                              "max_element",
                                              "minmax_element",
                                              "accumulate",
                                              "inner_product",
                                              "partial_sum",
                                              "adjacent_difference",
                                              "iota",
                                              "midpoint",
                                              "lerp",
                                              "construct_at",
                                              "destroy_at",
                                              "popcount",
                                              "countl_zero",
                                              "countl_one",
                                              "countr_zero",
                                              "countr_one",
                                              "bit_width",
                                              "bit_ceil",
                                              "bit_floor",
                                              "has_single_bit",
                                              "rotl",
                                              "rotr",
                                              "to_array",
                                              "ssize",
                                              NULL};
static const char *const newer_classes[] = {"span",
                                            "ranges",
                                            "strong_ordering",
                                            "partial_ordering",
                                            "weak_ordering",
                                            "__normal_iterator",
                                            "__cmp_cat",
                                            "identity",
                                            "subrange",
                                            NULL};
bool newer_library;

static const char *const std_classes[] = {"pair",
                                          "tuple",
                                          "array",
                                          "complex",
                                          "initializer_list",
                                          "numeric_limits",
                                          "integral_constant",
                                          "__array_traits",
                                          "reverse_iterator",
                                          "optional",
                                          "variant",
                                          "char_traits",
                                          "basic_string_view",
                                          "ratio",
                                          "chrono",
                                          "less",
                                          "greater",
                                          "plus",
                                          "minus",
                                          "multiplies",
                                          "divides",
                                          "modulus",
                                          "negate",
                                          "equal_to",
                                          "not_equal_to",
                                          "less_equal",
                                          "greater_equal",
                                          "logical_and",
                                          "logical_or",
                                          "logical_not",
                                          "bit_and",
                                          "bit_or",
                                          "bit_xor",
                                          "bit_not",
                                          "nullptr_t",
                                          "integer_sequence",
                                          "reference_wrapper",
                                          "tuple_size",
                                          "hash",
                                          "nullopt_t",
                                          "monostate",
                                          "in_place_t",
                                          "move_iterator",
                                          NULL};
// Of the C library, outside of mathematics: what the emulator has, or the compiler puts there.
static const char *const c_functions[] = {"malloc",        "free",  "printf",      "memcpy", "memset",
                                          "memmove",       "abs",   "labs",        "llabs",  "clock",
                                          "__assert_fail", "abort", "__nanosleep", NULL};

static bool listed(struct span s, const char *const *list) {
  for (; *list; list++)
    if (span_is(s, *list)) return true;
  return false;
}

// The name after `from`, up to the next `::`, `<` or the end: `sort` of `std::sort<int*>`.
static struct span part(struct span name, size_t from) {
  size_t n = from;
  while (n < name.n && name.text[n] != '<' && name.text[n] != ':') n++;
  return (struct span){name.text + from, n - from};
}

static bool in_mathematics(const char *name) {
  static void *library;
  Dl_info found, mathematics;
  if (!library) library = dlopen("libm.so.6", RTLD_LAZY);
  void *f = library ? dlsym(library, name) : NULL;
  return f && dladdr(f, &found) && dladdr(dlsym(library, "lgamma"), &mathematics) &&
         found.dli_fbase == mathematics.dli_fbase;
}

bool is_host_library(struct span name) {
  size_t from = span_starts(name, "std::") ? 5 : span_starts(name, "__gnu_cxx::") ? 11 : 0;
  if (!from) return false;
  struct span first = part(name, from);
  while (span_starts(first, "__cxx11") || span_starts(first, "_V2") ||
         span_starts(first, "__1")) // inline namespaces
    first = part(name, from += first.n + 2);
  if (listed(first, std_classes) || listed(first, std_functions) || span_starts(first, "operator"))
    return false;
  if (newer_library && (listed(first, newer_functions) || listed(first, newer_classes))) return false;
  char text[128];
  snprintf(text, sizeof text, "%.*s", (int)first.n, first.text);
  return !in_mathematics(text);
}

// The last name of [text, text + n), without template arguments: `f` of `a<b::c>::f<d>`; *n: what stands before it and its ::.
static struct span cut_name(const char *text, size_t *n) {
  size_t end = *n, depth = 0;
  while (end && (text[end - 1] == '>' || depth))
    depth += (text[end - 1] == '>') - (text[end - 1] == '<'), end--;
  size_t begin = end;
  while (begin && (isalnum((unsigned char)text[begin - 1]) || text[begin - 1] == '_')) begin--;
  *n = begin > 2 && text[begin - 1] == ':' ? begin - 2 : 0;
  return (struct span){text + begin, end - begin};
}

// A copy, move or default constructor or assignment, whose parameter nobody has named.
bool is_implicit_member(const struct dump_function *f) {
  static const char assignment[] = "::operator=";
  struct span h = f->header;
  size_t open = h.n, depth = 0;
  while (open && !(h.text[open - 1] == '(' && depth == 1))
    depth += (h.text[open - 1] == ')') - (h.text[open - 1] == '('), open--;
  if (open < sizeof assignment || !span_has((struct span){h.text + open, h.n - open}, "const this"))
    return false;
  size_t name = open - 2; // without ` (`
  if (strncmp(h.text + name - strlen(assignment), assignment, strlen(assignment))) {
    struct span member = cut_name(h.text, &name), class = cut_name(h.text, &name);
    if (!member.n || !span_same(member, class)) return false;
  }
  for (size_t i = open; i < h.n; i++) {
    size_t word = i;
    if (h.text[i] != ',' && h.text[i] != ')') continue;
    while (word > open && h.text[word - 1] != ' ') word--;
    if (!span_starts((struct span){h.text + word, i - word}, "D.") && strncmp(h.text + word, "this", 4))
      return false;
  }
  return true;
}

static bool is_of_emulator(const struct dump_function *f) { // defined in its headers
  for (size_t i = 0; i < f->statements; i++) {
    char *plain = must_realloc(NULL, f->statement[i].n + 1);
    struct place at = dump_plain(f->statement[i], plain);
    free(plain);
    if (at.file.n) return is_own_header(at.file.text, at.file.n);
  }
  return false;
}

// The program's own function of that name, or the emulator's; the C library's headers have some with a body, too.
static bool is_device_function(const struct suffixes *s, struct span name) {
  for (size_t e = suffix_next(s, NO_SUFFIX, name); e != NO_SUFFIX; e = suffix_next(s, e, name))
    if (suffix_function(s, e)->device || is_of_emulator(suffix_function(s, e))) return true;
  return false;
}

static bool of_c_library(const struct suffixes *s, struct span name) {
  for (size_t i = 0; i < name.n; i++)
    if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", name.text[i]))
      return false;
  // What the compiler makes of printf, and has no function for.
  static const char *const builtins[] = {"__builtin_puts", "__builtin_putchar", "__builtin_ffs",
                                         "__builtin_ffsl", "__builtin_ffsll",   NULL};
  if (listed(name, builtins)) return false;
  if (span_starts(name, "__builtin_")) name.text += 10, name.n -= 10;
  if (listed(name, c_functions)) return false;
  char text[128];
  snprintf(text, sizeof text, "%.*s", (int)name.n, name.text);
  return dlsym(RTLD_DEFAULT, text) && !in_mathematics(text) && !is_device_function(s, name);
}

// The name of the function that a lambda is written in: `k<(mode)1, 0>` of `bool k<(mode)1, 0>(int*)::<lambda(int)>`.
static struct span enclosing(struct span name) {
  size_t begin = 0;
  int depth = 0;
  if (!span_has(name, "<lambda")) return (struct span){NULL, 0};
  for (size_t i = 0; i < name.n; i++) {
    if (span_starts((struct span){name.text + i, name.n - i}, "operator")) // whose signs are no brackets
      for (i += strlen("operator"); i + 1 < name.n && strchr("<>=-+*&", name.text[i]);) i++;
    depth += (name.text[i] == '<') - (name.text[i] == '>');
    if (!depth && name.text[i] == '(') return (struct span){name.text + begin, i - begin};
    if (!depth && strchr(" *&", name.text[i])) begin = i + 1;
  }
  return (struct span){NULL, 0};
}

static bool is_lambda_in(const struct suffixes *s, const struct dump_function *f, bool host_too) {
  struct span outer = enclosing(f->name);
  for (size_t e = outer.n ? suffix_next(s, NO_SUFFIX, outer) : NO_SUFFIX; e != NO_SUFFIX;
       e = suffix_next(s, e, outer)) {
    const struct dump_function *o = suffix_function(s, e);
    if (o->device && (host_too || !o->host)) return true;
  }
  return false;
}

bool is_lambda_of_device(const struct suffixes *s, const struct dump_function *f) {
  return is_lambda_in(s, f, true);
}

// What device code begins with: kernels, functions that are __device__ alone, lambdas in those.
static bool is_root(const struct suffixes *s, const struct dump_function *f) {
  if (f->kernel || f->device || f->host) return f->kernel || (f->device && !f->host);
  return is_lambda_in(s, f, false);
}

// The name of the function without its type.
static struct span bare_name(const struct dump_function *f) {
  struct span own = f->name;
  for (size_t i = 0; i < f->name.n && f->name.text[i] != '<' && f->name.text[i] != '('; i++)
    if (strchr(" *&", f->name.text[i])) own = (struct span){f->name.text + i + 1, f->name.n - i - 1};
  return own;
}

static void complain_call(const struct dump_function *f, struct place at, struct span callee, bool c) {
  size_t cut = callee.n;
  for (size_t i = callee.n; i-- > 0;)
    if (callee.text[i] == '<') cut = i; // without template arguments
  if (at.file.n) fprintf(stderr, "%.*s:%d: ", (int)at.file.n, at.file.text, at.line);
  struct span own = bare_name(f);
  fprintf(stderr,
          "error: %.*s, a host function of the %s library, is called by the %s %.*s: a GPU has no such "
          "function; write the "
          "loop, or a __device__ function\n",
          (int)cut, callee.text, c ? "C" : "C++", f->kernel ? "kernel" : "device function", (int)own.n,
          own.text);
}

struct search {
  struct dump d;
  struct suffixes names;
  bool *reached;
  size_t *todo, n;
  int found;
  bool strict; // as nvcc without options
};

// Marks the program's own functions of that name: what they call runs on the device, whatever they are declared.
static void reach_call(struct search *s, struct span callee) {
  if (span_starts(callee, "std::") || span_starts(callee, "__gnu_cxx::") || span_starts(callee, "emu::"))
    return;
  for (size_t e = suffix_next(&s->names, NO_SUFFIX, callee); e != NO_SUFFIX;
       e = suffix_next(&s->names, e, callee)) {
    size_t i = s->names.entry[e].function;
    if (s->reached[i]) continue;
    s->reached[i] = true;
    if (!is_of_emulator(&s->d.function[i])) s->todo[s->n++] = i;
  }
}

// The label behind `else goto` of a choice: where the body for the host begins.
static struct span host_label(const char *plain) {
  const char *label = strstr(plain, "else goto <");
  if (strncmp(plain, "if (", 4) || !label) return (struct span){NULL, 0};
  label += strlen("else goto ");
  return (struct span){label, strcspn(label, ";")};
}

// A kernel, or a function of the device alone, calls a function that the program has for the host alone.
static bool refuse_own(struct search *s, const struct dump_function *f, struct place at, struct span callee) {
  struct place defined = {{NULL, 0}, 0};
  bool host = false;
  for (size_t e = suffix_next(&s->names, NO_SUFFIX, callee); e != NO_SUFFIX;
       e = suffix_next(&s->names, e, callee)) {
    if (!is_own_host_function(suffix_function(&s->names, e), &defined))
      return false; // or another one of that name is meant
    host = true;
  }
  if (!host) return false;
  struct span own = bare_name(f);
  const char *slash = defined.file.text + defined.file.n;
  while (slash > defined.file.text && slash[-1] != '/') slash--;
  if (at.file.n) fprintf(stderr, "%.*s:%d: ", (int)at.file.n, at.file.text, at.line);
  fprintf(stderr,
          "error: %.*s, a host function (%.*s, line %d), is called by the %s %.*s: declare it __device__, or "
          "__host__ "
          "__device__ for both\n",
          (int)callee.n, callee.text, (int)(defined.file.text + defined.file.n - slash), slash, defined.line,
          f->kernel ? "kernel" : "device function", (int)own.n, own.text);
  s->found++;
  return true;
}

// Whether f declares the name itself: as a parameter, or in a line of its body such as `int x;` or `float a[4];`.
static bool is_local_name(const struct dump_function *f, struct span name) {
  for (size_t i = 0; i <= f->statements; i++) {
    struct span s = i ? f->statement[i - 1] : f->header;
    if (i && (!s.n || s.text[s.n - 1] != ';' || span_has(s, " = "))) {
      const char *assigned = memmem(s.text, s.n, " = ", 3); // `static int n = 0;`
      if (!span_starts(s, "static ") || !assigned) continue;
      s.n = (size_t)(assigned - s.text);
    }
    for (size_t k = 1; k + name.n <= s.n; k++) {
      if (memcmp(s.text + k, name.text, name.n) || !strchr(" *&", s.text[k - 1])) continue;
      if (k + name.n == s.n || strchr(";[,)", s.text[k + name.n])) return true;
    }
  }
  return false;
}

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

// A kernel, or a function of the device alone, names a variable that only the host has.
static bool refuse_variable(struct search *s, const struct dump_function *f, struct place at,
                            const char *plain) {
  int line;
  if (!strncmp(plain, "# DEBUG", 7)) return false;
  for (const char *p = plain; *p && *p != '"';) {
    const char *end = p;
    while (is_word_char(*end)) end++;
    const char *dot =
        memchr(p, '.', (size_t)(end - p)); // of a member; or of a copy of the variable, `shift.0_1`
    struct span name = {p, (size_t)((dot ? dot : end) - p)};
    bool alone = name.n && (isalpha((unsigned char)*p) || *p == '_') &&
                 (p == plain || (p[-1] != '>' && p[-1] != '.' && p[-1] != ':')) && strncmp(end, " (", 2) &&
                 *end != ':';
    if (alone && is_host_variable(at.file, name, &line) && !is_local_name(f, name)) {
      struct span own = bare_name(f);
      fprintf(stderr,
              "%.*s:%d: error: %.*s, a variable of the host (line %d), is used by the %s %.*s: nvcc calls it "
              "undefined in "
              "device code; declare it __device__ or __constant__, or pass its value as an argument\n",
              (int)at.file.n, at.file.text, at.line, (int)name.n, name.text, line,
              f->kernel ? "kernel" : "device function", (int)own.n, own.text);
      s->found++;
      return true;
    }
    p = end > p ? end : p + 1;
  }
  return false;
}

static void complain(struct search *s, const struct dump_function *f, struct place at, const char *what) {
  struct span own = bare_name(f);
  if (at.file.n) fprintf(stderr, "%.*s:%d: ", (int)at.file.n, at.file.text, at.line);
  fprintf(stderr, "error: the %s %.*s %s\n", f->kernel ? "kernel" : "device function", (int)own.n, own.text,
          what);
  s->found++;
}

// Whether the callee is a lambda that is written in a host function and not marked for the device.
static bool is_host_lambda(const struct search *s, struct span callee) {
  static const char operation[] = "<lambda", call[] = "::operator()";
  const char *lambda = memmem(callee.text, callee.n, operation, sizeof operation - 1);
  size_t rest = lambda ? (size_t)(callee.text + callee.n - lambda) : 0;
  if (!lambda || memmem(lambda + 1, rest - 1, operation, sizeof operation - 1) ||
      !memmem(lambda, rest, call, sizeof call - 1))
    return false; // or one in another, which may be the device's
  bool host = false;
  for (size_t e = suffix_next(&s->names, NO_SUFFIX, callee); e != NO_SUFFIX;
       e = suffix_next(&s->names, e, callee)) {
    const struct dump_function *f = suffix_function(&s->names, e);
    if (f->device || f->host || is_lambda_of_device(&s->names, f)) return false;
    host = true;
  }
  return host;
}

// What nvcc compiles with --expt-relaxed-constexpr alone, and launches with -rdc=true alone.
static bool refuse_strictly(struct search *s, const struct dump_function *f, struct place at,
                            struct span callee) {
  static const char *const functions[] = {"max",     "min",      "minmax",    "clamp",      "gcd",
                                          "lcm",     "exchange", "make_pair", "make_tuple", "distance",
                                          "advance", "next",     "prev",      NULL};
  static const char *const classes[] = {"numeric_limits", "array", "tuple", "optional", NULL};
  struct place defined;
  bool library = false, own = false;
  if (span_starts(callee, "emu::call")) {
    complain(s, f, at, "launches a kernel: nvcc compiles that with -rdc=true alone, which labs do without");
    return true;
  }
  if (span_starts(callee, "std::")) {
    struct span first = part(callee, 5);
    library = listed(first, functions) || listed(first, classes);
  }
  for (size_t e = suffix_next(&s->names, NO_SUFFIX, callee); e != NO_SUFFIX && !library;
       e = suffix_next(&s->names, e, callee)) {
    own = is_own_constexpr_function(suffix_function(&s->names, e), &defined);
    if (!own) break; // or another one of that name is meant
  }
  if (!library && !own) return false;
  char what[400];
  snprintf(what, sizeof what,
           "calls %.*s, a constexpr function of the host: nvcc allows that with --expt-relaxed-constexpr "
           "alone, which labs "
           "do without; %s",
           (int)(callee.n < 80 ? callee.n : 80), callee.text,
           library ? "use max, min or an operator of your own" : "declare it __host__ __device__");
  complain(s, f, at, what);
  return true;
}

static bool refuse_feature(struct search *s, const struct dump_function *f, struct place at,
                           struct span callee, bool *told) {
  static const char *const exceptions[] = {"__cxa_throw", "__cxa_rethrow", "__cxa_begin_catch", NULL};
  if (listed(callee, exceptions)) {
    if (!*told) complain(s, f, at, "throws or catches an exception, which device code cannot");
    return *told = true;
  }
  if (is_host_lambda(s, callee)) {
    complain(s, f, at,
             "calls a lambda of host code: write [=] __device__ (...) { ... }, and compile with "
             "--extended-lambda");
    return true;
  }
  return s->strict && refuse_strictly(s, f, at, callee);
}

// Whether the callee is a member that the compiler has made of a class of the library: then what that calls is looked at.
static bool reach_implicit(struct search *s, struct span callee) {
  bool any = false;
  for (size_t e = suffix_next(&s->names, NO_SUFFIX, callee); e != NO_SUFFIX;
       e = suffix_next(&s->names, e, callee)) {
    if (!is_implicit_member(suffix_function(&s->names, e))) return false;
    any = true;
  }
  for (size_t e = suffix_next(&s->names, NO_SUFFIX, callee); e != NO_SUFFIX;
       e = suffix_next(&s->names, e, callee)) {
    size_t i = s->names.entry[e].function;
    if (!s->reached[i]) s->reached[i] = true, s->todo[s->n++] = i;
  }
  return any;
}

static void search_function(struct search *s, const struct dump_function *f) {
  if (f->kernel && !span_starts(f->header, "void ") && !span_has(f->header, " void "))
    complain(s, f, dump_place(f), "returns a value: a __global__ function must return void");
  int line = 0;
  bool asked = false;        // the statement before asks whether device code runs (rewrite_arch.c)
  char host[32] = "nowhere"; // the label of the body for the host, which is the rest of the function
  bool root = is_root(&s->names, f) && !is_of_emulator(f), told = false, exceptions = false;
  for (size_t k = 0; k < f->statements; k++) {
    char *plain = must_realloc(NULL, f->statement[k].n + 1);
    const char *arguments;
    struct place at = dump_plain(f->statement[k], plain);
    if (!strncmp(plain, host, strlen(host))) {
      free(plain);
      return;
    }
    if (root && !told) told = refuse_variable(s, f, at, plain);
    struct span callee = dump_callee(plain, &arguments), label = host_label(plain);
    if (asked && label.n) snprintf(host, sizeof host, "%.*s:", (int)label.n, label.text);
    asked = callee.n ? span_is(callee, "emu::on_device") : asked && !label.n;
    if (root && callee.n && !is_own_header(at.file.text, at.file.n) &&
        refuse_feature(s, f, at, callee, &exceptions)) {
      free(plain);
      continue;
    }
    bool c = callee.n && of_c_library(&s->names, callee);
    if (callee.n && !c && is_host_library(callee) && reach_implicit(s, callee)) {
      line = 0;
    } else if (callee.n && !is_own_header(at.file.text, at.file.n) && (c || is_host_library(callee))) {
      if (!s->found || at.line != line) complain_call(f, at, callee, c), s->found++;
      line = at.line;
    } else if (callee.n && !(root && refuse_own(s, f, at, callee))) {
      reach_call(s, callee);
    }
    free(plain);
  }
}

int refuse_host_calls(const char *path, bool strict) {
  struct search s = {.n = 0, .strict = strict};
  if (!dump_read(&s.d, path)) return 1;
  suffixes_read(&s.names, &s.d);
  s.reached = must_realloc(NULL, s.d.functions + 1);
  s.todo = must_realloc(NULL, (s.d.functions + 1) * sizeof *s.todo);
  for (size_t i = 0; i < s.d.functions; i++) {
    s.reached[i] = is_root(&s.names, &s.d.function[i]);
    if (s.reached[i]) s.todo[s.n++] = i;
  }
  while (s.n) search_function(&s, &s.d.function[s.todo[--s.n]]);
  free(s.reached);
  free(s.todo);
  suffixes_free(&s.names);
  dump_free(&s.d);
  return s.found ? 1 : 0;
}
