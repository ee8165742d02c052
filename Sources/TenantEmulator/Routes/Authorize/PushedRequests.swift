import ByteEncodings

extension Route {
    /// The pushed authorization request endpoint.
    ///
    /// - SeeAlso: [RFC 9126 §2](https://www.rfc-editor.org/rfc/rfc9126#section-2)
    static let pushedRequests = client("/oauth/par") { request, tenant throws(Refusal) in try tenant.push(request) }
}

extension TenantState {
    static let requestURIPrefix = "urn:ietf:params:oauth:request_uri:"
    private static let pushedRequestLifetime = 30
    private static let clientProofs: Set = ["client_secret", "client_assertion", "client_assertion_type"]

    fileprivate mutating func push(_ sent: ClientRequest) throws(Refusal) -> HTTPResponse {
        guard sent["request_uri"] == nil else {
            throw .invalidRequest("request_uri cannot be pushed")
        }
        var fields = try pushedFields(sent.parameters, sent.client)
        fields["dpop_jkt"] = try provenKey(of: sent.context, for: fields["dpop_jkt"])
        do throws(AuthorizationDefect) {
            _ = try authorizationRequest(fields, isPushed: true)
        } catch { throw error.refusal }
        let uri = Self.requestURIPrefix + Secrets.token(32)
        let request = PushedRequest(
            clientID: sent.client.id, fields: fields, expiresAt: now + Self.pushedRequestLifetime)
        sessions.pushed.store(request, as: uri, at: now)
        let body = JSONValue.members(["request_uri": uri, "expires_in": Self.pushedRequestLifetime])
        return withNonce(.json(body, status: 201), sent.context)
    }

    /// Returns the parameters to store; the parameters of the request object, if there is one.
    ///
    /// - SeeAlso: [RFC 9126 §3](https://www.rfc-editor.org/rfc/rfc9126#section-3)
    private func pushedFields(_ parameters: Parameters, _ client: Client) throws(Refusal) -> [String: String] {
        var fields: [String: String] = [:]
        for name in parameters.members.keys where !Self.clientProofs.contains(name) {
            fields[name] =
                name == "authorization_details" ? try parameters.details : try parameters.optional(name)
        }
        fields["client_id"] = client.id
        do throws(AuthorizationDefect) {
            return try opened(fields, client)
        } catch { throw error.refusal }
    }

    /// Returns the thumbprint of the key that the code is bound to: `dpop_jkt` or the key of the proof, which must
    /// agree.
    ///
    /// - SeeAlso: [RFC 9449 §10.1](https://www.rfc-editor.org/rfc/rfc9449#section-10.1)
    private mutating func provenKey(of context: RequestContext, for named: String?) throws(Refusal) -> String? {
        let proven: String?
        do throws(DPoPDefect) { proven = try proofKey(of: context) } catch { throw error.refusal }
        guard proven == nil || named == nil || proven == named else {
            throw .oauth(400, "invalid_dpop_proof", "dpop_jkt is not the key of the proof")
        }
        return proven ?? named
    }
}

extension AuthorizationDefect {
    /// The error response of the pushed authorization request endpoint.
    fileprivate var refusal: Refusal {
        switch self {
        case .page(_, let description, _): .invalidRequest(description)
        case .requestObject(let description): .oauth(400, Self.requestObjectCode, description)
        case .redirect(_, let error, let description, let reason):
            .oauth(400, error, description).because(reason)
        }
    }
}
