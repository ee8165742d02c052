import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls

struct CallbackLoop: Sendable {
    private let sockets: LoopbackSockets
    private let wakeup: Wakeup
    private let monitor = SocketMonitor()
    private let configuration: CallbackListener.Configuration
    /// Called once, after the response to the callback; `nil` after that call.
    private var answered: (@Sendable () -> Void)?
    private let decide: @Sendable (Callback) -> CallbackListener.CallbackDecision
    private var connections: [CallbackConnection] = []
    private var isComplete = false
    /// The end of a pause in accepting connections, made when the system has no descriptor left.
    private var pausedUntil: UInt64 = 0

    /// The time limit for a browser to read a response, in nanoseconds.
    private static let lingering: UInt64 = 1_000_000_000
    /// The pause in accepting connections, in nanoseconds.
    private static let pause: UInt64 = 100_000_000

    init(
        sockets: LoopbackSockets, wakeup: Wakeup, configuration: CallbackListener.Configuration,
        answered: (@Sendable () -> Void)?, decide: @escaping @Sendable (Callback) -> CallbackListener.CallbackDecision
    ) {
        (self.sockets, self.wakeup) = (sockets, wakeup)
        (self.configuration, self.answered, self.decide) = (configuration, answered, decide)
    }

    /// Serves until it is woken, then completes the responses that are being sent.
    mutating func run() {
        var isListening = true
        while isListening || !connections.isEmpty {
            let accepting = isListening && pausedUntil <= MonotonicClock.now ? sockets.listeners : []
            let fixed = (isListening ? [wakeup.descriptor] : []) + accepting.map(\.descriptor)
            let ready = wait(for: fixed)
            advance(ready.dropFirst(fixed.count))
            let now = MonotonicClock.now
            giveUp(connections.indices.filter { connections[$0].deadline <= now })
            guard isListening else { continue }
            if ready[0] {
                isListening = false
                sockets.closeAll()
                drop(where: \.isReading)
            } else {
                for (listener, isReady) in zip(accepting, ready.dropFirst()) where isReady { accept(listener) }
            }
        }
    }

    /// Waits for an event; returns whether there is one, for the fixed descriptors and then for each connection.
    private func wait(for fixed: [Int32]) -> [Bool] {
        var polled = fixed.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        polled += connections.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        let count = poll(&polled, nfds_t(polled.count), timeout)
        // Interrupted or out of memory: nothing is ready, and the loop polls again.
        return polled.map { count > 0 && $0.revents != 0 }
    }

    /// The milliseconds until the first deadline, rounded up; -1 without a deadline.
    private var timeout: Int32 {
        let now = MonotonicClock.now
        let moments = connections.map(\.deadline) + (pausedUntil > now ? [pausedUntil] : [])
        guard let first = moments.min() else { return -1 }
        return first > now ? Int32(clamping: (first - now) / 1_000_000 + 1) : 0
    }

    private mutating func advance(_ ready: ArraySlice<Bool>) {
        for (index, isReady) in zip(connections.indices, ready) where isReady { advance(index) }
        drop(where: \.isOver)
    }

    private mutating func advance(_ index: Int) {
        var connection = connections[index]
        let (host, peer) = (connection.host, connection.peer)
        connection.advance(lingering: MonotonicClock.now &+ Self.lingering) {
            page(for: $0, at: host, from: peer).response
        }
        connections[index] = connection
        reportAnswer()
    }

    /// Reports the response to the callback as soon as the kernel has all of it, which it delivers even if the program
    /// ends. A browser that does not read delays this until the deadline of its connection.
    private mutating func reportAnswer() {
        guard isComplete, !connections.contains(where: \.isWriting) else { return }
        answered?()
        answered = nil
    }

    private mutating func giveUp(_ indices: [Int]) {
        for index in indices { connections[index].giveUp(with: CallbackPage.refusal(408).response) }
        drop(where: \.isOver)
        reportAnswer()
    }

    /// Accepts at most ``CallbackListener/connectionLimit`` connections per pass, so that a flood of them delays
    /// neither the open connections nor ``CallbackListener/close()``.
    private mutating func accept(_ listener: LoopbackSockets.Listener) {
        for _ in 0..<CallbackListener.connectionLimit {
            let descriptor = auth0_accept(listener.descriptor, 0)
            guard descriptor >= 0 else {
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pausedUntil = MonotonicClock.now &+ Self.pause }
                return
            }
            if connections.count == CallbackListener.connectionLimit {
                // The one with the earliest deadline, so that slow clients cannot block the browser.
                let oldest = connections.indices.min { connections[$0].deadline < connections[$1].deadline }
                giveUp(oldest.map { [$0] } ?? [])
            }
            let deadline = MonotonicClock.now &+ configuration.clientTimeout.wholeNanoseconds
            connections.append(
                CallbackConnection(descriptor: descriptor, host: listener.host, deadline: deadline, monitor))
            // A request that has already arrived gets its response before another connection is accepted.
            advance(connections.count - 1)
        }
    }

    private mutating func drop(where isUnwanted: (CallbackConnection) -> Bool) {
        connections.removeAll { connection in
            guard isUnwanted(connection) else { return false }
            close(connection.descriptor)
            return true
        }
    }

    private mutating func page(for reading: RequestHead.Reading, at host: String, from peer: Peer) -> CallbackPage {
        switch reading {
        case .incomplete: .refusal(400)
        case .refused(let status): .refusal(status)
        case .head(let head): page(for: head, at: authorities(of: host), from: peer)
        }
    }

    /// The values of `Host` for this address: a browser omits the default port of the scheme (RFC 9110 §7.2, §4.2.1).
    private func authorities(of host: String) -> [String] {
        ["\(host):\(sockets.port)"] + (sockets.port == 80 ? [host] : [])
    }

    private mutating func page(for head: RequestHead, at authorities: [String], from peer: Peer) -> CallbackPage {
        // Refuses a host name that resolves to this machine (DNS rebinding) and the script of a page, which is not a
        // redirected browser.
        guard authorities.contains(where: { $0.utf8.elementsEqual(head.host.utf8) }) else { return .refusal(421) }
        if let origin = head.origin, !authorities.contains(where: { "http://\($0)".utf8.elementsEqual(origin.utf8) }) {
            return .refusal(403)
        }
        guard !head.isSubresource else { return .refusal(403) }
        let occasion = configuration.occasion
        // Compared first: the path of a redirect URI may begin with `/start/`, too.
        let isCallback = configuration.path.map { head.path.utf8.elementsEqual($0.utf8) } ?? false
        if !isCallback, let start = configuration.start, head.path.hasPrefix("/start/") {
            // Compared only for processes of this user, so that no other user can measure the duration.
            guard peer.isTrusted else { return .refusal(403) }
            guard head.path.utf8.elementsEqual(start.path.utf8) else { return .notFound }
            return isComplete ? .gone(occasion) : start.answer(cookies: head.cookies, occasion)
        }
        guard isCallback else { return .notFound }
        guard !isComplete else { return .gone(occasion) }
        let decision = decide(Callback(query: head.query ?? "", peer: peer))
        guard decision != .ignored else { return .ignored(occasion) }
        isComplete = true
        return .end(decision == .completed, occasion, configuration.finalPages)
    }
}
