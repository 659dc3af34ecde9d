// base
#include "sort.h"
