/// A relying party's requirement for user verification.
///
/// - SeeAlso: [WebAuthn §5.8.6](https://www.w3.org/TR/webauthn-3/#enum-userVerificationRequirement)
public enum UserVerificationRequirement: String, Sendable, Hashable {
    /// The ceremony fails without user verification.
    case required
    /// User verification is used if available; the value for unknown requirements.
    case preferred
    /// User verification should not be used.
    case discouraged
}

extension UserVerificationRequirement: Decodable {
    /// Decodes a requirement; a value unknown to this version becomes ``preferred``.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if the value is not a string.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = UserVerificationRequirement(rawValue: text) ?? .preferred
    }
}
