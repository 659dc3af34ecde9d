// The CUDA runtime API for hints about managed memory. It is at hand everywhere: hints move nothing, and are remembered for
// a program that asks for them.
#include "api/copy.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "runtime/error.h"
#include "runtime/queue.h"
#include <stdlib.h>

struct hints { // of an allocation: CUDA keeps them by page
  uint64_t address;
  bool read_mostly;
  uint64_t accessed_by; // bits: the devices, and the host as the last
  struct cudaMemLocation preferred, prefetched;
};
static struct hints *hinted;
static size_t n_hinted;
enum { HOST_BIT = 63 };
static const struct cudaMemLocation nowhere = {cudaMemLocationTypeInvalid, cudaInvalidDeviceId};

static bool is_place(struct cudaMemLocation l) {
  if (l.type == cudaMemLocationTypeHost) return true;
  return l.type == cudaMemLocationTypeDevice &&
         (l.id == cudaCpuDeviceId || (l.id >= 0 && l.id < device_count()));
}
static struct cudaMemLocation plain(struct cudaMemLocation l) {
  if (l.type == cudaMemLocationTypeHost || l.id == cudaCpuDeviceId)
    return (struct cudaMemLocation){cudaMemLocationTypeHost, cudaCpuDeviceId};
  return l;
}

// NULL: it is not managed or pinned memory, or has not so many bytes.
static struct hints *hints_of(const void *pointer, size_t bytes) {
  if (!heap_visible((uint64_t)pointer) || !heap_range_ok((uint64_t)pointer, bytes)) return NULL;
  uint64_t address = heap_find((uint64_t)pointer)->address;
  for (size_t i = 0; i < n_hinted; i++)
    if (hinted[i].address == address) return &hinted[i];
  hinted = realloc(hinted, (n_hinted + 1) * sizeof *hinted);
  if (!hinted) abort();
  hinted[n_hinted] = (struct hints){.address = address, .preferred = nowhere, .prefetched = nowhere};
  return &hinted[n_hinted++];
}

void api_forget_hints(uint64_t address) {
  for (size_t i = 0; i < n_hinted; i++)
    if (hinted[i].address == address) hinted[i--] = hinted[--n_hinted];
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation to, unsigned flags,
                                 cudaStream_t stream) {
  struct hints *h = hints_of(pointer, bytes);
  if (!h || flags || !is_place(to)) return api_done(cudaErrorInvalidValue);
  if (!queue_has(stream)) return api_done(cudaErrorInvalidResourceHandle);
  h->prefetched = plain(to);
  return api_done(cudaSuccess);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location) {
  struct hints *h = hints_of(pointer, bytes);
  bool placed = advice == cudaMemAdviseSetPreferredLocation || advice == cudaMemAdviseSetAccessedBy ||
                advice == cudaMemAdviseUnsetAccessedBy;
  if (!h || (placed && !is_place(location))) return api_done(cudaErrorInvalidValue);
  location = plain(location);
  uint64_t bit = 1ull << (location.type == cudaMemLocationTypeHost ? HOST_BIT : location.id & HOST_BIT);
  switch (advice) {
  case cudaMemAdviseSetReadMostly:
    h->read_mostly = true;
    break;
  case cudaMemAdviseUnsetReadMostly:
    h->read_mostly = false;
    break;
  case cudaMemAdviseSetPreferredLocation:
    h->preferred = location;
    break;
  case cudaMemAdviseUnsetPreferredLocation:
    h->preferred = nowhere;
    break;
  case cudaMemAdviseSetAccessedBy:
    h->accessed_by |= bit;
    break;
  case cudaMemAdviseUnsetAccessedBy:
    h->accessed_by &= ~bit;
    break;
  default:
    return api_done(cudaErrorInvalidValue);
  }
  return api_done(cudaSuccess);
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_bytes, enum cudaMemRangeAttribute attribute,
                                     const void *pointer, size_t bytes) {
  const struct hints *h = hints_of(pointer, bytes);
  int *out = data;
  if (!h || !data || data_bytes < sizeof *out || data_bytes % sizeof *out)
    return api_done(cudaErrorInvalidValue);
  size_t n = data_bytes / sizeof *out, told = 0;
  switch (attribute) {
  case cudaMemRangeAttributeReadMostly:
    *out = h->read_mostly;
    break;
  case cudaMemRangeAttributePreferredLocation:
  case cudaMemRangeAttributePreferredLocationId:
    *out = h->preferred.id;
    break;
  case cudaMemRangeAttributePreferredLocationType:
    *out = h->preferred.type;
    break;
  case cudaMemRangeAttributeLastPrefetchLocation:
  case cudaMemRangeAttributeLastPrefetchLocationId:
    *out = h->prefetched.id;
    break;
  case cudaMemRangeAttributeLastPrefetchLocationType:
    *out = h->prefetched.type;
    break;
  case cudaMemRangeAttributeAccessedBy: // one after another, the rest is no device
    if (h->accessed_by >> HOST_BIT) out[told++] = cudaCpuDeviceId;
    for (int device = 0; device < HOST_BIT && told < n; device++)
      if (h->accessed_by >> device & 1) out[told++] = device;
    while (told < n) out[told++] = cudaInvalidDeviceId;
    break;
  default:
    return api_done(cudaErrorInvalidValue);
  }
  return api_done(cudaSuccess);
}
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *data_bytes, enum cudaMemRangeAttribute *attributes,
                                      size_t n, const void *pointer, size_t bytes) {
  cudaError_t error = cudaSuccess;
  for (size_t i = 0; i < n && !error; i++)
    error = cudaMemRangeGetAttribute(data[i], data_bytes[i], attributes[i], pointer, bytes);
  return error;
}
