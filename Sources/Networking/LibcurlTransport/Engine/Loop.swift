import CAuth0Curl
import HTTPMessages
import LinuxSystemCalls

/// The event loop of a transport; all of its state is confined to the thread that runs it.
///
/// libcurl's callbacks only record events; transfers are added to and removed from the multi handle between its calls.
/// Completions are called between iterations: if one blocks, another thread takes over (``LoopOwnership``).
final class Loop {
    let engine: Engine
    let settings: Settings
    let poller: Poller
    private(set) var multiHandle: MultiHandle?
    var origins: [Origin.Key: Origin] = [:]
    /// The origins that may have capacity for waiting transfers since libcurl was last called.
    var originsToAdmit: [Origin] = []
    /// The origins whose transfers wait for one of the name resolutions of this process.
    private var originsToResolve: [Origin] = []
    /// The handles that resolve a name for the next transfers of their origin, because their own transfer has ended.
    private var abandonedHandles: [Handle] = []
    var deadlines = Deadlines<Transfer>()
    var now = MonotonicClock.now
    private var commands = Engine.Commands()
    /// The transfers that are done, with their results, in the order in which their completions are called.
    private var completions: [(Transfer, Result<TransportResponse, TransportError>)?] = []
    private var nextCompletion = 0
    private var isStopping = false
    private let ownership = LoopOwnership()
    /// The number of consecutive iterations without sleep.
    private var busyIterations = 0

    static func run(_ engine: Engine) {
        guard let wake = Wakeup(), let poller = Poller(wake: wake) else { return engine.failToStart() }
        engine.willStart(wake)
        Loop(engine, Settings(engine.configuration), poller).drive()
    }

    /// Runs until the engine is shut down, or until another thread has taken over.
    func drive() {
        while callCompletions() {
            guard !isOver else {
                multiHandle = nil
                return
            }
            iterate()
        }
    }

    /// Whether nothing is left to do, not even a name resolution, which outlives its request: no event would follow.
    private var isOver: Bool { isStopping && abandonedHandles.isEmpty }

    private init(_ engine: Engine, _ settings: Settings, _ poller: Poller) {
        self.engine = engine
        self.settings = settings
        self.poller = poller
    }

    private func iterate() {
        engine.takeCommands(into: &commands)
        guard !commands.isStopping else { return end() }
        now = MonotonicClock.now
        executeCommands()
        multiHandle?.actIfDue(at: now)
        finishDoneTransfers()
        expireDeadlines()
        admitWaiting()
        if !isOver { waitForEvents() }
    }

    /// Waits for events on sockets; with commands or completions pending it only checks, in every eighth iteration.
    private func waitForEvents() {
        let mayFallAsleep = completions.isEmpty && engine.mayFallAsleep()
        busyIterations = mayFallAsleep ? 0 : busyIterations &+ 1
        guard mayFallAsleep || busyIterations % 8 == 0 else { return }
        let events = poller.wait(milliseconds: mayFallAsleep ? millisecondsToNextEvent() : 0)
        // Before the completions: a request that one of them sends needs no write to the eventfd.
        if mayFallAsleep { engine.didWake() }
        poller.forEach(events) { multiHandle?.act(on: $0, $1) }
        finishDoneTransfers()
    }

    // MARK: Completions

    /// Calls the enqueued completions. Returns whether this thread still owns the loop.
    private func callCompletions() -> Bool {
        while nextCompletion < completions.count {
            guard case (let transfer, var result)? = completions[nextCompletion].take() else { break }
            nextCompletion += 1
            let isOwner = ownership.call({ transfer.complete(result) }, of: self)
            result.overwriteBody()
            guard isOwner else { return false }
        }
        completions.removeAll(keepingCapacity: true)
        nextCompletion = 0
        return true
    }

    private func executeCommands() {
        for transfer in commands.submissions { accept(transfer) }
        commands.submissions.removeAll(keepingCapacity: true)
        for transfer in commands.cancellations { abort(transfer, with: \.cancelled) }
        commands.cancellations.removeAll(keepingCapacity: true)
        guard commands.mayResolve else { return }
        commands.mayResolve = false
        // The last one scheduled is admitted first.
        originsToResolve.reversed().forEach(scheduleAdmission)
        originsToResolve = []
    }

    private func finishDoneTransfers() {
        while let (handle, code) = multiHandle?.nextFinished() { finish(handle, code) }
    }

    private func expireDeadlines() {
        while let transfer = deadlines.popDue(at: now) { didPassDeadline(transfer) }
    }

    private func millisecondsToNextEvent() -> Int32 {
        guard originsToAdmit.isEmpty else { return 0 }
        let due = min(deadlines.next ?? .max, multiHandle?.due ?? .max)
        guard due != .max else { return -1 }
        let current = MonotonicClock.now
        // Rounded up: a wait that ends too early would need a second one.
        return due <= current ? 0 : Int32(min((due - current + 999_999) / 1_000_000, 3_600_000))
    }

    // MARK: Easy and multi handles

    private func add(_ handle: Handle) -> Bool {
        if multiHandle == nil {
            multiHandle = MultiHandle(connectionsPerHost: settings.connectionsPerOrigin, poller: poller)
        }
        return multiHandle?.add(handle) ?? false
    }

    // MARK: Shutting down

    private func end() {
        isStopping = true
        for transfer in engine.didStop() + commands.submissions {
            completions.append((transfer, .failure(Engine.wasShutDown)))
        }
        commands = Engine.Commands()
        while let transfer = deadlines.popDue(at: .max) { abort(transfer) { _ in Engine.wasShutDown } }
    }
}

// The states of a transfer in the loop: accept → (wait) → begin → finish, or abort from any of them.
extension Loop {
    /// Validates a submitted transfer, and starts it or adds it to the queue of its origin.
    func accept(_ transfer: Transfer) {
        guard !transfer.isCancelled else { return complete(transfer, .failure(transfer.unsent(.cancelled))) }
        let trustProblem = { transfer.request.url.isSecure ? self.settings.findTrustProblem() : nil }
        if let problem = transfer.request.problem ?? settings.problem ?? trustProblem() {
            return complete(transfer, .failure(problem))
        }
        let origin = origin(of: transfer.request.url)
        transfer.state.origin = origin
        transfer.state.deadline = now &+ (transfer.request.timeout?.wholeNanoseconds ?? settings.timeout)
        transfer.state.stage = .waiting
        deadlines.insert(transfer, due: min(transfer.state.deadline, now &+ settings.connectTimeout))
        if origin.hasCapacity { begin(transfer, at: origin) } else { origin.enqueue(transfer) }
    }

    private func origin(of url: HTTPURL) -> Origin {
        let key = Origin.Key(url)
        if let origin = origins[key] { return origin }
        if origins.count >= 256 { origins = origins.filter { !$0.value.isIdle } }
        let origin = Origin(key, connections: settings.connectionsPerOrigin, hasProxy: settings.hasProxy)
        origins[key] = origin
        return origin
    }

    func begin(_ transfer: Transfer, at origin: Origin) {
        guard let handle = Handle(transfer, settings, loop: self) else {
            return complete(
                transfer, .failure(TransportError(.connectionFailed, detail: "libcurl has no memory for a handle")))
        }
        guard handle.prepare(transfer.request), add(handle) else {
            let error = TransportError(.invalidArgument, detail: "libcurl rejected a setting of the request")
            return complete(transfer, .failure(error))
        }
        origin.running += 1
        transfer.state.stage = .running(handle)
    }

    func finish(_ handle: Handle, _ code: CURLcode) {
        let unresolved = handle.resolving
        didResolve(handle)
        multiHandle?.remove(handle)
        if let transfer = handle.transfer, let origin = transfer.state.origin {
            finish(transfer, handle, origin, code)
        } else {
            abandonedHandles.removeAll { $0 === handle }
        }
        guard let unresolved, code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY else { return }
        // Waiting transfers need the same name; resolving it again for each of them could take minutes.
        while let waiting = unresolved.dequeue() { complete(waiting, .failure(handle.unresolved(code, waiting))) }
    }

    private func finish(_ transfer: Transfer, _ handle: Handle, _ origin: Origin, _ code: CURLcode) {
        origin.running -= 1
        guard !handle.isDeferred else { return requeue(transfer, handle, origin) }
        if handle.attempts == 0 { origin.didFailToConnect() }
        let result = handle.result(for: code)
        scheduleAdmission(of: origin)
        complete(transfer, result)
    }

    /// Puts a transfer back into the queue of its origin, which is admitted when a name resolution has ended.
    private func requeue(_ transfer: Transfer, _ handle: Handle, _ origin: Origin) {
        transfer.state.wasSent = handle.mayHaveSent
        transfer.state.stage = .waiting
        origin.requeue(transfer)
    }

    /// Aborts a transfer in any state; a running transfer fails with the error that a closure derives from its handle.
    func abort(_ transfer: Transfer, with error: (Handle) -> TransportError) {
        switch transfer.state.stage {
        case .posted, .over: break
        case .waiting: complete(transfer, .failure(transfer.unsent(.cancelled)))
        case .running(let handle): stop(transfer, handle, error)
        }
    }

    private func stop(_ transfer: Transfer, _ handle: Handle, _ error: (Handle) -> TransportError) {
        let failure = error(handle)
        if handle.resolving == nil || handle.hasOpenedSocket {
            didResolve(handle)
            multiHandle?.remove(handle)
        } else {
            abandonedHandles.append(handle)
        }
        if let origin = transfer.state.origin {
            origin.running -= 1
            if handle.attempts == 0 { origin.didFailToConnect() }
            scheduleAdmission(of: origin)
        }
        handle.release()
        complete(transfer, .failure(failure))
    }

    func didPassDeadline(_ transfer: Transfer) {
        let isLate = transfer.state.deadline <= now
        switch transfer.state.stage {
        case .posted, .over: break
        case .running(let handle) where isLate || handle.attempts == 0: stop(transfer, handle, \.timedOut)
        case .waiting where isLate || transfer.state.origin?.isKnown == false:
            complete(transfer, .failure(transfer.unsent(.timedOut, "no connection was ready in time")))
        case .running, .waiting: deadlines.insert(transfer, due: transfer.state.deadline)
        }
    }

    /// Releases the loop's state of a transfer and enqueues its completion; the last step of every transfer.
    private func complete(_ transfer: Transfer, _ result: Result<TransportResponse, TransportError>) {
        deadlines.remove(transfer)
        transfer.state = Transfer.TransferState()
        transfer.state.stage = .over
        completions.append((transfer, result))
    }

    // MARK: Waiting transfers

    /// Marks an origin, so that its waiting transfers are admitted in this iteration.
    func scheduleAdmission(of origin: Origin) {
        guard !origin.isAdmissionScheduled else { return }
        origin.isAdmissionScheduled = true
        originsToAdmit.append(origin)
    }

    func admitWaiting() {
        while let origin = originsToAdmit.popLast() {
            origin.isAdmissionScheduled = false
            while origin.hasCapacity, let transfer = origin.dequeue() {
                // The time limit for the connection starts now.
                deadlines.remove(transfer)
                deadlines.insert(transfer, due: min(transfer.state.deadline, now &+ settings.connectTimeout))
                begin(transfer, at: origin)
            }
        }
    }
}

// Events that libcurl's callbacks report. They run inside its calls, so they must not add or remove handles.
extension Loop {
    func didConnect(_ handle: Handle) {
        didResolve(handle)
        guard let origin = handle.transfer?.state.origin, !origin.isKnown else { return }
        origin.didConnect()
        scheduleAdmission(of: origin)
    }

    /// Returns whether a handle may resolve its name now; if not, its transfer must wait.
    func mayResolve(_ handle: Handle) -> Bool {
        guard let origin = handle.transfer?.state.origin else { return false }
        guard !origin.isLiteral else { return true }
        guard !origin.isResolving else { return false }
        guard Resolutions.begin(for: engine) else {
            if !originsToResolve.contains(where: { $0 === origin }) { originsToResolve.append(origin) }
            return false
        }
        origin.isResolving = true
        handle.resolving = origin
        return true
    }

    func didResolve(_ handle: Handle) {
        guard let origin = handle.resolving else { return }
        handle.resolving = nil
        origin.isResolving = false
        Resolutions.end()
        scheduleAdmission(of: origin)
    }
}
