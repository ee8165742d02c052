import CAuth0Linux
import Glibc
import LinuxSystemCalls

/// The work of the listener's thread: everything that happens on the port, one thing after the other.
struct CallbackLoop: Sendable {
    private let sockets: LoopbackSockets
    private let wakeup: Wakeup
    private let path: String
    private let occasion: CallbackListener.Occasion
    private let clientTimeout: UInt64
    private let judge: @Sendable (Callback) -> CallbackListener.CallbackDecision
    private var connections: [CallbackConnection] = []
    private var isAnswered = false
    /// Until when nobody is let in, because the system has no descriptor to spare.
    private var pausedUntil: UInt64 = 0

    /// How long a browser may take to read an answer that is sent, in nanoseconds.
    private static let lingering: UInt64 = 1_000_000_000
    private static let pause: UInt64 = 100_000_000

    init(
        sockets: LoopbackSockets, wakeup: Wakeup, configuration: CallbackListener.Configuration,
        judge: @escaping @Sendable (Callback) -> CallbackListener.CallbackDecision
    ) {
        self.sockets = sockets
        self.wakeup = wakeup
        path = configuration.path
        occasion = configuration.occasion
        clientTimeout = configuration.clientTimeout.wholeNanoseconds
        self.judge = judge
    }

    /// Serves until it is woken, and then until the answers on their way are delivered.
    mutating func run() {
        var isListening = true
        while isListening || !connections.isEmpty {
            let doors = isListening && pausedUntil <= MonotonicClock.now ? sockets.listeners : []
            let gates = (isListening ? [wakeup.descriptor] : []) + doors.map(\.descriptor)
            let ready = wait(for: gates)
            advance(ready.dropFirst(gates.count))
            expire()
            guard isListening else { continue }
            if ready[0] {
                isListening = false
                sockets.closeAll()
                drop(where: \.isReading)
            } else {
                for (listener, isReady) in zip(doors, ready.dropFirst()) where isReady { accept(listener) }
            }
        }
    }

    /// Waits until something can be done; whether it can, for the gates and then for each connection.
    private func wait(for gates: [Int32]) -> [Bool] {
        var polled = gates.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        polled += connections.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        let count = poll(&polled, nfds_t(polled.count), timeout)
        // Interrupted or out of memory: nothing is ready, and it is tried again.
        return polled.map { count > 0 && $0.revents != 0 }
    }

    /// Milliseconds until the first deadline, rounded up; -1 for ever.
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
        let (host, descriptor) = (connection.host, connection.descriptor)
        connection.advance(lingering: MonotonicClock.now &+ Self.lingering) {
            page(for: $0, at: host, over: descriptor).response
        }
        connections[index] = connection
    }

    private mutating func expire() {
        let now = MonotonicClock.now
        for index in connections.indices where connections[index].deadline <= now {
            connections[index].giveUp(with: CallbackPage.refusal(408).response)
        }
        drop(where: \.isOver)
    }

    /// Lets in those who wait outside, a few at a time: whoever comes faster than they are let in does not keep those who
    /// are here, or the one who wants to close, from having their turn.
    private mutating func accept(_ listener: LoopbackSockets.Listener) {
        for _ in 0..<CallbackListener.connectionLimit {
            let descriptor = auth0_accept(listener.descriptor, 0)
            guard descriptor >= 0 else {
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pausedUntil = MonotonicClock.now &+ Self.pause }
                return
            }
            if connections.count == CallbackListener.connectionLimit { giveUpOldest() }
            let deadline = MonotonicClock.now &+ clientTimeout
            connections.append(CallbackConnection(descriptor: descriptor, host: listener.host, deadline: deadline))
            // A request that is here already is answered, whoever comes next.
            advance(connections.count - 1)
        }
    }

    /// Makes room: whoever fills the port with slow clients does not keep the browser out.
    private mutating func giveUpOldest() {
        guard let oldest = connections.indices.min(by: { connections[$0].deadline < connections[$1].deadline }) else {
            return
        }
        connections[oldest].giveUp(with: CallbackPage.refusal(408).response)
        drop(where: \.isOver)
    }

    private mutating func drop(where isUnwanted: (CallbackConnection) -> Bool) {
        connections.removeAll { connection in
            guard isUnwanted(connection) else { return false }
            close(connection.descriptor)
            return true
        }
    }

    private mutating func page(for reading: RequestHead.Reading, at host: String, over descriptor: Int32)
        -> CallbackPage
    {
        switch reading {
        case .incomplete: .refusal(400)
        case .refused(let status): .refusal(status)
        case .head(let head): page(for: head, at: authorities(of: host), over: descriptor)
        }
    }

    /// What a browser that means this address says: the port of the scheme is left out (RFC 9110 §7.2, §4.2.1).
    private func authorities(of host: String) -> [String] {
        ["\(host):\(sockets.port)"] + (sockets.port == 80 ? [host] : [])
    }

    private mutating func page(for head: RequestHead, at authorities: [String], over descriptor: Int32) -> CallbackPage
    {
        // A name that resolves to this machine is not this machine (DNS rebinding), and a page's script is no browser
        // that comes back.
        guard authorities.contains(where: { $0.utf8.elementsEqual(head.host.utf8) }) else { return .refusal(421) }
        if let origin = head.origin, !authorities.contains(where: { "http://\($0)".utf8.elementsEqual(origin.utf8) }) {
            return .refusal(403)
        }
        guard !head.isSubresource else { return .refusal(403) }
        guard head.path.utf8.elementsEqual(path.utf8) else { return .notFound }
        guard !isAnswered else { return .gone(occasion) }
        switch judge(Callback(query: head.query ?? "", descriptor: descriptor)) {
        case .ignored: return .ignored(occasion)
        case .completed:
            isAnswered = true
            return .completed(occasion)
        case .failed:
            isAnswered = true
            return .failed(occasion)
        }
    }
}
