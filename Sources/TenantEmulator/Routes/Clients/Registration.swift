import ByteEncodings
import JOSE
import OpenSSLCryptography

/// A dynamically registered client with its metadata.
struct Registration: Sendable {
    let metadata: ClientMetadata
    let issuedAt: Int
    let accessToken: String

    var client: Client { metadata.client }

    /// Creates the response to a registration request or a read request, with all metadata that are registered.
    ///
    /// - SeeAlso: [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1)
    func json(domain: String) -> JSONValue {
        (used(domain: domain).dictionary ?? [:]).merging(metadata.descriptive) { used, _ in used }.json
    }

    /// The members that the tenant uses.
    private func used(domain: String) -> JSONValue {
        .members([
            "client_id": client.id,
            "client_id_issued_at": issuedAt,
            "client_secret": client.secret,
            // 0 means that the secret does not expire; the member is required only with a secret.
            "client_secret_expires_at": client.secret.map { _ in 0 },
            "registration_access_token": accessToken,
            "registration_client_uri": "\(domain)/oidc/register/\(client.id)",
            "client_name": metadata.name,
            "application_type": metadata.type.rawValue,
            "redirect_uris": client.callbacks,
            "post_logout_redirect_uris": client.logoutURLs,
            "token_endpoint_auth_method": client.authentication?.kind.rawValue,
            "token_endpoint_auth_signing_alg": client.assertionAlgorithm?.rawValue,
            "request_object_signing_alg": client.requestAlgorithm?.rawValue,
            "default_max_age": client.defaultMaxAge,
            "grant_types": client.grantTypes,
            "response_types": metadata.responseTypes,
            "jwks": metadata.keySet,
            "id_token_signed_response_alg": metadata.idTokenAlgorithm,
            "userinfo_signed_response_alg": metadata.userInfoAlgorithm,
            "dpop_bound_access_tokens": client.requiresDPoP,
            "require_pushed_authorization_requests": client.requiresPushedRequests,
            "require_signed_request_object": client.requiresSignedRequests,
            "backchannel_logout_uri": client.backChannelLogoutURL,
        ])
    }
}

extension Route {
    /// The endpoints for dynamic registration: create, read and delete.
    ///
    /// - SeeAlso: [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3),
    ///   [RFC 7592 §2](https://www.rfc-editor.org/rfc/rfc7592#section-2)
    static let registration = [
        Route("POST", "/oidc/register") { context, tenant throws(Refusal) in try tenant.register(context) },
        Route("GET", "/oidc/register/{client}") { context, tenant throws(Refusal) in
            .json(try tenant.registration(context).json(domain: tenant.programOrigin(of: context)))
        },
        Route("DELETE", "/oidc/register/{client}") { context, tenant throws(Refusal) in
            tenant.removeClient(try tenant.registration(context).client.id)
            return HTTPResponse(204)
        },
    ]
}

extension TenantState {
    fileprivate mutating func register(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        guard context.request.mediaType == "application/json" else {
            throw .invalidMetadata("the body has to be application/json")
        }
        let metadata = try ClientMetadata(Parameters(context.request), signing: keys.current.algorithm.rawValue)
        let registration = Registration(metadata: metadata, issuedAt: now, accessToken: Secrets.token(32))
        put(metadata.client)
        registrations[metadata.client.id] = registration
        return .json(registration.json(domain: programOrigin(of: context)), status: 201)
    }

    /// Finds the registration that the request's access token belongs to; an unknown client is refused in the same way.
    fileprivate func registration(_ context: RequestContext) throws(Refusal) -> Registration {
        guard let registration = registrations[context["client"]], let sent = context.authorization,
            sent.scheme == .bearer,
            ConstantTime.areEqual(sent.token, registration.accessToken)
        else {
            let challenge = #"Bearer realm="registration", error="invalid_token""#
            throw Refusal(.text("Unauthorized", status: 401).with("WWW-Authenticate", challenge))
        }
        return registration
    }
}

extension Registration {
    /// Reads the response to a registration request from a state file; `nil` if it is damaged.
    init?(kept: JSONValue, signing algorithm: String) {
        guard let id = kept["client_id"]?.string, let issuedAt = kept["client_id_issued_at"]?.integer,
            let accessToken = kept["registration_access_token"]?.string,
            let metadata = try? ClientMetadata(
                Parameters(kept.dictionary ?? [:]), signing: algorithm, id: id, secret: kept["client_secret"]?.string)
        else { return nil }
        (self.metadata, self.issuedAt, self.accessToken) = (metadata, issuedAt, accessToken)
    }
}
