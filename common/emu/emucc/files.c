// Lists of words, the names of files, and what they hold.
#define _GNU_SOURCE
#include "emu/emucc/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void push(struct list *l, const char *item) {
  if (l->count + 2 > l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 16;
    l->item = must_realloc(l->item, l->capacity * sizeof *l->item);
  }
  l->item[l->count++] = item;
  l->item[l->count] = NULL;
}

void push_all(struct list *l, const char *const *items) {
  for (; items && *items; items++) push(l, *items);
}

bool is_cuda(const char *path) {
  return ends_with(path, ".cu") || ends_with(path, ".cuh");
}

bool is_c(const char *path) {
  return ends_with(path, ".c");
}

char *directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return must_print(".");
  return must_print("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

size_t stem_of(const char *name) {
  const char *dot = strrchr(base_of(name), '.');
  return dot ? (size_t)(dot - name) : strlen(name);
}

char *read_whole(const char *path, size_t *n) {
  FILE *f = fopen(path, "rb");
  struct stat info;
  bool folder = f && fstat(fileno(f), &info) == 0 && S_ISDIR(info.st_mode);
  if (!f || folder) {
    fprintf(stderr, "emucc: %s: %s\n", path, strerror(folder ? EISDIR : errno));
    if (f) fclose(f);
    return NULL;
  }
  char *s = NULL;
  size_t capacity = 0, got;
  *n = 0;
  do {
    if (*n == capacity) s = must_realloc(s, capacity = capacity ? 2 * capacity : 65536);
    *n += got = fread(s + *n, 1, capacity - *n, f);
  } while (got);
  bool bad = ferror(f);
  fclose(f);
  if (!bad) return s;
  fprintf(stderr, "emucc: %s: cannot be read\n", path);
  free(s);
  return NULL;
}
