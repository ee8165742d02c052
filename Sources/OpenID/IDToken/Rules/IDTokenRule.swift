import ByteEncodings
import JOSE

/// One thing that has to hold of an ID token whose signature was checked.
protocol IDTokenRule: Sendable {
    /// Returns when it holds.
    ///
    /// - Parameters:
    ///   - token: The claims.
    ///   - now: The second since 1970.
    /// - Throws: What does not hold.
    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError)
}

extension VerifiedJWT {
    /// A claim that has to be a text that is not empty.
    func requiredText(_ name: String) throws(IDTokenError) -> String {
        guard let text = try text(name) else { throw missing(name) }
        return text
    }

    /// A claim that is such a text when it is there.
    func text(_ name: String) throws(IDTokenError) -> String? {
        guard let claim = claims[name] else { return nil }
        guard let text = claim.string, !text.isEmpty else {
            throw IDTokenError(.claimInvalid, claim: name, "the claim has to be a text that is not empty")
        }
        return text
    }

    /// A claim that has to be there, whatever it says.
    func required<Value>(_ claim: Value?, _ name: String) throws(IDTokenError) -> Value {
        guard let claim else { throw missing(name) }
        return claim
    }

    private func missing(_ name: String) -> IDTokenError {
        IDTokenError(.claimMissing, claim: name, "the issuer has to put this claim into its tokens")
    }
}

extension String {
    /// Whether two texts are the same octet by octet; `==` would compare canonical equivalence.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
