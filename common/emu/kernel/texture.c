// What a kernel reads through textures and reaches through surfaces, by the appendix "Texture fetching" of the CUDA
// programming guide. Each texel is checked and counted as a load from global memory.
#include "check/hazard.h"
#include "kernel/access.h"
#include "kernel/small_float.h"
#include "memory/running.h"
#include "memory/texture.h"
#include <math.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

// Four components of 32 bits, in two registers.
struct texel {
  uint32_t part[4];
};
struct emu_texel {
  uint64_t low, high;
};

static const struct texture *object(unsigned long long handle, const char *what, uint32_t pc) {
  const struct texture *t = (const struct texture *)(uintptr_t)handle;
  if (t && !t->dead) return t;
  hazard(EMU_HAZARD_FAULT, site_self(pc), NULL,
         "create it before the launch, and destroy it after a cudaDeviceSynchronize()",
         t ? "the %s object has been destroyed" : "the %s object is 0: none was created", what);
  launch_give_up();
}

static float normalised(uint32_t raw, int bits, bool sign) {
  float most = (float)((1ull << (bits - sign)) - 1);
  float v = sign ? (float)((int32_t)(raw << (32 - bits)) >> (32 - bits)) / most : (float)raw / most;
  return v < -1 ? -1 : v;
}

static struct texel decoded(const struct texture *t, const unsigned char *bytes) {
  const int bits[4] = {t->desc.x, t->desc.y, t->desc.z, t->desc.w};
  struct texel r = {{0}};
  for (int i = 0; i < 4 && bits[i]; i++) {
    uint32_t raw = 0;
    memcpy(&raw, bytes + i * bits[i] / 8, (size_t)bits[i] / 8);
    bool sign = t->desc.f == cudaChannelFormatKindSigned;
    float f;
    if (t->desc.f == cudaChannelFormatKindFloat && bits[i] == 16) {
      f = emu_half_to_float((uint16_t)raw);
      memcpy(&raw, &f, 4);
    } else if (t->desc.f != cudaChannelFormatKindFloat && t->how.readMode == cudaReadModeNormalizedFloat &&
               bits[i] < 32) {
      f = normalised(raw, bits[i], sign);
      memcpy(&raw, &f, 4);
    } else if (sign && bits[i] < 32) {
      raw = (uint32_t)((int32_t)(raw << (32 - bits[i])) >> (32 - bits[i]));
    }
    r.part[i] = raw;
  }
  return r;
}

// The element that an index along an axis stands for; -1: the border.
static int64_t addressed(const struct texture *t, int axis, int64_t i) {
  int64_t n = (int64_t)t->size[axis];
  enum cudaTextureAddressMode mode = t->how.addressMode[axis];
  if (i >= 0 && i < n) return i;
  if (mode == cudaAddressModeBorder) return -1;
  if (t->how.normalizedCoords && mode == cudaAddressModeWrap) return (i % n + n) % n;
  if (t->how.normalizedCoords && mode == cudaAddressModeMirror) {
    i = (i % (2 * n) + 2 * n) % (2 * n);
    return i < n ? i : 2 * n - 1 - i;
  }
  return i < 0 ? 0 : n - 1;
}

static struct texel fetched(const struct texture *t, const int64_t at[3], uint32_t pc) {
  struct texel border;
  memcpy(&border, t->how.borderColor, sizeof border);
  if (at[0] < 0 || at[1] < 0 || at[2] < 0) return border;
  uint64_t address =
      t->data + (uint64_t)at[2] * t->plane + (uint64_t)at[1] * t->pitch + (uint64_t)at[0] * t->element;
  unsigned char bytes[16];
  touch_range(address, t->element, TOUCH_LOAD, pc);
  memcpy(bytes, (const void *)address, t->element);
  return decoded(t, bytes);
}

static struct emu_texel packed(struct texel r) {
  struct emu_texel two;
  memcpy(&two, &r, sizeof two);
  return two;
}

// Of linear memory by the element's number; outside it is 0.
struct emu_texel emu_texture_at(unsigned long long handle, int i) {
  const struct texture *t = object(handle, "texture", HERE);
  if (i < 0 || (uint64_t)i >= t->size[0]) return (struct emu_texel){0, 0};
  return packed(fetched(t, (const int64_t[3]){i, 0, 0}, HERE));
}

// A mean of texels of 8 bits, read as a fraction, is a fraction of 16 bits (seen on an H200).
static float as_filtered(const struct texture *t, float mean, int i) {
  const int bits[4] = {t->desc.x, t->desc.y, t->desc.z, t->desc.w};
  bool fraction =
      t->how.readMode == cudaReadModeNormalizedFloat && t->desc.f == cudaChannelFormatKindUnsigned;
  return fraction && bits[i] == 8 ? rintf(mean * 65535) / 65535 : mean;
}

// By coordinates along `axes` axes, in the layer (0 without layers). Weights have 8 bits behind the point.
struct emu_texel emu_texture(unsigned long long handle, int axes, int layer, float x, float y, float z) {
  const struct texture *t = object(handle, "texture", HERE);
  const float given[3] = {x, y, z};
  bool linear = t->how.filterMode == cudaFilterModeLinear;
  int64_t low[3] = {0, 0, 0};
  float part[3] = {0, 0, 0}, sum[4] = {0};
  for (int a = 0; a < axes; a++) {
    float at = given[a];
    if (t->how.normalizedCoords) at *= (float)t->size[a];
    if (linear) at -= 0.5f;
    low[a] = (int64_t)floorf(at);
    if (linear) part[a] = rintf((at - floorf(at)) * 256) / 256;
  }
  for (int corner = 0; corner < (linear ? 1 << axes : 1); corner++) {
    int64_t at[3] = {0, 0, 0};
    float weight = 1, value[4];
    for (int a = 0; a < axes; a++) {
      int up = corner >> a & 1;
      at[a] = addressed(t, a, low[a] + up);
      weight *= up ? part[a] : 1 - part[a];
    }
    if (axes < 3 && layer) at[axes == 1 && t->size[2] == 1 ? 1 : 2] = layer < 0 ? 0 : layer;
    struct texel r = fetched(t, at, HERE);
    if (!linear) return packed(r);
    memcpy(value, &r, sizeof value);
    for (int i = 0; i < 4; i++) sum[i] += weight * value[i];
  }
  for (int i = 0; i < 4; i++) sum[i] = as_filtered(t, sum[i], i);
  struct texel r;
  memcpy(&r, sum, sizeof r);
  return packed(r);
}

// Where an element of a surface lies; 0: outside, and the access is left out.
void *emu_surface(unsigned long long handle, int x_bytes, int y, int z, int bytes, int mode) {
  const struct texture *t = object(handle, "surface", HERE);
  int64_t width = (int64_t)t->pitch, h = (int64_t)t->size[1], d = (int64_t)t->size[2],
          at[3] = {x_bytes, y, z};
  bool inside = x_bytes >= 0 && x_bytes + bytes <= width && y >= 0 && y < h && z >= 0 && z < d;
  if (!inside && mode == cudaBoundaryModeZero) return NULL;
  if (!inside && mode == cudaBoundaryModeTrap) {
    hazard(EMU_HAZARD_FAULT, site_self(HERE), NULL, "x counts bytes: the column times the size of an element",
           "the surface has %lld bytes in a row, %lld rows and %lld planes; the access is at byte %d, row "
           "%d, plane %d",
           (long long)width, (long long)h, (long long)d, x_bytes, y, z);
    launch_give_up();
  }
  const int64_t most[3] = {width - bytes, h - 1, d - 1};
  for (int a = 0; a < 3; a++) at[a] = at[a] < 0 ? 0 : at[a] > most[a] ? most[a] : at[a];
  return (void *)(t->data + (uint64_t)at[2] * t->plane + (uint64_t)at[1] * t->pitch + (uint64_t)at[0]);
}
