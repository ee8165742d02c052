// A library that `scripts/test` loads into the test process: it aborts at a descriptor that is closed twice.
//
// The second `close` ends a file or a connection of another test, when its number was given away in between, and that
// test waits for ever or fails with a reason of its own.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pid_t tests;

__attribute__((constructor)) static void begin(void) {
    char program[4096] = "";
    ssize_t count = readlink("/proc/self/exe", program, sizeof program - 1);
    // Not in `swift test`, and not in the programs that tests start.
    if (count < 7 || strcmp(program + count - 7, ".xctest") != 0) return;
    tests = getpid();
    char *value = getenv("LD_PRELOAD");
    if (!value) return;
    unsetenv("LD_PRELOAD");
    // Tests give their programs the initial environment, which is in memory as it came.
    memset(value - strlen("LD_PRELOAD="), 0, strlen("LD_PRELOAD=") + strlen(value));
}

int close(int descriptor) {
    int result = (int)syscall(SYS_close, descriptor);
    // A forked child closes every number that may be open.
    if (result == 0 || errno != EBADF || descriptor < 0 || getpid() != tests) return result;
    void *frames[32];
    dprintf(STDERR_FILENO, "error: descriptor %d is closed twice; resolve the addresses with addr2line -f:\n", descriptor);
    backtrace_symbols_fd(frames, backtrace(frames, 32), STDERR_FILENO);
    abort();
}
