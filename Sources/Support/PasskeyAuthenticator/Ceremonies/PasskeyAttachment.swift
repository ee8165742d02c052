/// The attachment of a passkey's authenticator to the client.
///
/// - SeeAlso: [WebAuthn §5.4.5](https://www.w3.org/TR/webauthn-3/#enum-attachment)
public struct PasskeyAttachment: RawRepresentable, Sendable, Hashable {
    /// The value in the standard, such as `platform`; empty for ``unknown``.
    public let rawValue: String

    /// Creates an attachment: the memberwise initializer, whose parameters are the same as the properties.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An authenticator that is part of the machine.
    public static let platform = PasskeyAttachment(rawValue: "platform")
    /// A security key or a telephone that can be used with several machines.
    public static let crossPlatform = PasskeyAttachment(rawValue: "cross-platform")
    /// An unknown attachment, which is left out of messages.
    public static let unknown = PasskeyAttachment(rawValue: "")

    /// The value in messages; `nil` for ``unknown``.
    package var field: String? { self == .unknown ? nil : rawValue }
}
