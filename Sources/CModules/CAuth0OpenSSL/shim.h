#pragma once
#include "start.h"
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/bnerr.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "auth0-streams needs OpenSSL 3.0 or later"
#endif

// Variadic functions and macros, which Swift cannot call.

static inline EVP_PKEY *shim_generate_rsa(size_t bits) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

static inline EVP_PKEY *shim_generate_ec(const char *curve) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve);
}

static inline EVP_PKEY *shim_generate_named(const char *type) {
    return EVP_PKEY_Q_keygen(NULL, NULL, type);
}

/// Whether an error of the library says that a number has no inverse, and not that memory is short.
static inline int shim_error_is_no_inverse(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_BN && ERR_GET_REASON(error) == BN_R_NO_INVERSE;
}

static const int shim_public_key = EVP_PKEY_PUBLIC_KEY;
static const int shim_key_pair = EVP_PKEY_KEYPAIR;

/// The bytes that were written to a memory BIO; they belong to the BIO.
static inline size_t shim_bio_bytes(BIO *bio, const char **bytes) {
    char *start = NULL;
    long count = BIO_get_mem_data(bio, &start);
    *bytes = start;
    return count > 0 ? (size_t)count : 0;
}

/// Wipes and frees memory that the library allocated.
static inline void shim_clear_free(void *bytes, size_t count) { OPENSSL_clear_free(bytes, count); }

/// Keys an HMAC context. The parameters keep pointers, so their values are local.
static inline int shim_hmac_init(EVP_MAC_CTX *context, const unsigned char *key, size_t count, const char *digest) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_construct_end(),
    };
    // NULL would keep the previous key.
    return EVP_MAC_init(context, key ? key : (const unsigned char *)"", count, parameters);
}

/// HKDF, extract and expand. The parameters keep pointers, so their values are local.
static inline int shim_hkdf(const char *digest, const unsigned char *secret, size_t secret_count,
                            const unsigned char *salt, size_t salt_count, const unsigned char *info,
                            size_t info_count, unsigned char *output, size_t count) {
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    EVP_KDF_free(kdf);
    if (!context) return 0;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
        OSSL_PARAM_construct_end(),
    };
    int result = EVP_KDF_derive(context, output, count, parameters);
    EVP_KDF_CTX_free(context);
    return result;
}

// Copies a secret byte by byte, because `memcpy` leaves its last bytes in vector registers. The next call that the
// dynamic linker binds saves these on the stack, where they are not wiped.
static inline void auth0_copy_secret(void *target, const void *source, size_t count) {
    volatile unsigned char *output = (volatile unsigned char *)target;
    const volatile unsigned char *input = (const volatile unsigned char *)source;
    for (size_t index = 0; index < count; index++) { output[index] = input[index]; }
}
