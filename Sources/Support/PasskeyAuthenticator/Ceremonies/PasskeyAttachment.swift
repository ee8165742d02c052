/// The attachment of an authenticator to the client.
///
/// - SeeAlso: [WebAuthn §5.4.5](https://www.w3.org/TR/webauthn-3/#enum-attachment)
public enum AuthenticatorAttachment: Sendable, Hashable {
    /// An authenticator that is part of the machine.
    case platform
    /// A security key or a telephone that can be used with several machines.
    case crossPlatform
    /// An unknown attachment, which is left out of messages.
    case unknown

    /// The value in the standard; `nil` for ``unknown``.
    public var stringValue: String? {
        switch self {
        case .platform: "platform"
        case .crossPlatform: "cross-platform"
        case .unknown: nil
        }
    }
}
