import ByteEncodings
import JOSE
import OpenSSLCryptography

extension Client {
    /// The asymmetric algorithms of client assertions and request objects: those of the service, and two more.
    ///
    /// - SeeAlso: [Authorization Code Flow with
    ///   JAR](https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow/authorization-code-flow-with-jar)
    static let keyAlgorithms: [SignatureAlgorithm] = [.rs256, .rs384, .ps256, .es256, .edDSA]
    /// The algorithms of client assertions that are signed with the client secret.
    static let secretAlgorithms: [SignatureAlgorithm] = [.hs256]
    private static let minimumAssertionSecret = 32

    /// The allowed methods of client authentication.
    var authentications: Set<Authentication> {
        if let authentication { return [authentication] }
        if keys != nil { return [.privateKeyJWT] }
        return secret == nil ? [.publicClient] : [.secretPost, .secretBasic]
    }

    /// Whether the client does not authenticate, so that any program can use its ID.
    var isPublic: Bool { authentications == [.publicClient] }

    /// Whether authorization requests of the client must have a code challenge.
    var needsChallenge: Bool { requiresPKCE ?? isPublic }

    /// The keys that verify the client's assertions or request objects; `nil` if the client has none.
    ///
    /// Without an `algorithm`, each of ``keyAlgorithms`` is accepted.
    func keyRing(_ algorithm: SignatureAlgorithm?) -> KeyRing? {
        keys.map { KeyRing($0, allowing: algorithm.map { [$0] } ?? Set(Self.keyAlgorithms)) }
    }

    /// The reason to refuse a token that the client's keys do not verify. It names the algorithm of the token if the
    /// client cannot use it, and the setting if one is registered.
    func signatureDefect(of token: String, registered: (algorithm: SignatureAlgorithm?, setting: String)) -> String {
        let allowed = registered.algorithm.map { [$0] } ?? Self.keyAlgorithms + Self.secretAlgorithms
        guard let used = try? CompactJWS(token).header.algorithm, !allowed.contains(used) else {
            return "the signature is invalid"
        }
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        guard registered.algorithm != nil else { return "\(used.rawValue) is none of \(names)" }
        return "\(registered.setting) of \(id) is \(names), not \(used.rawValue)"
    }

    /// The client secret as the key that verifies the client's assertions; `nil` if the client has none.
    var secretRing: KeyRing? {
        secret.flatMap { secret in
            try? KeyRing([VerificationKey(secret: SecretBytes(Array(secret.utf8)), algorithm: .hs256)])
        }
    }

    /// Checks that the client at a place in the seed has the secret and the keys that its other members require.
    func validate(at place: SeedPath) throws(EmulatorError) {
        guard !id.isEmpty else { throw .seed(place["client_id"], "the value must not be empty") }
        if let index = grantTypes.firstIndex(where: { !GrantType.names.contains($0) }) {
            throw .seed(place["grant_types"][index], "there is no grant type \(grantTypes[index])")
        }
        let length = authentication == .secretJWT ? Self.minimumAssertionSecret : 1
        let needsSecret = signsIDTokensWithSecret || authentication?.kind.needsSecret == true
        let needsKeys = requiresSignedRequests || authentication == .privateKeyJWT
        guard !needsSecret || (secret?.utf8.count ?? 0) >= length else {
            throw .seed(
                place["client_secret"],
                "the client \(id) needs a client_secret of at least \(length) byte\(length == 1 ? "" : "s")")
        }
        guard !needsKeys || keys != nil else { throw .seed(place["jwks"], "the client \(id) needs jwks") }
    }

    func allows(_ grant: String) -> Bool { grantTypes.isEmpty || grantTypes.contains(grant) }

    /// Whether a redirect URI is registered: the texts match, except for the port of a loopback address if any is
    /// allowed.
    ///
    /// - SeeAlso: [RFC 9700 §4.1.3](https://www.rfc-editor.org/rfc/rfc9700#section-4.1.3)
    func accepts(redirectURI: String) -> Bool { list(callbacks, has: redirectURI) }

    /// Whether the target of redirects after a logout at Auth0's own endpoint is registered: its query is not compared.
    ///
    /// - SeeAlso: [Redirect Users After
    ///   Logout](https://auth0.com/docs/authenticate/login/logout/redirect-users-after-logout)
    func accepts(returnToWithQuery address: String) -> Bool {
        accepts(returnTo: String(address.prefix { $0 != "?" && $0 != "#" }))
    }

    /// The target of a redirect after a logout that names none; `nil` if every allowed one has a wildcard.
    var usualLogoutURL: String? { logoutURLs.first { !$0.contains("*") } }

    /// Whether a target of redirects after a logout is registered, compared as redirect URIs.
    func accepts(returnTo address: String) -> Bool { list(logoutURLs, has: address) }

    /// Whether the scripts of an origin may send requests as the client: it is listed, or is the origin of a redirect
    /// URI.
    ///
    /// - SeeAlso: [Application Settings](https://auth0.com/docs/get-started/applications/application-settings),
    ///   [Configure CORS](https://auth0.com/docs/get-started/applications/set-up-cors)
    func accepts(origin: String) -> Bool {
        let callbackOrigins = callbacks.filter { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
            .map { CodeRedirect(uri: $0, state: nil).webOrigin }
        return list(allowedOrigins + webOrigins + callbackOrigins, has: origin)
    }

    /// Whether a page of an origin may receive authorization responses as messages.
    func accepts(webOrigin: String) -> Bool { list(webOrigins, has: webOrigin) }

    private func list(_ list: [String], has address: String) -> Bool {
        func comparable(_ address: String) -> [UInt8] {
            Array((allowsAnyLoopbackPort ? Self.withoutPort(address) ?? address : address).utf8)
        }
        let wanted = comparable(address)
        return list.contains { comparable($0) == wanted || WildcardAddress($0)?.matches(address) == true }
    }

    private static func withoutPort(_ address: String) -> String? {
        for origin in ["http://127.0.0.1", "http://[::1]"] where address.hasPrefix("\(origin):") {
            let rest = address.dropFirst(origin.count + 1)
            let port = rest.prefix { $0 != "/" }
            guard UInt16(digits: port) != nil else { return nil }
            return origin + rest.dropFirst(port.count)
        }
        return nil
    }
}
