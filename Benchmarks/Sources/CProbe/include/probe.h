#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Counts what is allocated from now on, in every thread, by every library of the process.
void probe_count_allocations(bool on);
/// The number of calls of malloc, calloc, realloc and their aligned variants while counting was on.
uint64_t probe_allocations(void);

/// Whether the process runs under valgrind.
bool probe_under_valgrind(void);
/// Forgets the instructions counted so far, in every thread.
void probe_zero_instructions(void);
/// Writes the instructions counted since to callgrind's output file.
void probe_dump_instructions(void);

/// Uses a number at no cost, so that the compiler cannot leave out what made it.
static inline void probe_take(long value) { __asm__ volatile("" : : "r"(value)); }
