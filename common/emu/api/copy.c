// The CUDA runtime API for what moves data: copies, sets, symbols. A wrong direction or size is an error and a hazard.
#include "api/copy.h"
#include "check/events.h"
#include "check/hazard.h"
#include "check/message_buffers.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/host_heap.h"
#include "memory/image.h"
#include "memory/result.h"
#include "memory/registered.h"
#include "runtime/capture.h"
#include "runtime/error.h"
#include "runtime/machine.h"
#include "runtime/queue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

static void refuse(uint32_t pc, const char *what) {
  hazard(EMU_HAZARD_BAD_COPY, site_host(pc), NULL, NULL, "%s", what);
}

static bool on_device(uint64_t address) {
  return heap_has(address) || image_section(address) != SECTION_NONE;
}

// A variable of the device, by the address that host code has of it.
static bool symbol_at_end(uint64_t address, const char *end, uint32_t pc) {
  uint64_t symbol = image_of_host_side(address), offset, bytes;
  char name[96] = "a variable", advice[240];
  if (!symbol || image_section(symbol) == SECTION_NONE) return false;
  image_variable(symbol, name, sizeof name, &offset, &bytes);
  snprintf(advice, sizeof advice,
           "copy by its name with cudaMemcpyToSymbol(%s, ...) or cudaMemcpyFromSymbol(..., %s, ...); "
           "cudaGetSymbolAddress "
           "gives a pointer to it",
           name, name);
  hazard(EMU_HAZARD_BAD_COPY, site_host(pc), NULL, advice,
         "the %s is %s, a %s variable: in host code its name is not a device address", end, name,
         image_section(symbol) == SECTION_CONSTANT ? "__constant__" : "__device__");
  return true;
}

// A cudaArray, of which host code has but a handle.
static bool array_at_end(uint64_t address, const char *end, uint32_t pc) {
  if (!address || on_device(address) || !heap_is_array((const void *)address)) return false;
  hazard(
      EMU_HAZARD_BAD_COPY, site_host(pc), NULL,
      "copy to and from a cudaArray with cudaMemcpy2DToArray(array, 0, 0, from, pitch, width in bytes, rows, "
      "direction), cudaMemcpy2DFromArray or cudaMemcpy3D",
      "the %s is a cudaArray, which is no pointer to memory", end);
  return true;
}

// One end of a copy: the side that the direction names, and room for all the bytes.
static bool end_ok(uint64_t address, size_t bytes, bool want_device, const char *end, uint32_t pc) {
  struct access_site at = site_host(pc);
  bool visible = heap_visible(address);
  if (symbol_at_end(address, end, pc) || array_at_end(address, end, pc)) return false;
  if (!visible && on_device(address) != want_device) {
    hazard(EMU_HAZARD_BAD_COPY, at, NULL, NULL,
           "the direction says that the %s is %s memory, but it is %s memory", end,
           want_device ? "device" : "host", want_device ? "host" : "device");
    return false;
  }
  if ((!visible && (!want_device || !heap_has(address))) || heap_range_ok(address, bytes)) return true;
  const struct allocation *a = heap_find(address);
  if (a && a->freed) {
    struct access_site freed = site_host(a->free_pc);
    hazard(EMU_HAZARD_USE_AFTER_FREE, at, &freed, NULL, "the %s has been freed", end);
  } else {
    hazard(EMU_HAZARD_BAD_COPY, at, NULL, "the third argument counts bytes: elements times sizeof",
           "%zu bytes do not fit the %s: its buffer has %llu bytes from there", bytes, end,
           a && address < a->address + a->bytes ? (unsigned long long)(a->address + a->bytes - address)
                                                : 0ull);
  }
  return false;
}

// ---- copies ----

// A plain copy is one row.
struct transfer {
  struct block b;
  bool to_device, from_device; // as the direction says
  bool waited, staged;         // `from` is a copy of pageable memory, made at the call
};
enum waits { BLOCKING, ASYNC };

static size_t rows_of(const struct block *b) {
  return b->height * b->depth;
}
static char *to_row(const struct block *b, size_t row) {
  return (char *)b->to + row / b->height * b->to_plane + row % b->height * b->to_pitch;
}
static const char *from_row(const struct block *b, size_t row) {
  return (const char *)b->from + row / b->height * b->from_plane + row % b->height * b->from_pitch;
}

static bool is_pageable(const void *p) {
  uint64_t address = (uint64_t)p;
  return !on_device(address) && !heap_visible(address) && !registered_begin(address);
}

// The ends of the copy to come that the compiler knows to be too small for it.
static struct small_end {
  uint64_t at;
  uint64_t bytes;
} small_end[2];
static int small_ends;

void emu_small_end(const void *at, size_t bytes) {
  if (!M.self && small_ends < 2) small_end[small_ends++] = (struct small_end){(uint64_t)at, bytes};
}

// Whether the host's memory at one end, if it is that, has room for the rows from the first to the end of the last.
static bool host_end_ok(uint64_t first, uint64_t last, size_t width, const char *end, uint32_t pc) {
  uint64_t bytes = last + width - first, room = UINT64_MAX;
  if (last < first || on_device(first) || heap_visible(first) || image_of_host_side(first)) return true;
  for (int i = 0; i < small_ends; i++)
    if (small_end[i].at == first) room = small_end[i].bytes;
  bool known = room != UINT64_MAX;
  if (!known) room = host_heap_room(first);
  if (bytes <= room) return true;
  hazard(EMU_HAZARD_BAD_COPY, site_host(pc), NULL,
         known && room == sizeof(void *) ? "is it `&pointer` where the pointer itself is meant? Else the "
                                           "host's side needs as many bytes as the copy has"
                                         : "the host's side needs as many bytes as the copy has: elements "
                                           "times sizeof, of the same type on both sides",
         "%llu bytes do not fit the %s: the host's memory there has %s%llu bytes", (unsigned long long)bytes,
         end, known ? "" : "at most ", (unsigned long long)room);
  return false;
}

static bool host_ends_ok(const struct transfer *t, uint32_t pc) {
  size_t last = rows_of(&t->b) - 1;
  bool ok = host_end_ok((uint64_t)t->b.to, (uint64_t)to_row(&t->b, last), t->b.width, "destination", pc) &&
            host_end_ok((uint64_t)t->b.from, (uint64_t)from_row(&t->b, last), t->b.width, "source", pc);
  small_ends = 0;
  return ok;
}

static bool ends_ok(const struct transfer *t, uint32_t pc) {
  for (size_t y = 0; y < rows_of(&t->b); y++)
    if (!end_ok((uint64_t)to_row(&t->b, y), t->b.width, t->to_device, "destination", pc) ||
        (!t->staged && !end_ok((uint64_t)from_row(&t->b, y), t->b.width, t->from_device, "source", pc)))
      return false;
  return true;
}

// Of one device, which others see over a link.
static bool is_own(uint64_t address) {
  return heap_has(address) && !heap_visible(address);
}

static bool is_link(uint64_t to, uint64_t from) {
  return is_own(to) && is_own(from) && heap_device_of(to) != heap_device_of(from);
}

static void copy_row(struct stream_work *work, uint64_t t, uint64_t f, size_t bytes) {
  if (on_device(f) && !on_device(t)) emu_the_report.bytes_to_host += bytes;
  if (on_device(f) && on_device(t)) emu_the_report.total.v[EMU_device_copy_bytes] += bytes;
  if (on_device(f) != on_device(t)) emu_the_report.total.v[EMU_host_copy_bytes] += bytes;
  if (is_link(t, f)) {
    emu_the_report.total.v[EMU_peer_copy_bytes] += bytes;
    device_link(heap_device_of(f), heap_device_of(t), bytes);
  }
  emu_the_report.bytes_by_calls += bytes * ((unsigned)on_device(f) + (unsigned)on_device(t));
  memmove((void *)t, (const void *)f, bytes);
  event_copied(t, f, bytes);
  if (!on_device(t)) event_copy_to_host(f, bytes);
  if (heap_has(t)) {
    if (heap_has(f))
      heap_copy_marks(t, f, bytes);
    else
      heap_mark(t, bytes, true), heap_copied(t, bytes, work->pc);
  }
  stream_range(work, f, bytes, TOUCH_LOAD);
  stream_range(work, t, bytes, TOUCH_STORE);
}

// Whether the bytes lie one behind the other on both sides.
static bool is_dense(const struct block *b) {
  bool rows = b->to_pitch == b->width && b->from_pitch == b->width;
  size_t plane = b->width * b->height;
  return (b->height == 1 || rows) && (b->depth == 1 || (b->to_plane == plane && b->from_plane == plane));
}

static void run_copy(struct stream_work *work, void *data) {
  const struct transfer *t = data;
  if (L.error || (t->waited && !ends_ok(t, work->pc))) return;
  image_of_device(work->device);
  heap_open_to(-1);
  if (is_link((uint64_t)t->b.to, (uint64_t)t->b.from))
    emu_the_report.total.v[EMU_peer_copies] += is_dense(&t->b) ? 1 : rows_of(&t->b);
  for (size_t y = 0; y < rows_of(&t->b); y++)
    copy_row(work, (uint64_t)to_row(&t->b, y), (uint64_t)from_row(&t->b, y), t->b.width);
  event_copy_done(work->pc);
  heap_close();
}

static void keep_copy(void *data, enum kept_for kept_for) {
  struct transfer *t = data;
  t->waited = true;
  if (kept_for == FOR_A_GRAPH || !is_pageable(t->b.from)) return;
  char *staged = malloc(t->b.width * rows_of(&t->b));
  if (!staged) abort();
  for (size_t y = 0; y < rows_of(&t->b); y++) {
    memcpy(staged + y * t->b.width, from_row(&t->b, y), t->b.width);
    event_copied((uint64_t)(staged + y * t->b.width), (uint64_t)from_row(&t->b, y), t->b.width);
  }
  t->b.from = staged;
  t->b.from_pitch = t->b.width;
  t->b.from_plane = t->b.width * t->b.height;
  t->staged = true;
}

static void drop_copy(void *data) {
  struct transfer *t = data;
  if (t->staged) free((void *)t->b.from);
}

// Pageable memory goes through a buffer of the driver's, which keeps the host busy; a copy within a device is its kernels'
// memory traffic.
static size_t link_bytes(const void *data) {
  const struct transfer *t = data;
  bool to = is_own((uint64_t)t->b.to), from = is_own((uint64_t)t->b.from);
  if (is_pageable(t->b.to) || is_pageable(t->b.from) || (!to && !from)) return 0;
  if (to && from && !is_link((uint64_t)t->b.to, (uint64_t)t->b.from)) return 0;
  return t->b.width * rows_of(&t->b);
}
static const struct work_kind copy_kind = {"a copy",  run_copy, keep_copy, drop_copy, cudaGraphNodeTypeMemcpy,
                                           link_bytes};

// Whether the host goes on behind the copy only. A blocking copy within device memory returns before it is done.
static bool host_waits(const struct transfer *t, enum waits waits) {
  if (waits == ASYNC) return is_pageable(t->b.to);
  return heap_visible((uint64_t)t->b.to) || heap_visible((uint64_t)t->b.from) ||
         !on_device((uint64_t)t->b.to) || !on_device((uint64_t)t->b.from);
}

// Host memory that no device reaches is lent to messages by the host's calls: so the copy's order is that of its call.
static void of_host(const struct transfer *t, uint32_t pc) {
  for (size_t y = 0; y < rows_of(&t->b); y++) {
    uint64_t to = (uint64_t)to_row(&t->b, y), from = (uint64_t)from_row(&t->b, y);
    if (!on_device(from) && !heap_visible(from)) lent_access("a copy", from, t->b.width, TOUCH_LOAD, pc);
    if (!on_device(to) && !heap_visible(to)) lent_access("a copy", to, t->b.width, TOUCH_STORE, pc);
  }
}

static cudaError_t transfer(const struct block *block, enum cudaMemcpyKind kind, uint32_t pc,
                            cudaStream_t stream, enum waits waits) {
  struct transfer t = {.b = *block};
  int told = small_ends;
  small_ends = 0;
  machine_init();
  if (L.error) return api_done(cudaSuccess);
  if (!queue_has(stream)) return api_done(cudaErrorInvalidResourceHandle);
  if (t.b.width == 0 || rows_of(&t.b) == 0) return api_done(cudaSuccess);
  if (!t.b.to || !t.b.from) {
    refuse(pc, t.b.to ? "the source is a null pointer" : "the destination is a null pointer");
    return api_done(cudaErrorInvalidValue);
  }
  if ((unsigned)kind > cudaMemcpyDefault) return api_done(cudaErrorInvalidMemcpyDirection);
  t.to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  t.from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind == cudaMemcpyDefault) {
    t.to_device = on_device((uint64_t)t.b.to);
    t.from_device = on_device((uint64_t)t.b.from);
  }
  bool device_ok = ends_ok(&t, pc);
  small_ends = device_ok ? told : 0;
  if (!device_ok || (!FAST && !M.self && !host_ends_ok(&t, pc))) return api_done(cudaErrorInvalidValue);
  bool wait = !M.self && host_waits(&t, waits) && !capture_under_way(stream);
  if (waits == BLOCKING && heap_has((uint64_t)t.b.to)) queue_behind(stream, heap_device_of((uint64_t)t.b.to));
  if (waits == BLOCKING && heap_has((uint64_t)t.b.from))
    queue_behind(stream, heap_device_of((uint64_t)t.b.from));
  if (lent_any && !M.self) of_host(&t, pc);
  if (wait) emu_the_report.total.v[EMU_host_waits]++;
  if (!M.self) emu_the_report.total.v[EMU_host_copies]++;
  cudaError_t e = queue_add(stream, &copy_kind, pc, &t, sizeof t, wait ? AT_ONCE : MAY_WAIT);
  return api_done(e || !wait ? e : queue_wait(stream));
}

static cudaError_t copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, uint32_t pc,
                        cudaStream_t stream, enum waits waits) {
  struct block b = {.to = to, .from = from, .width = bytes, .height = 1, .depth = 1};
  return transfer(&b, kind, pc, stream, waits);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  return copy(to, from, bytes, kind, HERE, NULL, BLOCKING);
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(to, from, bytes, kind, HERE, stream, ASYNC);
}

static cudaError_t copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                             size_t height, enum cudaMemcpyKind kind, uint32_t pc, cudaStream_t stream,
                             enum waits waits) {
  if (width > to_pitch || width > from_pitch) return api_done(cudaErrorInvalidPitchValue);
  struct block b = {to, from, to_pitch, from_pitch, 0, 0, width, height, 1};
  return transfer(&b, kind, pc, stream, waits);
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, HERE, NULL, BLOCKING);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, HERE, stream, ASYNC);
}

// Between devices, whether they have peer access or not.
static bool of_device(const void *p, int device, const char *end, uint32_t pc) {
  if (!is_own((uint64_t)p) || heap_device_of((uint64_t)p) == device) return true;
  hazard(EMU_HAZARD_BAD_COPY, site_host(pc), NULL, "state the device whose memory each of both pointers is",
         "the call says that the %s is memory of device %d, but it is memory of device %d", end, device,
         heap_device_of((uint64_t)p));
  return false;
}
static cudaError_t devices_ok(const void *to, int to_device, const void *from, int from_device, uint32_t pc) {
  if (!device_exists(to_device) || !device_exists(from_device)) return cudaErrorInvalidDevice;
  bool ok = of_device(to, to_device, "destination", pc) && of_device(from, from_device, "source", pc);
  return ok ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream) {
  cudaError_t error = devices_ok(to, to_device, from, from_device, HERE);
  if (error) return api_done(error);
  return copy(to, from, bytes, cudaMemcpyDeviceToDevice, HERE, stream, ASYNC);
}
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
  cudaError_t error = devices_ok(to, to_device, from, from_device, HERE);
  if (error) return api_done(error);
  emu_the_report.total.v[EMU_device_waits]++;
  emu_the_report.total.v[EMU_host_waits]++;
  queue_wait_all(); // it is in order with all work of both devices
  cudaError_t e = copy(to, from, bytes, cudaMemcpyDeviceToDevice, HERE, NULL, BLOCKING);
  queue_wait_all();
  return e;
}

// ---- sets ----

struct set { // rows of elements, each of 1, 2 or 4 bytes
  char *to;
  size_t pitch, width, height;
  unsigned value, element;
  bool waited;
};

static bool set_ok(const struct set *s, uint32_t pc) {
  for (size_t y = 0; y < s->height; y++)
    if (!end_ok((uint64_t)(s->to + y * s->pitch), s->width, true, "destination", pc)) return false;
  return true;
}

static void run_set(struct stream_work *work, void *data) {
  const struct set *s = data;
  if (L.error || (s->waited && !set_ok(s, work->pc))) return;
  image_of_device(work->device);
  heap_open_to(-1);
  for (size_t y = 0; y < s->height; y++) {
    uint64_t row = (uint64_t)(s->to + y * s->pitch);
    emu_the_report.bytes_by_calls += s->width;
    if (s->element == 1) memset((void *)row, (int)s->value, s->width);
    for (size_t x = 0; x < s->width && s->element > 1; x += s->element)
      memcpy((char *)row + x, &s->value, s->element); // little-endian
    if (heap_has(row)) heap_mark(row, s->width, true);
    stream_range(work, row, s->width, TOUCH_STORE);
  }
  heap_close();
}
static void keep_set(void *data, enum kept_for kept_for) {
  (void)kept_for;
  ((struct set *)data)->waited = true;
}
static const struct work_kind set_kind = {"cudaMemset", run_set, keep_set, NULL, cudaGraphNodeTypeMemset,
                                          NULL};

static cudaError_t set(struct set s, uint32_t pc, cudaStream_t stream, enum waits waits) {
  machine_init();
  if (L.error) return api_done(cudaSuccess);
  if (!queue_has(stream)) return api_done(cudaErrorInvalidResourceHandle);
  if (s.width == 0 || s.height == 0) return api_done(cudaSuccess);
  if (!set_ok(&s, pc)) return api_done(cudaErrorInvalidValue);
  bool wait = !M.self && waits == BLOCKING && heap_visible((uint64_t)s.to) && !capture_under_way(stream);
  cudaError_t e = queue_add(stream, &set_kind, pc, &s, sizeof s, wait ? AT_ONCE : MAY_WAIT);
  return api_done(e || !wait ? e : queue_wait(stream));
}
static cudaError_t set_bytes(void *to, size_t pitch, int value, size_t width, size_t height, uint32_t pc,
                             cudaStream_t stream, enum waits waits) {
  if (width > pitch && height > 1) return api_done(cudaErrorInvalidPitchValue);
  return set((struct set){to, pitch, width, height, (unsigned)value, 1, false}, pc, stream, waits);
}
cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
  return set_bytes(pointer, 0, value, bytes, 1, HERE, NULL, BLOCKING);
}
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream) {
  return set_bytes(pointer, 0, value, bytes, 1, HERE, stream, ASYNC);
}
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return set_bytes(pointer, pitch, value, width, height, HERE, stream, ASYNC);
}
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
  return set_bytes(pointer, pitch, value, width, height, HERE, NULL, BLOCKING);
}

// ---- symbols ----

// A symbol's variable, with room for the bytes at the offset.
static cudaError_t check_symbol(const void *symbol, size_t bytes, size_t offset, uint32_t pc) {
  machine_init();
  char name[96];
  uint64_t at, size;
  if (image_section((uint64_t)symbol) == SECTION_NONE) {
    refuse(pc, "the symbol is no __device__ or __constant__ variable");
    return cudaErrorInvalidSymbol;
  }
  if (image_variable((uint64_t)symbol, name, sizeof name, &at, &size) && at + offset + bytes > size) {
    hazard(EMU_HAZARD_BAD_COPY, site_host(pc), NULL, NULL,
           "%zu bytes at offset %zu do not fit %s, which has %llu bytes", bytes, offset, name,
           (unsigned long long)size);
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
  symbol = image_symbol(symbol);
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? api_done(e) : copy((char *)symbol + offset, from, bytes, kind, HERE, NULL, BLOCKING);
}
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
  symbol = image_symbol(symbol);
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? api_done(e) : copy(to, (const char *)symbol + offset, bytes, kind, HERE, NULL, BLOCKING);
}
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream) {
  symbol = image_symbol(symbol);
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? api_done(e) : copy((char *)symbol + offset, from, bytes, kind, HERE, stream, ASYNC);
}
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
  symbol = image_symbol(symbol);
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? api_done(e) : copy(to, (const char *)symbol + offset, bytes, kind, HERE, stream, ASYNC);
}
cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  symbol = image_symbol(symbol);
  char name[96];
  uint64_t offset, size = 0;
  cudaError_t e = check_symbol(symbol, 0, 0, HERE);
  if (!e && image_variable((uint64_t)symbol, name, sizeof name, &offset, &size)) *bytes = size;
  return api_done(e);
}
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  symbol = image_symbol(symbol);
  cudaError_t e = check_symbol(symbol, 0, 0, HERE);
  if (!e) *pointer = (void *)symbol;
  return api_done(e);
}

cudaError_t api_copy_block(const struct block *b, enum cudaMemcpyKind kind, uint32_t pc, cudaStream_t stream,
                           bool async) {
  return transfer(b, kind, pc, stream, async ? ASYNC : BLOCKING);
}
cudaError_t api_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, uint32_t pc) {
  return copy(to, from, bytes, kind, pc, NULL, BLOCKING);
}
bool api_is_pageable(const void *p) {
  return is_pageable(p);
}
bool api_is_device(const void *p) {
  return on_device((uint64_t)p) && !heap_visible((uint64_t)p) &&
         image_section((uint64_t)p) != SECTION_MANAGED;
}
static bool work_may(struct stream_work *work, const void *p, size_t bytes, const char *end) {
  if (p && end_ok((uint64_t)p, bytes, on_device((uint64_t)p), end, work->pc)) return true;
  if (!p) refuse(work->pc, "the library is given a null pointer");
  return false;
}
bool api_work_read(struct stream_work *work, void *buffer, const void *from, size_t bytes) {
  uint64_t f = (uint64_t)from;
  if (!work_may(work, from, bytes, "operand")) return false;
  heap_open_to(-1);
  memcpy(buffer, from, bytes);
  heap_close();
  if (on_device(f)) emu_the_report.bytes_by_calls += bytes;
  stream_range(work, f, bytes, TOUCH_LOAD);
  return true;
}
bool api_work_write(struct stream_work *work, void *to, const void *buffer, size_t bytes) {
  uint64_t t = (uint64_t)to;
  if (!work_may(work, to, bytes, "result")) return false;
  heap_open_to(-1);
  memcpy(to, buffer, bytes);
  heap_close();
  if (on_device(t)) emu_the_report.bytes_by_calls += bytes;
  if (heap_has(t)) heap_mark(t, bytes, true);
  stream_range(work, t, bytes, TOUCH_STORE);
  return true;
}
cudaError_t api_symbol(const void *symbol, size_t bytes, size_t offset, uint32_t pc) {
  return check_symbol(symbol, bytes, offset, pc);
}
cudaError_t api_set_rows(void *to, size_t pitch, int value, size_t width, size_t height, uint32_t pc,
                         cudaStream_t stream, bool async) {
  return set_bytes(to, pitch, value, width, height, pc, stream, async ? ASYNC : BLOCKING);
}
cudaError_t api_set_node(const struct cudaMemsetParams *p, uint32_t pc) {
  size_t width = p->width * p->elementSize, height = p->height ? p->height : 1;
  if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) return cudaErrorInvalidValue;
  unsigned value = p->elementSize == 1 ? p->value & 255 : p->value;
  return set((struct set){p->dst, p->pitch, width, height, value, p->elementSize, false}, pc, NULL, ASYNC);
}
