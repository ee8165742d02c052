// `import JOSE` brings the one type of another module that stands in its public declarations.

@_exported public import class OpenSSLCryptography.SecretBytes
