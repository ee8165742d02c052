import ByteEncodings

extension Route {
    /// The endpoints of roles and permissions.
    ///
    /// - SeeAlso: [Recordings of the service, with the statuses and bodies of
    ///   changes](https://github.com/auth0/go-auth0/tree/main/test/data/recordings)
    static let roles = roleRecords + roleMembers + userPermissions

    private static let roleRecords = [
        management("GET", "/roles", "read:roles") { context, tenant throws(Refusal) in
            let filter = try context.managementQuery()["name_filter"]?.lowercased() ?? ""
            let roles = tenant.roles.filter { filter.isEmpty || $0.name.lowercased().contains(filter) }
            return try context.list(roles, as: "roles", also: ["name_filter"], \.managed)
        },
        management("POST", "/roles", "create:roles") { context, tenant throws(Refusal) in
            var role = Role(id: "rol_\(Secrets.hex(8))", name: "", description: "")
            let rules = BodyRules(required: ["name": "string"], optional: ["description": "string"])
            try tenant.change(&role, by: context.managementBody(rules))
            tenant.roles.append(role)
            return .json(role.managed)
        },
        management("GET", "/roles/{id}", "read:roles") { context, tenant throws(Refusal) in
            .json(tenant.roles[try tenant.role(context["id"])].managed)
        },
        management("PATCH", "/roles/{id}", "update:roles") { context, tenant throws(Refusal) in
            let index = try tenant.role(context["id"])
            var role = tenant.roles[index]
            let rules = BodyRules(optional: ["name": "string", "description": "string"])
            try tenant.change(&role, by: context.managementBody(rules))
            tenant.roles[index] = role
            return .json(role.managed)
        },
        management("DELETE", "/roles/{id}", "delete:roles") { context, tenant throws(Refusal) in
            let index = try tenant.role(context["id"])
            for organization in tenant.organizations.indices {
                tenant.organizations[organization].memberRoles =
                    tenant.organizations[organization].memberRoles.mapValues {
                        $0.subtracting([tenant.roles[index].id])
                    }
            }
            tenant.roles.remove(at: index)
            return .json(.object([]))
        },
        management("GET", "/roles/{id}/permissions", "read:roles") { context, tenant throws(Refusal) in
            let role = tenant.roles[try tenant.role(context["id"])]
            return try context.list(tenant.managed(role.permissions), as: "permissions", \.json)
        },
        management("POST", "/roles/{id}/permissions", "update:roles") { context, tenant throws(Refusal) in
            let (index, permissions) = (try tenant.role(context["id"]), try tenant.permissions(context))
            tenant.roles[index].permissions.merge(permissions) { $0.union($1) }
            return .json(.object([]), status: 201)
        },
        change("DELETE", "/roles/{id}/permissions", "update:roles") { context, tenant throws(Refusal) in
            let (index, permissions) = (try tenant.role(context["id"]), try tenant.permissions(context))
            for (audience, scopes) in permissions { tenant.roles[index].permissions[audience]?.subtract(scopes) }
        },
    ]

    private static let roleMembers = [
        management("GET", "/roles/{id}/users", "read:roles") { context, tenant throws(Refusal) in
            let role = tenant.roles[try tenant.role(context["id"])]
            return try context.list(tenant.users.users(with: role.members), as: "users", \.asMember)
        },
        management("POST", "/roles/{id}/users", "update:roles") { context, tenant throws(Refusal) in
            let index = try tenant.role(context["id"])
            for id in try context.managementTexts("users") {
                tenant.roles[index].members.insert(try tenant.managedUser(id).id)
            }
            return .json(.object([]))
        },
        management("GET", "/users/{id}/roles", "read:roles") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            return try context.list(tenant.roles(of: user.id), as: "roles", \.managed)
        },
        change("POST", "/users/{id}/roles", "update:users") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            for id in try context.managementTexts("roles") { tenant.roles[try tenant.role(id)].members.insert(user.id) }
        },
        change("DELETE", "/users/{id}/roles", "update:users") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            for id in try context.managementTexts("roles") { tenant.roles[try tenant.role(id)].members.remove(user.id) }
        },
    ]

    private static let userPermissions = [
        management("GET", "/users/{id}/permissions", "read:users") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            return try context.list(tenant.managedPermissions(of: user), as: "permissions", \.json)
        },
        management("POST", "/users/{id}/permissions", "update:users") { context, tenant throws(Refusal) in
            let (user, permissions) = (try tenant.managedUser(context["id"]), try tenant.permissions(context))
            tenant.users[user.id]?.permissions.merge(permissions) { $0.union($1) }
            return .json(.object([]), status: 201)
        },
        change("DELETE", "/users/{id}/permissions", "update:users") { context, tenant throws(Refusal) in
            let (user, permissions) = (try tenant.managedUser(context["id"]), try tenant.permissions(context))
            for (audience, scopes) in permissions { tenant.users[user.id]?.permissions[audience]?.subtract(scopes) }
        },
    ]
}

extension Role {
    var managed: JSONValue { .members(["id": id, "name": name, "description": description]) }
}

extension User {
    /// The user in the short form of lists of members.
    var asMember: JSONValue {
        .members([
            "user_id": id, "email": record.email, "name": record.profile["name"], "picture": record.profile["picture"],
        ])
    }
}

extension TenantState {
    /// Finds the position of a role; refuses an unknown ID.
    func role(_ id: String) throws(Refusal) -> Int {
        guard let index = roles.firstIndex(where: { $0.id == id }) else {
            throw .management(404, "Role not found.", code: "inexistent_role")
        }
        return index
    }

    /// Sets the members of a role; refuses a name that is empty or taken.
    fileprivate func change(_ role: inout Role, by body: [String: JSONValue]) throws(Refusal) {
        if let name = body["name"]?.string {
            guard !name.isEmpty else { throw .invalid("String is too short (0 chars), minimum 1") }
            guard !roles.contains(where: { $0.name == name && $0.id != role.id }) else {
                throw .management(409, "A role with the same name already exists.", code: "role_conflict")
            }
            role.name = name
        }
        role.description = body["description"]?.string ?? role.description
    }

    fileprivate func managed(
        _ permissions: [String: Set<String>], sources: (String, String) -> JSONValue? = { _, _ in nil }
    ) -> [JSONValue] {
        permissions.sorted { $0.key < $1.key }.flatMap { audience, scopes in
            scopes.sorted().map { scope in
                .members([
                    "permission_name": scope, "resource_server_identifier": audience,
                    "resource_server_name": audience, "sources": sources(audience, scope),
                ])
            }
        }
    }

    /// The permissions that a user has directly and by roles, each with its sources.
    ///
    /// - SeeAlso: [Get a User's Permissions](https://auth0.com/docs/api/management/v2/users/get-permissions)
    fileprivate func managedPermissions(of user: User) -> [JSONValue] {
        let roles = roles(of: user.id)
        let all = roles.reduce(into: user.permissions) { all, role in
            all.merge(role.permissions) { $0.union($1) }
        }
        return managed(all) { audience, scope in
            func has(_ permissions: [String: Set<String>]) -> Bool { permissions[audience]?.contains(scope) == true }
            let direct =
                has(user.permissions)
                ? [JSONValue.members(["source_id": "", "source_name": "", "source_type": "DIRECT"])] : []
            return .array(
                direct
                    + roles.filter { has($0.permissions) }.map { role in
                        JSONValue.members(["source_id": role.id, "source_name": role.name, "source_type": "ROLE"])
                    })
        }
    }

    /// Reads the permissions of a body; refuses permissions of unknown APIs.
    fileprivate func permissions(_ context: RequestContext) throws(Refusal) -> [String: Set<String>] {
        let body = try context.managementBody(BodyRules(required: ["permissions": "array"]))
        guard let elements = body["permissions"]?.elements, !elements.isEmpty else {
            throw .missingProperty("permissions")
        }
        let rules = BodyRules(required: ["permission_name": "string", "resource_server_identifier": "string"])
        var permissions: [String: Set<String>] = [:]
        for element in elements {
            try rules.check(element.dictionary ?? [:], at: "permissions.")
            guard let scope = element["permission_name"]?.string,
                let audience = element["resource_server_identifier"]?.string
            else { throw .missingProperty("permission_name") }
            guard api(audience)?.scopes.contains(scope) == true else {
                throw .management(404, "No permission \(scope) of the API \(audience)", code: "inexistent_permission")
            }
            permissions[audience, default: []].insert(scope)
        }
        return permissions
    }
}
