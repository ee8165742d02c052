/// The required `typ` of a header.
///
/// A token of one kind must not be accepted as another ([RFC 8725
/// §3.11](https://www.rfc-editor.org/rfc/rfc8725#section-3.11)).
public enum ExpectedType: Sendable, Hashable {
    /// No type, or `JWT`: ID tokens, and formats older than explicit types.
    case jwt
    /// Exactly this type, such as `at+jwt`; a prefix `application/` and case are ignored.
    case exactly(String)
    /// Any type, for texts that are not tokens.
    case any

    /// Returns whether a header type, in the form of ``JWSHeader/type``, is accepted.
    package func accepts(_ type: String?) -> Bool {
        switch self {
        case .jwt: type == nil || type == "jwt"
        case .exactly(let expected): type == JWSHeader.normalized(expected)
        case .any: true
        }
    }
}
