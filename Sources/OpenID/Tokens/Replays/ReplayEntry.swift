public import FoundationEssentials

/// The identifier of a token that is valid once, and the time until which it must be remembered.
public struct ReplayEntry: Sendable, Hashable {
    /// The identifier: 43 characters of base64url, a hash that differs for every kind and sender of tokens.
    public let id: String
    /// The sender: the thumbprint of the key that signed a proof, or the issuer of a logout token.
    ///
    /// A bounded store can limit the share of each sender.
    public let sender: String
    /// The account on whose behalf a proof was sent: a hash of the issuer and the subject of the access token, 43
    /// characters of base64url.
    ///
    /// The subject of client credentials is the client. It is `nil` for a proof without an access token, and for a
    /// logout token.
    ///
    /// A client can create any number of keys, and so any number of senders. A bounded store can limit the share of
    /// each account, too.
    public let account: String?
    /// The time until which the entry must be remembered.
    public let expiry: Date
    /// The time until which the entry must be remembered by the process that created it, where only its own clock
    /// decides.
    let localExpiry: Date

    /// Creates an entry, for tests of a store: the memberwise initializer, whose parameters are the same as the
    /// properties.
    public init(id: String, sender: String, account: String? = nil, expiry: Date) {
        (self.id, self.sender, self.account, self.expiry, localExpiry) = (id, sender, account, expiry, expiry)
    }

    /// Creates the entry of a token, whose identifier (`jti`) is unique among the tokens of the sender only.
    ///
    /// The kind must not contain a zero byte. The times are seconds since 1970; this process may forget the entry at
    /// `localExpiry`, which is `expiry` by default.
    init(
        _ kind: String, sender: String, account: String? = nil, identifier: String, expiry: Int, localExpiry: Int? = nil
    ) {
        // A hash, so that a long identifier cannot fill the store. The lengths make the parts unambiguous.
        id = "\(kind)\0\(sender.utf8.count)\0\(sender)\(identifier)".sha256
        (self.sender, self.account) = (sender, account)
        self.expiry = Date(timeIntervalSince1970: Double(expiry))
        self.localExpiry = Date(timeIntervalSince1970: Double(localExpiry ?? expiry))
    }
}
