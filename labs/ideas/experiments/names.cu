// The emulator's counters and their names in Nsight Compute, from the emulator itself.
//
//   build/bin/emucc labs/ideas/experiments/names.cu -o names && ./names
#include <cstdio>
#include <emu/emu.h>

int main() {
  for (int i = 0; i < EMU_COUNTER_COUNT; i++)
    if (*emu_counter_ncu(i)) printf("%-24s %s\n", emu_metric_name(i), emu_counter_ncu(i));
}
