// expect: inefficient 5_warp_shuffle warp_exchanges on emu
// fault: no shuffle: 8 lanes each add up the words before their own, and 64 sums of eights are made in the same way.
#define ROW 8
#include "rows_by_loads.cuh"
