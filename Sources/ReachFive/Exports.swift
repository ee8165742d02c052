// The names of other modules that `import ReachFive` re-exports: types that its calls use.
@_exported public import protocol HTTPMessages.Transport
@_exported public import class LibcurlTransport.CurlTransport
@_exported public import struct OpenID.LoginWindow
@_exported public import protocol RequestPipeline.Logger
@_exported public import struct RequestPipeline.StandardErrorLogger
