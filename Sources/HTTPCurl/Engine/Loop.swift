import CCurl
import HTTP

/// The thread that does the work: everything in here is touched by it alone.
///
/// One turn takes the mail, lets libcurl act, settles what is done or late, and sleeps only if no mail has come
/// meanwhile. libcurl's callbacks note what they see; transfers are added and removed between its calls only.
/// Completions are called between turns, when the loop is at rest, so that another thread can take it over (``Baton``).
final class Loop {
    let engine: Engine
    let settings: Settings
    let poller: Poller
    var lanes: [Lane?] = [nil, nil]
    var origins: [Origin.Key: Origin] = [:]
    /// Origins that may have room for requests that wait, since libcurl was last called.
    var listed: [Origin] = []
    var resolutions = Resolutions()
    var deadlines = Deadlines<Transfer>()
    var now = MonotonicClock.now
    private var idleHandles: [Handle] = []
    private var mail = Engine.Mail()
    /// What is done, in the order in which its completions are called.
    private var settled: [(Transfer, Result<HTTPResponse, TransportError>)?] = []
    private var nextSettled = 0
    private var isStopping = false
    private let baton = Baton()
    /// For how many turns there has been mail to read.
    private var busyTurns = 0

    /// Runs until the engine is shut down.
    static func run(_ engine: Engine, wake: Int32) {
        let settings = Settings(engine.configuration)
        guard let poller = Poller(wake: wake) else {
            let error = TransportError(.connectionFailed, detail: "the system gave no descriptor")
            return engine.didStop().forEach { $0.complete(.failure(error)) }
        }
        Loop(engine, settings, poller).drive()
    }

    /// Runs until the engine is shut down, or until another thread has taken over.
    func drive() {
        while callBack() {
            if isStopping { return close() }
            turn()
        }
    }

    private init(_ engine: Engine, _ settings: Settings, _ poller: Poller) {
        self.engine = engine
        self.settings = settings
        self.poller = poller
    }

    private func turn() {
        engine.takeMail(into: &mail)
        guard !mail.isStopping else { return end() }
        now = MonotonicClock.now
        readMail()
        for case let lane? in lanes { lane.actIfDue(at: now) }
        settleFinished()
        endLate()
        admitListed()
        waitForEvents()
    }

    /// Sleeps until something happens; with mail to read or completions to call it only looks at the sockets, and not at
    /// every turn.
    private func waitForEvents() {
        let mayFallAsleep = settled.isEmpty && engine.mayFallAsleep()
        busyTurns = mayFallAsleep ? 0 : busyTurns &+ 1
        guard mayFallAsleep || busyTurns % 8 == 0 else { return }
        poller.wait(milliseconds: mayFallAsleep ? millisecondsToNextEvent() : 0) { lanes[Int($0.lane)]?.act(on: $0) }
        settleFinished()
    }

    // MARK: Completions

    /// Remembers to call a completion between turns.
    func settle(_ transfer: Transfer, with result: Result<HTTPResponse, TransportError>) {
        settled.append((transfer, result))
    }

    /// Calls the completions of what is done.
    ///
    /// - Returns: Whether this thread still has the loop.
    private func callBack() -> Bool {
        while nextSettled < settled.count {
            guard let (transfer, result) = settled[nextSettled].take() else { break }
            nextSettled += 1
            guard baton.call({ transfer.complete(result) }, of: self) else { return false }
        }
        settled.removeAll(keepingCapacity: true)
        nextSettled = 0
        return true
    }

    private func readMail() {
        for transfer in mail.arrivals { accept(transfer) }
        mail.arrivals.removeAll(keepingCapacity: true)
        for transfer in mail.cancellations { giveUp(transfer, on: \.cancelled) }
        mail.cancellations.removeAll(keepingCapacity: true)
    }

    /// Settles what libcurl has finished.
    private func settleFinished() {
        for case let lane? in lanes {
            while let (handle, code) = lane.nextFinished() { finish(handle, code) }
        }
    }

    private func endLate() {
        guard let next = deadlines.next, next <= now else { return resolutions.expire(at: now) { list($0) } }
        while let transfer = deadlines.popDue(at: now) { didPassDeadline(transfer) }
        resolutions.expire(at: now) { list($0) }
    }

    private func millisecondsToNextEvent() -> Int32 {
        guard listed.isEmpty else { return 0 }
        var due = min(deadlines.next ?? .max, resolutions.nextExpiry ?? .max)
        for case let lane? in lanes { due = min(due, lane.due ?? .max) }
        guard due != .max else { return -1 }
        let current = MonotonicClock.now
        // Rounded up: a wait that ends early would only be followed by another.
        return due <= current ? 0 : Int32(min((due - current + 999_999) / 1_000_000, 3_600_000))
    }

    // MARK: Handles and lanes

    func takeHandle() -> Handle? { idleHandles.popLast() ?? Handle(settings, loop: self) }

    /// Keeps a handle for later; one that has seen a failure goes, and takes its state with it.
    func keep(_ handle: Handle, isClean: Bool) {
        handle.release()
        if isClean, idleHandles.count < 256 { idleHandles.append(handle) }
    }

    func lane(_ rule: Lane.Rule) -> Lane? {
        if let lane = lanes[Int(rule.rawValue)] { return lane }
        let connections = rule == .shared ? Lane.sharedConnections : settings.exclusiveConnections
        let lane = Lane(rule, connectionsPerHost: connections, poller: poller)
        lanes[Int(rule.rawValue)] = lane
        return lane
    }

    // MARK: The end

    private func end() {
        isStopping = true
        for transfer in engine.didStop() + mail.arrivals { settle(transfer, with: .failure(Engine.wasShutDown)) }
        while let transfer = deadlines.popAny() { giveUp(transfer) { _ in Engine.wasShutDown } }
    }

    /// Handles go before the lanes they were in, and both before the sockets' poller.
    private func close() {
        idleHandles = []
        lanes = []
    }
}
