import ByteEncodings
import JOSE

/// One requirement on the claims of an ID token whose signature was verified.
///
/// The rules cite clauses of [OpenID Connect Core](https://openid.net/specs/openid-connect-core-1_0.html).
protocol IDTokenRule: Sendable {
    /// Throws if the token does not meet the requirement at a time in seconds since 1970.
    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError)
}

extension VerifiedJWT {
    /// Returns a required claim that must be a string that is not empty.
    func requiredText(_ name: String) throws(IDTokenError) -> String {
        guard let text = try text(name) else { throw missing(name) }
        return text
    }

    /// Returns an optional claim that must be a string that is not empty; `nil` if it is missing.
    func text(_ name: String) throws(IDTokenError) -> String? {
        guard let claim = claims[name] else { return nil }
        guard let text = claim.string, !text.isEmpty else {
            throw IDTokenError(.claimInvalid, claim: name, "the claim has to be a text that is not empty")
        }
        return text
    }

    /// Returns a required claim of any value.
    func required<Value>(_ claim: Value?, _ name: String) throws(IDTokenError) -> Value {
        guard let claim else { throw missing(name) }
        return claim
    }

    private func missing(_ name: String) -> IDTokenError {
        IDTokenError(.claimMissing, claim: name, "the issuer has to put this claim into its tokens")
    }
}

extension String {
    /// Returns whether two strings are equal byte by byte; `==` would compare canonical equivalence.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    /// Returns whether both are missing, or equal byte by byte.
    func isSame(as other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }
}
