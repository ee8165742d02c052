extension EmulatedTenant {
    /// What was sent to people, oldest first.
    public var inbox: [InboxMessage] { core.withState { $0.inbox } ?? [] }

    /// What was sent to one address or number, oldest first.
    public func messages(to address: String) -> [InboxMessage] { inbox.filter { $0.to == address } }

    /// The newest code that was sent to an address or number.
    public func latestCode(to address: String) -> String? { messages(to: address).last { $0.code != nil }?.code }

    /// Every request in the order it was read, those to `/_emulator/` and for what pages load excepted.
    ///
    /// The oldest are forgotten after 20,000.
    public var journal: [JournalEntry] { core.journal.entries }

    /// How often things happened.
    public var counters: TenantCounters { core.withState { $0.counters } ?? TenantCounters() }

    /// How many connections wait because of a fault.
    public var waitingConnections: Int { server.suspensions.count }

    /// The next request on a path, as soon as it was read and before it is answered.
    ///
    /// Each request is handed out once for each pattern; one that was read earlier is returned at once.
    ///
    /// - Parameter path: Such as `/oauth/token`; `*` at the end stands for any rest.
    /// - Returns: The request, without a status if it was not answered yet.
    /// - Throws: ``EmulatorError/Code/stopped`` when the tenant stops, ``EmulatorError/Code/cancelled`` when the task
    ///   is cancelled.
    public func nextRequest(matching path: String) async throws -> JournalEntry {
        try await core.journal.next(path)
    }

    /// Makes ``nextRequest(matching:)`` pass over everything that was read so far.
    public func skipRequests(matching path: String) { core.journal.skip(path) }
}

extension EmulatedTenant {
    /// Where a person watches the tenant in a browser: the journal, the inbox, users, sessions and tokens.
    ///
    /// It holds ``controlToken``; whoever has it may see every secret of the tenant.
    public var inspectorURL: String { "\(domain)\(Inspector.root)?token=\(controlToken)" }
}
