// g++'s messages about what CUDA forbids, in CUDA's words: g++ names the attribute or the template that stands for a qualifier or a
// launch in a translation, which says nothing to who has not seen the translation.
#define _GNU_SOURCE
#include "emu/emucc/driver/cuda_words.h"
#include "emu/emucc/driver/driver.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct mistake {
  const char *said, *and_said; // both in one line of g++'s, or the second in the source line that it shows
  const char *cuda;
} mistakes[] = {
    {"section attribute not allowed for", NULL,
     "a member of a class cannot be __device__, __constant__ or __shared__: such a variable stands outside "
     "of functions and "
     "classes, or is a static member; a __shared__ one may stand in a kernel, too"},
    {"section attribute cannot be specified for local", NULL,
     "a __device__ or __constant__ variable cannot stand in a function: declare it outside; only __shared__ "
     "ones stand in kernels"},
    {"storage size of", "__shared__",
     "the size of a __shared__ array is known when it is compiled; for one that the launch decides declare "
     "extern __shared__ T s[], "
     "and give its bytes as the third launch argument"},
    {"storage class specified for parameter", NULL,
     "a parameter cannot be __shared__, __device__ or __constant__: declare a plain pointer, which may point "
     "to any memory"},
    {"no match for", "uint3", "threadIdx and blockIdx have the members x, y and z: write threadIdx.x"},
    {"no match for", "dim3", "blockDim and gridDim have the members x, y and z: write blockDim.x"},
    {"cannot convert", "uint3", "threadIdx and blockIdx have the members x, y and z: write threadIdx.x"},
    {"cannot convert", "dim3", "blockDim and gridDim have the members x, y and z: write blockDim.x"},
    {"emu::config::config(", NULL,
     "a launch states its blocks and its threads: kernel<<<blocks, threads>>>(arguments)"},
    {"no match for call to", "emu::typed_launcher",
     "the launch's arguments do not fit the kernel's parameters, in number or in type"},
    {"to binary", "operator<<",
     "a launch has three signs on each side: kernel<<<blocks, threads>>>(arguments)"},
    {"with no type", "__global__", "a kernel returns void: write __global__ void in front of its name"},
    {"a __global__ function returns void", NULL,
     "a kernel returns nothing: declare it void, and store the result through a pointer to device memory"},
};

// The line of text, without its end.
static char *message_line(const char **text) {
  size_t n = strcspn(*text, "\n");
  char *line = strndup(*text, n);
  if (!line) abort();
  *text += n + ((*text)[n] == '\n');
  return line;
}

// The place of an error in one of the emulator's headers is where the program uses it: g++ says so before the error, where a template
// is instantiated, or after it, where a macro is.
static char *place_of(const char *error_line, const char *required_from, const char *behind) {
  const char *folder = header_dir();
  if (strncmp(error_line, folder, strlen(folder))) return strndup(error_line, strcspn(error_line, " "));
  const char *macro = strstr(behind, "note: in expansion of macro"), *error = strstr(behind, " error: ");
  if (!macro || (error && error < macro)) return required_from ? strdup(required_from) : strdup("");
  while (macro > behind && macro[-1] != '\n') macro--;
  return strndup(macro, strcspn(macro, " "));
}

static const struct mistake *mistake_of(const char *error, const char *shown) {
  for (const struct mistake *m = mistakes; m < mistakes + sizeof mistakes / sizeof *mistakes; m++) {
    bool in_source = m->and_said && strchr(shown, '|') && strstr(shown, m->and_said);
    if (strstr(error, m->said) && (!m->and_said || strstr(error, m->and_said) || in_source)) return m;
  }
  return NULL;
}

void say_in_words_of_cuda(const char *messages) {
  uint64_t told = 0;
  char *required_from = NULL;
  for (const char *at = messages; *at;) {
    char *line = message_line(&at);
    const char *error = strstr(line, " error: "), *behind = at;
    if (strstr(line, "required from here")) {
      free(required_from);
      required_from = strndup(line, strcspn(line, " "));
    }
    char *shown = error ? message_line(&behind) : NULL; // the source line, as `   12 | text`
    const struct mistake *m = error ? mistake_of(error, shown) : NULL;
    if (m && !(told >> (m - mistakes) & 1)) {
      char *place = place_of(line, required_from, at);
      told |= 1ull << (m - mistakes);
      fprintf(stderr, "emucc: %s %s\n", place, m->cuda);
      free(place);
    }
    free(shown);
    free(line);
  }
  free(required_from);
}
