// swift-format-ignore-file: OrderedImports
// `import OpenID` brings these names of other modules, and no others: a whole module would bring names that clash with
// those of a program or of another package. `Tests/ArchitectureTests` keeps the list of all names that an import
// brings.

// Requests: what the calls return, and how they are logged and sent.
@_exported public import protocol HTTPMessages.Transport
@_exported public import struct HTTPMessages.TransportError
@_exported public import class LibcurlTransport.CurlTransport
@_exported public import protocol RequestPipeline.Logger
@_exported public import struct RequestPipeline.MainActorRequest
@_exported public import struct RequestPipeline.Request
@_exported public import protocol RequestPipeline.RequestFailure
@_exported public import struct RequestPipeline.StandardErrorLogger
@_exported public import struct ByteEncodings.JSONNull

// Keys of clients: what the authentication of a client and a signed login take.
@_exported public import struct JOSE.SignatureAlgorithm
@_exported public import struct JOSE.SigningKey

// Logins.
@_exported public import struct LoginBrowsers.SchemeHandler
@_exported public import struct LoginBrowsers.SchemeHandlerError
@_exported public import struct QRCodeSymbols.QRSymbol
