// swift-format-ignore-file: OrderedImports
// `import Auth0` re-exports only these names of other modules: a whole module would add names that clash with names of
// a program or of another package. `Tests/ArchitectureTests` lists all names that an import adds.

// Requests: the types of their results, of logging and of sending.
@_exported public import protocol HTTPMessages.Transport
@_exported public import struct HTTPMessages.TransportError
@_exported public import class LibcurlTransport.CurlTransport
@_exported public import protocol RequestPipeline.Loggable
@_exported public import protocol RequestPipeline.Logger
@_exported public import struct RequestPipeline.MainActorRequest
@_exported public import struct RequestPipeline.Request
@_exported public import protocol RequestPipeline.RequestFailure
@_exported public import protocol RequestPipeline.RequestValidator
@_exported public import struct ByteEncodings.JSONNull

// Tokens and profiles.
@_exported public import class OpenID.ActClaim
@_exported public import struct OpenID.ClientAuthentication
@_exported public import struct OpenID.Credentials
@_exported public import struct OpenID.DPoP
@_exported public import struct OpenID.DPoPError
@_exported public import struct OpenID.DPoPNonceIssuer
@_exported public import struct OpenID.DPoPProof
@_exported public import struct OpenID.DPoPProofVerifier
@_exported public import struct OpenID.IDTokenError
@_exported public import struct OpenID.LoginChange
@_exported public import struct OpenID.LoginEnd
@_exported public import struct OpenID.TokenVerificationError
@_exported public import struct OpenID.AccessTokenVerifier
@_exported public import struct OpenID.RemoteKeySet
@_exported public import struct OpenID.ReplayEntry
@_exported public import protocol OpenID.ReplayStore
@_exported public import protocol OpenID.SenderConstraining
@_exported public import struct OpenID.TimeSource
@_exported public import struct OpenID.TokenKeys
@_exported public import struct OpenID.UserInfo
@_exported public import typealias OpenID.UserProfile
@_exported public import struct OpenID.VerifiedAccessToken

// Logins.
@_exported public import struct LoginBrowsers.SchemeHandler
@_exported public import struct LoginBrowsers.SchemeHandlerError
@_exported public import struct OpenID.AuthorizationDetail
@_exported public import enum OpenID.CallbackHandover
@_exported public import struct OpenID.DeviceAuthorization
@_exported public import struct OpenID.DeviceInstructions
@_exported public import struct OpenID.DeviceLogin
@_exported public import struct OpenID.TerminalOutput
@_exported public import struct PasskeyAuthenticator.SoftwareAuthenticator
