import ByteEncodings
import JOSE
import OpenSSLCryptography

struct ClientCredentials: Sendable {
    let id: String
    let method: Client.Authentication
    /// The client secret or the client assertion.
    var proof: String?

    /// Reads the credentials; refuses more than one authentication method.
    ///
    /// - SeeAlso: [RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3)
    init(_ context: RequestContext, _ parameters: Parameters) throws(Refusal) {
        let basic = try Self.basic(context)
        let secret = try parameters.optional("client_secret")
        let assertion = try parameters.optional("client_assertion")
        guard [basic != nil, secret != nil, assertion != nil].count(where: \.self) <= 1 else {
            throw .invalidRequest("More than one method of client authentication")
        }
        let named = try parameters.optional("client_id")
        if let basic {
            guard named == nil || named == basic.id else {
                throw .unauthorized(because: "client_id is not the client of the Authorization header")
            }
            (id, method, proof) = (basic.id, .secretBasic, basic.secret)
        } else if let assertion {
            let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
            guard try parameters.required("client_assertion_type") == type else {
                throw .invalidRequest("Unsupported client_assertion_type")
            }
            guard let signed = try? CompactJWS(assertion), let subject = Self.subject(of: signed),
                named == nil || named == subject
            else { throw .invalidAssertion("it is no JWT whose sub is the client") }
            let isSecret = !SignatureAlgorithm.asymmetric.contains(signed.header.algorithm)
            (id, method, proof) = (subject, isSecret ? .secretJWT : .privateKeyJWT, assertion)
        } else {
            id = try parameters.required("client_id")
            (method, proof) = (secret == nil ? .publicClient : .secretPost, secret)
        }
    }

    /// Decodes the user name and password of an `Authorization` header, which are both form-encoded.
    private static func basic(_ context: RequestContext) throws(Refusal) -> (id: String, secret: String)? {
        guard let words = context.request.header("authorization")?.split(separator: " "), words.count == 2,
            words[0].lowercased() == "basic"
        else { return nil }
        let text = words[1].filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        guard let bytes = try? Base64URL.decode(String(text)), let pair = String(validating: bytes, as: UTF8.self),
            let colon = pair.firstIndex(of: ":"), let id = try? FormEncoding.decode("v=\(pair[..<colon])"),
            let secret = try? FormEncoding.decode("v=\(pair[pair.index(after: colon)...])")
        else { throw .invalidRequest("Malformed Authorization header") }
        return (id.first?.value ?? "", secret.first?.value ?? "")
    }

    private static func subject(of assertion: CompactJWS) -> String? {
        (try? JSONValue(parsing: assertion.unverifiedPayload))?["sub"]?.string
    }
}

/// A request of an authenticated client, with its parameters.
struct ClientRequest: Sendable {
    let client: Client
    let parameters: Parameters
    var context: RequestContext

    subscript(_ name: String) -> JSONValue? { parameters[name] }
    func optional(_ name: String) throws(Refusal) -> String? { try parameters.optional(name) }
    func required(_ name: String) throws(Refusal) -> String { try parameters.required(name) }
}

extension Route {
    /// Creates a route whose requests contain the credentials of a client.
    static func client(
        _ path: String,
        _ action: @escaping @Sendable (ClientRequest, inout TenantState) throws(Refusal) -> HTTPResponse
    ) -> Route {
        Route("POST", path) { context, tenant throws(Refusal) in
            let parameters = try Parameters(context.request)
            let client = try tenant.authenticateClient(context, parameters)
            return try action(ClientRequest(client: client, parameters: parameters, context: context), &tenant)
        }
    }
}

extension TenantState {
    /// Authenticates the client of a request with one of the client's methods.
    mutating func authenticateClient(_ context: RequestContext, _ parameters: Parameters) throws(Refusal) -> Client {
        let shown = try ClientCredentials(context, parameters)
        guard let client = client(shown.id) else { throw .unauthorized(because: "There is no client \(shown.id)") }
        // RFC 6749 §2.3.1 allows clients to omit an empty secret; some programs send it.
        let isEmpty = shown.method == .secretBasic && shown.proof == ""
        let method = isEmpty && client.isPublic ? .publicClient : shown.method
        guard client.authentications.contains(method) else {
            let allowed = client.authentications.map(\.kind.rawValue).sorted().joined(separator: " or ")
            throw .unauthorized(
                because: "The client authenticates with \(allowed); the request used \(shown.method.kind.rawValue)")
        }
        switch method.kind {
        case .publicClient: break
        case .privateKeyJWT:
            try check(shown.proof ?? "", of: client, client.keyRing(client.assertionAlgorithm), context)
        case .secretJWT: try check(shown.proof ?? "", of: client, client.secretRing, context)
        case .secretPost, .secretBasic:
            guard let secret = client.secret, let proof = shown.proof, ConstantTime.areEqual(secret, proof) else {
                throw .unauthorized(because: "The client secret is wrong")
            }
        }
        return client
    }

    /// Verifies a client assertion, which is valid once.
    ///
    /// - SeeAlso: [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3), [the maximum
    ///   lifetime](https://auth0.com/docs/get-started/authentication-and-authorization-flow/authenticate-with-private-key-jwt)
    private mutating func check(
        _ assertion: String, of client: Client, _ ring: KeyRing?, _ context: RequestContext
    ) throws(Refusal) {
        guard let verified = try? ring?.verify(assertion, type: .any),
            let claims = (try? JSONValue(parsing: verified.payload))?.dictionary
        else {
            let setting = (client.assertionAlgorithm, "token_endpoint_auth_signing_alg")
            throw .invalidAssertion(client.signatureDefect(of: assertion, registered: setting))
        }
        let (expiry, identifier) = (claims["exp"]?.integer ?? 0, claims["jti"]?.string)
        let rules: KeyValuePairs = [
            // A request object of the client is no client assertion: RFC 9101 §10.8.
            "typ has to be JWT or client-authentication+jwt": Self.assertionTypes.contains(verified.header.type),
            "iss and sub have to be \(client.id)":
                claims["iss"]?.string == client.id && claims["sub"]?.string == client.id,
            "aud has to be \(issuer)": isAudience(of: claims, in: context),
            "exp has to be in the next \(Self.maximumAssertionLifetime) seconds":
                (now + 1...now + Self.maximumAssertionLifetime).contains(expiry),
            "nbf is in the future": isActive(claims),
        ]
        if let defect = rules.first(where: { !$0.value })?.key { throw .invalidAssertion(defect) }
        guard let identifier else { throw .invalidAssertion("jti is missing") }
        tokens.usedAssertions.dropExpired(at: now, \.self)
        let earlier = tokens.usedAssertions.updateValue(expiry, forKey: "\(client.id) \(identifier)")
        guard earlier.map({ now < $0 }) != true else { throw .invalidAssertion("jti was used before") }
    }

    /// Whether an `aud` claim names the tenant: by its issuer, its token endpoint or the endpoint of the request.
    private func isAudience(of claims: [String: JSONValue], in context: RequestContext) -> Bool {
        let endpoints = [domain, programOrigin(of: context)].flatMap {
            [$0 + "/oauth/token", $0 + context.request.path]
        }
        return !Set([issuer] + endpoints).isDisjoint(with: TokenClaims(members: claims).audiences)
    }

    func isActive(_ claims: [String: JSONValue]) -> Bool {
        guard let activation = claims["nbf"] else { return true }
        return activation.integer.map { $0 <= now } ?? false
    }

    private static let assertionTypes: Set<String?> = [nil, "jwt", "client-authentication+jwt"]
    private static let maximumAssertionLifetime = 300
}

extension Refusal {
    /// The refusal of a client; the reason is only in the journal, because it would help an attacker to guess.
    static func unauthorized(because reason: String) -> Refusal {
        .oauth(401, "access_denied", "Unauthorized").because(reason)
    }

    fileprivate static func invalidAssertion(_ reason: String) -> Refusal {
        .oauth(401, "invalid_client", "Invalid client_assertion").because("The client_assertion is invalid: \(reason)")
    }
}
