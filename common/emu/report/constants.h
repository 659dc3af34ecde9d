// The constants of devices that were measured. Made by grading/model/constants.py --write from grading/model/*.json.
#ifndef EMU_REPORT_CONSTANTS_H
#define EMU_REPORT_CONSTANTS_H

#include "report/modelled.h"

static const struct measured_device {
  const char *key, *basis;
  struct model_constants constants;
} measured_devices[] = {
    {"h200", "on the 72 timed stages of the labs it was off by 414152 % on average, 315566 % in the middle, 4761396 % at worst",
     {
         .dram_read_line = 2.582e-11,
         .dram_read_sector = 6.238e-13,
         .dram_write_sector = 7.397e-12,
         .dram_turn = 1.659e-12,
         .dram_fill_sector = 5.784e-11,
         .l2_load_line = 4.131e-12,
         .l2_load_sector = 2.586e-12,
         .l2_store_line = 9.286e-12,
         .l2_store_sector = 5.378e-12,
         .l1_line = 3.853e-12,
         .shared_wavefront = 3.891e-12,
         .shared_atomic_step = 4.186e-12,
         .shuffle = 3.879e-12,
         .slot = 9.989e-13,
         .slots_a_block = 3.561,
         .slots_a_request = 2.453,
         .fp32_op = 1.561e-14,
         .tensor_op = 1.575e-15,
         .barrier_warp = 9.329e-12,
         .atomic_sector = 9.853e-12,
         .atomic_step = 7.353e-10,
         .block = 6.089e-10,
         .launch = 1.368e-06,
         .dram_latency = 3.387e-07,
         .l2_latency = 1.43e-07,
         .l1_latency = 3.166e-08,
         .shared_latency = 1.472e-08,
         .shuffle_latency = 1.818e-08,
         .barrier_latency = 2.7e-08,
         .slot_latency = 2.039e-09,
     }},
    {0},
};

#endif
