import ByteEncodings

/// The access token of an `Authorization` header.
struct Authorization: Sendable {
    enum Scheme: String, Sendable {
        case bearer
        case dpop
    }

    let scheme: Scheme
    let token: String
}

extension RequestContext {
    /// The access token of the `Authorization` header.
    ///
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1),
    ///   [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
    var authorization: Authorization? {
        guard let words = request.header("authorization")?.split(separator: " "), words.count == 2,
            let scheme = Authorization.Scheme(rawValue: words[0].lowercased())
        else { return nil }
        return Authorization(scheme: scheme, token: String(words[1]))
    }
}

extension TenantState {
    /// Verifies the access token of the header, otherwise that of a parameter, and, for a bound token, the DPoP proof.
    mutating func claims(of context: RequestContext, or parameter: Authorization? = nil) throws(TokenDefect)
        -> TokenClaims
    {
        guard let authorization = context.authorization ?? parameter else { throw .missing }
        let claims = try claims(of: authorization.token)
        let thumbprint = claims["cnf"]?["jkt"]?.string
        switch authorization.scheme {
        case .bearer where thumbprint != nil: throw .bound
        case .bearer: return claims
        case .dpop:
            guard thumbprint != nil else { throw .unbound }
            let key: String?
            do throws(DPoPDefect) {
                key = try proofKey(of: context, token: authorization.token)
            } catch { throw .proof(error) }
            guard let key else { throw .proof(DPoPDefect("no proof")) }
            guard key == thumbprint else { throw .proof(DPoPDefect("the token is bound to another key")) }
            return claims
        }
    }

    /// Adds the `WWW-Authenticate` header that names the defect of a token.
    ///
    /// - SeeAlso: [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3),
    ///   [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
    func challenged(_ response: HTTPResponse, by defect: TokenDefect, _ context: RequestContext, realm: String? = nil)
        -> HTTPResponse
    {
        let response = response.because(reason(of: defect, context))
        let place = realm.map { ["realm=\"\($0)\""] } ?? []
        let algorithms = "algs=\"\(configuration.dpopAlgorithms.joined(separator: " "))\""
        let invalid = place + ["error=\"invalid_token\""]
        let (scheme, fields): (Authorization.Scheme, [String]) =
            switch defect {
            case .missing: (.bearer, [place.first ?? "realm=\"API\""])
            case .proof(let proof):
                (
                    .dpop,
                    place + ["error=\"\(proof.error)\"", "error_description=\"\(proof.description)\"", algorithms]
                )
            case .bound: (.dpop, invalid + ["error_description=\"The token is bound to a key\"", algorithms])
            case .invalid, .expired, .unbound:
                context.authorization?.scheme == .dpop ? (.dpop, invalid + [algorithms]) : (.bearer, invalid)
            }
        let name = scheme == .dpop ? "DPoP" : "Bearer"
        let challenged = response.with("WWW-Authenticate", "\(name) \(fields.joined(separator: ", "))")
        guard case .proof(let proof) = defect, let nonce = proof.nonce else { return challenged }
        return challenged.with("DPoP-Nonce", nonce)
    }

    private func reason(of defect: TokenDefect, _ context: RequestContext) -> String {
        switch defect {
        case .missing: "The request has no access token"
        case .proof(let proof): "DPoP proof: \(proof.description)"
        case .bound: "The token is bound to a key and needs the DPoP scheme"
        case .unbound: "The token is not bound to a key and needs the Bearer scheme"
        case .expired: "The token has expired"
        case .invalid: context.authorization.map { reason(ofInvalid: $0.token) } ?? "The token is invalid"
        }
    }
}

extension TokenDefect {
    /// Describes a defect to the client, in the words of an API.
    func message(missing: String, expired: String, invalid: String) -> String {
        switch self {
        case .missing: missing
        case .expired: expired
        case .proof(let proof): proof.description
        case .invalid, .bound, .unbound: invalid
        }
    }
}
