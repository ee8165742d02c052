import ByteEncodings

extension ControlRoutes {
    private static let waiting = ControlRoute.Field.number(
        "wait", "The seconds, 60 at most, to wait for a first match; without it the answer comes at once.")

    /// The routes that show the inbox and the journal.
    static let observation = [
        ControlRoute(
            method: "GET", path: "/_emulator/inbox", summary: "Lists the messages to users, oldest first.",
            query: [
                .text("to", "The address of the recipient; all without it."),
                .text("kind", "The kind, such as verification_code, login_link or password_reset."), waiting,
            ], success: (200, "An array of messages with to, channel, kind, code, link and sent_at."),
            action: { context, core throws(Refusal) in .json(.array(try messages(context, core).map(\.json))) },
            isReady: { context, core throws(Refusal) in try !messages(context, core).isEmpty }),
        ControlRoute(
            method: "DELETE", path: "/_emulator/inbox", summary: "Empties the inbox.", success: (204, "It is empty.")
        ) { _, core throws(Refusal) in
            _ = core.withState { $0.inbox = [] }
            return HTTPResponse(204)
        },
        ControlRoute(
            method: "GET", path: "/_emulator/journal",
            summary: "Lists the requests, with the reason of every refusal, client, duration and redacted answer.",
            query: [
                .text("path", "The path of the requests; a * at the end matches any rest; all without it."),
                .number("after", "The number of the last request that is known; only later ones are listed."), waiting,
            ], success: (200, "An object with the array requests."),
            action: { context, core throws(Refusal) in
                .json(.members(["requests": try entries(context, core).map(\.json)]))
            },
            isReady: { context, core throws(Refusal) in try entries(context, core).contains { $0.status != nil } }),
        ControlRoute(
            method: "DELETE", path: "/_emulator/journal", summary: "Empties the journal.",
            success: (204, "It is empty; the numbers go on.")
        ) { _, core throws(Refusal) in
            core.journal.clear()
            return HTTPResponse(204)
        },
    ]

    private static func messages(_ context: RequestContext, _ core: TenantCore) throws(Refusal) -> [InboxMessage] {
        let query = try context.query()
        let (to, kind) = (query["to"], query["kind"])
        return core.withState { tenant in
            tenant.inbox.filter { message in
                (to == nil || message.recipient == to) && (kind == nil || message.kind.rawValue == kind)
            }
        } ?? []
    }

    private static func entries(_ context: RequestContext, _ core: TenantCore) throws(Refusal) -> [JournalEntry] {
        let query = try context.query()
        let after = query["after"].flatMap { Int($0) } ?? 0
        return core.journal.entries.filter { entry in
            entry.number > after && query["path"].map { Journal.covers($0, entry.path) } ?? true
        }
    }
}

extension ControlRoutes {
    /// The routes that add, change and remove users and clients.
    static let directory = [
        ControlRoute(
            method: "GET", path: "/_emulator/users", summary: "Lists the users.",
            success: (200, "An array of users in the form of the Management API.")
        ) { _, core throws(Refusal) in
            let users = core.withState { Array($0.users.values) } ?? []
            return .json(.array(users.sorted { $0.id < $1.id }.map(\.managed.json)))
        },
        ControlRoute(
            method: "POST", path: "/_emulator/users",
            summary: "Adds a user in the form of a seed, or replaces the user of the same user_id.",
            body: [
                .text("connection", "The name of the connection.", isRequired: true),
                .text("user_id", "The ID; a random one without it."), .text("email", "The e-mail address."),
                .text("password", "The password."),
            ], isOpen: true, success: (201, "The user in the form of the Management API.")
        ) { context, core throws(Refusal) in
            let seed = try seed(context) { reader throws(EmulatorError) in try TenantSeed.User(&reader) }
            let result = core.withState { tenant -> Result<JSONValue, EmulatorError> in
                do throws(EmulatorError) {
                    return .success(try tenant.add(seed).managed.json)
                } catch { return .failure(error) }
            }
            return .json(try value(result), status: 201)
        },
        ControlRoute(
            method: "DELETE", path: "/_emulator/users/{login}",
            summary: "Removes a user, by user ID, e-mail address, user name or phone number.",
            success: (204, "The user is gone.")
        ) { context, core throws(Refusal) in
            let isRemoved = core.withState { tenant in
                let id = tenant.anyUser(context["login"])?.id
                if let id { tenant.removeUser(id) }
                return id != nil
            }
            guard isRemoved == true else { throw .notFound("user \(context["login"])") }
            return HTTPResponse(204)
        },
        ControlRoute(
            method: "GET", path: "/_emulator/clients", summary: "Lists the clients.",
            success: (200, "An array of clients in the form of the Management API.")
        ) { _, core throws(Refusal) in
            .json(.array(core.withState { $0.clients.map(\.managed) } ?? []))
        },
        ControlRoute(
            method: "POST", path: "/_emulator/clients",
            summary: "Adds a client in the form of a seed, or replaces the client of the same client_id.",
            body: [
                .text("client_id", "The ID.", isRequired: true), .text("client_secret", "The secret."),
                Field(name: "callbacks", type: "array", text: "The allowed redirect URIs."),
            ], isOpen: true, success: (201, "The client in the form of the Management API.")
        ) { context, core throws(Refusal) in
            let client = try seed(context) { reader throws(EmulatorError) in try TenantSeed.Client(&reader) }
            let result = core.withState { tenant -> Result<JSONValue, EmulatorError> in
                do throws(EmulatorError) {
                    return .success(try tenant.add(client).managed)
                } catch { return .failure(error) }
            }
            return .json(try value(result), status: 201)
        },
        ControlRoute(
            method: "DELETE", path: "/_emulator/clients/{id}", summary: "Removes a client.",
            success: (204, "The client is gone.")
        ) { context, core throws(Refusal) in
            let isRemoved = core.withState { tenant in
                let isKnown = tenant.client(context["id"]) != nil
                tenant.clients.removeAll { $0.id == context["id"] }
                return isKnown
            }
            guard isRemoved == true else { throw .notFound("client \(context["id"])") }
            return HTTPResponse(204)
        },
    ]

    private typealias Field = ControlRoute.Field

    /// Reads the body in the form of a seed; refuses with the path of the member that is wrong.
    private static func seed<Value>(
        _ context: RequestContext, _ read: (inout SeedReader) throws(EmulatorError) -> Value
    ) throws(Refusal) -> Value {
        let members = try Parameters(context.request).members
        do throws(EmulatorError) {
            var reader = try SeedReader(members.json, at: "body")
            let value = try read(&reader)
            try reader.finish()
            return value
        } catch { throw refusal(error) }
    }

    private static func value(_ result: Result<JSONValue, EmulatorError>?) throws(Refusal) -> JSONValue {
        do throws(EmulatorError) {
            return try result?.get() ?? .null
        } catch { throw refusal(error) }
    }

    private static func refusal(_ error: EmulatorError) -> Refusal {
        .oauth(400, "invalid_request", error.detail ?? error.description)
    }
}
