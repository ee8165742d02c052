/// Which `typ` a header may have.
///
/// One kind of token must not pass for another
/// ([RFC 8725 §3.11](https://www.rfc-editor.org/rfc/rfc8725#section-3.11)).
public enum ExpectedType: Sendable, Hashable {
    /// None, or `JWT`: an ID token, and what predates explicit types.
    case jwt
    /// Exactly this one, such as `at+jwt`; `application/` before it and its case do not matter.
    case exactly(String)
    /// Whatever it says; for texts that are no tokens.
    case any

    /// Tells whether a header's type, as ``JWSHeader/type`` has it, is the one.
    package func accepts(_ type: String?) -> Bool {
        switch self {
        case .jwt: type == nil || type == "jwt"
        case .exactly(let expected): type == JWSHeader.normalized(expected)
        case .any: true
        }
    }
}
