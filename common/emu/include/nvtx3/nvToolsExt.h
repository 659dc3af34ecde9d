// Marks for NVIDIA's profilers: nothing listens to them here.
#ifndef EMU_NVTX_H
#define EMU_NVTX_H

#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION                  3
#define NVTX_LOAD_SEQUENCE_VERSION    2
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB } nvtxColorType_t;
typedef enum { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE } nvtxMessageType_t;
typedef uint64_t nvtxRangeId_t;
typedef struct {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
  } payload;
  int32_t messageType;
  union {
    const char *ascii;
    const wchar_t *unicode;
  } message;
} nvtxEventAttributes_t;

static inline int nvtxRangePushA(const char *) {
  return 0;
}
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *) {
  return 0;
}
static inline int nvtxRangePop(void) {
  return 0;
}
static inline nvtxRangeId_t nvtxRangeStartA(const char *) {
  return 1;
}
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *) {
  return 1;
}
static inline void nvtxRangeEnd(nvtxRangeId_t) {}
static inline void nvtxMarkA(const char *) {}
static inline void nvtxMarkEx(const nvtxEventAttributes_t *) {}
static inline void nvtxNameOsThreadA(uint32_t, const char *) {}
static inline void nvtxNameCategoryA(uint32_t, const char *) {}
#define nvtxRangePush    nvtxRangePushA
#define nvtxRangeStart   nvtxRangeStartA
#define nvtxMark         nvtxMarkA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCategory nvtxNameCategoryA

#endif
