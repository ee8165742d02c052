#include "probe.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool probe_under_valgrind(void) { return RUNNING_ON_VALGRIND != 0; }
void probe_zero_instructions(void) { CALLGRIND_ZERO_STATS; }
void probe_dump_instructions(void) { CALLGRIND_DUMP_STATS_AT("measured"); }
#else
bool probe_under_valgrind(void) { return false; }
void probe_zero_instructions(void) {}
void probe_dump_instructions(void) {}
#endif
