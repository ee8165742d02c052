// Macros, variadic functions, enumerations and GNU extensions that Swift's Glibc module does not have.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int auth0_open_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int auth0_open_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// By number, because an include of <sys/socket.h> would remove its enumerations from the Glibc module.
static inline int auth0_accept(int listener, int is_waiting) {
    return (int)syscall(SYS_accept4, listener, NULL, NULL, O_CLOEXEC | (is_waiting ? 0 : O_NONBLOCK));
}

// A process as a descriptor, which is ready to be read when the process has ended; -1 on Linux before 5.3.
static inline int auth0_open_process(int process) { return (int)syscall(434, process, 0); }

// F_OFD_SETLK, which is for GNU sources: a lock that belongs to an open file, not to the process.
static const int auth0_set_open_file_lock = 37;

// Opens a folder as a part of paths, without the right to list it.
static const int auth0_open_path_only = __O_PATH;

// POSIX_SPAWN_SETSID, which is for GNU sources: a new session, which Ctrl-C in this terminal does not reach.
static const int auth0_spawn_set_session = 0x80;
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// Without core dumps and debuggers of the same user; and whether the process has them.
static inline int auth0_make_nondumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
static inline int auth0_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 1; }

static inline void auth0_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// Whether the process has more rights than the user who started it, so that the environment is not trusted.
static inline int auth0_is_set_user_id(void) { return getauxval(AT_SECURE) != 0; }

// A variable of the environment, but not for a set-user-ID program; an empty one is none.
static inline const char *auth0_environment(const char *name) {
    const char *value = auth0_is_set_user_id() ? NULL : getenv(name);
    return value && *value ? value : NULL;
}

// Gives this thread a new network without an active interface, for tests.
static inline int auth0_leave_network(void) { return (int)syscall(SYS_unshare, 0x40000000); }

// The number of columns of a terminal; 0 if it is unknown or the file is no terminal.
static inline int auth0_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// A new terminal, for tests: the side of the display, and the side of programs; -1 when the system has none.
extern int posix_openpt(int), grantpt(int), unlockpt(int);
static inline int auth0_open_terminal(unsigned short columns, int *guest) {
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    int host = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (host < 0) return -1;
    *guest = grantpt(host) || unlockpt(host) ? -1 : ioctl(host, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*guest >= 0 && ioctl(*guest, TIOCSWINSZ, &size) == 0) return host;
    if (*guest >= 0) close(*guest);
    close(host);
    return -1;
}
