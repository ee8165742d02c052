#pragma once
// Debian has the header in a separate folder, which pkg-config names.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
#include <openssl/ssl.h>

// The field of a result with the five characters of SQLSTATE; Swift does not import the macro, which is a character.
static const int auth0_pg_sqlstate = PG_DIAG_SQLSTATE;

// The number of bytes that TLS has decrypted and libpq has not read. They do not make the socket readable.
static inline int auth0_pg_decrypted(PGconn *connection) {
    SSL *tls = (SSL *)PQsslStruct(connection, "OpenSSL");
    return tls ? SSL_pending(tls) : 0;
}
