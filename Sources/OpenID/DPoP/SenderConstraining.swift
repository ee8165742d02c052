public import SecretStorage

/// A client whose tokens can be bound to a key, so that they are of no use to whoever steals them.
///
/// - SeeAlso: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)
public protocol SenderConstraining {
    /// The key that requests are bound to; none by default.
    var dpop: DPoP? { get set }
}

extension SenderConstraining {
    /// Binds the tokens of this client to a key, which is made with the first login.
    ///
    /// Logins then ask for bound tokens; renewals and calls of APIs prove the key as soon as there is one. Where a server
    /// asks for its nonce, the request is sent a second time by itself, once.
    ///
    /// - Parameter keychainIdentifier: The name of the key.
    /// - Returns: A changed copy.
    public func useDPoP(keychainIdentifier: String = DPoP.defaultKeychainIdentifier) -> Self {
        var copy = self
        copy.dpop = DPoP(keychainIdentifier: keychainIdentifier)
        return copy
    }

    /// Binds the tokens of this client to a key that is kept in a store of your choice.
    ///
    /// Make one ``DPoP`` and set it as ``dpop`` where several clients share the store: the key is read once then.
    ///
    /// - Parameters:
    ///   - keychainIdentifier: The name of the key.
    ///   - store: Where it is kept.
    /// - Returns: A changed copy.
    public func useDPoP(
        keychainIdentifier: String = DPoP.defaultKeychainIdentifier, store: any SecretStore
    ) -> Self {
        var copy = self
        copy.dpop = DPoP(keychainIdentifier: keychainIdentifier, store: store)
        return copy
    }
}
