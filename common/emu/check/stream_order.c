// Races between streams, and between a stream and the host: two works of different streams, or a work and host code, touch
// one word, one of them writes, and no wait, event or rule of the default stream orders the two.
//
// Each word remembers the work that wrote it last and those that read it since. Works are ordered by vector clocks, so that
// what is found does not depend on when the queued work runs. A launch's words are taken from the shadow when it ends.
#include "check/stream_order.h"
#include "check/hazard.h"
#include "check/message_buffers.h"
#include "check/race.h"
#include "memory/describe.h"
#include "memory/heap.h"
#include "memory/symbolise.h"
#include "memory/result.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t clock_slots = 1;
struct clock host_clock = {{1}};
bool stream_device_memory;
bool stream_unwaited;
struct stream_work *stream_acting;

// Works by number. Those before `first` are ordered before all that comes.
static struct stream_work *works;
static uint32_t first = 1, n_works, capacity;
static uint32_t host_id; // of the host's present step

enum { MOST_WORKS = 1 << 20 }; // which nobody has waited for; then the earlier ones are forgotten

static void forget(void) {
  first += n_works;
  n_works = 0;
  host_id = 0;
}

void stream_forget(void) {
  stream_unwaited = false;
  forget();
}

static uint32_t number(const struct stream_work *w) {
  if (n_works == MOST_WORKS) forget();
  if (n_works == capacity) {
    capacity = capacity ? 2 * capacity : 64;
    works = realloc(works, capacity * sizeof *works);
    if (!works) abort();
  }
  works[n_works] = *w;
  works[n_works].id = first + n_works;
  return works[n_works++].id;
}

static bool precedes(uint32_t id, const struct stream_work *w) {
  if (id < first || id == w->id) return true;
  const struct stream_work *earlier = &works[id - first];
  return w->clock->at[earlier->slot] >= earlier->n;
}

// ---- what is said ----

// "launch.cu:12"
static void name_line(uint32_t pc, char *text, size_t n) {
  char file[160];
  int32_t line = 0;
  symbolise(pc, file, sizeof file, &line, NULL, 0);
  snprintf(text, n, "%.60s:%d", strrchr(file, '/') ? strrchr(file, '/') + 1 : file, line);
}

static void name_side(const struct stream_work *w, char *text, size_t n) {
  char stream[120], at[80];
  if (w->slot == HOST_SLOT) {
    snprintf(text, n, "host code");
    return;
  }
  name_line(w->graph_pc ? w->graph_pc : w->pc, at, sizeof at);
  if (w->message) {
    snprintf(text, n, "the message of %s (%s)", w->what, at);
    return;
  }
  if (w->graph_pc)
    snprintf(stream, sizeof stream, "the graph launched at %s", at);
  else if (w->stream)
    snprintf(stream, sizeof stream, "stream %u", w->stream);
  else
    snprintf(stream, sizeof stream, "the default stream");
  name_line(w->pc, at, sizeof at);
  if (w->kernel)
    snprintf(text, n, "kernel %.60s (%s %s in %s)", w->what, w->graph_pc ? "a node made at" : "launched at",
             at, stream);
  else
    snprintf(text, n, "%s (%s) in %s", w->what, at, stream);
}

static const char *advice_for_works(const struct stream_work *a, const struct stream_work *b) {
  const struct stream_work *other = a->message ? b : a;
  if (a->message || b->message)
    return other->slot == HOST_SLOT || other->message
               ? LENT_ADVICE
               : "MPI knows no streams: let the host wait for the stream "
                 "before the call, and for the request (MPI_Wait) before "
                 "it asks for work that uses the buffer";
  if (a->slot == HOST_SLOT || b->slot == HOST_SLOT)
    return "a launch and an asynchronous copy return before they are done: wait (cudaStreamSynchronize, "
           "cudaEventSynchronize or cudaDeviceSynchronize) before the host touches what they use";
  if (a->graph_pc && a->graph_pc == b->graph_pc)
    return "add the dependency to the later node (cudaGraphAddDependencies, or the list that makes the "
           "node); in "
           "a capture let the second stream wait for an event after the first";
  if (!a->stream || !b->stream)
    return "a stream made with cudaStreamNonBlocking, or of another device, does not wait for the default "
           "stream: record an event after the first and let the other stream wait for it "
           "(cudaStreamWaitEvent)";
  return "record an event after the first (cudaEventRecord) and let the other stream wait for it "
         "(cudaStreamWaitEvent), or put both into one stream";
}

static void tell_works(const struct stream_work *w, uint64_t addr, uint32_t pc, bool writes,
                       uint32_t other_id, uint32_t other_pc, bool other_writes) {
  static struct {
    uint32_t pc, other_pc;
  } told[64]; // so that each of a million words costs no look-up of lines
  uint32_t place = (pc * 31 + other_pc) % 64;
  if (told[place].pc == pc && told[place].other_pc == other_pc && emu_the_report.n_hazards) return;
  told[place].pc = pc;
  told[place].other_pc = other_pc;
  char what[160], self[300], other[300];
  const struct stream_work *o = &works[other_id - first];
  struct access_site there = site_host(other_pc);
  access_describe(addr, 4, what, sizeof what);
  name_side(w, self, sizeof self);
  name_side(o, other, sizeof other);
  hazard(EMU_HAZARD_RACE_STREAM, site_host(pc), &there, advice_for_works(w, o),
         "%s %s %s, which %s %s with nothing to order the two", self, writes ? "writes" : "reads", what,
         other, other_writes ? "writes" : "reads");
}

// ---- words ----

// Of two works whose atomics nothing orders, either may come last.
static void tell_other_atomics(struct stream_work *w, const struct touched *t, uint64_t addr, bool sync,
                               uint32_t pc, bool writes) {
  if (t->w_also && !sync && !precedes(t->w_also, w))
    tell_works(w, addr, pc, writes, t->w_also, works[t->w_also - first].pc, true);
}

static void write_word(struct stream_work *w, struct touched *t, uint64_t addr, uint8_t mask, bool sync,
                       uint32_t pc) {
  if (t->w_bytes & mask && !(sync && t->w_sync) && !precedes(t->w, w))
    tell_works(w, addr, pc, true, t->w, t->w_pc, true);
  if (t->r_bytes & mask && !(sync && t->r_sync)) {
    if (!precedes(t->r, w))
      tell_works(w, addr, pc, true, t->r, t->r_pc, false);
    else if (!precedes(t->also, w))
      tell_works(w, addr, pc, true, t->also, works[t->also - first].pc, false);
  }
  tell_other_atomics(w, t, addr, sync, pc, true);
  if (!sync || !t->w_sync)
    t->w_also = 0;
  else if (t->w != w->id && !precedes(t->w, w))
    t->w_also = t->w;
  t->w_bytes = t->w == w->id ? t->w_bytes | mask : mask;
  t->w = w->id;
  t->w_pc = pc;
  t->w_sync = sync;
  t->r_bytes &= (uint8_t)~mask & 15;
  t->also = 0;
}

static void read_word(struct stream_work *w, struct touched *t, uint64_t addr, uint8_t mask, bool sync,
                      uint32_t pc) {
  if (t->w_bytes & mask && !(sync && t->w_sync) && !precedes(t->w, w))
    tell_works(w, addr, pc, false, t->w, t->w_pc, true);
  tell_other_atomics(w, t, addr, sync, pc, false);
  if (t->r == w->id) {
    t->r_bytes |= mask;
    return;
  }
  if (t->r_bytes == 15 && mask == 15) {
    if (!precedes(t->r, w) && !t->r_sync)
      t->also = t->r; // two readers that nothing orders: a write must come behind both
  } else {
    t->also = 0;
  }
  t->r = w->id;
  t->r_pc = pc;
  t->r_bytes = mask & 15;
  t->r_sync = sync;
}

// The bytes of [addr, end) that lie in the word at `word`.
static uint8_t bytes_in(uint64_t word, uint64_t addr, uint64_t end) {
  uint64_t low = addr > word ? addr - word : 0, high = end - word < 4 ? end - word : 4;
  return (uint8_t)((1u << high) - (1u << low));
}

static bool looked_after(uint64_t address) {
  return heap_visible(address) || (stream_device_memory && address - HEAP_BASE < HEAP_DEVICE);
}

static void touch_range(struct stream_work *w, uint64_t address, uint64_t bytes, int touch, bool sync,
                        uint32_t pc) {
  for (uint64_t word = address & ~3ull, end = address + bytes; word < end; word += 4) {
    struct touched *t = heap_touched(word);
    if (touch & TOUCH_STORE)
      write_word(w, t, word, bytes_in(word, address, end), sync, pc);
    else
      read_word(w, t, word, bytes_in(word, address, end), sync, pc);
  }
}

void stream_range(struct stream_work *w, uint64_t address, uint64_t bytes, int touch) {
  if (FAST || !looked_after(address)) return;
  if (!w->id) w->id = number(w);
  touch_range(w, address, bytes, touch, false, w->pc);
}

static void kernel_touched(struct stream_work *w, const struct allocation *a) {
  enum { LARGE = 64 << 20, STRETCH = 1 << 20 }; // bytes
  uint64_t end = a->address + a->bytes;
  for (uint64_t word = a->address; word < end; word += 4) {
    if (a->bytes >= LARGE && word % STRETCH == 0 && (word = heap_used_from(word, end)) >= end) break;
    struct race_use use = race_use_of(&M.heap_shadow[(word - HEAP_BASE) >> 2]);
    if (!(use.read | use.written)) continue;
    struct touched *t = heap_touched(word);
    if (use.read) read_word(w, t, word, use.read, use.read_sync, use.read_pc);
    if (use.written) write_word(w, t, word, use.written, use.written_sync, use.written_pc);
  }
}

void stream_kernel_ends(struct stream_work *w) {
  if (FAST || (!stream_device_memory && !heap_live_visible())) return;
  w->id = number(w);
  for (const struct allocation *a = heap_next(NULL); a; a = heap_next(a))
    if (!a->freed && looked_after(a->address)) kernel_touched(w, a);
}

// A flag that a work has stored and the host reads, both through a volatile or an atomic: what the work did before is done.
static void acquire_flag(const struct touched *t) {
  if (t->w < first || !t->w_sync) return;
  const struct stream_work *w = &works[t->w - first];
  if (host_clock.at[w->slot] < w->n) host_clock.at[w->slot] = w->n;
}

void stream_host_access(uint64_t address, uint32_t size, int touch, uint32_t pc) {
  static struct stream_work host = {.clock = &host_clock, .slot = HOST_SLOT, .what = "host code"};
  bool sync = touch & TOUCH_SYNC;
  if (sync && touch & TOUCH_LOAD) scheduler.host_polls();
  if (FAST || !stream_unwaited) return;
  struct stream_work *w = stream_acting;
  if (w) {
    if (!w->id) w->id = number(w);
  } else {
    w = &host;
    if (!host_id || host.n != host_clock.at[HOST_SLOT]) {
      host.n = host_clock.at[HOST_SLOT];
      host_id = number(&host);
    }
    host.id = host_id;
    if (sync && touch & TOUCH_LOAD) acquire_flag(heap_touched(address & ~3ull));
  }
  touch_range(w, address, size, touch, sync, pc);
}
