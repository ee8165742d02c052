// Whoever imports the library can name what its calls take, return and throw.
@_exported public import Encodings
@_exported public import HTTP
@_exported public import HTTPCurl
@_exported public import JOSE
@_exported public import Keychain
@_exported public import Pipeline
@_exported public import QRCode
@_exported public import Terminals
@_exported public import UserAgents
