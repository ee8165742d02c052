/// How much a relying party cares that an authenticator verifies who the user is.
///
/// - SeeAlso: [WebAuthn §5.8.6](https://www.w3.org/TR/webauthn-3/#enum-userVerificationRequirement)
public enum UserVerificationRequirement: String, Sendable, Hashable {
    /// The ceremony fails without it.
    case required
    /// It is welcome, and the ceremony goes on without it. What is unknown counts as this.
    case preferred
    /// It is not wanted.
    case discouraged
}

extension UserVerificationRequirement: Decodable {
    /// Reads a requirement; one of a later standard counts as ``preferred``.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = UserVerificationRequirement(rawValue: text) ?? .preferred
    }
}
