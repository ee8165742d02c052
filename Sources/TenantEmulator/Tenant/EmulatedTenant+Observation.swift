public import FoundationEssentials

extension EmulatedTenant {
    /// The messages that were sent to users, oldest first.
    public var inbox: [InboxMessage] { core.withState { $0.inbox } ?? [] }

    /// Finds the messages that were sent to an address, oldest first.
    ///
    /// - Parameter address: The e-mail address or phone number.
    /// - Returns: The messages.
    public func messages(to address: String) -> [InboxMessage] { inbox.filter { $0.recipient == address } }

    /// Finds the newest code that was sent to an address.
    ///
    /// - Parameter address: The e-mail address or phone number.
    /// - Returns: The code; `nil` if none was sent.
    public func latestCode(to address: String) -> String? { messages(to: address).last { $0.code != nil }?.code }

    /// The requests in the order they were read, except those to `/_emulator/` and for the assets of pages.
    ///
    /// The journal keeps the latest 20,000 requests at most.
    public var journal: [JournalEntry] { core.journal.entries }

    /// The counts of events.
    public var counters: TenantCounters { core.withState { $0.counters } ?? TenantCounters() }

    /// The number of connections that wait because of a fault.
    package var waitingConnections: Int { core.suspensions.count }

    /// The methods and paths of the control API.
    package static var controlOperations: [(method: String, path: String)] {
        ControlRoutes.all.map { ($0.method, $0.path) }
    }

    /// Waits for the next request to a path; returns after the request was read, before the response is sent.
    ///
    /// Each request is returned once for each pattern; a request that was read earlier is returned immediately.
    ///
    /// - Parameter path: The path, such as `/oauth/token`; a `*` at the end matches any suffix.
    /// - Returns: The request; its status is `nil` if the response was not sent yet.
    /// - Throws: ``EmulatorError/Code/stopped`` if the tenant stops, ``EmulatorError/Code/cancelled`` if the task is
    ///   cancelled.
    public func nextRequest(matching path: String) async throws -> JournalEntry {
        try await core.journal.next(path)
    }

    /// Makes ``nextRequest(matching:)`` ignore the requests that were read so far.
    ///
    /// - Parameter path: The pattern, as in ``nextRequest(matching:)``.
    public func skipRequests(matching path: String) { core.journal.skip(path) }

    /// The URL of the inspector, which shows the journal, the inbox, users, sessions and tokens in a browser.
    ///
    /// It contains the control token, which grants access to every secret of the tenant.
    public var inspectorURL: URL {
        let text = "\(domain)\(Inspector.root)?token=\(controlToken)"
        guard let url = URL(string: text) else { preconditionFailure("a malformed domain: \(domain)") }
        return url
    }
}
