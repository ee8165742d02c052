import ByteEncodings

extension ControlRoutes {
    private static let waiting = ControlField(
        "wait", .number(0...60), "The seconds to wait for a first match; without it the answer comes at once.")

    static let observation: [ControlRoute] = [
        ControlRoute(
            method: "GET", path: "/_emulator/inbox", summary: "Lists the messages to users, oldest first.",
            query: [
                .text("to", "The address of the recipient; all without it."),
                .text("kind", "The kind, such as verification_code, login_link or password_reset."), waiting,
            ],
            success: .json("The messages.", ControlSchemas.list(of: "Message")),
            action: { request, core throws(Refusal) in .array(messages(request, core).map(\.json)) },
            isReady: { request, core in !messages(request, core).isEmpty }),
        .change("DELETE", "/_emulator/inbox", "Empties the inbox.", done: "It is empty.") { _, core throws(Refusal) in
            _ = core.withState { $0.inbox = [] }
        },
        ControlRoute(
            method: "GET", path: "/_emulator/journal",
            summary: "Lists the requests, with the reason of every refusal, client, duration and redacted answer.",
            query: [
                ControlField(
                    "path", .path, "The path of the requests; a * at the end matches any rest; all without it."),
                .text("client_id", "The client of the requests; all without it."),
                ControlField(
                    "after", .integer(0...Int.max),
                    "The number of the last request that is known; only later ones are listed."), waiting,
            ],
            success: .json("The requests.", ControlSchemas.object(["requests": ControlSchemas.list(of: "Request")])),
            action: { request, core throws(Refusal) in
                .members(["requests": entries(request, core).map(\.json)])
            },
            isReady: { request, core in entries(request, core).contains { $0.status != nil } }),
        .change(
            "DELETE", "/_emulator/journal", "Empties the journal.", done: "It is empty; the numbers go on."
        ) { _, core throws(Refusal) in core.journal.clear() },
    ]

    private static func messages(_ request: ControlRequest, _ core: TenantCore) -> [InboxMessage] {
        let (to, kind) = (request.query["to"], request.query["kind"])
        return core.withState { tenant in
            tenant.inbox.filter { message in
                (to == nil || message.recipient == to) && (kind == nil || message.kind.rawValue == kind)
            }
        } ?? []
    }

    private static func entries(_ request: ControlRequest, _ core: TenantCore) -> [JournalEntry] {
        let query = request.query
        let after = query["after"].flatMap { Int($0) } ?? 0
        return core.journal.entries.filter { entry in
            entry.number > after && query["path"].map { Journal.covers($0, entry.path) } ?? true
                && (query["client_id"] == nil || entry.clientID == query["client_id"])
        }
    }
}
