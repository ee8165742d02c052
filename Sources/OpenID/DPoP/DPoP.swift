import ByteEncodings
public import HTTPMessages
import RequestPipeline
public import SecretStorage

/// The key that tokens are bound to, and the proofs of its possession.
///
/// The key is a P-256 key, sealed in the user's state folder unless another store is given.
///
/// - SeeAlso: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)
public struct DPoP: Sendable {
    /// The default name of the key: the ID of the application.
    public static let defaultKeychainIdentifier = ApplicationID.default

    /// The name of the key.
    public var keychainIdentifier: String { sender.identifier }

    package let sender: ProofSender

    /// Creates a reference to a key of this application, in the default store; see ``init(keychainIdentifier:store:)``,
    /// whose parameters are the same otherwise.
    public init(keychainIdentifier: String = DPoP.defaultKeychainIdentifier) {
        self.init(keychainIdentifier, .standard, .standard)
    }

    /// Creates a reference to a key in a given store.
    ///
    /// - Parameters:
    ///   - keychainIdentifier: The name of the key; the ID of the application by default.
    ///   - store: The store that holds the key.
    public init(keychainIdentifier: String = DPoP.defaultKeychainIdentifier, store: any SecretStore) {
        self.init(keychainIdentifier, ProofKeys(store: store), ServerNonces())
    }

    private init(_ identifier: String, _ keys: ProofKeys, _ nonces: ServerNonces) {
        sender = ProofSender(identifier: identifier, keys: keys, nonces: nonces)
    }

    /// Adds the headers of an access token to an API request: `Authorization`, and `DPoP` if the token is bound to a
    /// key.
    ///
    /// Reads the key from its store, which may block, unless the key is cached.
    ///
    /// - Parameters:
    ///   - request: An ``HTTPMessages/TransportRequest``, or with the product `HTTPURLSession` a `URLRequest`. Do not
    ///     change its method or address afterwards, and send it only once.
    ///   - accessToken: The access token.
    ///   - tokenType: The type of the access token (`token_type`); only the type `DPoP` needs a proof.
    ///   - nonce: The value of the header `DPoP-Nonce` in an earlier server response; `nil`, the default, if there was
    ///     none.
    ///   - keychainIdentifier: The name of the key; the ID of the application by default.
    /// - Throws: ``DPoPError/keychainOperationFailed`` if the store cannot read or keep the key;
    ///   ``DPoPError/cryptoKitOperationFailed`` if a new key cannot be generated; ``DPoPError/secKeyOperationFailed``
    ///   if the proof cannot be signed; ``DPoPError/other`` if the address, the token or its type is not well formed.
    public static func addHeaders(
        to request: inout some RequestRepresentable, accessToken: String, tokenType: String, nonce: String? = nil,
        keychainIdentifier: String = defaultKeychainIdentifier
    ) throws {
        try DPoP(keychainIdentifier: keychainIdentifier).addHeaders(
            to: &request, accessToken: accessToken, tokenType: tokenType, nonce: nonce)
    }

    /// Adds the headers of an access token that may be bound to this key; see
    /// ``addHeaders(to:accessToken:tokenType:nonce:keychainIdentifier:)``, whose parameters are the same.
    ///
    /// - Throws: A ``DPoPError``.
    public func addHeaders(
        to request: inout some RequestRepresentable, accessToken: String, tokenType: String, nonce: String? = nil
    ) throws {
        guard accessToken.isPlain, tokenType.isPlain, nonce?.isPlain ?? true else { throw DPoPError.other }
        var proof: String?
        if tokenType.lowercased() == "dpop" {
            guard let url = request.requestURL else { throw DPoPError.other }
            let keys = sender.keys
            let key =
                try keys.keyNow(keychainIdentifier, creating: false)
                ?? keys.keyNow(keychainIdentifier, creating: true)
            proof = try key?.proof(request.requestMethod, url, accessToken: accessToken, nonce: nonce, time: .system)
        }
        request.setField("Authorization", to: "\(tokenType.authorizationScheme) \(accessToken)")
        if let proof { request.setField("DPoP", to: proof) }
    }

    /// Removes a key from its store; tokens that are bound to it become useless. A missing key is not an error.
    ///
    /// Blocks while the store is written.
    ///
    /// - Parameter keychainIdentifier: The name of the key; the ID of the application by default.
    /// - Throws: ``DPoPError/keychainOperationFailed`` if the store cannot remove the key.
    public static func clearKeypair(for keychainIdentifier: String = defaultKeychainIdentifier) throws {
        try DPoP(keychainIdentifier: keychainIdentifier).clearKeypair()
    }

    /// Removes this key from its store, as ``clearKeypair(for:)`` does.
    ///
    /// - Throws: ``DPoPError/keychainOperationFailed`` if the store cannot remove the key.
    public func clearKeypair() throws { try sender.keys.remove(keychainIdentifier) }

    /// Whether an API refused a request because it lacked the server's nonce, which is in the header `DPoP-Nonce`.
    ///
    /// - Parameter response: An ``HTTPMessages/TransportResponse``, or with the product `HTTPURLSession` an
    ///   `HTTPURLResponse`.
    /// - Returns: `true` if the same request should be repeated with that nonce.
    public static func isNonceRequired(by response: some ResponseRepresentable) -> Bool {
        TokenChallenge(response.field("WWW-Authenticate"), for: .dpop)?.error == TokenChallenge.nonceRequired
    }
}

extension DPoP: _Redacted {
    /// A mirror of only the key's name.
    public var customMirror: Mirror { Mirror(self, children: ["keychainIdentifier": keychainIdentifier]) }
}

extension String {
    /// Whether the text can be part of a header as one word of visible ASCII characters.
    fileprivate var isPlain: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
