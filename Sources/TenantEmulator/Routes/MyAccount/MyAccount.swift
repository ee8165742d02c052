import ByteEncodings

extension Route {
    static let myAccount = [
        Route("GET", "/me/v1/authentication-methods") { context, tenant throws(Refusal) in
            let user = try tenant.account(context, "read:me:authentication_methods")
            let type = try context.methodType()
            let methods = user.accountMethods.filter { type == nil || $0.type == type }
            return .json(.members(["authentication_methods": methods.map(\.json)]))
        },
        Route("GET", "/me/v1/authentication-methods/{id}") { context, tenant throws(Refusal) in
            let user = try tenant.account(context, "read:me:authentication_methods")
            return .json(try user.authenticationMethod(context["id"]).json)
        },
        Route("DELETE", "/me/v1/authentication-methods/{id}") { context, tenant throws(Refusal) in
            let user = try tenant.account(context, "delete:me:authentication_methods")
            let method = try user.authenticationMethod(context["id"])
            tenant.users[user.id]?.remove(method)
            tenant.passkeys.credentials.removeAll { $0.value.methodID == method.id }
            tenant.secondFactors.challenges.removeAll { $0.value.factorID == method.id }
            return HTTPResponse(204)
        },
        Route("GET", "/me/v1/factors") { context, tenant throws(Refusal) in
            _ = try tenant.account(context, "read:me:factors")
            return .json(.members(["factors": tenant.factors.map(JSONValue.factor)]))
        },
    ]
}

extension TenantState {
    /// Finds this API under an allowed host: its audience has the name that the program reaches the tenant by.
    ///
    /// - SeeAlso: [My Account API](https://auth0.com/docs/manage-users/my-account-api), Using Auth0 domain vs. custom
    ///   domain
    func myAccount(_ audience: String) -> API? {
        accountHost(audience).map { _ in .myAccount(domain: String(audience.dropLast(4))) }
    }

    /// The allowed host in an audience of this API; its scheme and port may be those of a proxy.
    private func accountHost(_ audience: String) -> String? {
        let suffix = "/me/"
        guard audience.hasSuffix(suffix), let origin = try? Origin(String(audience.dropLast(suffix.count))),
            isAllowed(origin.host), origin.text + suffix == audience
        else { return nil }
        return origin.host
    }

    /// The address of an authentication method, under the name that the program reaches the tenant by.
    func methodAddress(_ id: String, _ context: RequestContext) -> String {
        "\(programOrigin(of: context))/me/v1/authentication-methods/\(PercentEncoding.encode(id))"
    }

    /// Authorizes a request with an access token for this API and scope, and returns the token's user.
    mutating func account(_ context: RequestContext, _ scope: String) throws(Refusal) -> User {
        let claims: TokenClaims
        let user: User
        do throws(TokenDefect) {
            claims = try self.claims(of: context)
            let name = try? Origin(programOrigin(of: context)).host
            guard claims.audiences.contains(where: { $0 == domain + "/me/" || name != nil && name == accountHost($0) }),
                let subject = claims.subject.flatMap({ users[$0] })
            else { throw .invalid }
            user = subject
        } catch { throw unauthorized(error, context) }
        guard claims.scopes.contains(scope) else {
            throw .problem(403, "A0E-403-0002", "Insufficient Scope", "The scope \(scope) is required")
        }
        return user
    }

    private func unauthorized(_ defect: TokenDefect, _ context: RequestContext) -> Refusal {
        let detail = defect.message(
            missing: "Missing or invalid Authorization header", expired: "Expired Token", invalid: "Invalid Token")
        let problem = Refusal.problem(401, "A0E-401-0003", "Unauthorized", detail).response
        return Refusal(challenged(problem, by: defect, context))
    }
}

extension User {
    func authenticationMethod(_ id: String) throws(Refusal) -> AuthenticationMethod {
        guard let method = accountMethods.first(where: { $0.id == id }) else {
            throw .problem(404, "A0E-404-0001", "Not Found", "Authentication method not found")
        }
        return method
    }
}

extension RequestContext {
    private static let methodTypes: Set<String> = [
        "password", "passkey", "webauthn-platform", "webauthn-roaming", "totp", "phone", "email",
        "push-notification", "recovery-code",
    ]

    fileprivate func methodType() throws(Refusal) -> String? {
        let query: [String: String]
        do throws(Refusal) {
            query = try self.query()
        } catch { throw .problem(400, "A0E-400-0003", "Validation Error", "The query is malformed") }
        guard let type = query["type"] else { return nil }
        guard Self.methodTypes.contains(type) else {
            let fault = JSONValue.members([
                "detail": "must be one of the known types", "field": "type", "pointer": "/type", "source": "query",
            ])
            throw .problem(
                400, "A0E-400-0003", "Validation Error", "Unknown type of authentication method", fields: [fault])
        }
        return type
    }
}

extension JSONValue {
    fileprivate static func factor(_ type: String) -> JSONValue {
        let isPrimary = type == "password" || type == "passkey"
        return .members(["type": type, "usage": [isPrimary ? "primary" : "secondary"]])
    }
}

/// The body of a request to the My Account API, whose refusals name the invalid member.
struct MyAccountBody: Sendable {
    private let members: [String: JSONValue]

    /// Parses a JSON object; an empty body has no members.
    init(_ request: HTTPRequest) throws(Refusal) {
        guard !request.body.isEmpty else {
            members = [:]
            return
        }
        guard let members = request.jsonMembers else {
            throw .problem(400, "A0E-400-0001", "Bad Request", "The body is not a JSON object")
        }
        self.members = members
    }

    subscript(_ name: String) -> JSONValue? { members[name] }

    func refuseOthers(than names: Set<String>) throws(Refusal) {
        if let stray = members.keys.sorted().first(where: { !names.contains($0) }) {
            throw .invalid(stray, "is not allowed")
        }
    }

    func optional(_ name: String) throws(Refusal) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw .invalid(name, "must be a string") }
        return text
    }

    func required(_ name: String, where isValid: (String) -> Bool = { !$0.isEmpty }) throws(Refusal) -> String {
        guard let text = try optional(name) else { throw .invalid(name, "is required") }
        guard isValid(text) else { throw .invalid(name, "is not valid") }
        return text
    }

    var preferredMethod: String? {
        get throws(Refusal) {
            guard let method = try optional("preferred_authentication_method") else { return nil }
            guard method == "sms" || method == "voice" else {
                throw .invalid("preferred_authentication_method", "must be sms or voice")
            }
            return method
        }
    }
}

extension Refusal {
    static func invalid(_ name: String, _ detail: String) -> Refusal {
        .problem(
            400, "A0E-400-0003", "Validation Error", "One of the fields is not valid",
            fields: [.members(["detail": detail, "field": name, "pointer": "/\(name)", "source": "body"])])
    }
}
