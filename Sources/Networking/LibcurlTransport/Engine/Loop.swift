import CAuth0Curl
import HTTPMessages
import LinuxSystemCalls

/// The thread that does the work: everything in here is touched by it alone.
///
/// One turn takes the mail, lets libcurl act, settles what is done or late, and sleeps only if no mail has come
/// meanwhile. libcurl's callbacks note what they see; transfers are added and removed between its calls only.
/// Completions are called between turns, when the loop is at rest, so that another thread can take it over (``Baton``).
final class Loop {
    let engine: Engine
    let settings: Settings
    let poller: Poller
    var lanes: [MultiHandle?] = [nil, nil]
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
    private let baton = LoopOwnership()
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

    func lane(_ rule: MultiHandle.Rule) -> MultiHandle? {
        if let lane = lanes[Int(rule.rawValue)] { return lane }
        let connections = rule == .shared ? MultiHandle.sharedConnections : settings.exclusiveConnections
        let lane = MultiHandle(rule, connectionsPerHost: connections, poller: poller)
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

// A transfer's way through the loop: accept → (wait) → begin → finish, or give up from anywhere.
extension Loop {
    /// Takes a transfer from the mail.
    func accept(_ transfer: Transfer) {
        guard !transfer.isCancelled else {
            return settle(transfer, .failure(TransportError(.cancelled, requestMayHaveArrived: false)))
        }
        if let problem = transfer.request.problem ?? settings.problem ?? trustProblem(transfer.request) {
            return settle(transfer, .failure(problem))
        }
        let origin = origin(of: transfer.request.url)
        origin.refresh(at: now)
        transfer.course.origin = origin
        transfer.course.deadline = now &+ (transfer.request.timeout?.wholeNanoseconds ?? settings.timeout)
        transfer.course.stage = .waiting
        deadlines.insert(transfer, due: min(transfer.course.deadline, now &+ settings.connectTimeout))
        if origin.hasRoom { begin(transfer, at: origin) } else { origin.enqueue(transfer) }
    }

    private func trustProblem(_ request: HTTPRequest) -> TransportError? {
        request.url.isSecure ? settings.trustProblem : nil
    }

    private func origin(of url: HTTPURL) -> Origin {
        let key = Origin.Key(url)
        if let origin = origins[key] { return origin }
        if origins.count >= 256 { origins = origins.filter { !$0.value.isIdle } }
        let origin = Origin(
            key, exclusiveConnections: settings.exclusiveConnections, hasProxy: settings.hasProxy)
        origins[key] = origin
        return origin
    }

    /// Hands a transfer to libcurl.
    func begin(_ transfer: Transfer, at origin: Origin) {
        guard let lane = lane(origin.lane), let handle = takeHandle() else {
            return settle(transfer, .failure(TransportError(.connectionFailed, detail: "libcurl gave no handle")))
        }
        guard handle.prepare(transfer, lane: origin.lane), lane.add(handle) else {
            keep(handle, isClean: false)
            let error = TransportError(.invalidArgument, detail: "libcurl does not take the request")
            return settle(transfer, .failure(error))
        }
        origin.running += 1
        transfer.course.stage = .running(handle)
    }

    /// Takes a transfer back from libcurl, which has finished it.
    func finish(_ handle: Handle, _ code: CURLcode) {
        guard let transfer = handle.transfer, let origin = transfer.course.origin else { return }
        lanes[Int(handle.lane.rawValue)]?.remove(handle)
        origin.running -= 1
        if handle.isResolving { didResolve(handle) }
        guard !handle.isDeferred else { return wait(again: transfer, handle, origin) }
        if handle.attempts == 0 { origin.didFailToConnect() }
        if origin.key.isSecure, handle.lane == .shared, handle.response.status != nil, !handle.response.isHTTP2 {
            origin.learn(.exclusive, at: now)
        }
        let result = handle.outcome(code)
        // libcurl counts its own second attempts in the handle for ever, and gives up at the sixth.
        keep(handle, isClean: code == CURLE_OK && handle.attempts == 1)
        list(origin)
        settle(transfer, result)
        if code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY {
            // Those who waited for the same name have the same answer; asking once more for each could take minutes.
            while let waiting = origin.dequeue() { settle(waiting, result) }
        }
    }

    /// Back into the queue: enough names are being resolved.
    private func wait(again transfer: Transfer, _ handle: Handle, _ origin: Origin) {
        keep(handle, isClean: false)
        transfer.course.stage = .waiting
        origin.putBack(transfer)
        resolutions.wait(origin)
    }

    /// Ends a transfer wherever it is, with the error that `error` makes of its handle.
    func giveUp(_ transfer: Transfer, on error: (Handle) -> TransportError) {
        switch transfer.course.stage {
        case .posted, .over: break
        case .waiting: settle(transfer, .failure(TransportError(.cancelled, requestMayHaveArrived: false)))
        case .running(let handle): stop(transfer, handle, error)
        }
    }

    private func stop(_ transfer: Transfer, _ handle: Handle, _ error: (Handle) -> TransportError) {
        let failure = error(handle)
        lanes[Int(handle.lane.rawValue)]?.remove(handle)
        if let origin = transfer.course.origin {
            origin.running -= 1
            if handle.attempts == 0 { origin.didFailToConnect() }
            if handle.isResolving { resolutions.abandon(origin, at: now) }
            list(origin)
        }
        keep(handle, isClean: false)
        settle(transfer, .failure(failure))
    }

    /// A deadline has passed: that for a connection, or the last.
    func didPassDeadline(_ transfer: Transfer) {
        let isLate = transfer.course.deadline <= now
        switch transfer.course.stage {
        case .posted, .over: break
        case .running(let handle) where isLate || handle.attempts == 0: stop(transfer, handle, \.timedOut)
        case .waiting where isLate || transfer.course.origin?.isKnown == false:
            let error = TransportError(
                .timedOut, detail: "no connection was ready in time", requestMayHaveArrived: false)
            settle(transfer, .failure(error))
        case .running, .waiting: deadlines.insert(transfer, due: transfer.course.deadline)
        }
    }

    /// Forgets a transfer, whose completion will be called; the last thing the loop does with it.
    private func settle(_ transfer: Transfer, _ result: Result<HTTPResponse, TransportError>) {
        deadlines.remove(transfer)
        transfer.course = Transfer.TransferState()
        transfer.course.stage = .over
        settle(transfer, with: result)
    }

    // MARK: Those who wait

    /// Remembers to look after an origin before the loop sleeps.
    func list(_ origin: Origin) {
        guard !origin.isListed else { return }
        origin.isListed = true
        listed.append(origin)
    }

    /// Begins what waits where there is room.
    func admitListed() {
        while let origin = listed.popLast() {
            origin.isListed = false
            while origin.hasRoom, let transfer = origin.dequeue() {
                // The connection is waited for from now on.
                deadlines.remove(transfer)
                deadlines.insert(transfer, due: min(transfer.course.deadline, now &+ settings.connectTimeout))
                begin(transfer, at: origin)
            }
        }
    }
}

// What libcurl's callbacks report. They run inside its calls, so they only take notes.
extension Loop {
    /// A connection is ready for a request.
    func didConnect(_ handle: Handle) {
        guard let origin = handle.transfer?.course.origin else { return }
        if handle.isResolving { didResolve(handle) }
        guard !origin.isKnown else { return }
        origin.learn(auth0_curl_has_agreed_on_h2(handle.easy) != 0 ? .shared : .exclusive, at: now)
        list(origin)
    }

    /// Whether a name may be resolved now.
    func mayResolve(_ handle: Handle) -> Bool {
        guard let origin = handle.transfer?.course.origin, !origin.isLiteral else { return true }
        // What libcurl sends again by itself must not go back into the queue: it may have arrived.
        guard handle.attempts == 0 else { return true }
        guard resolutions.begin(origin, at: now) else { return false }
        handle.isResolving = true
        return true
    }

    /// A name has been resolved, or could not be.
    func didResolve(_ handle: Handle) {
        guard handle.isResolving, let origin = handle.transfer?.course.origin else { return }
        handle.isResolving = false
        resolutions.end(origin).forEach(list)
    }
}
