import ByteEncodings

/// The client of a provider that a stored login belongs to: its tokens are never read by, or sent for, another client.
package struct ClientBinding: Sendable {
    /// The issuer of the tokens, without a slash at its end.
    package let issuer: String
    package let clientID: String

    /// Creates a binding; a slash at the end of the issuer makes no difference.
    package init(issuer: String, clientID: String) {
        self.issuer = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        self.clientID = clientID
    }

    /// Returns the account of a login in a store: its key, with the client that it belongs to.
    package func account(_ key: String) -> String { "\(key) (client \(clientID) of \(issuer))" }
}

extension ClientBinding: Hashable {
    /// Compares the UTF-8 bytes.
    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.issuer.isSame(as: rhs.issuer) && lhs.clientID.isSame(as: rhs.clientID)
    }
}
