#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// Variadic functions, which Swift cannot call.

/// Starts a daemon on 127.0.0.1 and nowhere else; NULL with `*error` set when that fails.
static inline struct MHD_Daemon *shim_start_on_loopback(
    uint16_t port, unsigned int connections, void *context,
    void *(*begin)(void *, const char *, struct MHD_Connection *),
    MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback end, int *error) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    errno = 0;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, port, NULL, NULL, handle, context,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
        MHD_OPTION_URI_LOG_CALLBACK, begin, context,
        MHD_OPTION_NOTIFY_COMPLETED, end, context,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(64 * 1024),
        MHD_OPTION_END);
    *error = daemon ? 0 : errno;
    return daemon;
}

/// The port the daemon listens on.
static inline uint16_t shim_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/// The descriptor of the connection, or -1.
static inline int shim_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// Ends the connection with a reset, at once; the library then finds it dead.
static inline void shim_reset(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
    if (info) connect(info->connect_fd, &nowhere, sizeof nowhere);
}

/// Marks a response as one of HTTP/1.0, whose body ends with the connection.
static inline void shim_end_body_by_close(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_RESPONSE, MHD_RO_END);
}

static const uint64_t shim_unknown_size = MHD_SIZE_UNKNOWN;
static const ssize_t shim_cut_body = MHD_CONTENT_READER_END_WITH_ERROR;
static const ssize_t shim_end_body = MHD_CONTENT_READER_END_OF_STREAM;
