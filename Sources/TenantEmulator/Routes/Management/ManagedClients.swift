import ByteEncodings

extension Route {
    /// The endpoints that read the set-up of the tenant, the consents of users, and the log.
    static let managedClients = [
        management("GET", "/clients", "read:clients") { context, tenant throws(Refusal) in
            let clients = tenant.clients(matching: try context.managementQuery())
            return try context.list(
                clients, as: "clients",
                also: ["fields", "include_fields", "is_global", "is_first_party", "app_type"]
            ) { tenant.managed($0) }
        },
        management("GET", "/clients/{id}", "read:clients") { context, tenant throws(Refusal) in
            try context.record(tenant.managed(tenant.managedClient(context["id"])))
        },
        management("GET", "/connections", "read:connections") { context, tenant throws(Refusal) in
            let (name, strategies) = (try context.managementQuery()["name"], try context.managementValues("strategy"))
            let connections = tenant.connections.filter { connection in
                [connection.name, nil].contains(name)
                    && (strategies.isEmpty || strategies.contains(connection.strategy.kind.rawValue))
            }
            let others: Set = ["fields", "include_fields", "name", "strategy"]
            return try context.list(connections, as: "connections", also: others) { tenant.managed($0) }
        },
        management("GET", "/connections/{id}", "read:connections") { context, tenant throws(Refusal) in
            guard let connection = tenant.connections.first(where: { $0.managedID == context["id"] }) else {
                throw .management(404, "The connection does not exist", code: "inexistent_connection")
            }
            return try context.record(tenant.managed(connection))
        },
        management("GET", "/resource-servers", "read:resource_servers") { context, tenant throws(Refusal) in
            let identifiers = try context.managementValues("identifiers")
            let apis = tenant.apis.filter { identifiers.isEmpty || identifiers.contains($0.audience) }
            return try context.list(apis, as: "resource_servers", also: ["identifiers", "include_fields"], \.managed)
        },
        management("GET", "/grants", "read:grants") { context, tenant throws(Refusal) in
            let query = try context.managementQuery()
            return try context.list(
                tenant.grants(matching: query), as: "grants", also: ["user_id", "client_id", "audience"], \.json)
        },
        change("DELETE", "/grants", "delete:grants") { context, tenant throws(Refusal) in
            guard let user = try context.managementQuery()["user_id"] else {
                throw .query("Missing required property: user_id")
            }
            tenant.removeConsents { $0.userID == user }
        },
        change("DELETE", "/grants/{id}", "delete:grants") { context, tenant throws(Refusal) in
            tenant.removeConsents { TenantState.grantID($0.text) == context["id"] }
        },
        management("GET", "/logs", "read:logs") { context, tenant throws(Refusal) in
            try context.logs(tenant.log, domain: tenant.programOrigin(of: context))
        },
        management("GET", "/users/{id}/logs", "read:logs") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            let domain = tenant.programOrigin(of: context)
            return try context.logs(tenant.log.filter { $0.userID == user.id }, domain: domain)
        },
    ]
}

extension RequestContext {
    /// Creates the response with a page of the log, the newest event first, or with the events after a given event.
    fileprivate func logs(_ events: [LogEvent], domain: String) throws(Refusal) -> HTTPResponse {
        let query = try managementQuery()
        guard query["from"] == nil, query["take"] == nil else { return try checkpoint(events, domain: domain) }
        guard query["q"] == nil else { throw .management(501, "The emulator does not search the log (q)") }
        guard [nil, "date:-1", "date:1"].contains(query["sort"]) else {
            throw .management(501, "The emulator sorts the log by date (date:1 or date:-1)")
        }
        let ordered = query["sort"] == "date:1" ? events : events.reversed()
        let others: Set = ["fields", "include_fields", "sort"]
        return try list(ordered, as: "logs", also: others, hasCheckpoints: false, \.json)
    }
}

extension TenantState {
    fileprivate func clients(matching query: [String: String]) -> [Client] {
        let types = query["app_type"]?.split(separator: ",").map(String.init)
        return clients.filter { client in
            // The emulator has no global client.
            query["is_global"] != "true" && types?.contains(client.type) != false
                && (query["is_first_party"] ?? "\(!client.isThirdParty)") == "\(!client.isThirdParty)"
        }
    }
}

extension TenantState {
    /// The ID of a consent in the Management API, derived from its text.
    fileprivate static func grantID(_ text: String) -> String { "cgr_\(Base64URL.encode(Array(text.utf8)))" }

    /// The consents that a query selects, in the form of the Management API.
    fileprivate func grants(matching query: [String: String]) -> [JSONValue] {
        let wanted = sessions.consents.filter { consent, _ in
            [nil, consent.userID].contains(query["user_id"]) && [nil, consent.clientID].contains(query["client_id"])
                && [nil, consent.audience].contains(query["audience"])
        }
        return wanted.map { (text: $0.text, consent: $0, scopes: $1) }.sorted { $0.text < $1.text }.map { item in
            .members([
                "id": Self.grantID(item.text), "user_id": item.consent.userID, "clientID": item.consent.clientID,
                "audience": item.consent.audience, "scope": item.scopes.sorted(),
            ])
        }
    }
}

extension TenantState {
    /// Finds a client by ID; refuses an ID that is unknown.
    func managedClient(_ id: String) throws(Refusal) -> Client {
        guard let client = client(id) else {
            throw .management(404, "The client does not exist", code: "inexistent_client")
        }
        return client
    }

    func managed(_ client: Client) -> JSONValue {
        let (lifetime, tokens) = (configuration.refreshTokenLifetime.wholeSeconds, client.refreshTokens)
        return Client.fields.managed(client).merging([
            "grant_types": (client.grantTypes.isEmpty ? GrantType.names : client.grantTypes).json,
            "app_type": client.type.json, "is_first_party": (!client.isThirdParty).json, "oidc_conformant": true.json,
            "refresh_token": .members([
                "rotation_type": tokens.kind.rawValue, "expiration_type": "expiring",
                "leeway": (tokens.leeway ?? configuration.refreshTokenOverlap).wholeSeconds,
                "token_lifetime": lifetime, "infinite_token_lifetime": false, "infinite_idle_token_lifetime": true,
            ]),
        ]) { $1 }.json
    }

    /// A connection in the form of the Management API; every client can use it.
    fileprivate func managed(_ connection: Connection) -> JSONValue {
        Connection.fields.managed(connection).merging([
            "id": connection.managedID.json, "realms": [connection.name].json, "is_domain_connection": false.json,
            "enabled_clients": clients.map(\.id).json,
            "options": .members([
                "requires_username": connection.requiresUsername, "disable_signup": !connection.allowsSignup,
                "passwordPolicy": connection.strategy == .database ? connection.policy.rawValue : nil,
            ]),
        ]) { $1 }.json
    }
}

extension Client {
    /// The type of the application, derived from the seed.
    fileprivate var type: String { isPublic ? "native" : "regular_web" }
}

extension Connection {
    /// The ID, derived from the name because a seed has none.
    var managedID: String { "con_\(Hex.encode(Array(name.utf8)))" }
}

extension API {
    fileprivate var managed: JSONValue {
        Self.fields.managed(self).merging([
            "id": Hex.encode(Array(audience.utf8)).json, "name": audience.json,
            "scopes": .array(scopes.map { .members(["value": $0]) }),
        ]) { $1 }.json
    }
}
