// Advice for accesses that a kernel must not make so, by what is known of the buffer, the launch and earlier copies.
#include "check/address_advice.h"
#include "check/padding.h"
#include "memory/image.h"
#include "memory/launch.h"
#include "memory/running.h"
#include "memory/symbolise.h"
#include <stdio.h>
#include <string.h>

// Advice where the buffer is shorter by a whole factor: there are blocks for twice its elements and more, or a thread for each
// element, and thread t has reached element k * t. NULL: neither. In a lab the buffers are given.
static const char *advice_factor(uint64_t elements, uint64_t threads, uint64_t element, char text[280]) {
  uint64_t thread = L.block_linear * L.n_threads + M.tid, factor = thread ? element / thread : 0;
  bool one_each = elements >= WARP && threads >= elements && threads < elements + L.n_threads;
  if (L.embedded || elements == 0) return NULL;
  if (one_each && L.grid[1] * L.grid[2] == 1 && thread >= WARP && factor >= 2 && factor <= WARP &&
      element % thread < factor)
    snprintf(text, 280,
             "the buffer has an element for each of the %llu threads, but a thread reaches %llu: is it "
             "allocated without "
             "the factor (n * %llu elements: channels, components)? Else compare the index with the number "
             "of elements",
             (unsigned long long)threads, (unsigned long long)factor, (unsigned long long)factor);
  else if (threads >= 2 * elements && threads - 2 * elements >= L.n_threads)
    snprintf(text, 280,
             "%llu threads are launched for %llu elements: is the buffer shorter by a factor (a row for rows "
             "* columns)? "
             "Else launch fewer, or compare the index with the number of elements",
             (unsigned long long)threads, (unsigned long long)elements);
  else
    return NULL;
  return text;
}

// Advice for an element behind the last one, by what is known of the buffer; NULL: the kind's own.
const char *advice_behind(const struct allocation *a, uint64_t element, uint32_t size, char text[280]) {
  uint64_t threads = (uint64_t)L.n_threads * L.grid[0] * L.grid[1] * L.grid[2], elements = a->bytes / size;
  if (a->pitch) {
    snprintf(text, 280,
             "a pitch counts bytes, not elements: row y begins at (T *)((char *)p + y * pitch), T the "
             "element's type; "
             "here pitch is %u bytes",
             a->pitch);
    return text;
  }
  // As many threads as the buffer has bytes, but for what fills the last block: its size was meant to count elements. In a lab the
  // buffers are given.
  bool a_thread_a_byte = threads >= a->bytes && threads < a->bytes + L.n_threads && a->bytes >= WARP;
  if (!L.embedded && size > 1 && element < a->bytes && a_thread_a_byte) {
    snprintf(text, 280,
             "is * sizeof missing where the buffer is allocated, and in its copies? Its %llu bytes are %llu "
             "elements of "
             "%u bytes: n elements take n * sizeof(T) bytes",
             (unsigned long long)a->bytes, (unsigned long long)elements, size);
    return text;
  }
  return advice_factor(elements, threads, element, text);
}

// Advice where a copy wrote the buffer's beginning only; NULL: the kind's own.
const char *advice_unwritten(uint64_t addr, char text[280]) {
  const struct allocation *a = heap_has(addr) ? heap_find(addr) : NULL;
  char file[160] = "";
  int32_t line = 0;
  if (!a || !a->copy_pc || a->copied >= a->bytes || addr < a->address + a->copied) return NULL;
  symbolise(a->copy_pc, file, sizeof file, &line, NULL, 0);
  const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  snprintf(text, 280,
           "the copy at %.60s:%d wrote %llu of the buffer's %llu bytes: the third argument counts bytes, "
           "elements times "
           "sizeof(element), and sizeof of a pointer is 8",
           base, line, (unsigned long long)a->copied, (unsigned long long)a->bytes);
  return text;
}

// Advice where the thread's whole object was copied out of shared memory: what is written to the copy stays there.
const char *advice_copied(uint64_t addr, char text[280]) {
  char file[160] = "";
  int32_t line = 0;
  uint32_t pc = padding_shared_copy(addr);
  if (!pc)
    return "write it first; if another thread does, put __syncthreads() between its write and this read";
  symbolise(pc, file, sizeof file, &line, NULL, 0);
  const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  snprintf(text, 280,
           "%.60s:%d copies the whole object into a variable of the thread, and what is written there never "
           "reaches "
           "shared memory: take a reference (auto &x = ...) or a pointer. Else write the object first",
           base, line);
  return text;
}

// Whether the kernel's type holds a lambda that a member function has made: [=] captures this there, and no member.
bool advice_runs_lambda_of_member(void) {
  const char *name = L.entry_pc ? image_function(L.entry_pc) : NULL,
             *local = name ? strstr(name, "ZN") : NULL;
  return local && strstr(local, "EUl");
}
