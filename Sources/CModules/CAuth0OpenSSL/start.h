// The initialisation of OpenSSL, in a separate header because the shims of libcurl need it, too.
#pragma once
#include <openssl/conf.h>
#include <openssl/crypto.h>
#include <openssl/x509.h>
#include <stdio.h>

// Initialises OpenSSL with the configuration file of the system, never with the one that OPENSSL_CONF names. OpenSSL
// loads a configuration once per process, at its first use: only the first call has an effect.
//
// OpenSSL does not free its global state when the process exits: other threads may still use the library during `exit`,
// and would crash (OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT).
static inline void auth0_openssl_start(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
    OPENSSL_INIT_SETTINGS *settings = OPENSSL_INIT_new();
    char path[512];
    int length = snprintf(path, sizeof path, "%s/openssl.cnf", X509_get_default_cert_area());
    int is_whole = length > 0 && length < (int)sizeof path;
    if (settings && is_whole && OPENSSL_INIT_set_config_filename(settings, path) == 1) {
        OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, settings);
    } else {
        OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    }
    OPENSSL_INIT_free(settings);
}
