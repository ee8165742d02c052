import CCurl
import HTTP

/// The thread that does the work: everything in here is touched by it alone.
///
/// One turn takes the mail, lets libcurl act, delivers what is done, ends what is late, and sleeps only if no mail has
/// come meanwhile. libcurl's callbacks note what they see; transfers are added and removed between its calls only.
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
    /// For how many turns there has been mail to read.
    private var busyTurns = 0

    /// Runs until the engine is shut down.
    static func run(_ engine: Engine, wake: Int32) {
        let settings = Settings(engine.configuration)
        guard let poller = Poller(wake: wake) else {
            let error = TransportError(.connectionFailed, detail: "the system gave no descriptor")
            return engine.didStop().forEach { $0.complete(.failure(error)) }
        }
        let loop = Loop(engine, settings, poller)
        while loop.turn() {}
        loop.end()
        withExtendedLifetime(poller) { loop.close() }
    }

    private init(_ engine: Engine, _ settings: Settings, _ poller: Poller) {
        self.engine = engine
        self.settings = settings
        self.poller = poller
    }

    /// One turn.
    ///
    /// - Returns: Whether there will be another.
    private func turn() -> Bool {
        engine.takeMail(into: &mail)
        guard !mail.isStopping else { return false }
        now = MonotonicClock.now
        readMail()
        for case let lane? in lanes { lane.actIfDue(at: now) }
        deliver()
        endLate()
        admitListed()
        waitForEvents()
        return true
    }

    /// Sleeps until something happens; with mail to read it only looks at the sockets, and not at every turn.
    private func waitForEvents() {
        let mayFallAsleep = engine.mayFallAsleep()
        busyTurns = mayFallAsleep ? 0 : busyTurns &+ 1
        guard mayFallAsleep || busyTurns % 8 == 0 else { return }
        poller.wait(milliseconds: mayFallAsleep ? millisecondsToNextEvent() : 0) { lanes[Int($0.lane)]?.act(on: $0) }
        deliver()
    }

    private func readMail() {
        for transfer in mail.arrivals { accept(transfer) }
        mail.arrivals.removeAll(keepingCapacity: true)
        for transfer in mail.cancellations { giveUp(transfer, on: \.cancelled) }
        mail.cancellations.removeAll(keepingCapacity: true)
    }

    /// Delivers what libcurl has finished.
    private func deliver() {
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
        for transfer in engine.didStop() + mail.arrivals { transfer.complete(.failure(Engine.wasShutDown)) }
        while let transfer = deadlines.popAny() { giveUp(transfer) { _ in Engine.wasShutDown } }
    }

    /// Handles go before the lanes they were in, and both before the sockets' poller.
    private func close() {
        idleHandles = []
        lanes = []
    }
}
