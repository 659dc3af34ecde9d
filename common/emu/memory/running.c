// The state that all layers share.
#include "memory/launch.h"
#include "memory/running.h"
#include "memory/result.h"

struct running M;
struct launch L;
struct scheduler scheduler;
struct emu_report emu_the_report;
