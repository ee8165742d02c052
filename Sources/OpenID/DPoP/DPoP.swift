public import HTTPMessages
public import SecretStorage
public import RequestPipeline

/// The key that tokens are bound to, and the proofs that show its possession.
///
/// The key is on P-256 and kept sealed in this user's state folder unless another store is given.
///
/// - SeeAlso: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)
public struct DPoP: Sendable {
    /// The name of the key where none is given: the ID of the application.
    public static let defaultKeychainIdentifier = ApplicationID.default

    /// The name of the key.
    public var keychainIdentifier: String { sender.identifier }

    package let sender: ProofSender

    /// Names a key of this application.
    public init(keychainIdentifier: String = DPoP.defaultKeychainIdentifier) {
        self.init(keychainIdentifier, .standard, .standard)
    }

    /// Names a key that is kept elsewhere.
    public init(keychainIdentifier: String = DPoP.defaultKeychainIdentifier, store: any SecretStore) {
        self.init(keychainIdentifier, ProofKeys(store: store), ServerNonces())
    }

    private init(_ identifier: String, _ keys: ProofKeys, _ nonces: ServerNonces) {
        sender = ProofSender(identifier: identifier, keys: keys, nonces: nonces)
    }

    /// Prepares a request to an API of yours: sets `Authorization`, and `DPoP` when the token is bound.
    ///
    /// May wait for the disk the first time.
    ///
    /// - Parameters:
    ///   - request: An ``HTTPMessages/HTTPRequest``, or with the product `HTTPURLSession` a `URLRequest`. Change neither its method
    ///     nor its address afterwards, and send it once.
    ///   - accessToken: The access token.
    ///   - tokenType: The type of the token, as it came with it; proofs are for `DPoP`.
    ///   - nonce: What the server sent as `DPoP-Nonce`, when it did.
    ///   - keychainIdentifier: The name of the key.
    /// - Throws: ``DPoPError/keychainOperationFailed`` when the key cannot be had; ``DPoPError/other`` when the address,
    ///   the token or its type is not well formed.
    public static func addHeaders(
        to request: inout some RequestRepresentable, accessToken: String, tokenType: String, nonce: String? = nil,
        keychainIdentifier: String = defaultKeychainIdentifier
    ) throws {
        try DPoP(keychainIdentifier: keychainIdentifier).addHeaders(
            to: &request, accessToken: accessToken, tokenType: tokenType, nonce: nonce)
    }

    /// Prepares a request to an API of yours with this key.
    ///
    /// - Parameters:
    ///   - request: As in ``addHeaders(to:accessToken:tokenType:nonce:keychainIdentifier:)``.
    ///   - accessToken: The access token.
    ///   - tokenType: The type of the token.
    ///   - nonce: What the server sent as `DPoP-Nonce`, when it did.
    /// - Throws: ``DPoPError``, as that one does.
    public func addHeaders(
        to request: inout some RequestRepresentable, accessToken: String, tokenType: String, nonce: String? = nil
    ) throws {
        guard accessToken.isPlain, tokenType.isPlain, nonce?.isPlain ?? true else { throw DPoPError.other }
        var proof: String?
        if tokenType.lowercased() == "dpop" {
            guard let url = request.requestURL else { throw DPoPError.other }
            do throws(ProofKeyError) {
                proof = try sender.keys.keyNow(keychainIdentifier, creating: true)?.proof(
                    request.requestMethod, url, accessToken: accessToken, nonce: nonce, time: .system)
            } catch { throw DPoPError(error) }
        }
        request.setField("Authorization", "\(tokenType.authorizationScheme) \(accessToken)")
        if let proof { request.setField("DPoP", proof) }
    }

    /// Removes a key; tokens that are bound to it are worth nothing from then on. No key is no error.
    ///
    /// Waits for the disk.
    ///
    /// - Parameter keychainIdentifier: The name of the key.
    /// - Throws: ``DPoPError/keychainOperationFailed``.
    public static func clearKeypair(
        for keychainIdentifier: String = defaultKeychainIdentifier
    ) throws {
        try DPoP(keychainIdentifier: keychainIdentifier).clearKeypair()
    }

    /// Removes this key; tokens that are bound to it are worth nothing from then on. No key is no error.
    ///
    /// - Throws: ``DPoPError/keychainOperationFailed``.
    public func clearKeypair() throws {
        do throws(ProofKeyError) {
            try sender.keys.remove(keychainIdentifier)
        } catch { throw DPoPError(error) }
    }

    /// Whether an API of yours refused a request for the want of its nonce, which is in the header `DPoP-Nonce`.
    ///
    /// - Parameter response: An ``HTTPMessages/HTTPResponse``, or with the product `HTTPURLSession` an `HTTPURLResponse`.
    /// - Returns: `true` when the same request is worth sending with that nonce.
    public static func isNonceRequired(by response: some ResponseRepresentable) -> Bool {
        TokenChallenge(response.field("WWW-Authenticate"), for: .dpop)?.error == TokenChallenge.nonceRequired
    }
}

extension DPoP: Redacted {
    /// The name of the key.
    public var customMirror: Mirror { Mirror(self, children: ["keychainIdentifier": keychainIdentifier]) }
}

extension String {
    /// Whether it may stand in a header as one word.
    fileprivate var isPlain: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
