/// How an authenticator is attached to the client.
///
/// - SeeAlso: [WebAuthn §5.4.5](https://www.w3.org/TR/webauthn-3/#enum-attachment)
public enum AuthenticatorAttachment: Sendable, Hashable {
    /// It is part of the machine.
    case platform
    /// It is a key or a telephone that roams between machines.
    case crossPlatform
    /// It is not known, and nothing is said about it.
    case unknown

    /// The word of the standard; `nil` when there is nothing to say.
    public var stringValue: String? {
        switch self {
        case .platform: "platform"
        case .crossPlatform: "cross-platform"
        case .unknown: nil
        }
    }
}
