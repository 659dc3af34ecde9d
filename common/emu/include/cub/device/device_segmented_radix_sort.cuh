// DeviceSegmentedRadixSort lies beside DeviceSegmentedSort.
#include "device_segmented_sort.cuh"
