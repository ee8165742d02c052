import ByteEncodings

/// The authorized caller of the Users API.
struct UsersCaller: Sendable {
    let subject: String
    let scopes: Set<String>
    /// The client that the token was issued to.
    let clientID: String
}

extension TenantState {
    /// The audience of the Management API: under another name of the tenant, too, that of the domain.
    ///
    /// - SeeAlso: [Configure Features to Use Custom
    ///   Domains](https://auth0.com/docs/customize/custom-domains/configure-features-to-use-custom-domains), APIs
    var managementAudience: String { domain + "/api/v2/" }

    /// Authorizes a request that acts on a user.
    ///
    /// In addition to access tokens for the API, an ID token is accepted for the record of its own subject. The service
    /// did so when its older documents were written, whose samples pass an ID token.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - id: The ID of the user to act on.
    ///   - every: The scope that permits the action on any user.
    ///   - current: The scope that permits the action on the caller's own record.
    /// - Returns: The caller.
    /// - Throws: A refusal in the service's words.
    mutating func authorize(
        _ context: RequestContext, on id: String, every: String, current: String
    ) throws(Refusal) -> UsersCaller {
        let caller = try usersCaller(context)
        if caller.scopes.contains(every) { return caller }
        guard caller.scopes.contains(current) else {
            throw .management(
                403, "Insufficient scope, expected any of: \(every),\(current)", code: "insufficient_scope")
        }
        guard caller.subject == id else {
            throw .management(403, "User to be acted on does not match subject in bearer token.")
        }
        return caller
    }

    /// Authorizes a request that needs an access token with a scope.
    mutating func authorize(_ context: RequestContext, scope: String) throws(Refusal) {
        guard try usersCaller(context).scopes.contains(scope) else {
            throw .management(403, "Insufficient scope, expected any of: \(scope)", code: "insufficient_scope")
        }
    }

    private mutating func usersCaller(_ context: RequestContext) throws(Refusal) -> UsersCaller {
        let claims: TokenClaims
        do throws(TokenDefect) {
            claims = try self.claims(of: context)
        } catch { throw unauthorized(error, context) }
        guard let subject = claims.subject, users[subject] != nil || isClient(subject, claims) else {
            throw .management(401, "Invalid token")
        }
        if claims.audiences.contains(managementAudience) {
            return UsersCaller(subject: subject, scopes: claims.scopes, clientID: claims["azp"]?.string ?? "")
        }
        guard let clientID = claims.idTokenClient else {
            throw .management(401, "Bad audience: \(claims.audiences.joined(separator: ","))")
        }
        let own: Set = ["read:current_user", "update:current_user_metadata", "update:current_user_identities"]
        return UsersCaller(subject: subject, scopes: own, clientID: clientID)
    }

    /// Whether the subject of an access token is the client that the token was issued to.
    private func isClient(_ subject: String, _ claims: TokenClaims) -> Bool {
        guard let id = claims.clientID, client(id) != nil else { return false }
        return subject == Client.subject(of: id)
    }

    private func unauthorized(_ defect: TokenDefect, _ context: RequestContext) -> Refusal {
        let message =
            switch defect {
            case .missing: "Missing authentication"
            case .expired: "Expired token received for JSON Web Token validation"
            case .proof(let proof): proof.description
            case .invalid, .bound, .unbound: "Invalid token"
            }
        return Refusal(challenged(Refusal.management(401, message).response, by: defect, context))
    }
}

extension TokenClaims {
    /// The client that an ID token is for; `nil` for an access token.
    var idTokenClient: String? { members["scope"] == nil && members["azp"] == nil ? members["aud"]?.string : nil }
}
