// The way of a source's kernels: each line of the source, then the PTX and the SASS that nvcc and nvdisasm have for it.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum form { PTX, SASS };
struct piece { // an instruction or a label
  size_t kernel;
  int line; // of the source; 0: before the first one
  enum form form;
  char *text;
};
struct code {
  struct list kernels; // mangled, in the order of the PTX
  struct piece *piece;
  size_t n, capacity;
  char *source;  // its path without links
  size_t kernel; // where the reader is; SIZE_MAX: in no kernel
  int line;
};

static void add_piece(struct code *c, enum form form, const char *text, size_t n) {
  while (n && strchr(" \t;", text[n - 1])) n--;
  if (!n || c->kernel == SIZE_MAX) return;
  if (c->n == c->capacity)
    c->piece = must_realloc(c->piece, (c->capacity = 2 * c->capacity + 64) * sizeof *c->piece);
  char *copy = must_print("%.*s", (int)n, text);
  for (char *s = copy; *s; s++) *s = *s == '\t' ? ' ' : *s;
  c->piece[c->n++] = (struct piece){c->kernel, c->line, form, copy};
}

// Whether the n bytes name the source.
static bool is_this_source(const struct code *c, const char *name, size_t n) {
  char *copy = must_print("%.*s", (int)n, name), *path = realpath(copy, NULL);
  bool same = path && !strcmp(path, c->source);
  free(path), free(copy);
  return same;
}

static void find_kernel(struct code *c, const char *name, size_t n) {
  c->kernel = SIZE_MAX;
  c->line = 0;
  for (size_t i = 0; i < c->kernels.count; i++)
    if (strlen(c->kernels.item[i]) == n && !strncmp(c->kernels.item[i], name, n)) c->kernel = i;
}

// ---- PTX ----

static void push_entry(struct code *c, const char *name) {
  size_t n = strcspn(name, " (\t\n");
  push(&c->kernels, must_print("%.*s", (int)n, name));
  find_kernel(c, name, n);
}

// The number by which .loc means the source; -1: none does.
static int number_of_source(const struct code *c, const char *ptx) {
  for (const char *s = ptx; (s = strstr(s, "\t.file\t")); s++) {
    const char *name = strchr(s, '"'), *end = name ? strchr(name + 1, '"') : NULL;
    if (end && is_this_source(c, name + 1, (size_t)(end - name - 1))) return atoi(s + strlen("\t.file\t"));
  }
  return -1;
}

static void read_ptx(struct code *c, const char *ptx) {
  int own = number_of_source(c, ptx), file, line;
  c->kernel = SIZE_MAX;
  for (const char *s = ptx; *s; s += strcspn(s, "\n"), s += *s == '\n') {
    const char *text = s + strspn(s, " \t"), *entry = memmem(s, strcspn(s, "\n"), ".entry ", 7);
    if (entry)
      push_entry(c, entry + 7);
    else if (*s == '}')
      c->kernel = SIZE_MAX;
    else if (sscanf(text, ".loc %d %d", &file, &line) == 2)
      c->line = file == own ? line : c->line; // what is inlined belongs to the line that calls it
    else if (!strchr("./{})(\n", *text) || starts_with(text, "$"))
      add_piece(c, PTX, text, strcspn(text, "\n"));
  }
}

// ---- SASS ----

static void read_line(struct code *c, const char *text) {
  const char *name = strchr(text, '"'), *end = name ? strchr(name + 1, '"') : NULL;
  const char *line = end ? strstr(end, "line ") : NULL;
  if (line && is_this_source(c, name + 1, (size_t)(end - name - 1))) c->line = atoi(line + 5);
}

static void read_sass(struct code *c, const char *sass) {
  c->kernel = SIZE_MAX;
  for (const char *s = sass; *s; s += strcspn(s, "\n"), s += *s == '\n') {
    const char *text = s + strspn(s, " \t");
    size_t n = strcspn(text, "\n");
    const char *after = starts_with(text, "/*") ? memmem(text, n, "*/", 2) : NULL;
    if (starts_with(s, ".text."))
      find_kernel(c, s + 6, strcspn(s + 6, ":\n"));
    else if (starts_with(s, "//----"))
      c->kernel = SIZE_MAX;
    else if (starts_with(text, "//## File"))
      read_line(c, text);
    else if (starts_with(s, ".L_"))
      add_piece(c, SASS, s, n);
    else if (after && !starts_with(after + 2 + strspn(after + 2, " "), "NOP"))
      for (const char *from = after + 2 + strspn(after + 2, " "); from; from = NULL)
        add_piece(c, SASS, from, (size_t)(text + n - from));
  }
}

// ---- the listing ----

static const struct code *sorted; // for by_line: pieces that are equal stay in their order
static int by_line(const void *a, const void *b) {
  const struct piece *x = a, *y = b;
  if (x->kernel != y->kernel) return x->kernel < y->kernel ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return (int)x->form - (int)y->form;
}

static int by_line_and_order(const void *a, const void *b) {
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  int order = by_line(&sorted->piece[x], &sorted->piece[y]);
  return order ? order : x < y ? -1 : 1;
}

static void print_source_line(FILE *f, const char *text, int line) {
  for (int i = 1; text && i < line; i++) text = (text = strchr(text, '\n')) ? text + 1 : NULL;
  if (line && text)
    fprintf(f, "%6d  %.*s\n", line, (int)strcspn(text, "\r\n"), text);
  else
    fprintf(f, "        (before the first line)\n");
}

static void print_code(FILE *f, const struct code *c, const char *source) {
  size_t *order = must_realloc(NULL, (c->n + 1) * sizeof *order), size;
  char *text = read_whole(source, &size);
  for (size_t i = 0; i < c->n; i++) order[i] = i;
  sorted = c;
  qsort(order, c->n, sizeof *order, by_line_and_order);
  for (size_t i = 0; i < c->n; i++) {
    const struct piece *p = &c->piece[order[i]], *last = i ? &c->piece[order[i - 1]] : NULL;
    bool new_kernel = !last || last->kernel != p->kernel, new_line = new_kernel || last->line != p->line;
    if (new_kernel)
      fprintf(f, "\n%s, from its source to PTX and SASS of sm_80\n", c->kernels.item[p->kernel]);
    if (new_line) print_source_line(f, text, p->line);
    bool first = new_line || last->form != p->form;
    fprintf(f, "          %-5s %s\n", !first ? "" : p->form == PTX ? "PTX" : "SASS", p->text);
  }
  free(text), free(order);
}

// ---- the tools ----

// What a command of the shell leaves in the file; NULL after its messages.
static char *output_of(const struct driver *d, const char *command, const char *file) {
  size_t n;
  if (d->verbose) fprintf(stderr, "%s\n", command);
  return system(command) == 0 ? read_whole(file, &n) : NULL;
}

// SASS: NULL where nvdisasm is missing or refuses what nvcc made.
static char *sass_of(const struct driver *d, const char *nvcc, const char *ptx) {
  const char *tool = find_cuda_tool("nvdisasm");
  if (!tool) {
    printf("emucc: there is no nvdisasm, neither in the PATH nor in /usr/local/cuda/bin, and only it lists "
           "SASS under source lines: "
           "here are the lines and their PTX. The CUDA toolkit has it\n");
    return NULL;
  }
  char *command = must_print("'%s' -arch=sm_80 -lineinfo -cubin -o '%s/code.cubin' '%s' && '%s' -g -c "
                             "'%s/code.cubin' >'%s/code.sass'",
                             nvcc, d->directory, ptx, tool, d->directory, d->directory);
  char *file = must_print("%s/code.sass", d->directory), *sass = output_of(d, command, file);
  if (!sass) fprintf(stderr, "emucc: nvdisasm has no SASS of it: here are the lines and their PTX\n");
  free(command), free(file);
  return sass;
}

static void code_free(struct code *c) {
  for (size_t i = 0; i < c->n; i++) free(c->piece[i].text);
  for (size_t i = 0; i < c->kernels.count; i++) free((char *)c->kernels.item[i]);
  free(c->kernels.item), free(c->piece), free(c->source);
}

void explain_code(const struct driver *d, const char *nvcc, const char *options, const char *source) {
  char *file = must_print("%s/code.ptx", d->directory), *name = shell_quoted(source);
  char *command =
      must_print("'%s' -arch=sm_80 -std=c++17 -w -lineinfo -ptx%s -o '%s' %s", nvcc, options, file, name);
  char *ptx = output_of(d, command, file), *sass = NULL;
  struct code c = {.source = realpath(source, NULL)};
  if (ptx && c.source) {
    read_ptx(&c, ptx);
    if (c.kernels.count && (sass = sass_of(d, nvcc, file))) read_sass(&c, sass);
    fflush(stdout);
    FILE *f = popen("c++filt", "w");
    print_code(f ? f : stdout, &c, source);
    if (f) pclose(f);
  }
  code_free(&c), free(ptx), free(sass), free(command), free(name), free(file);
}
