import HTTPMessages
import LinuxCLibrary

/// The loop's state of a scheme, host and port, and the queue of waiting transfers.
///
/// Until a secure origin has been connected to, a single request is started. The others wait for it, so that they
/// neither resolve the same name again nor fail all at once, and so that they resume its TLS session.
final class Origin {
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

    private static let maximumProbes = 16

    let key: Key
    /// Whether the host is an IP address, so that no name is resolved.
    let isLiteral: Bool
    private let connections: Int
    /// Whether a connection was made, or the origin is not secure and needs no probe.
    private(set) var isKnown: Bool
    private var probeLimit = 1

    /// The number of transfers in the multi handle.
    var running = 0
    var isResolving = false
    /// Whether the origin is in the loop's list of origins with transfers to admit.
    var isAdmissionScheduled = false
    private var waiting: [Transfer] = []
    private var firstWaiting = 0

    init(_ key: Key, connections: Int, hasProxy: Bool) {
        self.key = key
        self.connections = connections
        isKnown = !key.isSecure
        var address = in_addr()
        isLiteral = !hasProxy && (key.host.hasPrefix("[") || inet_pton(AF_INET, key.host, &address) == 1)
    }

    var isIdle: Bool { running == 0 && firstWaiting == waiting.count && !isResolving && !isAdmissionScheduled }

    var hasCapacity: Bool { running < (isKnown ? connections : min(probeLimit, connections)) }

    func didConnect() { (isKnown, probeLimit) = (true, 1) }

    /// Records that a transfer had no connection; more are then started at a time, so that they do not fail one by one.
    func didFailToConnect() {
        guard key.isSecure || !isLiteral else { return }
        if key.isSecure { isKnown = false }
        probeLimit = min(probeLimit * 4, Self.maximumProbes)
    }

    // MARK: Waiting transfers

    func enqueue(_ transfer: Transfer) { waiting.append(transfer) }

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
