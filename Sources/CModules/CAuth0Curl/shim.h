// The variadic functions and macros of libcurl, which Swift cannot call, as typed functions.
// The calls of OpenSSL reset the settings that libcurl takes from the environment. Other
// code asks the TLS library only how much input it has decrypted, for libpq.
#pragma once

#include "../CAuth0OpenSSL/start.h"
#include <curl/curl.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "auth0-streams needs libcurl 7.80 or later: install libcurl4-openssl-dev (Debian, Ubuntu) or libcurl-devel"
#endif

// The oldest libcurl with which a program works: the one that has the options it was compiled with.
#if LIBCURL_VERSION_NUM >= 0x075700
#define AUTH0_CURL_OLDEST 0x075700
static inline const char *auth0_curl_oldest(void) { return "7.87"; }
#else
#define AUTH0_CURL_OLDEST 0x075000
static inline const char *auth0_curl_oldest(void) { return "7.80"; }
#endif

// ---- The options of a handle that never change ----

typedef struct auth0_curl_settings {
    const char *proxy;            // "" means none; never NULL, which means "ask the environment"
    const char *proxy_user;       // or NULL
    const char *proxy_password;   // or NULL
    const char *no_proxy;         // "*" means no proxy for any host
    const char *ca_file;          // or NULL
    const char *ca_directory;     // or NULL
    const char *client_certificate;
    const char *client_key;
    const char *client_key_password;
    const char *user_agent;       // or NULL
    long connect_timeout_ms;
    long buffer_size;
    CURLSH *share;                // TLS sessions of one engine, or NULL
} auth0_curl_settings;

typedef struct auth0_curl_callbacks {
    void *context;                // the argument of each of them
    curl_write_callback header;
    curl_write_callback body;
    curl_prereq_callback ready;
    curl_resolver_start_callback resolving;
    curl_opensocket_callback open_socket;
    void *socket_context;         // the argument of close_socket; outlives the handle, because connections keep it
    curl_closesocket_callback close_socket;
    curl_xferinfo_callback progress;  // or NULL
} auth0_curl_callbacks;

// Refuses a certificate whose only host is its common name, which libcurl compares if there is no alternative name.
// RFC 9525, section 2.
static inline int auth0_curl_require_names(int is_valid, X509_STORE_CTX *chain) {
    if (!is_valid || X509_STORE_CTX_get_error_depth(chain) != 0) return is_valid;
    X509 *certificate = X509_STORE_CTX_get_current_cert(chain);
    GENERAL_NAMES *names = (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    int is_named = 0;
    for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
        int type = sk_GENERAL_NAME_value(names, i)->type;
        if (type == GEN_DNS || type == GEN_IPADD) is_named = 1;
    }
    GENERAL_NAMES_free(names);
    if (!is_named) X509_STORE_CTX_set_error(chain, X509_V_ERR_HOSTNAME_MISMATCH);
    return is_named;
}

// Resets the settings that OPENSSL_CONF and SSLKEYLOGFILE can change, and checks the names of certificates. libcurl
// calls it last, before it creates the SSL.
static inline CURLcode auth0_curl_harden(CURL *easy, void *context, void *parameter) {
    (void)easy;
    (void)parameter;
    SSL_CTX *tls = (SSL_CTX *)context;
    SSL_CTX_set_keylog_callback(tls, NULL);
    SSL_CTX_set_verify(tls, SSL_VERIFY_PEER, auth0_curl_require_names);
    if (SSL_CTX_get_security_level(tls) < 2) SSL_CTX_set_security_level(tls, 2);
    if (SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION) != 1) return CURLE_SSL_CONNECT_ERROR;
    return CURLE_OK;
}

static inline CURLcode auth0_curl_set_constants(
    CURL *easy, const auth0_curl_settings *s, const auth0_curl_callbacks *c, char *error_buffer
) {
    CURLcode failure = CURLE_OK;
#define AUTH0_SET(option, value)                                                     \
    do {                                                                             \
        CURLcode code = curl_easy_setopt(easy, option, value);                       \
        if (code != CURLE_OK && failure == CURLE_OK) failure = code;                 \
    } while (0)

    // Only the caller decides about the address and the content of a request.
    AUTH0_SET(CURLOPT_FOLLOWLOCATION, 0L);
    // Never HTTP/2: its frames keep libcurl in one call while the server sends them, which stops all transfers.
    AUTH0_SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    AUTH0_SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    AUTH0_SET(CURLOPT_PROXY, s->proxy);
    AUTH0_SET(CURLOPT_NOPROXY, s->no_proxy);
    AUTH0_SET(CURLOPT_PROXYUSERNAME, s->proxy_user);
    AUTH0_SET(CURLOPT_PROXYPASSWORD, s->proxy_password);
    AUTH0_SET(CURLOPT_PROXYAUTH, (long)CURLAUTH_BASIC);
    AUTH0_SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    AUTH0_SET(CURLOPT_UNRESTRICTED_AUTH, 0L);
    AUTH0_SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
#if AUTH0_CURL_OLDEST >= 0x075700
    AUTH0_SET(CURLOPT_REDIR_PROTOCOLS_STR, "https");
#else
    AUTH0_SET(CURLOPT_REDIR_PROTOCOLS, (long)CURLPROTO_HTTPS);
#endif
    AUTH0_SET(CURLOPT_PATH_AS_IS, 1L);
    AUTH0_SET(CURLOPT_HTTP09_ALLOWED, 0L);
    AUTH0_SET(CURLOPT_ACCEPT_ENCODING, "gzip");  // decodes responses; the header list removes the field
    AUTH0_SET(CURLOPT_USERAGENT, s->user_agent);

    // TLS: verified, 1.2 or newer; no setting of the SDK changes these.
    AUTH0_SET(CURLOPT_SSL_VERIFYPEER, 1L);
    AUTH0_SET(CURLOPT_SSL_VERIFYHOST, 2L);
    AUTH0_SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    AUTH0_SET(CURLOPT_CAINFO, s->ca_file);
    AUTH0_SET(CURLOPT_CAPATH, s->ca_directory);
    AUTH0_SET(CURLOPT_PROXY_SSL_VERIFYPEER, 1L);
    AUTH0_SET(CURLOPT_PROXY_SSL_VERIFYHOST, 2L);
    AUTH0_SET(CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    AUTH0_SET(CURLOPT_PROXY_CAINFO, s->ca_file);
    AUTH0_SET(CURLOPT_PROXY_CAPATH, s->ca_directory);
    AUTH0_SET(CURLOPT_SSLCERT, s->client_certificate);
    AUTH0_SET(CURLOPT_SSLKEY, s->client_key);
    AUTH0_SET(CURLOPT_KEYPASSWD, s->client_key_password);
    AUTH0_SET(CURLOPT_SSL_CTX_FUNCTION, auth0_curl_harden);

    // Waiting: no signals, no blocking on a resolver thread, both address families raced within the limit.
    AUTH0_SET(CURLOPT_NOSIGNAL, 1L);
    AUTH0_SET(CURLOPT_NOPROGRESS, c->progress ? 0L : 1L);
    AUTH0_SET(CURLOPT_XFERINFOFUNCTION, c->progress);
    AUTH0_SET(CURLOPT_XFERINFODATA, c->context);
    // Without it, ending a slow name resolution blocks the loop.
#if AUTH0_CURL_OLDEST >= 0x075700
    AUTH0_SET(CURLOPT_QUICK_EXIT, 1L);
#endif
    AUTH0_SET(CURLOPT_CONNECTTIMEOUT_MS, s->connect_timeout_ms);
    AUTH0_SET(CURLOPT_EXPECT_100_TIMEOUT_MS, 1L);
    AUTH0_SET(CURLOPT_MAXAGE_CONN, 50L);
    AUTH0_SET(CURLOPT_BUFFERSIZE, s->buffer_size);
    AUTH0_SET(CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
    AUTH0_SET(CURLOPT_SHARE, s->share);
    AUTH0_SET(CURLOPT_ERRORBUFFER, error_buffer);

    AUTH0_SET(CURLOPT_PRIVATE, c->context);
    AUTH0_SET(CURLOPT_HEADERFUNCTION, c->header);
    AUTH0_SET(CURLOPT_HEADERDATA, c->context);
    AUTH0_SET(CURLOPT_WRITEFUNCTION, c->body);
    AUTH0_SET(CURLOPT_WRITEDATA, c->context);
    AUTH0_SET(CURLOPT_PREREQFUNCTION, c->ready);
    AUTH0_SET(CURLOPT_PREREQDATA, c->context);
    AUTH0_SET(CURLOPT_RESOLVER_START_FUNCTION, c->resolving);
    AUTH0_SET(CURLOPT_RESOLVER_START_DATA, c->context);
    AUTH0_SET(CURLOPT_OPENSOCKETFUNCTION, c->open_socket);
    AUTH0_SET(CURLOPT_OPENSOCKETDATA, c->context);
    AUTH0_SET(CURLOPT_CLOSESOCKETFUNCTION, c->close_socket);
    AUTH0_SET(CURLOPT_CLOSESOCKETDATA, c->socket_context);
#undef AUTH0_SET
    return failure;
}

// ---- The options of a request ----

static inline CURLcode auth0_curl_set_url(CURL *easy, const char *url) {
    return curl_easy_setopt(easy, CURLOPT_URL, url);
}

static inline CURLcode auth0_curl_set_scheme(CURL *easy, int is_secure) {
#if AUTH0_CURL_OLDEST >= 0x075700
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, is_secure ? "https" : "http");
#else
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, is_secure ? (long)CURLPROTO_HTTPS : (long)CURLPROTO_HTTP);
#endif
}

static inline void auth0_curl_set_connect_timeout(CURL *easy, long milliseconds) {
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds);
}

static inline CURLcode auth0_curl_set_fields(CURL *easy, struct curl_slist *fields) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
}

// `custom` is NULL for the methods that libcurl selects: GET without a body, POST with one, HEAD.
static inline CURLcode auth0_curl_set_method(CURL *easy, const char *custom, int has_body, int is_head) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, custom);
    if (code != CURLE_OK) return code;
    code = curl_easy_setopt(easy, CURLOPT_NOBODY, 0L);
    if (code != CURLE_OK) return code;
    code = curl_easy_setopt(easy, has_body ? CURLOPT_POST : CURLOPT_HTTPGET, 1L);
    if (code != CURLE_OK || !is_head) return code;
    return curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
}

// The bytes are not copied: they must stay valid until the transfer is over. libcurl never gets NULL, for which it
// would read the body from standard input.
static inline CURLcode auth0_curl_set_body(CURL *easy, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    if (code != CURLE_OK) return code;
    return curl_easy_setopt(easy, CURLOPT_POSTFIELDS, bytes ? (const char *)bytes : "");
}

// ---- The facts of a transfer ----

static inline void *auth0_curl_context(CURL *easy) {
    char *context = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
    return context;
}

static inline long auth0_curl_request_size(CURL *easy) {
    long size = 0;
    curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &size);
    return size;
}

static inline long auth0_curl_verify_result(CURL *easy) {
    long result = 0;
    curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &result);
    return result;
}

static inline long auth0_curl_proxy_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status);
    return status;
}

// The TLS connection in use, or NULL.
static inline SSL *auth0_curl_tls(CURL *easy) {
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
    return session->backend == CURLSSLBACKEND_OPENSSL ? (SSL *)session->internals : NULL;
}

// ---- The end of a TLS connection ----

// Whether the peer has ended a connection with a close_notify alert. The connection and the caller own it together, and
// neither retains the other: libcurl frees the methods of a connection's BIO with the connection.
typedef struct auth0_tls_end {
    int owners;
    int is_closed;
} auth0_tls_end;

static inline void auth0_tls_end_release(auth0_tls_end *end) {
    if (end && __atomic_sub_fetch(&end->owners, 1, __ATOMIC_ACQ_REL) == 0) free(end);
}

static void auth0_tls_end_leave(void *tls, void *end, CRYPTO_EX_DATA *all, int index, long number, void *argument) {
    (void)tls, (void)all, (void)index, (void)number, (void)argument;
    auth0_tls_end_release((auth0_tls_end *)end);
}

static int auth0_tls_end_index = -1;
static pthread_once_t auth0_tls_end_once = PTHREAD_ONCE_INIT;

static void auth0_tls_end_start(void) {
    auth0_tls_end_index = SSL_get_ex_new_index(0, NULL, NULL, NULL, auth0_tls_end_leave);
}

static void auth0_tls_note_alert(
    int is_sent, int version, int type, const void *bytes, size_t count, SSL *tls, void *end
) {
    (void)version;
    (void)tls;
    if (is_sent || type != SSL3_RT_ALERT || count != 2) return;
    if (((const unsigned char *)bytes)[1] == SSL_AD_CLOSE_NOTIFY) ((auth0_tls_end *)end)->is_closed = 1;
}

// Observes the end of the TLS connection in use. libcurl ignores a missing close_notify, because its input BIO does not
// report an end to OpenSSL. Returns an object that the caller must release; NULL without TLS.
static inline auth0_tls_end *auth0_curl_observe_end(CURL *easy) {
    SSL *tls = auth0_curl_tls(easy);
    if (!tls || pthread_once(&auth0_tls_end_once, auth0_tls_end_start) != 0 || auth0_tls_end_index < 0) return NULL;
    auth0_tls_end *end = (auth0_tls_end *)SSL_get_ex_data(tls, auth0_tls_end_index);
    if (end) {
        __atomic_add_fetch(&end->owners, 1, __ATOMIC_RELAXED);
        return end;
    }
    end = (auth0_tls_end *)malloc(sizeof *end);
    if (!end) return NULL;
    *end = (auth0_tls_end){ .owners = 2 };
    if (SSL_set_ex_data(tls, auth0_tls_end_index, end) != 1) {
        free(end);
        return NULL;
    }
    SSL_set_msg_callback(tls, auth0_tls_note_alert);
    SSL_set_msg_callback_arg(tls, end);
    return end;
}

// ---- Multi and share handles ----

typedef struct auth0_multi_callbacks {
    void *context;
    curl_socket_callback socket;
    curl_multi_timer_callback timer;
} auth0_multi_callbacks;

static inline CURLMcode auth0_multi_set(
    CURLM *multi, const auth0_multi_callbacks *c, long per_host, long cached
) {
    CURLMcode failure = CURLM_OK;
#define AUTH0_SET(option, value)                                                     \
    do {                                                                             \
        CURLMcode code = curl_multi_setopt(multi, option, value);                    \
        if (code != CURLM_OK && failure == CURLM_OK) failure = code;                 \
    } while (0)
    AUTH0_SET(CURLMOPT_SOCKETFUNCTION, c->socket);
    AUTH0_SET(CURLMOPT_SOCKETDATA, c->context);
    AUTH0_SET(CURLMOPT_TIMERFUNCTION, c->timer);
    AUTH0_SET(CURLMOPT_TIMERDATA, c->context);
    AUTH0_SET(CURLMOPT_PIPELINING, (long)CURLPIPE_NOTHING);
    AUTH0_SET(CURLMOPT_MAX_HOST_CONNECTIONS, per_host);
    AUTH0_SET(CURLMOPT_MAXCONNECTS, cached);
#undef AUTH0_SET
    return failure;
}

static inline CURLSHcode auth0_share_sessions(CURLSH *share) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}

// A finished transfer and its result, or NULL when there is none; Swift cannot read the union.
static inline CURL *auth0_multi_next_done(CURLM *multi, CURLcode *code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

// ---- The library ----

// The versions of libcurl and of OpenSSL that this process has loaded.
static inline const char *auth0_curl_version(void) { return curl_version_info(CURLVERSION_NOW)->version; }

static inline const char *auth0_curl_tls_version(void) { return OpenSSL_version(OPENSSL_VERSION_STRING); }

// The name and the version of the TLS library that libcurl uses, such as "GnuTLS/3.7.9"; empty for none.
static inline const char *auth0_curl_tls_backend(void) {
    const char *name = curl_version_info(CURLVERSION_NOW)->ssl_version;
    return name ? name : "";
}

// Starts OpenSSL, unless it has been started, then libcurl.
// Returns whether the transport can use this libcurl: one with OpenSSL 3, and with the options of the compiled headers.
static inline int auth0_curl_start(void) {
    auth0_openssl_start();
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return 0;
    const curl_version_info_data *version = curl_version_info(CURLVERSION_NOW);
    return version->version_num >= AUTH0_CURL_OLDEST && version->ssl_version
        && strncmp(version->ssl_version, "OpenSSL/3", 9) == 0;
}
