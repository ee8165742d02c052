// Re-exports the type that `SecretStore` stores, so that a program can conform to the protocol, and no other name of
// the cryptography module.
@_exported public import class OpenSSLCryptography.SecretBytes
