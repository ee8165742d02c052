import ByteEncodings
import JOSE

/// A client: an application that may request tokens.
struct Client: Sendable {
    /// A method of client authentication.
    enum Authentication: String, Sendable, CaseIterable {
        case secretInHeader = "client_secret_basic"
        case secretInBody = "client_secret_post"
        case assertion = "private_key_jwt"
        case nothing = "none"

        /// The methods of confidential clients.
        static let proving = allCases.filter { $0 != .nothing }
    }

    let id: String
    let name: String
    /// The client secret; `nil` for a client without one.
    let secret: String?
    let callbacks: [String]
    /// The allowed targets of redirects after a logout.
    let logoutURLs: [String]
    /// Whether users need not consent to the client's scopes.
    let isFirstParty: Bool
    /// Whether the client must push its authorization requests.
    let requiresPushedRequests: Bool
    /// The allowed grant types; empty for all.
    let grants: [String]
    /// Whether the client receives only DPoP-bound tokens.
    let requiresProof: Bool
    let organizationUsage: OrganizationUsage
    /// The point at which the browser asks for an organization that a request of this client must name and does not.
    let organizationPrompt: OrganizationPrompt
    /// The allowed methods of client authentication.
    let authentications: Set<Authentication>
    /// The public keys of client assertions.
    let keys: KeyRing?
    /// Whether ID tokens are signed with the client secret.
    let signsWithSecret: Bool
    /// Whether the client receives user info as a signed token.
    let wantsSignedUserInfo: Bool

    init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.required("client_id")
        name = try reader.text("name") ?? id
        secret = try reader.text("client_secret")
        callbacks = try reader.texts("callbacks")
        logoutURLs = try reader.texts("logout_urls")
        isFirstParty = !(try reader.flag("third_party"))
        requiresPushedRequests = try reader.flag("require_pushed_authorization_requests")
        grants = try reader.texts("grant_types")
        requiresProof = try reader.flag("require_proof_of_possession")
        organizationUsage =
            try reader.optional("organization_usage") { $0.string.flatMap(OrganizationUsage.init) } ?? .allow
        organizationPrompt =
            try reader.optional("organization_require_behavior") { $0.string.flatMap(OrganizationPrompt.init) } ?? .none
        let method = try reader.optional("token_endpoint_auth_method") { $0.string.flatMap(Authentication.init) }
        keys = try reader.optional("jwks") { value in
            (try? JSONWebKeySet(parsing: value.text)).map { KeyRing($0) }
        }
        authentications = method.map { [$0] } ?? Self.usual(hasSecret: secret != nil, hasKeys: keys != nil)
        signsWithSecret = try reader.optional("id_token_signing_alg") { $0.string == "HS256" } ?? false
        wantsSignedUserInfo = try reader.text("userinfo_signed_response_alg") != nil
        guard secret != nil || !signsWithSecret, !authentications.contains(.assertion) || keys != nil else {
            throw EmulatorError(.malformedSeed, "clients.\(id): a secret or jwks is missing")
        }
    }

    /// Whether the client does not authenticate, so that any program can use its ID.
    var isPublic: Bool { authentications == [.nothing] }

    private static func usual(hasSecret: Bool, hasKeys: Bool) -> Set<Authentication> {
        if hasKeys { return [.assertion] }
        return hasSecret ? [.secretInBody, .secretInHeader] : [.nothing]
    }

    func allows(_ grant: String) -> Bool { grants.isEmpty || grants.contains(grant) }

    /// Whether a redirect URI is registered.
    ///
    /// The port of a loopback address is not compared: [RFC 8252
    /// §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3).
    func accepts(redirectURI: String) -> Bool { Self.list(callbacks, has: redirectURI) }

    /// Whether a target of redirects after a logout is registered; the port of a loopback address is not compared.
    func accepts(returnTo address: String) -> Bool { Self.list(logoutURLs, has: address) }

    private static func list(_ list: [String], has address: String) -> Bool {
        let wanted = Array((withoutPort(address) ?? address).utf8)
        return list.contains { Array((withoutPort($0) ?? $0).utf8) == wanted }
    }

    private static func withoutPort(_ address: String) -> String? {
        for origin in ["http://127.0.0.1", "http://[::1]"] where address.hasPrefix("\(origin):") {
            let rest = address.dropFirst(origin.count + 1)
            let port = rest.prefix { $0 != "/" }
            guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(port) != nil else { return nil }
            return origin + rest.dropFirst(port.count)
        }
        return nil
    }
}
