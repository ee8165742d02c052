import ByteEncodings

extension TenantState {
    typealias Fields = [String: String]

    /// Parses and validates an authorization request; a request that was pushed is not resolved again.
    ///
    /// The link of a mail needs no code challenge: the tenant writes it, from `authParams` that have none.
    ///
    /// Errors are sent to the redirect URI only after it is known to be registered for the client.
    ///
    /// - SeeAlso: [RFC 6749 §4.1.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1),
    ///   [RFC 9700 §4.1.3](https://www.rfc-editor.org/rfc/rfc9700#section-4.1.3)
    mutating func authorizationRequest(
        _ sent: [String: String], isPushed: Bool = false, isMailed: Bool = false
    ) throws(AuthorizationDefect) -> AuthorizationRequest {
        // A parameter without a value is omitted: RFC 6749 §3.1.
        let sent = sent.filter { !$0.value.isEmpty }
        guard let id = sent["client_id"] else {
            throw .page(status: 400, "invalid_request: client_id is missing", advice: .knownClients)
        }
        guard let client = client(id) else {
            throw .page(status: 400, "invalid_request: Unknown client: \(id)", advice: .knownClients)
        }
        let fields = isPushed ? sent : try resolved(sent, client)
        var redirect = CodeRedirect(
            uri: try redirectURI(fields, client), state: fields["state"], nonce: fields["nonce"],
            challenge: fields["code_challenge"], keyThumbprint: fields["dpop_jkt"],
            isImplied: fields["redirect_uri"] == nil)
        try setResponse(of: &redirect, fields, client)
        redirect.isPlainChallenge = ["plain", nil].contains(fields["code_challenge_method"])
        try check(fields, redirect, needsChallenge: client.needsChallenge && !isMailed)
        var request = AuthorizationRequest(client: client, target: .redirect(redirect))
        request.scopes = (fields["scope"] ?? "").split(separator: " ").map(String.init)
        request.audience = try audience(fields, redirect)
        request.prompts = try Self.prompts(fields, redirect)
        request.maxAge = try Self.maxAge(fields, redirect) ?? request.client.defaultMaxAge
        (request.loginHint, request.locales) = (fields["login_hint"], fields["ui_locales"])
        request.wantsSignup = fields["screen_hint"] == "signup"
        request.connection = try connection(fields, redirect)
        request.authorizationDetails = try details(fields, request.audience, redirect)
        request.fields = fields
        try setOrganization(of: &request, fields, redirect)
        return request
    }

    /// Returns the redirect URI of a request; without one, the only one that is registered for the client.
    ///
    /// - SeeAlso: [RFC 6749 §3.1.2.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.1.2.3)
    private func redirectURI(_ fields: Fields, _ client: Client) throws(AuthorizationDefect) -> String {
        guard let uri = fields["redirect_uri"] else {
            guard client.callbacks.count == 1, !client.callbacks[0].contains("*") else {
                throw .page(
                    status: 403, "Callback URL mismatch. The request has no redirect_uri.",
                    advice: .callback(nil, of: client))
            }
            return client.callbacks[0]
        }
        guard client.accepts(redirectURI: uri) else {
            throw .page(
                status: 403, "Callback URL mismatch. \(uri) is not in the list of allowed callback URLs.",
                advice: .callback(uri, of: client))
        }
        return uri
    }

    /// Returns the pushed parameters if the request has a `request_uri`, otherwise the parameters of its request
    /// object, otherwise the sent parameters.
    ///
    /// - SeeAlso: [RFC 9126 §4](https://www.rfc-editor.org/rfc/rfc9126#section-4)
    private mutating func resolved(_ fields: Fields, _ client: Client) throws(AuthorizationDefect) -> Fields {
        guard let uri = fields["request_uri"], fields["request"] == nil else {
            guard !client.requiresPushedRequests else {
                let text = "Pushed Authorization Requests are required for this client"
                throw .page(
                    status: 400, "invalid_request: \(text)",
                    advice: .setting("require_pushed_authorization_requests", client))
            }
            return try opened(fields, client)
        }
        // A request URI is valid once, and only for the client that pushed the request.
        guard let pushed = sessions.pushed[uri], pushed.clientID == client.id else {
            throw .page(
                status: 400, "invalid_request_uri: The request_uri is unknown, of another client, or was used before")
        }
        sessions.pushed[uri] = nil
        guard now < pushed.expiresAt else {
            throw .page(status: 400, "invalid_request_uri: The request_uri has expired; push the request again")
        }
        return pushed.fields
    }

    private func check(
        _ fields: Fields, _ redirect: CodeRedirect, needsChallenge: Bool
    ) throws(AuthorizationDefect) {
        if redirect.challenge == nil {
            guard !(redirect.type.hasCode && needsChallenge), fields["code_challenge_method"] == nil else {
                throw .invalid(redirect, "Parameter 'code_challenge' is required")
            }
        } else {
            // Without the parameter, the method is `plain`: RFC 7636 §4.3.
            guard ["S256", "plain", nil].contains(fields["code_challenge_method"]) else {
                throw .invalid(redirect, "code_challenge_method must be S256 or plain")
            }
            let length = redirect.challenge?.utf8.count ?? 0
            guard redirect.isPlainChallenge ? (43...128).contains(length) : Self.isHash(redirect.challenge) else {
                throw .invalid(redirect, "code_challenge is malformed")
            }
        }
        guard redirect.keyThumbprint == nil || Self.isHash(redirect.keyThumbprint) else {
            throw .invalid(redirect, "dpop_jkt is malformed")
        }
    }

    private static func isHash(_ text: String?) -> Bool { (text.flatMap { try? Base64URL.decode($0) })?.count == 32 }

    private func audience(_ fields: Fields, _ redirect: CodeRedirect) throws(AuthorizationDefect) -> String? {
        guard let audience = fields["audience"] ?? defaultAudience, audience != userInfoAudience else { return nil }
        guard api(audience) != nil else { throw .refused(redirect, unknownAudience(audience)) }
        return audience
    }

    private func details(
        _ fields: Fields, _ audience: String?, _ redirect: CodeRedirect
    ) throws(AuthorizationDefect) -> [JSONValue] {
        do throws(AuthorizationDetailsDefect) {
            return try authorizationDetails(fields["authorization_details"], of: audience)
        } catch { throw .redirect(redirect, error: AuthorizationDetailsDefect.code, error.description) }
    }

    private static func prompts(
        _ fields: Fields, _ redirect: CodeRedirect
    ) throws(AuthorizationDefect) -> Set<AuthorizationRequest.Prompt> {
        let names = (fields["prompt"] ?? "").split(separator: " ").map(String.init)
        let prompts = Set(names.compactMap(AuthorizationRequest.Prompt.init(rawValue:)))
        guard prompts.count == names.count, !prompts.contains(.none) || prompts.count == 1 else {
            throw .invalid(redirect, "Invalid prompt: \(names.joined(separator: " "))")
        }
        return prompts
    }

    private static func maxAge(_ fields: Fields, _ redirect: CodeRedirect) throws(AuthorizationDefect) -> Int? {
        guard let text = fields["max_age"] else { return nil }
        guard let seconds = Int(text), seconds >= 0 else {
            throw .invalid(redirect, "max_age must be a number of seconds")
        }
        return seconds
    }

    private func connection(_ fields: Fields, _ redirect: CodeRedirect) throws(AuthorizationDefect) -> Connection? {
        guard let name = fields["connection"] else { return nil }
        guard let connection = connection(name) else {
            throw .invalid(
                redirect, "the connection was not found",
                because: "There is no connection \(name); the tenant has \(connections.map(\.name).listed)")
        }
        return connection
    }

    private func setOrganization(
        of request: inout AuthorizationRequest, _ fields: Fields, _ redirect: CodeRedirect
    ) throws(AuthorizationDefect) {
        let client = request.client
        if fields["organization"] == nil, client.organizationUsage == .require, client.organizationPrompt != .never {
            request.organizationPrompt = client.organizationPrompt
        } else {
            do throws(Refusal) {
                request.organization = try organization(Parameters(fields.mapValues { .string($0) }), client)
            } catch { throw .refused(redirect, error) }
        }
        guard let ticket = fields["invitation"] else { return }
        guard let invitation = sessions.invitations[ticket], now < invitation.expiresAt,
            invitation.clientID == client.id, invitation.organization == request.organization?.id
        else { throw .invalid(redirect, "the invitation was not found or was used before") }
        request.invitation = ticket
    }
}
