// Arrays, texture and surface objects, and copies in three dimensions. An array lies in device memory as rows without gaps;
// a GPU arranges it in a way of its own, which no program can see.
#include "api/copy.h"
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

// One side of a copy of blocks: planes of rows.
struct side {
  uint64_t at, pitch, plane;
};

static cudaError_t copy_block(struct side to, struct side from, struct cudaExtent bytes,
                              enum cudaMemcpyKind kind, uint32_t pc) {
  cudaError_t e = cudaSuccess;
  for (size_t z = 0; z < bytes.depth; z++)
    for (size_t y = 0; y < bytes.height && !e; y++)
      e = api_copy((void *)(to.at + z * to.plane + y * to.pitch),
                   (const void *)(from.at + z * from.plane + y * from.pitch), bytes.width, kind, pc);
  return e;
}

static struct side side_of_array(const struct cudaArray *a, uint64_t x_bytes, uint64_t y, uint64_t z) {
  uint64_t plane = a->pitch * at_least_1(a->extent.height);
  return (struct side){a->data + z * plane + y * a->pitch + x_bytes, a->pitch, plane};
}
static bool fits(const struct cudaArray *a, uint64_t x_bytes, uint64_t width, uint64_t y, uint64_t height) {
  return x_bytes + width <= a->pitch && y + height <= at_least_1(a->extent.height);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
  if (width > pitch && height > 1) return api_done(cudaErrorInvalidPitchValue);
  if (!fits(to, x_bytes, width, y, height)) return api_done(cudaErrorInvalidValue);
  return copy_block(side_of_array(to, x_bytes, y, 0), (struct side){(uint64_t)from, pitch, 0},
                    make_cudaExtent(width, height, 1), kind, HERE);
}
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x_bytes, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind) {
  if (width > pitch && height > 1) return api_done(cudaErrorInvalidPitchValue);
  if (!fits(from, x_bytes, width, y, height)) return api_done(cudaErrorInvalidValue);
  return copy_block((struct side){(uint64_t)to, pitch, 0}, side_of_array(from, x_bytes, y, 0),
                    make_cudaExtent(width, height, 1), kind, HERE);
}
// So many bytes on from a place, over the ends of rows.
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind) {
  return api_copy((void *)side_of_array(to, x_bytes, y, 0).at, from, bytes, kind, HERE);
}
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x_bytes, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
  return api_copy(to, (const void *)side_of_array(from, x_bytes, y, 0).at, bytes, kind, HERE);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent) {
  if (!pointer) return api_done(cudaErrorInvalidValue);
  size_t pitch = (extent.width + 511) / 512 * 512;
  *pointer = make_cudaPitchedPtr(NULL, pitch, extent.width, extent.height);
  return api_allocate(&pointer->ptr, pitch * extent.height * extent.depth, HERE);
}
cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent) {
  cudaError_t e = cudaSuccess;
  for (size_t row = 0; row < extent.height * extent.depth && !e; row++) {
    size_t y = row % extent.height, z = row / extent.height;
    e = api_set((char *)p.ptr + (z * p.ysize + y) * p.pitch, value, extent.width, HERE);
  }
  return e;
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
  cudaError_t e = cudaSuccess;
  for (size_t z = 0; z < extent.depth && !e; z++)
    e = cudaMemset2DAsync((char *)p.ptr + z * p.ysize * p.pitch, p.pitch, value, extent.width, extent.height,
                          stream);
  return e;
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *p, uint32_t pc) {
  const struct cudaArray *any = p->srcArray ? p->srcArray : p->dstArray;
  bool two = (p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr);
  if (two || !(p->srcArray || p->srcPtr.ptr) || !(p->dstArray || p->dstPtr.ptr))
    return api_done(cudaErrorInvalidValue);
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
      return api_done(cudaErrorInvalidValue);
    from = side_of_array(p->srcArray, p->srcPos.x * unit, p->srcPos.y, p->srcPos.z);
  }
  if (p->dstArray) {
    if (!fits(p->dstArray, p->dstPos.x * unit, bytes.width, p->dstPos.y, bytes.height))
      return api_done(cudaErrorInvalidValue);
    to = side_of_array(p->dstArray, p->dstPos.x * unit, p->dstPos.y, p->dstPos.z);
  }
  return copy_block(to, from, bytes, p->kind, pc);
}
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy) {
  return copy_3d(copy, HERE);
}
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream) {
  (void)stream;
  return copy_3d(copy, HERE);
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
