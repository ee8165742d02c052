import ByteEncodings

extension Route {
    /// The endpoints of roles, and of the roles and permissions of users.
    static let roles = roleRecords + roleMembers + userPermissions

    private static let roleRecords = [
        management("GET", "/roles", "read:roles") { context, tenant throws(Refusal) in
            let filter = try context.managementQuery()["name_filter"]?.lowercased() ?? ""
            let roles = tenant.roles.filter { filter.isEmpty || $0.name.lowercased().contains(filter) }
            return try context.list(roles, as: "roles", also: ["name_filter"], \.managed)
        },
        management("POST", "/roles", "create:roles") { context, tenant throws(Refusal) in
            let body = try context.managementBody()
            guard let name = body["name"]?.string, !name.isEmpty else { throw .missingProperty("name") }
            guard !tenant.roles.contains(where: { $0.name == name }) else {
                throw .management(409, "A role with the same name already exists.", code: "role_conflict")
            }
            let role = Role(
                id: "rol_\(Secrets.hex(8))", name: name, description: body["description"]?.string ?? "")
            tenant.roles.append(role)
            return .json(role.managed)
        },
        management("GET", "/roles/{id}", "read:roles") { context, tenant throws(Refusal) in
            .json(tenant.roles[try tenant.role(context["id"])].managed)
        },
        management("PATCH", "/roles/{id}", "update:roles") { context, tenant throws(Refusal) in
            let (index, body) = (try tenant.role(context["id"]), try context.managementBody())
            tenant.roles[index].name = body["name"]?.string ?? tenant.roles[index].name
            tenant.roles[index].description = body["description"]?.string ?? tenant.roles[index].description
            return .json(tenant.roles[index].managed)
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
            return HTTPResponse(204)
        },
        management("GET", "/roles/{id}/permissions", "read:roles") { context, tenant throws(Refusal) in
            let role = tenant.roles[try tenant.role(context["id"])]
            return try context.list(tenant.managed(role.permissions), as: "permissions")
        },
        management("POST", "/roles/{id}/permissions", "update:roles") { context, tenant throws(Refusal) in
            let (index, permissions) = (try tenant.role(context["id"]), try tenant.permissions(context))
            tenant.roles[index].permissions.merge(permissions) { $0.union($1) }
            return HTTPResponse(201)
        },
        management("DELETE", "/roles/{id}/permissions", "update:roles") { context, tenant throws(Refusal) in
            let (index, permissions) = (try tenant.role(context["id"]), try tenant.permissions(context))
            for (audience, scopes) in permissions { tenant.roles[index].permissions[audience]?.subtract(scopes) }
            return HTTPResponse(204)
        },
    ]

    private static let roleMembers = [
        management("GET", "/roles/{id}/users", "read:roles") { context, tenant throws(Refusal) in
            let role = tenant.roles[try tenant.role(context["id"])]
            return try context.list(tenant.members(role.members), as: "users")
        },
        management("POST", "/roles/{id}/users", "update:roles") { context, tenant throws(Refusal) in
            let index = try tenant.role(context["id"])
            for id in try context.managementTexts("users") {
                tenant.roles[index].members.insert(try tenant.managedUser(id).id)
            }
            return HTTPResponse(200)
        },
        management("GET", "/users/{id}/roles", "read:roles") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            return try context.list(tenant.roles(of: user.id).map(\.managed), as: "roles")
        },
        management("POST", "/users/{id}/roles", "update:users") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            for id in try context.managementTexts("roles") { tenant.roles[try tenant.role(id)].members.insert(user.id) }
            return HTTPResponse(204)
        },
        management("DELETE", "/users/{id}/roles", "update:users") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            for id in try context.managementTexts("roles") { tenant.roles[try tenant.role(id)].members.remove(user.id) }
            return HTTPResponse(204)
        },
    ]

    private static let userPermissions = [
        management("GET", "/users/{id}/permissions", "read:users") { context, tenant throws(Refusal) in
            try context.list(tenant.managed(tenant.managedUser(context["id"]).permissions), as: "permissions")
        },
        management("POST", "/users/{id}/permissions", "update:users") { context, tenant throws(Refusal) in
            let (user, permissions) = (try tenant.managedUser(context["id"]), try tenant.permissions(context))
            tenant.users[user.id]?.permissions.merge(permissions) { $0.union($1) }
            return HTTPResponse(201)
        },
        management("DELETE", "/users/{id}/permissions", "update:users") { context, tenant throws(Refusal) in
            let (user, permissions) = (try tenant.managedUser(context["id"]), try tenant.permissions(context))
            for (audience, scopes) in permissions { tenant.users[user.id]?.permissions[audience]?.subtract(scopes) }
            return HTTPResponse(204)
        },
    ]
}

extension Role {
    /// The role in the form of the Management API.
    var managed: JSONValue { .members(["id": id, "name": name, "description": description]) }
}

extension TenantState {
    /// Finds the position of a role; refuses an unknown ID.
    func role(_ id: String) throws(Refusal) -> Int {
        guard let index = roles.firstIndex(where: { $0.id == id }) else {
            throw .management(404, "Role not found.", code: "inexistent_role")
        }
        return index
    }

    /// The users of a role or an organization, in the short form of lists of members.
    func members(_ ids: some Sequence<String>) -> [JSONValue] {
        ids.sorted().compactMap { users[$0] }.map { user in
            .members([
                "user_id": user.id, "email": user.record.email, "name": user.record.profile["name"],
                "picture": user.record.profile["picture"],
            ])
        }
    }

    /// Permissions in the form of the Management API.
    fileprivate func managed(_ permissions: [String: Set<String>]) -> [JSONValue] {
        permissions.sorted { $0.key < $1.key }.flatMap { audience, scopes in
            scopes.sorted().map { scope in
                .members([
                    "permission_name": scope, "resource_server_identifier": audience,
                    "resource_server_name": audience,
                ])
            }
        }
    }

    /// Reads the permissions of a body; refuses those of unknown APIs.
    fileprivate func permissions(_ context: RequestContext) throws(Refusal) -> [String: Set<String>] {
        guard let elements = try context.managementBody()["permissions"]?.elements, !elements.isEmpty else {
            throw .missingProperty("permissions")
        }
        var permissions: [String: Set<String>] = [:]
        for element in elements {
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
