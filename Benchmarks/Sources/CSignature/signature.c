#include "signature.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <string.h>

struct signature_floor {
    EVP_PKEY *key;
    EVP_MD_CTX *signer;
    EVP_MD_CTX *verifier;
    EVP_MAC *mac;
    EVP_MAC_CTX *keyed;
    const unsigned char *message;
    size_t length;
    unsigned char signature[512];
    size_t signature_length;
};

static int prepare(struct signature_floor *floor, const char *algorithm) {
    if (strcmp(algorithm, "HS256") == 0) {
        OSSL_PARAM parameters[] = {
            OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA256", 0), OSSL_PARAM_construct_end()};
        static const unsigned char secret[32] = {7};
        floor->mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
        floor->keyed = floor->mac ? EVP_MAC_CTX_new(floor->mac) : NULL;
        return floor->keyed && EVP_MAC_init(floor->keyed, secret, sizeof secret, parameters);
    }
    int is_pss = strcmp(algorithm, "PS256") == 0;
    const char *digest = strcmp(algorithm, "EdDSA") == 0 ? NULL : "SHA256";
    if (is_pss || strcmp(algorithm, "RS256") == 0) {
        floor->key = EVP_RSA_gen(2048);
    } else if (strcmp(algorithm, "ES256") == 0) {
        floor->key = EVP_EC_gen("P-256");
    } else if (strcmp(algorithm, "EdDSA") == 0) {
        floor->key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    }
    floor->signer = EVP_MD_CTX_new();
    floor->verifier = EVP_MD_CTX_new();
    if (!floor->key || !floor->signer || !floor->verifier) return 0;
    EVP_PKEY_CTX *sign_options, *verify_options;
    if (EVP_DigestSignInit_ex(floor->signer, &sign_options, digest, NULL, NULL, floor->key, NULL) != 1) return 0;
    if (EVP_DigestVerifyInit_ex(floor->verifier, &verify_options, digest, NULL, NULL, floor->key, NULL) != 1) return 0;
    if (!is_pss) return 1;
    return EVP_PKEY_CTX_set_rsa_padding(sign_options, RSA_PKCS1_PSS_PADDING) == 1
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(sign_options, RSA_PSS_SALTLEN_DIGEST) == 1
        && EVP_PKEY_CTX_set_rsa_padding(verify_options, RSA_PKCS1_PSS_PADDING) == 1
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(verify_options, RSA_PSS_SALTLEN_DIGEST) == 1;
}

static int sign(const struct signature_floor *floor, unsigned char *signature, size_t *length) {
    if (floor->keyed) {
        EVP_MAC_CTX *context = EVP_MAC_CTX_dup(floor->keyed);
        int result = context && EVP_MAC_update(context, floor->message, floor->length)
            && EVP_MAC_final(context, signature, length, *length);
        EVP_MAC_CTX_free(context);
        return result;
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = context && EVP_MD_CTX_copy_ex(context, floor->signer) == 1
        && EVP_DigestSign(context, signature, length, floor->message, floor->length) == 1;
    EVP_MD_CTX_free(context);
    return result;
}

struct signature_floor *signature_floor_new(const char *algorithm, const unsigned char *message, size_t length) {
    struct signature_floor *floor = OPENSSL_zalloc(sizeof *floor);
    if (!floor) return NULL;
    floor->message = OPENSSL_memdup(message, length);
    floor->length = length;
    floor->signature_length = sizeof floor->signature;
    if (floor->message && prepare(floor, algorithm) && sign(floor, floor->signature, &floor->signature_length)) {
        return floor;
    }
    signature_floor_free(floor);
    return NULL;
}

int signature_floor_sign(const struct signature_floor *floor) {
    unsigned char signature[512];
    size_t length = sizeof signature;
    return sign(floor, signature, &length);
}

int signature_floor_verify(const struct signature_floor *floor) {
    if (floor->keyed) {
        unsigned char code[64];
        size_t length = sizeof code;
        return sign(floor, code, &length) && length == floor->signature_length
            && CRYPTO_memcmp(code, floor->signature, length) == 0;
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = context && EVP_MD_CTX_copy_ex(context, floor->verifier) == 1
        && EVP_DigestVerify(
               context, floor->signature, floor->signature_length, floor->message, floor->length) == 1;
    EVP_MD_CTX_free(context);
    return result;
}

void signature_floor_free(struct signature_floor *floor) {
    EVP_PKEY_free(floor->key);
    EVP_MD_CTX_free(floor->signer);
    EVP_MD_CTX_free(floor->verifier);
    EVP_MAC_CTX_free(floor->keyed);
    EVP_MAC_free(floor->mac);
    OPENSSL_free((void *)floor->message);
    OPENSSL_free(floor);
}
