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

    let name: String?
    let type: ApplicationType
    let redirectURIs: [String]
    let logoutURIs: [String]
    let authentication: Client.Authentication.Kind
    let grants: [String]
    let responseTypes: [String]
    let keySet: JSONValue?
    let keys: JSONWebKeySet?
    let idTokenAlgorithm: String
    let userInfoAlgorithm: String?
    let requiresDPoP: Bool
    let requiresPushedRequests: Bool
    let requiresSignedRequests: Bool
    let backChannelLogoutURI: String?
    /// The members that the tenant keeps for the client and does not use.
    let descriptive: [String: JSONValue]

    /// The members that describe a client; all are texts except the contacts.
    private static let descriptiveNames = [
        "scope", "client_uri", "logo_uri", "tos_uri", "policy_uri", "software_id", "software_version",
        "initiate_login_uri",
    ]

    /// Validates metadata; unknown members are ignored, as the standard requires.
    ///
    /// - Parameters:
    ///   - sent: The members that the client sent.
    ///   - algorithm: The algorithm of the tenant's signatures.
    /// - Throws: A refusal for metadata that the tenant does not support.
    init(_ sent: Parameters, signing algorithm: String) throws(Refusal) {
        name = try sent.optional("client_name")
        type = try sent.choice("application_type") ?? .web
        authentication = try sent.choice("token_endpoint_auth_method") ?? .secretBasic
        grants = try sent.texts("grant_types") ?? ["authorization_code"]
        guard grants.allSatisfy(GrantHandlers.names.contains) else { throw .invalidMetadata("grant_types") }
        guard !grants.contains("client_credentials") || authentication != .publicClient else {
            throw .invalidMetadata("grant_types: client_credentials needs a client that proves who it is")
        }
        responseTypes = try sent.responseTypes(for: grants)
        (redirectURIs, logoutURIs) = (
            try sent.texts("redirect_uris") ?? [], try sent.texts("post_logout_redirect_uris") ?? []
        )
        guard !redirectURIs.isEmpty || responseTypes.isEmpty else {
            throw .invalidRedirectURI("redirect_uris is missing")
        }
        for uri in redirectURIs + logoutURIs {
            guard type.allows(uri) else { throw .invalidRedirectURI("\(uri): \(type.rule)") }
        }
        (keySet, keys) = try sent.keys(for: authentication)
        idTokenAlgorithm = try sent.optional("id_token_signed_response_alg") ?? algorithm
        guard idTokenAlgorithm == algorithm || (idTokenAlgorithm == "HS256" && authentication.needsSecret) else {
            throw .invalidMetadata("id_token_signed_response_alg")
        }
        userInfoAlgorithm = try sent.optional("userinfo_signed_response_alg")
        guard userInfoAlgorithm == nil || userInfoAlgorithm == idTokenAlgorithm else {
            throw .invalidMetadata("userinfo_signed_response_alg")
        }
        requiresDPoP = try sent.flag("dpop_bound_access_tokens")
        requiresPushedRequests = try sent.flag("require_pushed_authorization_requests")
        requiresSignedRequests = try sent.flag("require_signed_request_object")
        guard keys != nil || !requiresSignedRequests else { throw .invalidMetadata("jwks") }
        backChannelLogoutURI = try sent.optional("backchannel_logout_uri")
        // The URI may contain a query, but no fragment: OpenID Connect Back-Channel Logout §2.2.
        guard backChannelLogoutURI.map(Self.isWebAddress) != false else {
            throw .invalidMetadata("backchannel_logout_uri")
        }
        var descriptive: [String: JSONValue] = [:]
        for name in Self.descriptiveNames { descriptive[name] = try sent.optional(name).map(JSONValue.string) }
        // OpenID Connect Dynamic Client Registration 1.0 §2 demands https.
        guard
            descriptive["initiate_login_uri"]?.string.map({ Self.isWebAddress($0) && $0.hasPrefix("https://") })
                != false
        else { throw .invalidMetadata("initiate_login_uri") }
        descriptive["contacts"] = try sent.texts("contacts")?.json
        self.descriptive = descriptive
    }

    private static func isWebAddress(_ uri: String) -> Bool {
        (uri.hasPrefix("https://") || uri.hasPrefix("http://")) && !uri.contains("#")
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
                    return port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) != nil)
                }
        // A reverse domain name, which excludes `javascript:` and `data:`.
        case (.native, let scheme): return scheme.contains(".")
        case (.web, _): return false
        }
    }
}

extension Parameters {
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
        let usesImplicit = grants.contains(GrantHandlers.implicit)
        let types = try texts("response_types") ?? (usesCode || usesImplicit ? ["code"] : [])
        let allowed =
            (usesCode ? ["code"] : []) + (usesImplicit ? ["id_token"] : [])
            + (usesCode && usesImplicit ? ["code id_token"] : [])
        guard types.allSatisfy(allowed.contains), usesCode == types.contains(where: { $0.hasPrefix("code") }),
            !types.isEmpty || !usesImplicit
        else {
            throw .invalidMetadata("response_types: these grant types have \(allowed.listed), not \(types.listed)")
        }
        return types
    }

    fileprivate func flag(_ name: String) throws(Refusal) -> Bool {
        guard let value = self[name] else { return false }
        guard let flag = value.boolean else { throw .invalidMetadata(name) }
        return flag
    }

    fileprivate func choice<Value: RawRepresentable<String>>(_ name: String) throws(Refusal) -> Value? {
        guard let value = self[name] else { return nil }
        guard let choice = value.string.flatMap(Value.init) else { throw .invalidMetadata(name) }
        return choice
    }

    /// Parses the keys of client assertions and request objects, which `private_key_jwt` requires.
    fileprivate func keys(
        for method: Client.Authentication.Kind
    ) throws(Refusal) -> (JSONValue?, JSONWebKeySet?) {
        guard self["jwks_uri"] == nil else {
            throw .invalidMetadata(
                "jwks_uri: the emulator requests no address that a client names; send the keys as jwks")
        }
        let keys = self["jwks"].flatMap { try? JSONWebKeySet(parsing: $0.text) }
        guard (self["jwks"] == nil) == (keys == nil), keys != nil || method != .privateKeyJWT else {
            throw .invalidMetadata("jwks")
        }
        return (self["jwks"], keys)
    }
}

extension Refusal {
    /// Creates the error response for invalid metadata.
    ///
    /// - SeeAlso: [RFC 7591 §3.2.2](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.2)
    static func invalidMetadata(_ what: String) -> Refusal { .oauth(400, "invalid_client_metadata", what) }
    static func invalidRedirectURI(_ what: String) -> Refusal { .oauth(400, "invalid_redirect_uri", what) }
}
