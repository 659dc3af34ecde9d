// Arrays, texture and surface objects, and copies in three dimensions. An array lies in device memory as rows without gaps;
// a GPU arranges it in a way of its own, which no program can see.
#include "api/copy.h"
#include "memory/heap.h"
#include "memory/texture.h"
#include "runtime/error.h"
#include <stdlib.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

static uint64_t at_least_1(size_t n) {
  return n ? n : 1;
}

// ---- arrays ----

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind) {
  return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array) {
  *desc = array->desc;
  return api_done(cudaSuccess);
}

static bool is_format(const struct cudaChannelFormatDesc *d) {
  int n = 1 + (d->y > 0) + (d->z > 0) + (d->w > 0);
  return (d->x == 8 || d->x == 16 || d->x == 32) && n != 3 && (!d->y || d->y == d->x) &&
         (!d->z || d->z == d->x) && (!d->w || d->w == d->x) && d->f != cudaChannelFormatKindNone;
}
static uint64_t element_bytes(const struct cudaChannelFormatDesc *d) {
  return (uint64_t)(d->x + d->y + d->z + d->w) / 8;
}

static cudaError_t new_array(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                             struct cudaExtent extent, unsigned flags, uint32_t pc) {
  if (!array || !desc || !extent.width) return api_done(cudaErrorInvalidValue);
  if (!is_format(desc)) return api_done(cudaErrorInvalidChannelDescriptor);
  struct cudaArray *a = calloc(1, sizeof *a);
  if (!a) return api_done(cudaErrorMemoryAllocation);
  *a = (struct cudaArray){.element = element_bytes(desc), .extent = extent, .desc = *desc, .flags = flags};
  a->pitch = extent.width * a->element;
  void *data;
  cudaError_t e = api_allocate(&data, a->pitch * at_least_1(extent.height) * at_least_1(extent.depth), pc);
  if (e) return free(a), e;
  a->data = (uint64_t)data;
  heap_array(a->data, a);
  *array = a;
  return e;
}
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned flags) {
  return new_array(array, desc, make_cudaExtent(width, height, 0), flags, HERE);
}
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned flags) {
  return new_array(array, desc, extent, flags, HERE);
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  if (!array) return api_done(cudaSuccess);
  cudaError_t e = api_release((void *)array->data, HERE);
  free(array);
  return e;
}
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned *flags,
                             cudaArray_t array) {
  if (desc) *desc = array->desc;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return api_done(cudaSuccess);
}

// ---- copies ----

// One side of a copy of blocks.
struct side {
  uint64_t at, pitch, plane;
};

static struct block block_of(struct side to, struct side from, struct cudaExtent bytes) {
  return (struct block){(void *)to.at, (const void *)from.at, to.pitch,     from.pitch, to.plane,
                        from.plane,    bytes.width,           bytes.height, bytes.depth};
}

static struct side side_of_array(const struct cudaArray *a, uint64_t x_bytes, uint64_t y, uint64_t z) {
  uint64_t plane = a->pitch * at_least_1(a->extent.height);
  return (struct side){a->data + z * plane + y * a->pitch + x_bytes, a->pitch, plane};
}
static bool fits(const struct cudaArray *a, uint64_t x_bytes, uint64_t width, uint64_t y, uint64_t height) {
  return x_bytes + width <= a->pitch && y + height <= at_least_1(a->extent.height);
}

static cudaError_t copy_side(struct side to, struct side from, size_t width, size_t height,
                             enum cudaMemcpyKind kind, uint32_t pc, cudaStream_t stream, bool async) {
  struct block b = block_of(to, from, make_cudaExtent(width, height, 1));
  return api_copy_block(&b, kind, pc, stream, async);
}
static cudaError_t to_array(cudaArray_t to, size_t x_bytes, size_t y, struct side from, size_t width,
                            size_t height, enum cudaMemcpyKind kind, uint32_t pc, cudaStream_t stream,
                            bool async) {
  if (width > from.pitch && height > 1) return api_done(cudaErrorInvalidPitchValue);
  if (!fits(to, x_bytes, width, y, height)) return api_done(cudaErrorInvalidValue);
  return copy_side(side_of_array(to, x_bytes, y, 0), from, width, height, kind, pc, stream, async);
}
static cudaError_t from_array(struct side to, cudaArray_const_t from, size_t x_bytes, size_t y, size_t width,
                              size_t height, enum cudaMemcpyKind kind, uint32_t pc, cudaStream_t stream,
                              bool async) {
  if (width > to.pitch && height > 1) return api_done(cudaErrorInvalidPitchValue);
  if (!fits(from, x_bytes, width, y, height)) return api_done(cudaErrorInvalidValue);
  return copy_side(to, side_of_array(from, x_bytes, y, 0), width, height, kind, pc, stream, async);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
  return to_array(to, x_bytes, y, (struct side){(uint64_t)from, pitch, 0}, width, height, kind, HERE, NULL,
                  false);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return to_array(to, x_bytes, y, (struct side){(uint64_t)from, pitch, 0}, width, height, kind, HERE, stream,
                  true);
}
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x_bytes, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind) {
  return from_array((struct side){(uint64_t)to, pitch, 0}, from, x_bytes, y, width, height, kind, HERE, NULL,
                    false);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x_bytes,
                                       size_t y, size_t width, size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return from_array((struct side){(uint64_t)to, pitch, 0}, from, x_bytes, y, width, height, kind, HERE,
                    stream, true);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x_bytes, size_t to_y, cudaArray_const_t from,
                                     size_t x_bytes, size_t y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind) {
  if (!fits(to, to_x_bytes, width, to_y, height)) return api_done(cudaErrorInvalidValue);
  return from_array(side_of_array(to, to_x_bytes, to_y, 0), from, x_bytes, y, width, height, kind, HERE, NULL,
                    false);
}
// So many bytes on from a place, over the ends of rows.
static struct side flat(const void *at) {
  return (struct side){(uint64_t)at, 0, 0};
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind) {
  return copy_side(side_of_array(to, x_bytes, y, 0), flat(from), bytes, 1, kind, HERE, NULL, false);
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_side(side_of_array(to, x_bytes, y, 0), flat(from), bytes, 1, kind, HERE, stream, true);
}
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x_bytes, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
  return copy_side(flat(to), side_of_array(from, x_bytes, y, 0), bytes, 1, kind, HERE, NULL, false);
}
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x_bytes, size_t y, size_t bytes,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_side(flat(to), side_of_array(from, x_bytes, y, 0), bytes, 1, kind, HERE, stream, true);
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x_bytes, size_t to_y, cudaArray_const_t from,
                                   size_t x_bytes, size_t y, size_t bytes, enum cudaMemcpyKind kind) {
  return copy_side(side_of_array(to, to_x_bytes, to_y, 0), side_of_array(from, x_bytes, y, 0), bytes, 1, kind,
                   HERE, NULL, false);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent) {
  if (!pointer) return api_done(cudaErrorInvalidValue);
  size_t pitch = (extent.width + 511) / 512 * 512;
  *pointer = make_cudaPitchedPtr(NULL, pitch, extent.width, extent.height);
  return api_allocate(&pointer->ptr, pitch * extent.height * extent.depth, HERE);
}
static cudaError_t set_3d(struct cudaPitchedPtr p, int value, struct cudaExtent extent, uint32_t pc,
                          cudaStream_t stream, bool async) {
  cudaError_t e = cudaSuccess;
  for (size_t z = 0; z < extent.depth && !e; z++)
    e = api_set_rows((char *)p.ptr + z * p.ysize * p.pitch, p.pitch, value, extent.width, extent.height, pc,
                     stream, async);
  return e;
}
cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent) {
  return set_3d(p, value, extent, HERE, NULL, false);
}
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
  return set_3d(p, value, extent, HERE, stream, true);
}

cudaError_t api_block_of(const struct cudaMemcpy3DParms *p, struct block *block) {
  const struct cudaArray *any = p->srcArray ? p->srcArray : p->dstArray;
  bool two = (p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr);
  if (two || !(p->srcArray || p->srcPtr.ptr) || !(p->dstArray || p->dstPtr.ptr)) return cudaErrorInvalidValue;
  uint64_t unit =
      any ? any->element : 1; // where an array takes part, positions in it and extents count elements
  struct side from = {(uint64_t)p->srcPtr.ptr + p->srcPos.x, p->srcPtr.pitch,
                      p->srcPtr.pitch * p->srcPtr.ysize};
  struct side to = {(uint64_t)p->dstPtr.ptr + p->dstPos.x, p->dstPtr.pitch,
                    p->dstPtr.pitch * p->dstPtr.ysize};
  from.at += p->srcPos.y * from.pitch + p->srcPos.z * from.plane;
  to.at += p->dstPos.y * to.pitch + p->dstPos.z * to.plane;
  struct cudaExtent bytes = p->extent;
  bytes.width *= unit;
  if (p->srcArray) {
    if (!fits(p->srcArray, p->srcPos.x * unit, bytes.width, p->srcPos.y, bytes.height))
      return cudaErrorInvalidValue;
    from = side_of_array(p->srcArray, p->srcPos.x * unit, p->srcPos.y, p->srcPos.z);
  }
  if (p->dstArray) {
    if (!fits(p->dstArray, p->dstPos.x * unit, bytes.width, p->dstPos.y, bytes.height))
      return cudaErrorInvalidValue;
    to = side_of_array(p->dstArray, p->dstPos.x * unit, p->dstPos.y, p->dstPos.z);
  }
  *block = block_of(to, from, bytes);
  return cudaSuccess;
}
static cudaError_t copy_3d(const struct cudaMemcpy3DParms *p, uint32_t pc, cudaStream_t stream, bool async) {
  struct block b;
  cudaError_t e = api_block_of(p, &b);
  return e ? api_done(e) : api_copy_block(&b, p->kind, pc, stream, async);
}
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy) {
  return copy_3d(copy, HERE, NULL, false);
}
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream) {
  return copy_3d(copy, HERE, stream, true);
}

// ---- objects ----

static cudaError_t new_object(unsigned long long *object, const struct cudaResourceDesc *r,
                              const struct texture *model) {
  struct texture *t = malloc(sizeof *t);
  if (!t) return api_done(cudaErrorMemoryAllocation);
  *t = *model;
  if (r->resType == cudaResourceTypeArray) {
    const struct cudaArray *a = r->res.array.array;
    t->data = a->data, t->pitch = a->pitch, t->desc = a->desc;
    t->size[0] = a->extent.width, t->size[1] = at_least_1(a->extent.height),
    t->size[2] = at_least_1(a->extent.depth);
  } else if (r->resType == cudaResourceTypeLinear) {
    t->data = (uint64_t)r->res.linear.devPtr, t->desc = r->res.linear.desc,
    t->pitch = r->res.linear.sizeInBytes;
    t->size[0] = t->pitch / at_least_1(element_bytes(&t->desc)), t->size[1] = t->size[2] = 1;
  } else if (r->resType == cudaResourceTypePitch2D) {
    t->data = (uint64_t)r->res.pitch2D.devPtr, t->desc = r->res.pitch2D.desc,
    t->pitch = r->res.pitch2D.pitchInBytes;
    t->size[0] = r->res.pitch2D.width, t->size[1] = r->res.pitch2D.height, t->size[2] = 1;
  } else {
    return free(t), api_done(cudaErrorNotSupported); // mipmapped arrays
  }
  t->element = element_bytes(&t->desc);
  t->plane = t->pitch * t->size[1];
  t->of = *r;
  *object = (unsigned long long)(uintptr_t)t;
  return api_done(cudaSuccess);
}
// The description stays: a kernel that uses the object later is told so.
static cudaError_t end_object(unsigned long long object) {
  if (!object) return api_done(cudaErrorInvalidValue);
  ((struct texture *)(uintptr_t)object)->dead = true;
  return api_done(cudaSuccess);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc,
                                    const struct cudaResourceViewDesc *view) {
  if (!texture || !resource || !desc) return api_done(cudaErrorInvalidValue);
  if (view) return api_done(cudaErrorNotSupported);
  cudaError_t e = new_object(texture, resource, &(struct texture){.how = *desc});
  const struct texture *t = (const struct texture *)(uintptr_t)*texture;
  if (e || desc->filterMode == cudaFilterModePoint) return e;
  bool as_float = t->desc.f == cudaChannelFormatKindFloat || desc->readMode == cudaReadModeNormalizedFloat;
  return api_done(as_float ? cudaSuccess
                           : cudaErrorInvalidFilterSetting); // whole numbers are not interpolated
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return end_object(texture);
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource) {
  if (!surface || !resource || resource->resType != cudaResourceTypeArray)
    return api_done(cudaErrorInvalidValue);
  return new_object(surface, resource, &(struct texture){.dead = false});
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return end_object(surface);
}
static const struct texture *object_of(unsigned long long object) {
  const struct texture *t = (const struct texture *)(uintptr_t)object;
  return t && !t->dead ? t : NULL;
}
static cudaError_t resource_of(struct cudaResourceDesc *desc, unsigned long long object) {
  if (!desc || !object_of(object)) return api_done(cudaErrorInvalidValue);
  *desc = object_of(object)->of;
  return api_done(cudaSuccess);
}
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *desc, cudaTextureObject_t texture) {
  return resource_of(desc, texture);
}
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *desc, cudaSurfaceObject_t surface) {
  return resource_of(desc, surface);
}
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t texture) {
  if (!desc || !object_of(texture)) return api_done(cudaErrorInvalidValue);
  *desc = object_of(texture)->how;
  return api_done(cudaSuccess);
}
