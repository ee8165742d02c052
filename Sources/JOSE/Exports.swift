// Re-exports the only type of another module that the public declarations of JOSE use.

@_exported public import class OpenSSLCryptography.SecretBytes
