extension JWSHeader {
    /// The required `typ` of a header.
    ///
    /// A token of one kind must not be accepted as another ([RFC 8725
    /// §3.11](https://www.rfc-editor.org/rfc/rfc8725#section-3.11)).
    public struct ExpectedType: Sendable, Hashable {
        private enum Requirement: Sendable, Hashable {
            case jwt
            case exactly(String)
            case any
        }

        private let requirement: Requirement

        /// No type, or `JWT`: ID tokens, and formats older than explicit types.
        public static let jwt = ExpectedType(requirement: .jwt)
        /// Any type, for texts that are not tokens.
        public static let any = ExpectedType(requirement: .any)

        /// Requires one type.
        ///
        /// - Parameter type: The type, such as `at+jwt`; a prefix `application/` and case are ignored.
        /// - Returns: The requirement.
        public static func exactly(_ type: String) -> ExpectedType {
            ExpectedType(requirement: .exactly(JWSHeader.normalized(type)))
        }

        /// Returns whether a header type, in the form of ``JWSHeader/type``, is accepted.
        package func accepts(_ type: String?) -> Bool {
            switch requirement {
            case .jwt: type == nil || type == "jwt"
            case .exactly(let expected): type == expected
            case .any: true
            }
        }
    }
}
