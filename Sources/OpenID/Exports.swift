// Whoever imports the library can name what its calls take, return and throw.
@_exported public import ByteEncodings
@_exported public import HTTPMessages
@_exported public import LibcurlTransport
@_exported public import JOSE
@_exported public import SecretStorage
@_exported public import RequestPipeline
@_exported public import QRCodeSymbols
@_exported public import LoginBrowsers
