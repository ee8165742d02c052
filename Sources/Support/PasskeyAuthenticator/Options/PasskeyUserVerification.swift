/// A relying party's requirement for user verification.
///
/// - SeeAlso: [WebAuthn §5.8.6](https://www.w3.org/TR/webauthn-3/#enum-userVerificationRequirement)
public struct PasskeyUserVerification: RawRepresentable, Sendable, Hashable {
    /// The value in the standard.
    public let rawValue: String

    /// Creates a requirement.
    ///
    /// - Parameter rawValue: The value in the standard; a value other than those of the static members has the effect
    ///   of ``preferred``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The ceremony fails without user verification.
    public static let required = PasskeyUserVerification(rawValue: "required")
    /// User verification is used if available; the value for unknown requirements.
    public static let preferred = PasskeyUserVerification(rawValue: "preferred")
    /// User verification should not be used.
    public static let discouraged = PasskeyUserVerification(rawValue: "discouraged")
}

extension PasskeyUserVerification: Decodable {
    /// Decodes a requirement; a value unknown to this version becomes ``preferred``.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if the value is not a string.
    public init(from decoder: any Decoder) throws {
        let requirement = PasskeyUserVerification(
            rawValue: try decoder.singleValueContainer().decode(String.self))
        self = [.required, .discouraged].contains(requirement) ? requirement : .preferred
    }
}
