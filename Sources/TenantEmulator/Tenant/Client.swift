import ByteEncodings
import JOSE

/// An application that may ask for tokens.
struct Client: Sendable {
    /// How it proves who it is.
    enum Authentication: String, Sendable, CaseIterable {
        case secretInHeader = "client_secret_basic"
        case secretInBody = "client_secret_post"
        case assertion = "private_key_jwt"
        case nothing = "none"

        /// Those that prove something.
        static let proving = allCases.filter { $0 != .nothing }
    }

    let id: String
    let name: String
    /// Only confidential clients have one.
    let secret: String?
    let callbacks: [String]
    /// Where a browser may be sent after a logout.
    let logoutURLs: [String]
    /// Whether users need not agree to what it asks for.
    let isFirstParty: Bool
    /// Whether its authorization requests have to be pushed.
    let requiresPushedRequests: Bool
    /// The grants it may use; none named means all.
    let grants: [String]
    /// Whether it gets no token that is not bound to a key.
    let requiresProof: Bool
    let organizationUsage: OrganizationUsage
    /// When a browser is asked for the organization, if a request of this client has to name one and does not.
    let organizationPrompt: OrganizationPrompt
    /// The ways it may prove who it is.
    let authentications: Set<Authentication>
    /// The keys of its assertions.
    let keys: KeyRing?
    /// Whether its ID tokens are signed with its secret.
    let signsWithSecret: Bool
    /// Whether it gets user info as a signed token.
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
            (try? JWKSet(parsing: value.text)).map { KeyRing($0) }
        }
        authentications = method.map { [$0] } ?? Self.usual(hasSecret: secret != nil, hasKeys: keys != nil)
        signsWithSecret = try reader.optional("id_token_signing_alg") { $0.string == "HS256" } ?? false
        wantsSignedUserInfo = try reader.text("userinfo_signed_response_alg") != nil
        guard secret != nil || !signsWithSecret, !authentications.contains(.assertion) || keys != nil else {
            throw EmulatorError(.malformedSeed, "clients.\(id): a secret or jwks is missing")
        }
    }

    /// Whether anybody could pretend to be it.
    var isPublic: Bool { authentications == [.nothing] }

    private static func usual(hasSecret: Bool, hasKeys: Bool) -> Set<Authentication> {
        if hasKeys { return [.assertion] }
        return hasSecret ? [.secretInBody, .secretInHeader] : [.nothing]
    }

    func allows(_ grant: String) -> Bool { grants.isEmpty || grants.contains(grant) }

    /// Whether a browser may bring an answer there.
    ///
    /// The port of a loopback address is the application's to choose:
    /// [RFC 8252 §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3).
    func accepts(redirectURI: String) -> Bool { Self.list(callbacks, has: redirectURI) }

    /// Whether a browser may be sent there after a logout.
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
