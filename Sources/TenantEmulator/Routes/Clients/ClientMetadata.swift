import ByteEncodings
import JOSE

/// The validated metadata of a dynamic registration.
///
/// - SeeAlso: [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2),
///   [OpenID Connect Dynamic Client Registration
///   §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata)
struct ClientMetadata: Sendable {
    /// The type of the application, which determines the allowed redirect URIs.
    enum ApplicationType: String, Sendable {
        case web
        case native
    }

    /// The third-party client with these metadata.
    let client: Client
    let name: String?
    let type: ApplicationType
    let responseTypes: [String]
    let keySet: JSONValue?
    let idTokenAlgorithm: String
    let userInfoAlgorithm: String?
    /// The members that the tenant keeps for the client and does not use.
    let descriptive: [String: JSONValue]

    /// Validates metadata; unknown members are ignored, as the standard requires, and members that the emulator cannot
    /// honour are refused. The tenant signs with `algorithm`.
    init(
        _ sent: Parameters, signing algorithm: String, id: String = Secrets.token(24), secret: String? = nil
    ) throws(Refusal) {
        descriptive = try sent.descriptive
        name = try sent.optional("client_name")
        type = try sent.choice("application_type") ?? .web
        let authentication: Client.Authentication.Kind = try sent.choice("token_endpoint_auth_method") ?? .secretBasic
        let grants = try sent.texts("grant_types") ?? ["authorization_code"]
        guard grants.allSatisfy(GrantType.names.contains) else { throw .invalidMetadata("grant_types") }
        guard !grants.contains("client_credentials") || authentication != .publicClient else {
            throw .invalidMetadata("grant_types: client_credentials needs a client that proves who it is")
        }
        responseTypes = try sent.responseTypes(for: grants)
        let redirectURIs = try sent.texts("redirect_uris") ?? []
        let logoutURIs = try sent.texts("post_logout_redirect_uris") ?? []
        guard !redirectURIs.isEmpty || responseTypes.isEmpty else {
            throw .invalidRedirectURI("redirect_uris is missing")
        }
        for uri in redirectURIs + logoutURIs {
            guard type.allows(uri) else { throw .invalidRedirectURI("\(uri): \(type.rule)") }
        }
        let keys = try sent.keys(for: authentication)
        keySet = sent["jwks"]
        var client = Client(
            id: id, name: name, secret: secret ?? (authentication.needsSecret ? Secrets.token(48) : nil), keys: keys,
            authentication: Client.Authentication(kind: authentication), callbacks: redirectURIs,
            logoutURLs: logoutURIs)
        (client.isThirdParty, client.grantTypes) = (true, grants)
        // A native client chooses its port when it listens: RFC 8252 §7.3.
        client.allowsAnyLoopbackPort = type == .native
        idTokenAlgorithm = try sent.optional("id_token_signed_response_alg") ?? algorithm
        guard idTokenAlgorithm == algorithm || (idTokenAlgorithm == "HS256" && authentication.needsSecret) else {
            throw .invalidMetadata("id_token_signed_response_alg")
        }
        userInfoAlgorithm = try sent.optional("userinfo_signed_response_alg")
        guard userInfoAlgorithm == nil || userInfoAlgorithm == idTokenAlgorithm else {
            throw .invalidMetadata("userinfo_signed_response_alg")
        }
        client.signsIDTokensWithSecret = idTokenAlgorithm == "HS256"
        client.wantsSignedUserInfo = userInfoAlgorithm != nil
        try sent.readRequirements(into: &client)
        self.client = client
    }
}

extension ClientMetadata.ApplicationType {
    private static let loopback = ["127.0.0.1", "[::1]", "localhost"]

    /// The addresses that are allowed, for the description of a refusal.
    fileprivate var rule: String {
        let hosts = "https, or http on \(Self.loopback.joined(separator: ", "))"
        return self == .native ? hosts + ", or a scheme that is a reversed domain name" : hosts
    }

    /// Whether a redirect URI is allowed.
    ///
    /// Web clients may use `http` on loopback. Implicit clients may, too, against [OpenID Connect Dynamic Client
    /// Registration §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata): the applications
    /// under test are on loopback.
    ///
    /// - SeeAlso: [RFC 8252 §8.4](https://www.rfc-editor.org/rfc/rfc8252#section-8.4)
    fileprivate func allows(_ uri: String) -> Bool {
        guard uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }),
            let colon = uri.firstIndex(of: ":")
        else { return false }
        let authority = uri[colon...].dropFirst(3).prefix { !"/?".contains($0) }
        let isHierarchical = uri[colon...].hasPrefix("://") && !authority.isEmpty && !authority.contains("@")
        switch (self, uri[..<colon].lowercased()) {
        case (_, "https"): return isHierarchical
        case (_, "http"):
            return isHierarchical
                && Self.loopback.contains { host in
                    guard authority.hasPrefix(host) else { return false }
                    let port = authority.dropFirst(host.count)
                    return port.isEmpty || (port.first == ":" && UInt16(digits: port.dropFirst()) != nil)
                }
        // A reverse domain name, which excludes `javascript:` and `data:`.
        case (.native, let scheme): return scheme.contains(".")
        case (.web, _): return false
        }
    }
}

extension Parameters {
    /// The members that the emulator cannot honour, with the value that asks for nothing, and the reason of a refusal.
    private static let unbuilt: [(names: [String], nothing: JSONValue, reason: String)] = [
        (["jwks_uri"], .null, "the emulator requests no address that a client names; send the keys as jwks"),
        (["sector_identifier_uri"], .null, "the emulator requests no address that a client names"),
        (["request_uris"], .array([]), "the emulator requests no address that a client names; push the request"),
        (["subject_type"], .string("public"), "the emulator has the same subject for all clients: public"),
        (["tls_client_certificate_bound_access_tokens"], .boolean(false), "the emulator asks for no certificates"),
        (["default_acr_values"], .array([]), "the emulator has no authentication contexts to request"),
        (["frontchannel_logout_uri"], .null, "the emulator sends logout tokens to backchannel_logout_uri alone"),
        (
            ["authorization_signed_response_alg", "introspection_signed_response_alg"], .null,
            "the emulator signs no such response"
        ),
        (
            ["id_token", "userinfo", "authorization", "introspection"]
                .flatMap { ["\($0)_encrypted_response_alg", "\($0)_encrypted_response_enc"] }
                + ["request_object_encryption_alg", "request_object_encryption_enc"],
            .null, "the emulator encrypts and decrypts nothing"
        ),
    ]

    fileprivate func texts(_ name: String) throws(Refusal) -> [String]? {
        guard let value = self[name] else { return nil }
        guard let elements = value.elements, case let texts = elements.compactMap(\.string),
            texts.count == elements.count
        else { throw name.hasSuffix("uris") ? .invalidRedirectURI(name) : .invalidMetadata(name) }
        return texts
    }

    /// Reads the response types, which must agree with the grant types; `code` is the default.
    ///
    /// - SeeAlso: [RFC 7591 §2.1](https://www.rfc-editor.org/rfc/rfc7591#section-2.1)
    fileprivate func responseTypes(for grants: [String]) throws(Refusal) -> [String] {
        let usesCode = grants.contains("authorization_code")
        let usesImplicit = grants.contains(GrantType.implicit)
        let types = try texts("response_types") ?? (usesCode || usesImplicit ? ["code"] : [])
        let allowed =
            (usesCode ? ["code"] : []) + (usesImplicit ? ["id_token"] : [])
            + (usesCode && usesImplicit ? ["code id_token"] : [])
        guard types.allSatisfy(allowed.contains), usesCode == types.contains(where: { $0.hasPrefix("code") }),
            !types.isEmpty || !usesImplicit
        else { throw .invalidMetadata("response_types: these grant types have \(allowed.listed), not \(types.listed)") }
        return types
    }

    fileprivate func readRequirements(into client: inout Client) throws(Refusal) {
        client.requiresDPoP = try flag("dpop_bound_access_tokens")
        client.requiresPushedRequests = try flag("require_pushed_authorization_requests")
        client.requiresSignedRequests = try flag("require_signed_request_object")
        client.requestAlgorithm = try algorithm("request_object_signing_alg", of: Client.keyAlgorithms)
        let signing: [SignatureAlgorithm] =
            switch client.authentication?.kind {
            case .secretJWT: Client.secretAlgorithms
            case .privateKeyJWT: Client.keyAlgorithms
            // The other methods sign nothing.
            default: Client.keyAlgorithms + Client.secretAlgorithms
            }
        client.assertionAlgorithm = try algorithm("token_endpoint_auth_signing_alg", of: signing)
        client.defaultMaxAge = try seconds("default_max_age")
        guard client.keys != nil || !client.requiresSignedRequests else { throw .invalidMetadata("jwks") }
        // The URI may contain a query, but no fragment: OpenID Connect Back-Channel Logout §2.2.
        client.backChannelLogoutURL = try address("backchannel_logout_uri", ["https://", "http://"])
        // OpenID Connect Dynamic Client Registration 1.0 §2 demands https.
        client.loginURL = try address("initiate_login_uri", ["https://"])
    }

    /// Reads the only algorithm that the client signs with, one of `allowed`; `nil` if it may use each of them.
    private func algorithm(_ name: String, of allowed: [SignatureAlgorithm]) throws(Refusal) -> SignatureAlgorithm? {
        guard let text = try optional(name) else { return nil }
        guard let algorithm = allowed.first(where: { $0.rawValue == text }) else {
            throw .invalidMetadata("\(name): the tenant accepts \(allowed.map(\.rawValue).listed), not \(text)")
        }
        return algorithm
    }

    private func seconds(_ name: String) throws(Refusal) -> Int? {
        guard let value = given(name) else { return nil }
        guard let seconds = value.integer, seconds >= 0 else {
            throw .invalidMetadata("\(name): a number of seconds, from 0")
        }
        return seconds
    }

    private func address(_ name: String, _ schemes: [String]) throws(Refusal) -> String? {
        guard let uri = try optional(name) else { return nil }
        guard schemes.contains(where: uri.hasPrefix), !uri.contains("#") else { throw .invalidMetadata(name) }
        return uri
    }

    /// The members that describe a client, or ask for what each client has; refuses those that cannot be honoured.
    fileprivate var descriptive: [String: JSONValue] {
        get throws(Refusal) {
            var members: [String: JSONValue] = [:]
            for name in [
                "scope", "client_uri", "logo_uri", "tos_uri", "policy_uri", "software_id", "software_version",
                "initiate_login_uri",
            ] { members[name] = try optional(name).map(JSONValue.string) }
            members["contacts"] = try texts("contacts")?.json
            // Every ID token has auth_time, and every logout token that the tenant sends has sid.
            for name in ["require_auth_time", "backchannel_logout_session_required"] {
                if given(name) != nil { members[name] = try flag(name).json }
            }
            for (names, nothing, reason) in Self.unbuilt {
                for name in names {
                    guard let value = given(name) else { continue }
                    guard value == nothing else { throw .invalidMetadata("\(name): \(reason)") }
                    members[name] = value
                }
            }
            return members
        }
    }

    /// Returns a member; `nil` for one that a client has not set: `null` or an empty text.
    private func given(_ name: String) -> JSONValue? {
        self[name].flatMap { [.null, .string("")].contains($0) ? nil : $0 }
    }

    fileprivate func flag(_ name: String) throws(Refusal) -> Bool {
        guard let value = given(name) else { return false }
        guard let flag = value.boolean else { throw .invalidMetadata(name) }
        return flag
    }

    fileprivate func choice<Value: RawRepresentable<String>>(_ name: String) throws(Refusal) -> Value? {
        guard let value = self[name] else { return nil }
        guard let choice = value.string.flatMap(Value.init) else { throw .invalidMetadata(name) }
        return choice
    }

    /// Parses the keys of client assertions and request objects, which `private_key_jwt` requires.
    fileprivate func keys(for method: Client.Authentication.Kind) throws(Refusal) -> JSONWebKeySet? {
        let keys = self["jwks"].flatMap { try? JSONWebKeySet(parsing: $0.encoded) }
        guard (self["jwks"] == nil) == (keys == nil), keys != nil || method != .privateKeyJWT else {
            throw .invalidMetadata("jwks")
        }
        return keys
    }
}

extension Refusal {
    /// Creates the error response for invalid metadata.
    ///
    /// - SeeAlso: [RFC 7591 §3.2.2](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.2)
    static func invalidMetadata(_ what: String) -> Refusal { .oauth(400, "invalid_client_metadata", what) }
    static func invalidRedirectURI(_ what: String) -> Refusal { .oauth(400, "invalid_redirect_uri", what) }
}
