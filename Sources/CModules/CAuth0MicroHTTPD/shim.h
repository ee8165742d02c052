#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// Variadic functions, which Swift cannot call.

/// Listens on an address; -1 with `errno` when that fails.
static inline int shim_listen(const struct sockaddr *address, socklen_t size) {
    int descriptor = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    int yes = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (address->sa_family == AF_INET6) {
        // The address for all addresses of IPv6 is one for those of IPv4, too.
        int only = !IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)address)->sin6_addr);
        setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof only);
    }
    if (bind(descriptor, address, size) == 0 && listen(descriptor, SOMAXCONN) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

/// Closes a socket unless a failed start of a daemon has closed it: its number may belong to another file by now.
static inline void shim_close_unless_other(int descriptor, const struct stat *identity) {
    struct stat now;
    if (fstat(descriptor, &now) != 0) return;
    if (now.st_dev == identity->st_dev && now.st_ino == identity->st_ino) close(descriptor);
}

/// Starts a daemon on a literal address and nowhere else; NULL with `*error` set when that fails.
///
/// With a certificate and its key in PEM, which the library copies, the daemon accepts only TLS.
static inline struct MHD_Daemon *shim_start(
    const char *address, uint16_t port, const char *certificate, const char *key, unsigned int connections,
    unsigned int idle_seconds, void *context, void *(*begin)(void *, const char *, struct MHD_Connection *),
    MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback end, MHD_NotifyConnectionCallback connection,
    int *error) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    const struct sockaddr *socket_address = (struct sockaddr *)&four;
    socklen_t size = sizeof four;
    if (inet_pton(AF_INET, address, &four.sin_addr) != 1) {
        if (inet_pton(AF_INET6, address, &six.sin6_addr) != 1) {
            *error = EINVAL;
            return NULL;
        }
        socket_address = (struct sockaddr *)&six;
        size = sizeof six;
        flags |= IN6_IS_ADDR_UNSPECIFIED(&six.sin6_addr) ? MHD_USE_DUAL_STACK : MHD_USE_IPv6;
    }
    // libmicrohttpd 1.0 closes its own socket twice when it cannot bind it, and reports no reason.
    int listener = shim_listen(socket_address, size);
    struct stat identity;
    if (listener < 0 || fstat(listener, &identity) != 0) {
        *error = errno;
        return NULL;
    }
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate}, {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_END, 0, NULL}};
    if (certificate) flags |= MHD_USE_TLS;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, port, NULL, NULL, handle, context,
        MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_URI_LOG_CALLBACK, begin, context,
        MHD_OPTION_NOTIFY_COMPLETED, end, context,
        MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(64 * 1024),
        MHD_OPTION_ARRAY, certificate ? tls : tls + 2,
        MHD_OPTION_END);
    *error = 0;
    if (!daemon) shim_close_unless_other(listener, &identity);
    return daemon;
}

/// The port the daemon listens on.
static inline uint16_t shim_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_LISTEN_FD);
    struct sockaddr_in6 address;
    socklen_t size = sizeof address;
    // Both kinds of addresses have the port in the same place.
    if (!info || getsockname(info->listen_fd, (struct sockaddr *)&address, &size) != 0) return 0;
    return ntohs(address.sin6_port);
}

/// The descriptor of the connection, or -1.
static inline int shim_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// The literal address of the client in a buffer, one of IPv4 in its own form; NULL if it is unknown.
static inline const char *shim_client(struct MHD_Connection *connection, char *buffer, socklen_t size) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr) return NULL;
    if (info->client_addr->sa_family == AF_INET)
        return inet_ntop(AF_INET, &((const struct sockaddr_in *)info->client_addr)->sin_addr, buffer, size);
    if (info->client_addr->sa_family != AF_INET6) return NULL;
    const struct in6_addr *six = &((const struct sockaddr_in6 *)info->client_addr)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(six)) return inet_ntop(AF_INET, six->s6_addr + 12, buffer, size);
    return inet_ntop(AF_INET6, six, buffer, size);
}

static const uint32_t shim_connection_started = MHD_CONNECTION_NOTIFY_STARTED;

/// Ends the reading and writing of a connection; the library detects its end.
static inline void shim_shut_down(int descriptor) { shutdown(descriptor, SHUT_RDWR); }

/// Ends the connection with a reset; the library detects that.
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
