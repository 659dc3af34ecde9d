// Calls of host functions in device code, which a host compiler lets pass and nvcc does not.
//
// Only what is plain in one file is refused: a function that is defined or declared at namespace scope by nothing
// but specifiers and a type that every compiler knows, called by its bare name. What may be anything else (a
// template, constexpr, a macro's name, a member or variable of the same name, another namespace's function) is let pass.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool all_capitals(const struct translation *x, size_t i) {
  for (size_t b = tok(x, i)->begin; b < tok(x, i)->end; b++)
    if (islower((unsigned char)x->t.text[b])) return false;
  return true;
}

static bool no_operand(const struct translation *x, size_t p) { // what may stand before an expression
  static const char *const words[] = {"return", "else", "do",  "case",      "throw",
                                      "and",    "or",   "not", "co_return", NULL};
  return is_one_of(x, p, words);
}

// A function's name in its declaration: behind a type, before parameters.
static bool looks_declared(const struct translation *x, size_t i) {
  size_t p = prev(x, i);
  if (!is_word(x, i) || !is(x, next(x, i), "(")) return false;
  if (is_word(x, p)) return !no_operand(x, p);
  bool mark = is(x, p, "*") || is(x, p, "&") || is(x, p, ">");
  return mark && (is_word(x, prev(x, p)) || is(x, prev(x, p), ">") || is(x, prev(x, p), "*")) &&
         !no_operand(x, prev(x, p));
}

// Whether the declaration of the function named at i says host, by known words alone.
static bool plainly_host(const struct translation *x, size_t i) {
  static const char *const specifiers[] = {"static",   "inline",     "extern", "const",
                                           "__host__", "__inline__", NULL};
  static const char *const types[] = {"void",  "bool",   "char",   "short",    "int", "long",
                                      "float", "double", "signed", "unsigned", NULL};
  bool type = false, named = false;
  size_t close = match_forward(x, next(x, i)), after = next(x, close);
  if (close == NO_TOKEN) return false;
  if (is(x, after, "noexcept")) after = next(x, after);
  if (!is(x, after, "{") && !is(x, after, ";")) return false;
  for (size_t p = prev(x, i); p != NO_TOKEN; p = prev(x, p)) {
    if (is(x, p, ";") || is(x, p, "}") || is(x, p, "{")) break;
    if (tok(x, p)->kind == TOKEN_STRING) { // extern "C"
      if (!is(x, prev(x, p), "extern")) return false;
    } else if (is(x, p, "*") || is(x, p, "&") || is_one_of(x, p, specifiers)) {
      continue;
    } else if (is_one_of(x, p, types)) {
      type = true;
    } else if (is(x, p, ">")) {
      p = angle_backward(x, p);
      if (p == NO_TOKEN) return false;
    } else if (is_word(x, p) && !named && !all_capitals(x, p)) {
      named = true;
      while (is(x, prev(x, p), "::") && is_word(x, prev(x, prev(x, p)))) p = prev(x, prev(x, p));
      static const char *const never[] = {"__device__", "__global__", "constexpr", "consteval",
                                          "template",   "friend",     "typedef",   "using",
                                          "auto",       "new",        "delete",    "return",
                                          "else",       "operator",   "virtual",   "__forceinline__",
                                          NULL};
      if (is_one_of(x, p, never)) return false;
    } else {
      return false;
    }
  }
  return type != named; // both: one of them may be a macro that stands for qualifiers
}

// How many conditionals stand around token i, but for one around the whole file; *seen, *depth: up to where, and so many there.
static int conditionals_at(const struct translation *x, size_t i, size_t *seen, int *depth) {
  bool guarded = tok(x, 0)->kind == TOKEN_IF && tok(x, x->t.count - 1)->kind == TOKEN_ENDIF;
  for (; *seen < i; ++*seen)
    *depth += (tok(x, *seen)->kind == TOKEN_IF) - (tok(x, *seen)->kind == TOKEN_ENDIF);
  return *depth - guarded;
}

// What the preprocessor may leave out (`#ifndef __CUDACC__`) is not known to be there.
static void collect_host_functions(struct translation *x) {
  size_t open[64], depth = 0, seen = 0;
  int conditionals = 0;
  for (size_t i = 0; i < x->t.count; i++) {
    if (tok(x, i)->macro) continue;
    if (is(x, i, "}") && depth && match_forward(x, open[depth - 1]) == i) depth--;
    if (is(x, i, "{")) {
      size_t before = prev(x, i);
      while (is_word(x, before) && !is(x, before, "namespace")) before = prev(x, before);
      bool transparent =
          is(x, before, "namespace") ||
          (before != NO_TOKEN && tok(x, before)->kind == TOKEN_STRING && is(x, prev(x, before), "extern"));
      size_t close = match_forward(x, i);
      if (close == NO_TOKEN || (transparent && depth == 64)) return;
      if (transparent)
        open[depth++] = i;
      else
        i = close;
      continue;
    }
    if (!looks_declared(x, i) || !plainly_host(x, i)) continue;
    if (conditionals_at(x, i, &seen, &conditionals) > 0) continue;
    if (x->host_functions == x->host_capacity) {
      x->host_capacity = x->host_capacity ? 2 * x->host_capacity : 32;
      x->host_function = must_realloc(x->host_function, x->host_capacity * sizeof *x->host_function);
    }
    x->host_function[x->host_functions++] = i;
  }
}

static bool is_macro(const struct translation *x, size_t i) {
  size_t n = tok(x, i)->end - tok(x, i)->begin;
  const char *name = x->t.text + tok(x, i)->begin, *end = x->t.text + x->t.n;
  for (const char *p = x->t.text; (p = memmem(p, (size_t)(end - p), "define", 6)); p++) {
    const char *q = p + 6;
    while (q < end && (*q == ' ' || *q == '\t')) q++;
    if ((size_t)(end - q) > n && !memcmp(q, name, n) && !isalnum((unsigned char)q[n]) && q[n] != '_')
      return true;
  }
  return false;
}

// The name of a named namespace whose `{` stands at i, NO_TOKEN where none does.
static size_t namespace_at(const struct translation *x, size_t i) {
  size_t name = is(x, i, "{") ? prev(x, i) : NO_TOKEN, p = name;
  while (is_word(x, p) && is(x, prev(x, p), "::")) p = prev(x, prev(x, p)); // namespace a::b
  return is_word(x, name) && is(x, prev(x, p), "namespace") ? name : NO_TOKEN;
}

// Whether `using n::f;` or `using namespace n;` stands before i, f as the name at i and n as the one at `home`.
static bool is_used(const struct translation *x, size_t home, size_t i) {
  for (size_t k = 0; k < i; k++) {
    if (!is(x, k, "using")) continue;
    for (; k < i && !is(x, k, ";"); k++)
      if (same_word(x, k, i) || same_word(x, k, home)) return true;
  }
  return false;
}

// Whether the bare name at i may mean the function declared at h: that stands in no named namespace, or in one of i's, or
// is used from there.
static bool is_visible(const struct translation *x, size_t h, size_t i) {
  size_t home = NO_TOKEN;
  for (size_t k = 0; k < h; k++)
    if (namespace_at(x, k) != NO_TOKEN && match_forward(x, k) > h) home = namespace_at(x, k);
  if (home == NO_TOKEN || is_used(x, home, i)) return true;
  for (size_t k = 0; k < i; k++)
    if (namespace_at(x, k) != NO_TOKEN && same_word(x, namespace_at(x, k), home) && match_forward(x, k) > i)
      return true;
  return false;
}

// The definition or declaration of the host function that a call at i means, NO_TOKEN if it may mean another.
static size_t host_function_of(const struct translation *x, size_t i) {
  size_t found = NO_TOKEN, plain = 0, declared = 0;
  for (size_t h = 0; h < x->host_functions; h++) {
    if (!same_word(x, x->host_function[h], i) || !is_visible(x, x->host_function[h], i)) continue;
    found = x->host_function[h];
    plain++;
  }
  for (size_t k = 0; plain && k < x->t.count; k++) {
    if (!same_word(x, k, i)) continue;
    declared += looks_declared(x, k);
    bool variable = !is(x, next(x, k), "(") && is_word(x, prev(x, k)) && !no_operand(x, prev(x, k));
    if (variable) return NO_TOKEN;
  }
  return plain && declared == plain && !is_macro(x, i) ? found : NO_TOKEN;
}

// The body names a variable, a parameter or a local function as the call at i.
static bool is_shadowed(const struct translation *x, const struct device_function *f, size_t i) {
  for (size_t k = f->parameters; k != NO_TOKEN && k != f->close; k = next(x, k))
    if (same_word(x, k, i) && (!is(x, next(x, k), "(") || looks_declared(x, k))) return true;
  return false;
}

// Calls of the runtime that only host code may make.
static bool check_runtime_calls(struct translation *x, const struct device_function *f) {
  static const char *const host_only[] = {"cudaDeviceSynchronize",
                                          "cudaStreamSynchronize",
                                          "cudaEventSynchronize",
                                          "cudaMemcpy",
                                          "cudaMemset",
                                          "cudaMallocManaged",
                                          "cudaMallocHost",
                                          "cudaDeviceReset",
                                          "cudaMemcpyToSymbol",
                                          "cudaMemcpyFromSymbol",
                                          "cudaStreamQuery",
                                          "cudaEventElapsedTime",
                                          NULL};
  int conditional = 0;
  for (size_t i = f->open; i < f->close; i++) {
    conditional += (tok(x, i)->kind == TOKEN_IF) - (tok(x, i)->kind == TOKEN_ENDIF);
    if (tok(x, i)->macro || conditional || !is_one_of(x, i, host_only) || !is(x, next(x, i), "(")) continue;
    bool waits = !memcmp(x->t.text + tok(x, i)->end - 11, "Synchronize", 11);
    return fail(
        x, i, "%.*s, a host function, is called by the %s %.*s%s", (int)(tok(x, i)->end - tok(x, i)->begin),
        x->t.text + tok(x, i)->begin, f->kernel ? "kernel" : "device function",
        (int)(tok(x, f->name)->end - tok(x, f->name)->begin), x->t.text + tok(x, f->name)->begin,
        waits ? ": since CUDA 12 a kernel cannot wait for what it launches; what has to come after it goes "
                "into cudaStreamTailLaunch"
              : "");
  }
  return true;
}

// Functions that CUDA's headers declare for host and device, by the number of their parameters, without the f of single precision.
static const char *const of_cuda[][64] = {
    {"clock", "clock64"},
    {"abs",    "acos",   "acosh",  "asin",   "asinh",   "atan",      "atanh",   "cbrt",       "ceil",
     "cos",    "cosh",   "cospi",  "erf",    "erfc",    "erfcinv",   "erfcx",   "erfinv",     "exp",
     "exp10",  "exp2",   "expm1",  "fabs",   "floor",   "free",      "ilogb",   "j0",         "j1",
     "labs",   "lgamma", "llabs",  "llrint", "llround", "log",       "log10",   "log1p",      "log2",
     "logb",   "lrint",  "lround", "malloc", "nan",     "nearbyint", "normcdf", "normcdfinv", "rcbrt",
     "rint",   "round",  "rsqrt",  "sin",    "sinh",    "sinpi",     "sqrt",    "tan",        "tanh",
     "tgamma", "trunc",  "y0",     "y1"},
    {"atan2",  "copysign",  "fdim",   "fdivide", "fmax",   "fmin", "fmod", "frexp",     "hypot",
     "jn",     "ldexp",     "llmax",  "llmin",   "max",    "min",  "modf", "nextafter", "pow",
     "printf", "remainder", "rhypot", "scalbln", "scalbn", "umax", "umin", "yn"},
    {"fma", "memcpy", "memset", "norm3d", "remquo", "sincos", "sincospi"}};

static size_t parameters_of(const struct translation *x, size_t function) {
  size_t open = next(x, function), close = match_forward(x, open), n = next(x, open) != close;
  for (size_t i = next(x, open); i != close; i = next(x, i)) n += is(x, i, ",");
  return n == 1 && is(x, next(x, open), "void") && next(x, next(x, open)) == close ? 0 : n;
}

// A declaration without a body may be that of a function which CUDA's headers declare for the device, once more: then the
// compiler knows which one a call means.
static bool may_declare_again(const struct translation *x, size_t function) {
  if (!is(x, next(x, match_forward(x, next(x, function))), ";")) return false;
  size_t n = tok(x, function)->end - tok(x, function)->begin, k = parameters_of(x, function);
  const char *word = x->t.text + tok(x, function)->begin;
  if (k >= sizeof of_cuda / sizeof *of_cuda) return false;
  for (const char *const *name = of_cuda[k]; *name; name++) {
    size_t same = strlen(*name);
    if (same <= n && !memcmp(*name, word, same) && (n == same || (n == same + 1 && word[same] == 'f')))
      return true;
  }
  return false;
}

// A header of the program's may declare the function for the device: then what the compiler has read tells (host_own.c).
static bool may_be_declared_elsewhere(const struct translation *x, size_t function) {
  if (!is(x, next(x, match_forward(x, next(x, function))), "{")) return false;
  for (size_t i = 0; i < x->t.count; i++)
    if (tok(x, i)->kind == TOKEN_INCLUDE) return true;
  return false;
}

// What of C++ and of GNU's extensions device code does not have. Exceptions the compiler's dump tells (host.c).
static bool check_words(struct translation *x, const struct device_function *f) {
  int conditional = 0;
  for (size_t i = f->open; i < f->close; i++) {
    conditional += (tok(x, i)->kind == TOKEN_IF) - (tok(x, i)->kind == TOKEN_ENDIF);
    if (tok(x, i)->macro || conditional) continue;
    if (is(x, i, "thread_local") || is(x, i, "__thread"))
      return fail(x, i,
                  "device code has no thread_local variables: an ordinary local variable is a thread's own, "
                  "a __shared__ one "
                  "its block's");
    if (is(x, i, "goto") && is(x, next(x, i), "*"))
      return fail(
          x, i,
          "device code cannot go to an address: nvcc does not take the address of a label there; use switch");
  }
  return true;
}

bool check_host_calls(struct translation *x, const struct device_function *f) {
  static const char *const unevaluated[] = {"sizeof", "decltype", "alignof", "noexcept", "typeid", NULL};
  if (f->host) return true; // nvcc warns
  if (!check_runtime_calls(x, f) || !check_words(x, f)) return false;
  if (!x->host_known) collect_host_functions(x);
  x->host_known = true;
  if (!x->host_functions) return true;
  int conditional = 0;
  for (size_t i = f->open; i < f->close; i++) {
    conditional += (tok(x, i)->kind == TOKEN_IF) - (tok(x, i)->kind == TOKEN_ENDIF);
    if (tok(x, i)->macro || conditional || !is_word(x, i) || !is(x, next(x, i), "(")) continue;
    size_t p = prev(x, i);
    if (is(x, p, ".") || is(x, p, "->") || is(x, p, "::") || looks_declared(x, i)) continue;
    if (is(x, p, "(") && is_one_of(x, prev(x, p), unevaluated)) continue;
    size_t function = host_function_of(x, i);
    if (function == NO_TOKEN || is_shadowed(x, f, i) || may_declare_again(x, function) ||
        may_be_declared_elsewhere(x, function))
      continue;
    return fail(x, i,
                "%.*s, a host function (line %d), is called by the %s %.*s: declare it __device__, or "
                "__host__ __device__ for both",
                (int)(tok(x, i)->end - tok(x, i)->begin), x->t.text + tok(x, i)->begin,
                tok(x, function)->line, f->kernel ? "kernel" : "device function",
                (int)(tok(x, f->name)->end - tok(x, f->name)->begin), x->t.text + tok(x, f->name)->begin);
  }
  return true;
}
