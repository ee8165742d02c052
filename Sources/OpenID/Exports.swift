// swift-format-ignore-file: OrderedImports
// `import OpenID` re-exports only these names of other modules: a whole module would add names that clash with names of
// a program or of another package. `Tests/ArchitectureTests` lists all names that an import adds.

// Requests: the types of their results, of logging and of sending.
@_exported public import protocol HTTPMessages.Transport
@_exported public import struct HTTPMessages.TransportError
@_exported public import class LibcurlTransport.CurlTransport
@_exported public import protocol RequestPipeline.Logger
@_exported public import struct RequestPipeline.MainActorRequest
@_exported public import struct RequestPipeline.Request
@_exported public import protocol RequestPipeline.RequestFailure
@_exported public import struct RequestPipeline.StandardErrorLogger
@_exported public import struct ByteEncodings.JSONNull

// Keys of clients: the parameters of client authentication and of signed logins.
@_exported public import struct JOSE.SignatureAlgorithm
@_exported public import struct JOSE.SigningKey

// Logins.
@_exported public import struct LoginBrowsers.SchemeHandler
@_exported public import struct LoginBrowsers.SchemeHandlerError
@_exported public import struct QRCodeSymbols.QRSymbol
