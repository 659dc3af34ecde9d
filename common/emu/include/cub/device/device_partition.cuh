// DevicePartition lies beside DeviceSelect.
#include "device_select.cuh"
