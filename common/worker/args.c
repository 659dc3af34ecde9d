// The buffers of one case: allocated, filled, guarded and read back around a contract function's call.
#include "worker/args.h"
#include "worker/backend.h"
#include <cuda_runtime_api.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAND = 512, BOUNDARY = 256, CHUNK = 1 << 20 };

static int check(cudaError_t e, const char *doing, const struct slot *s, struct pmpp_reply *reply) {
  if (e == cudaSuccess) return 0;
  return infra(reply, "%s %s (%zu bytes): %s", doing, s->spec.name, s->bytes, cudaGetErrorString(e));
}

// The pattern differs between arguments and positions, so that a guard copied into another is noticed, and
// its upper half is ones, so that a float read from a guard is a NaN.
static unsigned char guard_byte(int arg, size_t offset) {
  uint32_t word = 0xFFFF0000u | (uint32_t)(arg + 1) << 11 | (uint32_t)(offset / 4 & 0x7FF);
  return (unsigned char)(word >> 8 * (offset % 4));
}

static int check_spec(const struct pmpp_arg *s, const struct memory *m, struct pmpp_reply *reply) {
  if (s->type >= PMPP_TYPE_COUNT || s->role > PMPP_PLAN || s->place > PMPP_HOST || s->count < 0)
    return infra(reply, "bad request: argument %.24s has no such type, role, place or count", s->name);
  uint64_t size = (uint64_t)pmpp_type_size((int)s->type);
  if (s->misalign >= BOUNDARY || s->misalign % size)
    return infra(reply, "bad request: argument %.24s cannot be misaligned by %u bytes", s->name, s->misalign);
  if ((uint64_t)s->count > (UINT64_MAX >> 8) / size)
    return infra(reply, "bad request: argument %.24s has too many elements", s->name);
  uint64_t bytes = (uint64_t)s->count * size, first = sizeof(struct pmpp_wire);
  int reads = s->role == PMPP_IN || s->role == PMPP_INOUT,
      writes = s->role == PMPP_OUT || s->role == PMPP_INOUT;
  if ((reads && (s->offset < first || s->offset > m->bytes || m->bytes - s->offset < bytes)) ||
      (writes && (s->out_offset < first || s->out_offset > m->bytes || m->bytes - s->out_offset < bytes)))
    return infra(reply, "bad request: argument %.24s lies outside the memory file", s->name);
  return 0;
}

// A device buffer that ends with its allocation has no bands; an empty one begins at its end.
static void lay_out(struct slot *s) {
  s->bytes = (size_t)s->spec.count * (size_t)pmpp_type_size((int)s->spec.type);
  s->before = BAND + s->spec.misalign;
  s->after = BAND;
  if (backend_exact_buffers && s->spec.place == PMPP_DEVICE) {
    s->before = s->spec.misalign + (s->bytes ? 0 : BOUNDARY);
    s->after = 0;
  }
}

static cudaError_t copy(const struct slot *s, void *to, const void *from, size_t bytes,
                        enum cudaMemcpyKind kind) {
  if (!bytes) return cudaSuccess;
  if (s->spec.place == PMPP_DEVICE && kind == cudaMemcpyHostToDevice)
    return (cudaError_t)backend_upload(to, from, bytes);
  if (s->spec.place == PMPP_DEVICE && kind == cudaMemcpyDeviceToHost)
    return (cudaError_t)backend_download(to, from, bytes);
  if (s->spec.place == PMPP_DEVICE) return cudaMemcpy(to, from, bytes, kind);
  memcpy(to, from, bytes);
  return cudaSuccess;
}

// What lies in a buffer, for us.
static int peek(const struct slot *s, size_t at, void *to, size_t bytes, struct pmpp_reply *reply) {
  if (!bytes) return 0;
  if (s->spec.place == PMPP_DEVICE)
    return check((cudaError_t)backend_peek(to, s->data + at, bytes), "reading", s, reply);
  memcpy(to, s->data + at, bytes);
  return 0;
}

static int write_bands(struct slot *s, int arg, struct pmpp_reply *reply) {
  unsigned char band[BAND + BOUNDARY];
  for (size_t i = 0; i < s->before; i++) band[i] = guard_byte(arg, i);
  if (check(copy(s, s->base, band, s->before, cudaMemcpyHostToDevice), "guarding", s, reply)) return -1;
  size_t end = s->before + s->bytes;
  for (size_t i = 0; i < s->after; i++) band[i] = guard_byte(arg, end + i);
  if (check(copy(s, s->base + end, band, s->after, cudaMemcpyHostToDevice), "guarding", s, reply)) return -1;
  if (s->spec.place == PMPP_DEVICE && s->before) backend_unwritten(s->base, s->before);
  return 0;
}

static int poison(struct slot *s, struct pmpp_reply *reply) {
  if (s->spec.place == PMPP_HOST) {
    memset(s->data, 0xFF, s->bytes);
    return 0;
  }
  if (s->bytes && check(cudaMemset(s->data, 0xFF, s->bytes), "poisoning", s, reply)) return -1;
  if (s->bytes) backend_unwritten(s->data, s->bytes);
  return 0;
}

static int open_slot(struct slot *s, int arg, int pristine, struct pmpp_reply *reply) {
  lay_out(s);
  size_t total = s->before + s->bytes + s->after;
  if (s->spec.place == PMPP_DEVICE) {
    if (check(cudaMalloc((void **)&s->base, total), "allocating", s, reply)) return -1;
    if (pristine && s->spec.role == PMPP_INOUT && s->bytes &&
        check(cudaMalloc((void **)&s->pristine, s->bytes), "allocating a second", s, reply))
      return -1;
  } else {
    if (!(s->base = aligned_alloc(BOUNDARY, (total + BOUNDARY - 1) / BOUNDARY * BOUNDARY)))
      return infra(reply, "allocating %s (%zu bytes on the host): out of memory", s->spec.name, s->bytes);
    if (pristine && s->spec.role == PMPP_INOUT && !(s->pristine = malloc(s->bytes + 1)))
      return infra(reply, "allocating a second %s (%zu bytes): out of memory", s->spec.name, s->bytes);
  }
  s->data = s->base + s->before;
  if (s->spec.place == PMPP_DEVICE) backend_name(s->data, s->spec.name);
  if (s->spec.role == PMPP_PLAN && poison(s, reply)) return -1;
  return write_bands(s, arg, reply);
}

int args_open(struct args *a, const struct pmpp_request *r, const struct memory *m, int pristine,
              struct pmpp_reply *reply) {
  memset(a, 0, sizeof *a);
  if (r->n_args > PMPP_MAX_ARGS) return infra(reply, "bad request: %u arguments", r->n_args);
  for (int i = 0; i < (int)r->n_args; i++) {
    struct slot *s = &a->slot[i];
    s->spec = r->arg[i];
    s->spec.name[sizeof s->spec.name - 1] = 0;
    a->n = i + 1;
    if (check_spec(&s->spec, m, reply) || open_slot(s, i, pristine, reply)) {
      args_close(a);
      return -1;
    }
    a->io.arg[i] = s->data;
    a->io.count[i] = s->spec.count;
  }
  a->io.n_args = a->n;
  memcpy(a->io.param, r->param, sizeof a->io.param);
  memcpy(a->io.real, r->real, sizeof a->io.real);
  return 0;
}

int args_upload(struct args *a, const struct memory *m, struct pmpp_reply *reply) {
  for (int i = 0; i < a->n; i++) {
    struct slot *s = &a->slot[i];
    if (s->spec.role != PMPP_IN && s->spec.role != PMPP_INOUT) continue;
    const unsigned char *input = (const unsigned char *)m->wire + s->spec.offset;
    if (check(copy(s, s->data, input, s->bytes, cudaMemcpyHostToDevice), "uploading", s, reply)) return -1;
    if (s->pristine &&
        check(copy(s, s->pristine, input, s->bytes, cudaMemcpyHostToDevice), "uploading", s, reply))
      return -1;
    s->has_digest = s->spec.role == PMPP_IN && s->spec.place == PMPP_DEVICE && s->bytes &&
                    !backend_digest(s->data, s->bytes, &s->digest);
  }
  return 0;
}

static struct slot *element(const struct args *a, uint32_t arg, int64_t index, struct pmpp_reply *reply) {
  if ((int64_t)arg < a->n && index >= 0 && index < a->slot[arg].spec.count)
    return (struct slot *)&a->slot[arg];
  infra(reply, "bad request: argument %u has no element %lld", arg, (long long)index);
  return NULL;
}

int args_patch(struct args *a, const struct pmpp_patch *p, struct pmpp_reply *reply) {
  struct slot *s = element(a, p->arg, p->index, reply);
  if (!s) return -1;
  s->has_digest = 0;
  size_t size = (size_t)pmpp_type_size((int)s->spec.type), at = (size_t)p->index * size;
  if (check(copy(s, s->data + at, &p->bits, size, cudaMemcpyHostToDevice), "patching", s, reply)) return -1;
  if (!s->pristine) return 0;
  return check(copy(s, s->pristine + at, &p->bits, size, cudaMemcpyHostToDevice), "patching", s, reply);
}

int args_prepare(struct args *a, struct pmpp_reply *reply) {
  for (int i = 0; i < a->n; i++) {
    struct slot *s = &a->slot[i];
    if (s->pristine &&
        check(copy(s, s->data, s->pristine, s->bytes, cudaMemcpyDeviceToDevice), "restoring", s, reply))
      return -1;
    if ((s->spec.role == PMPP_OUT || s->spec.role == PMPP_SCRATCH) && poison(s, reply)) return -1;
  }
  return 0;
}

int args_keep_plans(struct args *a, struct pmpp_reply *reply) {
  for (int i = 0; i < a->n; i++) {
    struct slot *s = &a->slot[i];
    if (s->spec.role != PMPP_PLAN) continue;
    if (!s->planned && !(s->planned = malloc(s->bytes + 1)))
      return infra(reply, "keeping %s (%zu bytes): out of memory", s->spec.name, s->bytes);
    if (peek(s, 0, s->planned, s->bytes, reply)) return -1;
  }
  return 0;
}

static int check_unchanged(const struct slot *s, int arg, const unsigned char *was,
                           struct pmpp_reply *reply) {
  static unsigned char is[CHUNK]; // of whole elements
  size_t size = (size_t)pmpp_type_size((int)s->spec.type), n;
  for (size_t at = 0; at < s->bytes; at += n) {
    n = s->bytes - at < CHUNK ? s->bytes - at : CHUNK;
    if (peek(s, at, is, n, reply)) return -1;
    if (!memcmp(is, was + at, n)) continue;
    size_t i = 0;
    while (i < n - size && !memcmp(is + i, was + at + i, size)) i += size; // `was` may change while we look
    reply->changed = (uint32_t)arg + 1;
    reply->changed_element = (int64_t)((at + i) / size);
    reply->changed_bits = 0;
    memcpy(&reply->changed_bits, is + i, size);
    return 0;
  }
  return 0;
}

// Whether an input's digest shows that it is as it was uploaded; then nobody needs to read it.
static int same_digest(const struct slot *s) {
  uint64_t digest;
  return s->has_digest && !backend_digest(s->data, s->bytes, &digest) && digest == s->digest;
}

int args_check_inputs(const struct args *a, const struct memory *m, struct pmpp_reply *reply) {
  for (int i = 0; i < a->n && !reply->changed; i++) {
    const struct slot *s = &a->slot[i];
    const unsigned char *was = s->spec.role == PMPP_IN     ? (const unsigned char *)m->wire + s->spec.offset
                               : s->spec.role == PMPP_PLAN ? s->planned
                                                           : NULL;
    if (was && !same_digest(s) && check_unchanged(s, i, was, reply)) return -1;
  }
  return 0;
}

static int check_band(const struct slot *s, int arg, size_t start, size_t bytes, struct pmpp_reply *reply) {
  unsigned char band[BAND + BOUNDARY];
  if (check(copy(s, band, s->base + start, bytes, cudaMemcpyDeviceToHost), "reading the guards of", s, reply))
    return -1;
  for (size_t i = 0; i < bytes; i++)
    if (band[i] != guard_byte(arg, start + i)) {
      reply->status = PMPP_STATUS_GUARD;
      reply->guard_arg = (uint32_t)arg;
      reply->guard_byte = (int64_t)(start + i) - (int64_t)s->before;
      return -1;
    }
  return 0;
}

int args_check_guards(const struct args *a, struct pmpp_reply *reply) {
  for (int i = 0; i < a->n; i++) {
    const struct slot *s = &a->slot[i];
    if (check_band(s, i, s->before + s->bytes, s->after, reply) || check_band(s, i, 0, s->before, reply))
      return -1;
  }
  return 0;
}

int args_download(const struct args *a, const struct memory *m, struct pmpp_reply *reply) {
  if (m->rank) return 0;
  for (int i = 0; i < a->n; i++) {
    const struct slot *s = &a->slot[i];
    if (s->spec.role != PMPP_OUT && s->spec.role != PMPP_INOUT) continue;
    unsigned char *output = (unsigned char *)m->wire + s->spec.out_offset;
    if (check(copy(s, output, s->data, s->bytes, cudaMemcpyDeviceToHost), "downloading", s, reply)) return -1;
  }
  return 0;
}

int args_probe(const struct args *a, const struct pmpp_probe *p, uint64_t *bits, struct pmpp_reply *reply) {
  const struct slot *s = element(a, p->arg, p->index, reply);
  if (!s) return -1;
  size_t size = (size_t)pmpp_type_size((int)s->spec.type);
  *bits = 0;
  return check(copy(s, bits, s->data + (size_t)p->index * size, size, cudaMemcpyDeviceToHost), "probing", s,
               reply);
}

void args_close(struct args *a) {
  for (int i = 0; i < a->n; i++) {
    struct slot *s = &a->slot[i];
    if (s->spec.place == PMPP_DEVICE) {
      cudaFree(s->base);
      cudaFree(s->pristine);
    } else {
      free(s->base);
      free(s->pristine);
    }
    free(s->planned);
  }
  a->n = 0;
}
