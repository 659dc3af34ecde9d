// The state of the schedule.
#include "runtime/schedule.h"

struct schedule S;
