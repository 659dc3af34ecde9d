// What the program has made and not ended: streams, events, pinned host memory.
#include "check/handles.h"
#include "check/hazard.h"
#include <stdlib.h>

static const struct {
  const char *what, *advice;
} kind_words[] = {
    [KEPT_STREAM] = {"the stream that is made here is never destroyed",
                     "every cudaStreamCreate needs a cudaStreamDestroy, on the error paths too"},
    [KEPT_EVENT] = {"the event that is made here is never destroyed",
                    "every cudaEventCreate needs a cudaEventDestroy, on the error paths too"},
    [KEPT_REGISTRATION] = {"the host memory that is pinned here stays pinned",
                           "every cudaHostRegister needs a cudaHostUnregister, on the error paths too"},
};

static struct made {
  enum kept kind;
  const void *handle;
  uint32_t pc;
} * list;
static size_t n_list, room;

void kept_made(enum kept what, const void *handle, uint32_t pc) {
  if (n_list == room) {
    room = 2 * room + 16;
    list = realloc(list, room * sizeof *list);
    if (!list) abort();
  }
  list[n_list++] = (struct made){what, handle, pc};
}

void kept_ended(enum kept what, const void *handle) {
  for (size_t i = 0; i < n_list; i++)
    if (list[i].kind == what && list[i].handle == handle) list[i--] = list[--n_list];
}

void kept_forget(void) {
  n_list = 0;
}

void report_kept(void) {
  for (size_t i = 0; i < n_list; i++)
    hazard(EMU_HAZARD_LEAK, site_host(list[i].pc), NULL, kind_words[list[i].kind].advice, "%s",
           kind_words[list[i].kind].what);
}
