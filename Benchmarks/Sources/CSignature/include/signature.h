#pragma once

#include <stddef.h>

/// The state of OpenSSL for one algorithm and one message, prepared once, so that only the signature is measured.
struct signature_floor;

/// Makes a key for `RS256`, `PS256`, `ES256`, `EdDSA` or `HS256` and signs the message. Returns NULL when that fails.
struct signature_floor *signature_floor_new(const char *algorithm, const unsigned char *message, size_t length);
/// Checks the signature. Returns 1 when it holds.
int signature_floor_verify(const struct signature_floor *floor);
/// Signs the message. Returns 1 when that went well.
int signature_floor_sign(const struct signature_floor *floor);
void signature_floor_free(struct signature_floor *floor);
