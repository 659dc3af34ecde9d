// placeholder
#include "conv.h"
