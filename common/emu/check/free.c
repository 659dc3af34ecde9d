// What is freed wrongly, and what never.
#include "check/free.h"
#include "check/hazard.h"
#include "memory/heap.h"

bool free_checked(uint64_t address, uint32_t pc, bool pinned) {
  const struct allocation *a = heap_find(address);
  struct access_site at = site_host(pc), first = site_host(a ? a->free_pc : 0);
  switch (heap_free(address, pc, pinned)) {
  case FREE_DONE:
    return true;
  case FREE_UNKNOWN:
    hazard(EMU_HAZARD_BAD_FREE, at, NULL, NULL, "%s of 0x%llx, which is not an address that %s gave%s",
           pinned ? "cudaFreeHost" : "cudaFree", (unsigned long long)address,
           pinned ? "cudaMallocHost" : "cudaMalloc", heap_has(address) || pinned ? "" : " but host memory");
    break;
  case FREE_TWICE:
    hazard(EMU_HAZARD_BAD_FREE, at, &first, NULL, "cudaFree of %llu bytes that have been freed already",
           (unsigned long long)a->bytes);
    break;
  case FREE_OTHER_KIND:
    hazard(EMU_HAZARD_BAD_FREE, at, NULL,
           "cudaFreeHost frees what cudaMallocHost gave, cudaFree all the rest",
           pinned ? "cudaFreeHost of device memory" : "cudaFree of pinned host memory");
    break;
  }
  return false;
}

void report_leaks(void) {
  for (const struct allocation *a = heap_leak(NULL); a; a = heap_leak(a))
    hazard(EMU_HAZARD_LEAK, site_host(a->pc), NULL, NULL, "%llu bytes allocated here are never freed",
           (unsigned long long)a->bytes);
}
