// Cycles of an H200: a basic block's instructions one after another, loads, a shuffle. Made by grading/model/constants.py --write from
// grading/model/h200.json.
#ifndef EMU_MODEL_LATENCIES_H
#define EMU_MODEL_LATENCIES_H

enum {
  CYCLES_BLOCK = 13,
  CYCLES_L1 = 63,
  CYCLES_L2 = 283,
  CYCLES_SHARED = 29,
  CYCLES_SHUFFLE = 36,
};

#endif
