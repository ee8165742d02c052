import HTTPMessages

/// The loop's knowledge of a scheme, host and port, and the queue of waiting transfers.
///
/// While the protocol of an origin is unknown, a single request is started: it resolves the name and negotiates the
/// protocol. The others wait for it, so that they neither resolve the same name again nor open connections that HTTP/2
/// does not need.
final class Origin {
    /// The identity of an origin.
    struct Key: Hashable {
        let host: String
        let port: Int
        let isSecure: Bool

        init(_ url: HTTPURL) {
            host = url.host
            port = url.port
            isSecure = url.isSecure
        }
    }

    /// The time in nanoseconds for which the negotiated protocol of an idle origin is remembered.
    private static let protocolLifetime: UInt64 = 600 * 1_000_000_000
    private static let maximumProbes = 16

    let key: Key
    /// Whether the host is an IP address, so that no name is resolved.
    let isLiteral: Bool
    private let exclusiveConnections: Int
    private var learnedRule: MultiHandle.Rule?
    private var learnedAt: UInt64 = 0
    private var probeLimit = 1

    /// The number of transfers in a multi handle.
    var running = 0
    /// Whether its name is being resolved.
    var isResolving = false
    /// Whether the origin is in the loop's list of origins with transfers to admit.
    var isAdmissionScheduled = false
    private var waiting: [Transfer] = []
    private var firstWaiting = 0

    init(_ key: Key, exclusiveConnections: Int, hasProxy: Bool) {
        self.key = key
        self.exclusiveConnections = exclusiveConnections
        isLiteral = !hasProxy && (key.host.hasPrefix("[") || key.host.utf8.allSatisfy { $0 == 0x2E || $0 < 0x3A })
        if !key.isSecure { learnedRule = .exclusive }
    }

    /// Whether a connection was made and its protocol is known.
    var isKnown: Bool { learnedRule != nil }
    /// The rule that selects the multi handle of its transfers.
    var rule: MultiHandle.Rule { learnedRule ?? .shared }
    /// Whether no transfer of this origin is running or waiting.
    var isIdle: Bool { running == 0 && firstWaiting == waiting.count && !isResolving && !isAdmissionScheduled }

    /// Whether one more transfer may be started.
    var hasCapacity: Bool {
        switch learnedRule {
        case nil: running < probeLimit
        case .shared?: running < MultiHandle.sharedConnections * MultiHandle.streamsPerConnection
        case .exclusive?: running < exclusiveConnections
        }
    }

    /// Stores the rule that the protocol of a connection or a response implies.
    func learn(_ rule: MultiHandle.Rule, at now: UInt64) {
        learnedRule = rule
        learnedAt = now
        probeLimit = 1
    }

    /// Records that a transfer ended before it had a connection.
    ///
    /// More transfers are then started at a time, so that they do not fail one after another.
    func didFailToConnect() {
        guard key.isSecure || !isLiteral else { return }
        if key.isSecure { learnedRule = nil }
        probeLimit = min(probeLimit * 4, Self.maximumProbes)
    }

    /// Discards the rule if it was learned too long ago.
    func refresh(at now: UInt64) {
        guard key.isSecure, running == 0, learnedRule != nil, now &- learnedAt > Self.protocolLifetime else { return }
        learnedRule = nil
    }

    // MARK: Waiting transfers

    func enqueue(_ transfer: Transfer) { waiting.append(transfer) }

    /// Inserts a transfer at the front of the queue.
    func requeue(_ transfer: Transfer) {
        if firstWaiting > 0 {
            firstWaiting -= 1
            waiting[firstWaiting] = transfer
        } else {
            waiting.insert(transfer, at: 0)
        }
    }

    /// Removes and returns the first transfer of the queue that is still waiting.
    func dequeue() -> Transfer? {
        while firstWaiting < waiting.count {
            let transfer = waiting[firstWaiting]
            firstWaiting += 1
            if firstWaiting == waiting.count || firstWaiting > 1024 {
                waiting.removeFirst(firstWaiting)
                firstWaiting = 0
            }
            if case .waiting = transfer.state.stage { return transfer }
        }
        return nil
    }
}
