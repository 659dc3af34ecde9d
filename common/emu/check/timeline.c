// The running block's timeline.
#include "check/timeline.h"
#include "check/order.h"

static struct timeline first_timeline;
struct timeline *T = &first_timeline;
uint32_t resumed_epoch;

uint32_t order_epoch(void) {
  return M.epoch == M.block_epoch && resumed_epoch ? resumed_epoch : M.epoch;
}
