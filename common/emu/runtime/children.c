// Dynamic parallelism. What the threads of a grid launch runs when all blocks of the grid are done, and belongs to the grid:
// it is over when they are. Works of one stream run one after another, each with its own children; else the seed says which
// is next. A block's launches without a stream share one of the block's; a fire-and-forget launch has one of its own; tail
// launches come behind all others.
#include "runtime/children.h"
#include "check/events.h"
#include "memory/launch.h"
#include "memory/running.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 24 };
#define NAMED_FROM ((uintptr_t)1 << 20) // device streams: numbers that are no address

struct child {
  struct child *next;
  const struct work_kind *kind;
  void *data;
  uint64_t block;      // whose stream NULL is meant
  cudaStream_t stream; // NULL, one of the device, tail or fire and forget
  uint32_t since;
};

static struct family *running;
static uint64_t n_streams, n_chosen;

void family_begin(struct family *f) {
  *f = (struct family){.parent = running, .depth = running ? running->depth + 1 : 0};
  running = f;
  parent_log = NULL;
}

bool child_has_stream(cudaStream_t stream) {
  return !stream || stream == cudaStreamFireAndForget || stream == cudaStreamTailLaunch ||
         (uintptr_t)stream - NAMED_FROM < n_streams;
}

cudaError_t child_stream(cudaStream_t *stream) {
  *stream = (cudaStream_t)(NAMED_FROM + n_streams++);
  return cudaSuccess;
}

cudaError_t child_add(cudaStream_t stream, const struct work_kind *kind, const void *data, size_t bytes) {
  struct family *f = running;
  if (!child_has_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (f->depth + 1 >= MOST_DEPTH) return cudaErrorLaunchMaxDepthExceeded;
  if (!f->log && !FAST) {
    f->log = calloc(1, sizeof *f->log);
    if (!f->log) abort();
    f->log->kernel = L.kernel;
    parent_log = f->log;
    pending_begin(PENDING_CHILD);
  }
  struct child *c = malloc(sizeof *c);
  if (!c || !(c->data = malloc(bytes))) abort();
  memcpy(c->data, data, bytes);
  c->next = NULL;
  c->kind = kind;
  c->block = L.block_linear;
  c->stream = stream;
  c->since = f->log ? f->log->n : 0;
  if (kind->keep) kind->keep(c->data, FOR_A_GRAPH);
  *(f->last ? &f->last->next : &f->first) = c;
  f->last = c;
  return cudaSuccess;
}

bool family_has_children(void) {
  return running && running->first;
}

void family_blocks_done(void) {
  parent_log = NULL;
  if (FAST) return;
  for (const struct family *f = running->parent; f; f = f->parent)
    if (f->log && f->since != UINT32_MAX) child_compare(f->log, f->since);
}

// Whether the child has to come behind one that was asked for earlier.
static bool has_to_wait(const struct child *first, const struct child *c) {
  bool tail = c->stream == cudaStreamTailLaunch;
  for (; first != c; first = first->next) {
    if (tail || first->stream == cudaStreamTailLaunch) {
      if (tail) return true;
      continue;
    }
    if (c->stream == cudaStreamFireAndForget || c->stream != first->stream) continue;
    if (c->stream || c->block == first->block) return true;
  }
  return false;
}

static bool others_left(const struct child *first) {
  for (; first; first = first->next)
    if (first->stream != cudaStreamTailLaunch) return true;
  return false;
}

// Takes out the child that runs next: with seed 1 the first that may, else one of the first that may.
static struct child *take(struct family *f) {
  enum { CHOICE = 8 };
  struct child *found[CHOICE];
  uint32_t n = 0;
  bool others = others_left(f->first);
  for (struct child *c = f->first; c && n < (L.seed == 1 ? 1 : CHOICE); c = c->next)
    if (!(others && c->stream == cudaStreamTailLaunch) && !has_to_wait(f->first, c)) found[n++] = c;
  struct child *chosen = found[n > 1 ? seed_mix(L.seed ^ seed_mix(++n_chosen)) % n : 0], **at = &f->first;
  while (*at != chosen) at = &(*at)->next;
  *at = chosen->next;
  return chosen;
}

void family_end(struct stream_work *work) {
  struct family *f = running;
  f->last = NULL;
  while (f->first) {
    struct child *c = take(f);
    f->since =
        c->stream == cudaStreamTailLaunch ? UINT32_MAX : c->since; // a tail launch comes behind the grid
    c->kind->run(work, c->data);
    if (c->kind->drop) c->kind->drop(c->data);
    free(c->data);
    free(c);
  }
  if (f->log) free(f->log->at);
  free(f->log);
  running = f->parent;
}
