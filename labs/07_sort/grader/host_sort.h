// Sorting on the host for lab 07's golden results.
#ifndef LAB_07_HOST_SORT_H
#define LAB_07_HOST_SORT_H

#include <stdbool.h>
#include <stdint.h>

// Memory for `bytes` bytes and one more; without it the grader ends.
void *room(int64_t bytes);

// Stable, by the bits from `low` on.
void host_sort_u8(uint8_t *x, int64_t n, int low);
void host_sort_u16(uint16_t *x, int64_t n, int low);
void host_sort_u32(uint32_t *x, int64_t n, int low);
void host_sort_u64(uint64_t *x, int64_t n, int low);

// In sorted x, one element `old` becomes `new`.
void host_replace_u8(uint8_t *x, int64_t n, uint8_t old, uint8_t new);
void host_replace_u16(uint16_t *x, int64_t n, uint16_t old, uint16_t new);
void host_replace_u32(uint32_t *x, int64_t n, uint32_t old, uint32_t new);
void host_replace_u64(uint64_t *x, int64_t n, uint64_t old, uint64_t new);

// How many elements of sorted x are less than the key.
int64_t host_replace_u8_below(const uint8_t *x, int64_t n, uint8_t key);
int64_t host_replace_u16_below(const uint16_t *x, int64_t n, uint16_t key);
int64_t host_replace_u32_below(const uint32_t *x, int64_t n, uint32_t key);
int64_t host_replace_u64_below(const uint64_t *x, int64_t n, uint64_t key);

// A float's or a signed integer's bits as an unsigned number of the same order, and back.
uint32_t ordered(uint32_t bits, bool is_float);
uint32_t unordered(uint32_t number, bool is_float);

#endif
