import ByteEncodings

extension Route {
    /// The endpoints that read the set-up of the tenant, the consents of users, and the log.
    static let managedClients = [
        management("GET", "/clients", "read:clients") { context, tenant throws(Refusal) in
            try context.list(tenant.clients.map(\.managed), as: "clients")
        },
        management("GET", "/clients/{id}", "read:clients") { context, tenant throws(Refusal) in
            guard let client = tenant.client(context["id"]) else {
                throw .management(404, "The client does not exist", code: "inexistent_client")
            }
            return .json(client.managed)
        },
        management("GET", "/connections", "read:connections") { context, tenant throws(Refusal) in
            let query = try context.managementQuery()
            let connections = tenant.connections.filter { connection in
                [connection.name, nil].contains(query["name"])
                    && [connection.strategy.kind.rawValue, nil].contains(query["strategy"])
            }
            return try context.list(connections.map(\.managed), as: "connections")
        },
        management("GET", "/connections/{id}", "read:connections") { context, tenant throws(Refusal) in
            guard let connection = tenant.connections.first(where: { $0.managedID == context["id"] }) else {
                throw .management(404, "The connection does not exist", code: "inexistent_connection")
            }
            return .json(connection.managed)
        },
        management("GET", "/resource-servers", "read:resource_servers") { context, tenant throws(Refusal) in
            try context.list(tenant.apis.map(\.managed), as: "resource_servers")
        },
        management("GET", "/grants", "read:grants") { context, tenant throws(Refusal) in
            let user = try context.managementQuery()["user_id"]
            let consents = tenant.sessions.consents.keys.sorted()
                .compactMap { key in tenant.sessions.consents[key].flatMap { ManagedGrant(key, $0) } }
            return try context.list(
                consents.filter { user == nil || $0.userID == user }.map(\.json), as: "grants")
        },
        management("DELETE", "/grants", "delete:grants") { context, tenant throws(Refusal) in
            guard let user = try context.managementQuery()["user_id"] else {
                throw .management(
                    400, "Query validation error: 'Missing required property: user_id'.", code: "invalid_query_string")
            }
            tenant.sessions.consents = tenant.sessions.consents.filter { key, scopes in
                ManagedGrant(key, scopes)?.userID != user
            }
            return HTTPResponse(204)
        },
        management("DELETE", "/grants/{id}", "delete:grants") { context, tenant throws(Refusal) in
            tenant.sessions.consents = tenant.sessions.consents.filter { key, scopes in
                ManagedGrant(key, scopes)?.id != context["id"]
            }
            return HTTPResponse(204)
        },
        management("GET", "/logs", "read:logs") { context, tenant throws(Refusal) in
            try context.list(tenant.log.reversed().map(\.json), as: "logs")
        },
        management("GET", "/users/{id}/logs", "read:logs") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            return try context.list(tenant.log.reversed().filter { $0.userID == user.id }.map(\.json), as: "logs")
        },
    ]
}

/// A user's consent in the form of the Management API.
private struct ManagedGrant {
    let id: String
    let userID: String
    let json: JSONValue

    /// Creates a grant from the key of a consent: user, client and audience, separated by spaces.
    init?(_ key: String, _ scopes: Set<String>) {
        let parts = key.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return nil }
        (id, userID) = ("cgr_\(Base64URL.encode(Array(key.utf8)))", parts[0])
        json = .members([
            "id": id, "user_id": userID, "clientID": parts[1], "audience": parts[2], "scope": scopes.sorted(),
        ])
    }
}

extension Client {
    /// The client in the form of the Management API.
    var managed: JSONValue {
        .members([
            "client_id": id, "name": name, "client_secret": secret, "callbacks": callbacks,
            "allowed_logout_urls": logoutURLs, "allowed_origins": allowedOrigins, "web_origins": webOrigins,
            "grant_types": grantTypes.isEmpty ? GrantHandlers.all.keys.sorted() : grantTypes,
            "app_type": isPublic ? "native" : "regular_web", "is_first_party": !isThirdParty, "oidc_conformant": true,
        ])
    }
}

extension Connection {
    /// The ID, which a seed does not have: derived from the name.
    var managedID: String { "con_\(Hex.encode(Array(name.utf8)))" }

    fileprivate var managed: JSONValue {
        .members([
            "id": managedID, "name": name, "display_name": displayName, "strategy": strategy.kind.rawValue,
            "options": JSONValue.members([
                "requires_username": requiresUsername, "disable_signup": !allowsSignup,
                "passwordPolicy": strategy == .database ? "\(policy.rawValue)" : nil,
            ]),
        ])
    }
}

extension API {
    fileprivate var managed: JSONValue {
        .members([
            "id": Hex.encode(Array(audience.utf8)), "identifier": audience, "name": audience,
            "scopes": scopes.map { JSONValue.members(["value": $0]) },
            "allow_offline_access": allowsOfflineAccess, "token_dialect": tokenDialect.kind.rawValue,
        ])
    }
}
