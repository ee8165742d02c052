// `import SecretStorage` brings the type that `SecretStore` stores, so that a program can conform to the protocol, and
// no other name of the cryptography behind it.
@_exported public import class OpenSSLCryptography.SecretBytes
