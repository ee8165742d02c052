public import SecretStorage

/// A client whose tokens can be bound to a key, so that a stolen token is useless.
///
/// - SeeAlso: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)
public protocol SenderConstraining {
    /// The key that tokens and requests are bound to; `nil`, the default, requests bearer tokens.
    var dpop: DPoP? { get set }
}

extension SenderConstraining {
    /// Binds the tokens of this client to a key, which the first login creates.
    ///
    /// Logins request bound tokens; renewals and API requests carry a proof as soon as the key exists. If a server
    /// requires its nonce, the request is repeated once, automatically.
    ///
    /// - Parameter keychainIdentifier: The name of the key; the ID of the application by default.
    /// - Returns: A copy of the client with the key.
    public func useDPoP(keychainIdentifier: String = DPoP.defaultKeychainIdentifier) -> Self {
        var copy = self
        copy.dpop = DPoP(keychainIdentifier: keychainIdentifier)
        return copy
    }

    /// Binds the tokens of this client to a key in a given store; see ``OpenID/DPoP/init(keychainIdentifier:store:)``,
    /// whose parameters are the same.
    ///
    /// If several clients share the store, create one ``DPoP`` and set it as ``dpop``, so that the key is read once.
    ///
    /// - Returns: A copy of the client with the key.
    public func useDPoP(
        keychainIdentifier: String = DPoP.defaultKeychainIdentifier, store: any SecretStore
    ) -> Self {
        var copy = self
        copy.dpop = DPoP(keychainIdentifier: keychainIdentifier, store: store)
        return copy
    }
}
