import HTTPMessages

/// What the loop knows about a scheme, host and port, and who waits for it.
///
/// As long as nothing is known about an origin, one request goes ahead: it resolves the name and agrees on a protocol.
/// The others follow when that is done, and so neither resolve the same name at once nor open connections that
/// HTTP/2 has no use for.
final class Origin {
    /// What tells origins apart.
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

    /// How long it is believed that a server still speaks what it spoke.
    private static let beliefLifetime: UInt64 = 600 * 1_000_000_000
    private static let mostScouts = 16

    let key: Key
    /// Whether the host is an address, so that nothing is resolved.
    let isLiteral: Bool
    private let exclusiveConnections: Int
    private var rule: MultiHandle.Rule?
    private var learnedAt: UInt64 = 0
    private var scouts = 1

    /// How many requests are with libcurl.
    var running = 0
    /// Whether its name is being resolved.
    var isResolving = false
    /// Whether it is in the loop's list of origins to look after.
    var isListed = false
    private var waiting: [Transfer] = []
    private var firstWaiting = 0

    init(_ key: Key, exclusiveConnections: Int, hasProxy: Bool) {
        self.key = key
        self.exclusiveConnections = exclusiveConnections
        isLiteral = !hasProxy && (key.host.hasPrefix("[") || key.host.utf8.allSatisfy { $0 == 0x2E || $0 < 0x3A })
        if !key.isSecure { rule = .exclusive }
    }

    /// Whether a connection has been made and a protocol agreed.
    var isKnown: Bool { rule != nil }
    /// Where its requests go.
    var lane: MultiHandle.Rule { rule ?? .shared }
    /// Whether nothing of it is under way.
    var isIdle: Bool { running == 0 && firstWaiting == waiting.count && !isResolving && !isListed }

    /// Whether one more request may go to libcurl.
    var hasRoom: Bool {
        switch rule {
        case nil: running < scouts
        case .shared?: running < MultiHandle.sharedConnections * MultiHandle.streamsPerConnection
        case .exclusive?: running < exclusiveConnections
        }
    }

    /// A connection is ready, or an answer tells what it speaks.
    func learn(_ rule: MultiHandle.Rule, at now: UInt64) {
        self.rule = rule
        learnedAt = now
        scouts = 1
    }

    /// A request ended before there was a connection: more go ahead, lest each waits for the one before to fail.
    func didFailToConnect() {
        guard key.isSecure || !isLiteral else { return }
        if key.isSecure { rule = nil }
        scouts = min(scouts * 4, Self.mostScouts)
    }

    /// Forgets what was learned too long ago.
    func refresh(at now: UInt64) {
        guard key.isSecure, running == 0, rule != nil, now &- learnedAt > Self.beliefLifetime else { return }
        rule = nil
    }

    // MARK: Those who wait

    func enqueue(_ transfer: Transfer) { waiting.append(transfer) }

    /// Puts a transfer back to where it came from.
    func putBack(_ transfer: Transfer) {
        if firstWaiting > 0 {
            firstWaiting -= 1
            waiting[firstWaiting] = transfer
        } else {
            waiting.insert(transfer, at: 0)
        }
    }

    /// The first in line that has not been given up meanwhile.
    func dequeue() -> Transfer? {
        while firstWaiting < waiting.count {
            let transfer = waiting[firstWaiting]
            firstWaiting += 1
            if firstWaiting == waiting.count || firstWaiting > 1024 {
                waiting.removeFirst(firstWaiting)
                firstWaiting = 0
            }
            if case .waiting = transfer.course.stage { return transfer }
        }
        return nil
    }
}
