import ByteEncodings
import FoundationEssentials

extension ControlRoutes {
    static let directory = users + clients

    private static let users: [ControlRoute] = [
        ControlRoute(
            method: "GET", path: "/_emulator/users", summary: "Lists the users.",
            success: .json("The users in the form of the Management API.", ControlSchemas.list(of: "User"))
        ) { _, core throws(Refusal) in
            let users = core.withState { Array($0.users.sorted) } ?? []
            return .array(users.map(\.managed.json))
        },
        ControlRoute(
            method: "POST", path: "/_emulator/users",
            summary: "Adds a user in the form of a seed, or replaces the user of the same user_id.",
            bodySchema: TenantSeed.User.fields.map(\.control).schema(),
            success: .json(
                "The user in the form of the Management API.", ControlSchemas.reference("User"), status: 201),
            refusals: [409: "Another user of the connection has the e-mail address, user name or phone number."],
            action: addUser),
        .change(
            "DELETE", "/_emulator/users/{login}",
            "Removes a user, by user ID, e-mail address, user name or phone number.", done: "The user is gone.",
            refusals: [404: "There is no such user."]
        ) { request, core throws(Refusal) in
            let isRemoved = core.withState { tenant in
                let id = tenant.anyUser(request.text("login"))?.id
                if let id { tenant.removeUser(id) }
                return id != nil
            }
            guard isRemoved == true else { throw .notFound("user \(request.text("login"))") }
        },
        ControlRoute(
            method: "GET", path: "/_emulator/users/{login}/totp",
            summary: "Computes the current code of a user's authenticator app, by the tenant's clock.",
            success: .json(
                "The code, and the seconds until the next one.",
                ControlSchemas.object(["code": ControlSchemas.string, "expires_in": ControlSchemas.integer])),
            refusals: [404: "There is no such user, or the user has no authenticator app."]
        ) { request, core throws(Refusal) in
            guard let (user, now) = core.withState({ ($0.anyUser(request.text("login")), $0.now) }), let user else {
                throw .notFound("user \(request.text("login"))")
            }
            guard let code = user.appSecret.flatMap({ TOTP(secret: $0)?.code(at: now) }) else {
                throw .notFound("authenticator app of \(request.text("login"))")
            }
            return .members(["code": code, "expires_in": 30 - now % 30])
        },
    ]

    private static let clients: [ControlRoute] = [
        ControlRoute(
            method: "GET", path: "/_emulator/clients", summary: "Lists the clients.",
            success: .json("The clients in the form of the Management API.", ControlSchemas.list(of: "Client"))
        ) { _, core throws(Refusal) in
            .array(core.withState { tenant in tenant.clients.map { tenant.managed($0) } } ?? [])
        },
        ControlRoute(
            method: "POST", path: "/_emulator/clients",
            summary: "Adds a client in the form of a seed, or replaces the client of the same client_id.",
            bodySchema: Client.fields.map(\.control).schema(),
            success: .json(
                "The client in the form of the Management API.", ControlSchemas.reference("Client"), status: 201)
        ) { request, core throws(Refusal) in
            let client = try seed(request) { reader throws(EmulatorError) in try TenantSeed.Client(&reader) }
            return try core.withState { tenant throws(Refusal) in
                let client = try checked { () throws(EmulatorError) in try tenant.add(client, at: .body) }
                return tenant.managed(client)
            } ?? .null
        },
        .change(
            "DELETE", "/_emulator/clients/{id}", "Removes a client and its tokens.", done: "The client is gone.",
            refusals: [404: "There is no such client."]
        ) { request, core throws(Refusal) in
            let isRemoved = core.withState { $0.removeClient(request.text("id")) }
            guard isRemoved == true else { throw .notFound("client \(request.text("id"))") }
        },
    ]

    @Sendable private static func addUser(
        _ request: ControlRequest, _ core: TenantCore
    ) throws(Refusal) -> JSONValue? {
        let user = try seed(request) { reader throws(EmulatorError) in try TenantSeed.User(&reader) }
        return try core.withState { tenant throws(Refusal) in
            let taken =
                user.identifiers.map(\.value).first { name in
                    tenant.owner(of: name, in: user.connection).map { $0.id != user.id } ?? false
                }
                ?? user.id.flatMap { tenant.users[$0] == nil && tenant.users.hasAccount($0) ? $0 : nil }
            if let taken {
                throw Refusal.oauth(409, "user_exists", "The connection \(user.connection) has a user \(taken) already")
            }
            return try checked { () throws(EmulatorError) in try tenant.add(user, at: .body).managed.json }
        } ?? .null
    }

    /// Reads the body in the form of a seed; refuses with the path of the member that is wrong.
    private static func seed<Value>(
        _ request: ControlRequest, _ read: (inout SeedReader) throws(EmulatorError) -> Value
    ) throws(Refusal) -> Value {
        try checked { () throws(EmulatorError) in try SeedReader.read(request.members.json, at: .body, read) }
    }

    static func checked<Value>(_ body: () throws(EmulatorError) -> Value) throws(Refusal) -> Value {
        do throws(EmulatorError) {
            return try body()
        } catch { throw .invalidRequest(error.detail ?? error.description) }
    }
}

extension SeedPath {
    fileprivate static let body = SeedPath(root: "body")
}
