// Addresses in the words of the program: a variable's element, an allocation's.
#include "memory/describe.h"
#include "memory/cluster_blocks.h"
#include "memory/image.h"
#include "memory/launch.h"
#include "memory/symbolise.h"
#include "memory/variable_shape.h"
#include "memory/dynamic_views.h"
#include <stdio.h>
#include <string.h>

// "in", or "the 1024 bytes allocated at prog.cu:12".
void describe_buffer(const struct allocation *a, char *text, size_t n) {
  char file[160] = "";
  int32_t line = 0;
  if (*a->name) {
    snprintf(text, n, "%s", a->name);
    return;
  }
  symbolise(a->pc, file, sizeof file, &line, NULL, 0);
  const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  int used = snprintf(text, n, "the %llu bytes allocated", (unsigned long long)a->bytes);
  if (*file && used > 0) snprintf(text + used, n - (size_t)used, " at %s:%d", base, line);
}

// "s[37][0], element 1221 (4-byte elements) of raw"
static void describe_dynamic(uint64_t offset, uint32_t size, char *text, size_t n) {
  unsigned long long element = offset / size;
  char view[150] = "";
  bool viewed = view_element(offset, view, sizeof view), named = L.dynamic_name && *L.dynamic_name;
  size_t length = strcspn(view, "[.");
  bool own = named && strlen(L.dynamic_name) == length && !strncmp(view, L.dynamic_name, length);
  if (viewed && !own)
    snprintf(text, n, "%s, element %llu (%u-byte elements) of %s", view, element, size,
             named ? L.dynamic_name : "the dynamic shared memory");
  else if (viewed)
    snprintf(text, n, "%s", view);
  else if (named)
    snprintf(text, n, "%s, element %llu (%u-byte elements)", L.dynamic_name, element, size);
  else
    snprintf(text, n, "element %llu of the dynamic shared memory (%u-byte elements)", element, size);
}

void access_describe(uint64_t addr, uint32_t size, char *text, size_t n) {
  char name[96];
  uint64_t offset, bytes, own;
  const struct cluster_block *other = cluster_block_at(addr, &own);
  if (other) {
    char word[160];
    access_describe(own, size, word, sizeof word);
    snprintf(text, n, "%s of the cluster's block %u", word, (unsigned)(other - C.block));
    return;
  }
  if (addr - M.dynamic_base < DYNAMIC_ARENA) {
    describe_dynamic(addr - M.dynamic_base, size, text, n);
  } else if (image_variable(addr, name, sizeof name, &offset, &bytes)) {
    if (shape_element(addr - offset, (int64_t)offset, text, n)) return;
    if (bytes <= size)
      snprintf(text, n, "%s", name);
    else
      snprintf(text, n, "%s, element %llu (%u-byte elements)", name, (unsigned long long)(offset / size),
               size);
  } else if (heap_has(addr) && heap_find(addr)) {
    const struct allocation *a = heap_find(addr);
    char buffer[220];
    describe_buffer(a, buffer, sizeof buffer);
    snprintf(text, n, "element %lld (%u-byte elements) of %s",
             (unsigned long long)((addr - a->address - a->offset) / size), size, buffer);
  } else {
    snprintf(text, n, "address 0x%llx", (unsigned long long)addr);
  }
}

void describe_outside(const char *name, uint64_t begin, uint64_t bytes, int64_t away, uint32_t size,
                      char *text, size_t n) {
  bool before = away < 0;
  int64_t last = (int64_t)bytes - size;
  char element[150], border[150];
  if (shape_element(begin, away, element, sizeof element) &&
      shape_element(begin, before ? 0 : last, border, sizeof border))
    snprintf(text, n, "%s, and the shared array %s %s with %s", element, name, before ? "begins" : "ends",
             border);
  else
    snprintf(text, n, "element %lld (%u-byte elements) of the shared array %s, which %s with element %lld",
             (long long)(before ? away - (int64_t)size + 1 : away) / (long long)size, size, name,
             before ? "begins" : "ends", before ? 0 : (long long)(bytes / size) - 1);
}
