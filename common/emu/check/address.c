// Accesses to addresses that a kernel, or host code, must not touch so: out of bounds, freed, misaligned, unwritten.
#define _GNU_SOURCE
#include "check/address.h"
#include "check/address_advice.h"
#include "check/hazard.h"
#include "check/padding.h"
#include "check/shared.h"
#include "check/after_fault.h"
#include "memory/describe.h"
#include "memory/image.h"
#include "memory/local.h"
#include "memory/symbolise.h"
#include "memory/dynamic_views.h"
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static long long element_of(const struct allocation *a, uint64_t addr, uint32_t size) {
  long long bytes = (long long)(addr - a->address) - (long long)a->offset;
  return (bytes < 0 ? bytes - (long long)size + 1 : bytes) / (long long)size; // rounded down
}

// How far beyond a buffer no index leads that was meant so.
enum { WILD = 1 << 30 };

static void tell_outside(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  const char *verb = touch & TOUCH_STORE ? "writes" : "reads";
  int64_t number;
  const struct allocation *a = heap_nearest(addr), *wrapped = heap_wrapped(addr, size, &number);
  if (wrapped) {
    char buffer[220];
    describe_buffer(wrapped, buffer, sizeof buffer);
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL,
           "an unsigned number below 0 becomes a large one: compare before you subtract",
           "%s element %lld (%u-byte elements) of %s, which begins with element 0: the index %lld has become "
           "%lld in an unsigned number",
           verb, (long long)number, size, buffer, (long long)number, (long long)number + (1ll << 32));
  } else if (!a) {
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL, NULL,
           "%s %u bytes at 0x%llx, where nothing is allocated", verb, size, (unsigned long long)addr);
  } else {
    char buffer[220], advice[280];
    describe_buffer(a, buffer, sizeof buffer);
    long long element = element_of(a, addr, size), extent = (long long)(a->bytes - a->offset) / size;
    struct access_site freed = site_host(a->free_pc);
    if (a->freed && addr < a->address + a->bytes)
      hazard(EMU_HAZARD_USE_AFTER_FREE, site_self(pc), &freed, NULL, "%s element %lld of %s, which is freed",
             verb, element, buffer);
    else if (element < 0)
      hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL,
             a->address - addr > WILD
                 ? "does the index overflow an int? Compute it in 64 bits: (size_t)row * width"
                 : NULL,
             "%s element %lld (%u-byte elements) of %s, which begins with element 0", verb, element, size,
             buffer);
    else
      hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL, advice_behind(a, (uint64_t)element, size, advice),
             extent ? "%s element %lld (%u-byte elements) of %s, which ends with element %lld"
                    : "%s element %lld (%u-byte elements) of %s, which is too small for one",
             verb, element, size, buffer, extent - 1);
  }
}

// The launch's results are lost, as on a device, where it would be over. Here the kernel goes on, to show what else is
// wrong with it.
static void outside_allocation(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  const struct allocation *a = heap_nearest(addr);
  struct access_site freed = site_host(a ? a->free_pc : 0);
  if (!hazard_repeated(EMU_HAZARD_OUT_OF_BOUNDS, pc, NULL) &&
      !hazard_repeated(EMU_HAZARD_USE_AFTER_FREE, pc, &freed))
    tell_outside(addr, size, touch, pc);
  L.error = cudaErrorIllegalAddress;
  stray_access(addr, size);
}

// Whether the host has nothing there, either. A null pointer is another mistake.
static bool is_nowhere(uint64_t addr) {
  unsigned char here;
  return addr >= 4096 && mincore((void *)page_begin(addr), 1, &here) != 0;
}

// What host code has by an address of its own, and has handed to the kernel. False: it is nothing of that.
static bool tell_host_side(uint64_t addr, uint32_t size, const char *verb, uint32_t pc) {
  uint64_t device = image_of_host_side(addr);
  struct access_site launch = site_host(L.launch_pc);
  char what[160], advice[240];
  if (image_host_text(addr)) {
    hazard(EMU_HAZARD_HOST_POINTER, site_self(pc), &launch,
           "a text of host code is host memory: copy it into a buffer from cudaMalloc, or write it in the "
           "kernel",
           "%s %u bytes of a text of host code, \"%.40s\"", verb, size, (const char *)addr);
    return true;
  }
  uint64_t offset, bytes;
  char name[96] = "a variable";
  if (device && image_is_virtual_table(device)) {
    image_class_of_table(device, name, sizeof name);
    hazard(EMU_HAZARD_HOST_POINTER, site_self(pc), &launch,
           "construct the object where its functions are called: a kernel makes it, with new or by placement "
           "new in the "
           "buffer",
           "calls a virtual function of an object of class %s that host code has constructed: its table of "
           "functions is "
           "the host's",
           name);
    return true;
  }
  if (!device || image_section(device) == SECTION_NONE) return false;
  image_variable(device, name, sizeof name, &offset, &bytes);
  access_describe(device, size, what, sizeof what);
  snprintf(
      advice, sizeof advice,
      "use %s in the kernel by its name, or pass the pointer that cudaGetSymbolAddress(&pointer, %s) gives",
      name, name);
  hazard(EMU_HAZARD_HOST_POINTER, site_self(pc), &launch, advice,
         "%s %s by the address that host code has of this %s variable, which is not a device address", verb,
         what, image_section(device) == SECTION_CONSTANT ? "__constant__" : "__device__");
  return true;
}

void address_elsewhere(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  enum section section = image_section(addr);
  bool write = touch & TOUCH_STORE;
  if (tell_host_side(addr, size, write ? "writes" : "reads", pc)) {
    L.error = cudaErrorIllegalAddress;
    launch_give_up();
  }
  if (!write && (image_compiler_data(addr) || addr - L.parameters < L.parameter_bytes)) return;
  const char *verb = write ? "writes" : "reads";
  char name[96];
  uint64_t offset, bytes;
  if (section == SECTION_CONSTANT)
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL,
           "constant memory is written by cudaMemcpyToSymbol on the host; a kernel only reads it",
           "writes constant memory");
  else if (addr - M.dynamic_base < DYNAMIC_ARENA) {
    char view[150] = "";
    bool viewed = view_element(addr - M.dynamic_base, view, sizeof view);
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL,
           "the third launch argument is the size in bytes of the dynamic shared memory",
           "%s %s%selement %llu (%u-byte elements) of the dynamic shared memory, which has %llu bytes", verb,
           view, viewed ? ", " : "", (unsigned long long)((addr - M.dynamic_base) / size), size,
           (unsigned long long)M.dynamic_size);
    L.error = cudaErrorIllegalAddress;
    stray_access(addr, size);
    return;
  } else if (M.dynamic_base - addr <= DYNAMIC_LEAD) {
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL, NULL,
           "%s element -%llu (%u-byte elements) of the dynamic shared memory, which begins with element 0",
           verb, (unsigned long long)((M.dynamic_base - addr + size - 1) / size), size);
    L.error = cudaErrorIllegalAddress;
    stray_access(addr, size);
    return;
  } else if (local_memory(addr)) {
    hazard(EMU_HAZARD_HOST_POINTER, site_self(pc), NULL,
           "a thread's local variables are its own and end with it: use shared memory (within the block) or "
           "memory "
           "from cudaMalloc",
           "%s %u bytes of the local memory of another thread, or of one that has ended", verb, size);
  } else if (heap_leads(addr) || is_nowhere(addr)) {
    outside_allocation(addr, size, touch, pc);
    return;
  } else if (M.shared_base - addr <= SHARED_LEAD && M.shared_size && M.foreign_shared) {
    shared_overrun(addr, size, touch, pc);
    return;
  } else if (image_shared_before(addr, name, sizeof name, &offset, &bytes)) {
    char what[400];
    describe_outside(name, addr - offset, bytes, (int64_t)offset, size, what, sizeof what);
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL, NULL, "%s %s", verb, what);
  } else if (addr < 4096)
    hazard(EMU_HAZARD_HOST_POINTER, site_self(pc), NULL,
           "is the pointer's cudaMalloc missing, or did it fail without a check of its result?",
           "%s %u bytes through a null pointer (address 0x%llx)", verb, size, (unsigned long long)addr);
  else
    hazard(EMU_HAZARD_HOST_POINTER, site_self(pc), NULL,
           advice_runs_lambda_of_member()
               ? "a [=] lambda in a member function captures this, a host pointer, and no member: copy "
                 "the members into local variables before it (auto f = factor;), or capture [*this]. "
                 "What the host has allocated goes into a buffer from cudaMalloc"
               : NULL,
           "%s %u bytes of host memory", verb, size);
  L.error = cudaErrorIllegalAddress;
  launch_give_up();
}

_Noreturn void address_misaligned(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  hazard(EMU_HAZARD_MISALIGNED, site_self(pc), NULL, NULL,
         "%s %u bytes at an address that is %u bytes past a multiple of %u",
         touch & TOUCH_STORE ? "writes" : "reads", size, (unsigned)(addr % size), size);
  L.error = cudaErrorMisalignedAddress;
  launch_give_up();
}

// A host instruction touched the device's heap, which on a real machine is a segmentation fault, or a
// __device__ variable, of which the host has but a shadow.
_Noreturn void address_on_host(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  bool variable = !heap_has(addr), constant = false;
  uint64_t symbol = image_of_host_side(addr);
  if (symbol && image_is_virtual_table(symbol)) {
    char name[96];
    image_class_of_table(symbol, name, sizeof name);
    hazard(
        EMU_HAZARD_DEVICE_POINTER, site_host(pc), NULL,
        "construct the object where its functions are called: host code makes one of its own, from the data",
        "host code calls a virtual function of an object of class %s that a kernel has constructed: its "
        "table of "
        "functions is the device's",
        name);
    emu_fatal();
  }
  if (symbol) addr = symbol, constant = image_section(symbol) == SECTION_CONSTANT;
  char what[160];
  access_describe(addr, size, what, sizeof what);
  hazard(EMU_HAZARD_DEVICE_POINTER, site_host(pc), NULL,
         constant ? "copy to a __constant__ variable with cudaMemcpyToSymbol"
         : variable
             ? "copy to and from a __device__ variable with cudaMemcpyToSymbol and cudaMemcpyFromSymbol"
             : NULL,
         "host code %s %s in device memory", touch & TOUCH_STORE ? "writes" : "reads", what);
  emu_fatal();
}

static void tell_unwritten(uint64_t addr, uint32_t size, uint32_t pc) {
  char what[160], advice[280];
  access_describe(addr, size, what, sizeof what);
  if (shadow_of_shared(addr))
    hazard(EMU_HAZARD_UNINITIALISED, site_self(pc), NULL, advice_copied(addr, advice),
           "reads %s, which no thread of this block has written", what);
  else
    hazard(EMU_HAZARD_UNINITIALISED, site_self(pc), NULL, advice_unwritten(addr, advice),
           "reads %s, which nobody has written", what);
}

// An exchange whose result nobody uses is a store, as `atomicExch(lock, 0);` is.
void address_unwritten(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  if (touch & TOUCH_UNREAD)
    M.self->unread = addr, M.self->unread_size = size, M.self->unread_pc = pc;
  else
    tell_unwritten(addr, size, pc);
}

void address_old_value(uint64_t addr) {
  struct thread *t = M.self;
  if (!t || t->unread != addr) return;
  t->unread = 0;
  tell_unwritten(addr, t->unread_size, t->unread_pc);
}

// False where the access is out of bounds.
bool address_bad_state(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  bool initialised = true;
  for (uint64_t a = addr; a < addr + size; a++) {
    uint8_t state = M.heap_state[(a - HEAP_BASE) >> 2], bit = (uint8_t)(1 << (a & 3));
    if (!(state & bit << 4)) {
      outside_allocation(addr, size, touch, pc);
      return false;
    }
    if (!(state & bit)) initialised = false;
  }
  if (touch & TOUCH_LOAD && !initialised) {
    if (size == 16 && padding_in_16(addr)) return true;
    address_unwritten(addr, size, touch, pc);
  }
  for (uint64_t a = addr; a < addr + size; a++) M.heap_state[(a - HEAP_BASE) >> 2] |= (uint8_t)(1 << (a & 3));
  return true;
}
