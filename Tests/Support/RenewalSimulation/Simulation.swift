import Foundation
import HTTPMessages
import OpenID
import SecretStorage

/// Processes on hosts that share a store and a tenant, one step at a time, in an order that a test chooses.
package final class Simulation {
    /// The size of a simulation.
    package struct Settings: Hashable, Sendable {
        package var kind = SimulatedStore.Kind.files
        package var processes = 2
        package var hosts = 1
        package var overlap = 30
        /// The number of tenants that programs on the same store belong to.
        package var tenants = 1
        /// The number of faults.
        package var faults = 1
        /// The number of calls.
        package var calls = 2
        /// Whether time passes only when nothing else can happen.
        package var isTimeLazy = false
        /// The time for which a call waits for another process, in milliseconds.
        package var lockTimeout = 60_000
        /// The time that a holder without connection has to come back, in milliseconds.
        package var interruptionWait = 4_000
        /// The number of calls of a process that may wait at the same time.
        package var concurrentCalls = 1
        /// Whether the access tokens of the first logins have expired, so that each call needs a renewal.
        package var isExpired = true
        /// The seed that selected the settings; `nil` for those of an exploration.
        package private(set) var seed: UInt64?

        /// Creates the smallest settings.
        package init(_ kind: SimulatedStore.Kind) { self.kind = kind }

        /// The settings of an exploration: short waits, so that few steps end them.
        ///
        /// - Parameters:
        ///   - kind: The kind of the store.
        ///   - calls: The number of calls of two processes.
        /// - Returns: Settings with one fault.
        package static func exhaustive(_ kind: SimulatedStore.Kind, calls: Int) -> Self {
            var settings = Self(kind)
            (settings.isTimeLazy, settings.lockTimeout, settings.interruptionWait) = (true, 10, 4)
            settings.calls = calls
            return settings
        }

        /// The settings that a seed selects.
        package init(seed: UInt64) {
            self.seed = seed
            var random = SplitMix64(state: ~seed)
            func one<Value>(of values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
            (kind, processes) = (one(of: SimulatedStore.Kind.allCases), one(of: [2, 3, 4]))
            (hosts, overlap) = (one(of: [1, 2, 3]), one(of: [0, 10, 30, 60]))
            (tenants, faults, calls) = (one(of: [1, 1, 2]), one(of: [0, 1, 2, 3, 4]), one(of: [2, 4, 6]))
            (isExpired, concurrentCalls) = (one(of: [true, true, false]), one(of: [1, 2, 3]))
        }
    }

    let settings: Settings
    let store: SimulatedStore
    private(set) var tenants: [SimulatedTenant]
    private(set) var processes: [SimulatedProcess] = []
    private(set) var requests: [SimulatedRequest] = []
    private(set) var uptime = Duration.zero {
        didSet {
            for host in drifts.indices { offsets[host] += (uptime - oldValue) / .seconds(100) * Double(drifts[host]) }
        }
    }
    private(set) var events: [Step] = []
    private(set) var violations: [String] = []
    private var offsets: [TimeInterval]
    /// The gain or loss of each host's clock, in percent of the time that passes.
    private(set) var drifts: [Int]
    private(set) var faultsLeft: Int
    private(set) var callsLeft: Int
    /// Whether only ends of processes were among the faults.
    private(set) var hasOnlyKills = true
    let rules: RenewalState.Rules

    init(_ settings: Settings) {
        self.settings = settings
        var rules = RenewalState.Rules()
        (rules.validatesIDTokens, rules.lockTimeout) = (false, .milliseconds(settings.lockTimeout))
        rules.interruptionWait = .milliseconds(settings.interruptionWait)
        self.rules = rules
        store = SimulatedStore(settings.kind)
        tenants = (0..<settings.tenants).map { SimulatedTenant(number: $0, overlap: .seconds(settings.overlap)) }
        offsets = Array(repeating: 0, count: settings.hosts)
        drifts = Array(repeating: 0, count: settings.hosts)
        (faultsLeft, callsLeft) = (settings.faults, settings.calls)
        for id in 0..<settings.processes {
            processes.append(
                SimulatedProcess(id, host: id % settings.hosts, tenant: id % settings.tenants, rules: rules))
        }
        // A login for each tenant.
        for process in processes.prefix(settings.tenants) {
            var credentials = tenants[process.tenant].login(0, at: date(process))
            if settings.isExpired { credentials.expiresIn = date(process).addingTimeInterval(-1) }
            store.write(LoginRecord(credentials, of: process.binding, at: date(process)), process.name)
        }
    }

    func date(_ process: SimulatedProcess) -> Date {
        Date(timeIntervalSinceReferenceDate: 1_000_000 + uptime / .seconds(1) + offsets[process.host])
    }

    private func now(_ process: SimulatedProcess) -> RenewalState.Moment {
        RenewalState.Moment(date: date(process), uptime: uptime)
    }

    func violate(_ text: String) { violations.append("\(text), at \(uptime)") }

    // MARK: Steps

    func take(_ step: Step) {
        events.append(step)
        switch step {
        case .act(let id): act(processes[id])
        case .receive(let id): receive(id)
        case .answer(let id): answer(id)
        case .tick: tick()
        case .call(let id, let isForced):
            callsLeft -= 1
            call(processes[id], isForced ? .renewal : .credentials(scope: nil, minTTL: 0))
        case .resume(let id): processes[id].isStopped = false
        case .connect(let id): store.connect(id)
        case .free: store.isFull = false
        case .unlockKeyring: store.isKeyringLocked = false
        case .setAside(let name): _ = store.remove(name)
        default:
            faultsLeft -= 1
            if case .kill = step {} else { hasOnlyKills = false }
            fault(step)
        }
        noteLostLocks()
    }

    private func fault(_ step: Step) {
        switch step {
        case .cancel(let id):
            guard let call = processes[id].calls.keys.min() else { return }
            processes[id].calls[call] = nil
            handle(.cancelled(call), processes[id])
        case .loseAnswer(let id): fail(id, effect: TransportError(.timedOut, requestMayHaveArrived: true))
        case .reject(let id): fail(id, effect: TransportError(.connectionFailed, requestMayHaveArrived: false))
        case .kill(let id): end(processes[id])
        case .stop(let id): processes[id].isStopped = true
        case .signOut(let id): signOut(processes[id])
        case .login(let id, let user): login(processes[id], user)
        case .failBefore(let id): processes[id].failure = .before
        case .failAfter(let id): processes[id].failure = .after
        case .disconnect(let id): store.disconnect(id)
        case .restart: for process in processes where !process.isDead { store.disconnect(process.id) }
        case .removeLockFile: store.removeLockFile()
        case .fill: store.isFull = true
        case .lockKeyring: store.isKeyringLocked = true
        case .damage(let id): store.damage(processes[id].name)
        case .jump(let host, let seconds): offsets[host] += TimeInterval(seconds)
        case .drift(let host, let percent): drifts[host] = percent
        case .fork(let id):
            let parent = processes[id]
            let child = SimulatedProcess(processes.count, host: parent.host, tenant: parent.tenant, rules: rules)
            processes.append(child)
            call(child, .credentials(scope: nil, minTTL: 0))
        default: break
        }
    }

    private func noteLostLocks() {
        for index in requests.indices {
            let request = requests[index]
            // An answer that has arrived is to be stored under the lock; that a stored one releases it is no loss.
            guard !request.isDelivered || !store.isReleased(request.lock) else { continue }
            // A holder that has come back for a moment has not come back.
            let look = RenewalState.Rules.longestLook * 2
            if store.hasLost(requests[index].lock) {
                if let back = requests[index].lockBackAt, uptime - back > look { requests[index].lockLostAt = nil }
                requests[index].lockLostAt = requests[index].lockLostAt ?? uptime
                requests[index].lockBackAt = nil
            } else if requests[index].lockLostAt != nil {
                requests[index].lockBackAt = requests[index].lockBackAt ?? uptime
            }
        }
    }

    // MARK: Requests

    func add(_ request: TokenRequest, _ process: SimulatedProcess) {
        requests.append(
            SimulatedRequest(
                id: requests.count, process: process.id, tenant: process.tenant, refreshToken: request.refreshToken,
                sentAt: uptime, lock: process.lock))
    }

    private func receive(_ id: Int) {
        let request = requests[id]
        let date = date(processes[request.process])
        let credentials = tenants[request.tenant].renew(request.refreshToken, at: date, uptime)
        requests[id].answer =
            credentials.map { .tokens(.login($0)) }
            ?? .failure(
                TokenFailure(
                    SecretStoreError(.failed), cause: nil, code: "invalid_grant", statusCode: 403, isRetryable: false,
                    retryAfter: nil))
    }

    private func answer(_ id: Int) {
        let process = processes[requests[id].process]
        requests[id].isDelivered = true
        guard !process.isDead, let answer = requests[id].answer else { return }
        if case .failure = answer { requests[id].hasFailed = true }
        handle(.answered(answer), process)
    }

    private func fail(_ id: Int, effect error: TransportError) {
        requests[id].isDelivered = true
        requests[id].hasFailed = true
        let failure = TokenFailure(
            error, cause: error, code: nil, statusCode: 0, isRetryable: true, retryAfter: nil)
        guard !processes[requests[id].process].isDead else { return }
        handle(.answered(.failure(failure)), processes[requests[id].process])
    }

    // MARK: Processes

    func call(_ process: SimulatedProcess, _ need: RenewalCall.Need) {
        process.callCount += 1
        let begin = store.history[process.name]?.count ?? 0
        process.calls[process.callCount] = SimulatedProcess.Call(need: need, begin: begin, since: uptime)
        let seen: UInt64? = if case .renewal = need { store.record(process.name)?.generation } else { nil }
        handle(.called(RenewalCall(process.callCount, need, seen: seen)), process)
    }

    func handle(_ event: RenewalState.Event, _ process: SimulatedProcess) {
        process.steps += process.state.handle(event, at: now(process)).map { .action($0) }
        carryOutWhatOthersDoNotSee(process)
    }

    /// Carries out the actions up to the next one that other processes see.
    private func carryOutWhatOthersDoNotSee(_ process: SimulatedProcess) {
        while case .action(let action)? = process.steps.first {
            switch action {
            case .release(let lock): lock.release()
            case .complete(let id, let result): complete(process, id, result)
            case .publish: break
            case .revoke(let token): tenants[TokenOwner(token).tenant].revoke(token)
            case .wait(let pause, let event): process.timers.append((uptime + pause, event))
            case .read, .lock, .reread, .mark, .send, .replace: return
            }
            process.steps.removeFirst()
        }
    }

    private func act(_ process: SimulatedProcess) {
        let step = process.steps.removeFirst()
        defer { carryOutWhatOthersDoNotSee(process) }
        switch step {
        case .report(let event): handle(event, process)
        case .readBack(let record, let isMark, let lock):
            let written = Result { try store.read(process.name, for: process.binding) }
                .map { $0?.record.isSameState(as: record) == true ? $0 : nil }
            guard !isMark else { return report(written, isMark: true, lock, process) }
            process.steps.insert(.report(.replaced(written)), at: 0)
        case .action(.send(let request)): send(request, process)
        case .action(.lock):
            let result = Result { try store.lock(process.name, for: process.id) }
            if case .success(let lock) = result { process.lock = lock.id }
            handle(.locked(result.map(LoginLock.init)), process)
        case .action(let action):
            let failure = process.failure
            process.failure = nil
            let isUnreachable = store.disconnected.contains(process.id)
            let error = SecretStoreError(isUnreachable ? .unavailable : .failed)
            access(action, process, error, isRefused: failure == .before || isUnreachable, isLate: failure == .after)
        }
    }

    private func access(
        _ action: RenewalState.Action, _ process: SimulatedProcess, _ error: SecretStoreError, isRefused: Bool,
        isLate: Bool
    ) {
        let read = {
            Result {
                guard !isRefused, !isLate else { throw error }
                return try self.store.read(process.name, for: process.binding)
            }
        }
        switch action {
        case .read: process.steps.insert(.report(.read(read())), at: 0)
        case .reread(let lock):
            handle(.reread(read(), RenewalState.Facts(isLockHeld: lock.isHeld)), process)
        case .mark(let stored, let record, let lock):
            write(stored, record, process, error, isRefused: isRefused, isLate: isLate, isMark: true, lock)
        case .replace(let stored, let record):
            write(stored, record, process, error, isRefused: isRefused, isLate: isLate, isMark: false, nil)
        default: break
        }
    }

    private func write(
        _ stored: RecordStorage.Stored, _ record: LoginRecord, _ process: SimulatedProcess, _ error: SecretStoreError,
        isRefused: Bool, isLate: Bool, isMark: Bool, _ lock: LoginLock?
    ) {
        let error = store.isFull ? SecretStoreError(.noSpace) : error
        guard !isRefused, !store.isFull else { return report(.failure(error), isMark: isMark, lock, process) }
        let before = store.record(process.name)
        let isReplaced: Bool
        do {
            isReplaced = try store.replace(stored, process.name, with: record)
        } catch { return report(.failure(error), isMark: isMark, lock, process) }
        if isReplaced, before?.login != record.login {
            violate("process \(process.id) restores a login that has ended")
        }
        if isLate { return report(.failure(error), isMark: isMark, lock, process) }
        guard isReplaced else { return report(.success(nil), isMark: isMark, lock, process) }
        process.steps.insert(.readBack(record, isMark: isMark, lock), at: 0)
    }

    private func report(
        _ result: Result<RecordStorage.Stored?, any Error>, isMark: Bool, _ lock: LoginLock?,
        _ process: SimulatedProcess
    ) {
        handle(isMark ? .marked(result, isLockHeld: lock?.isHeld ?? false) : .replaced(result), process)
    }

    private func tick() {
        guard let (id, index) = nextTimer else { return }
        let timer = processes[id].timers.remove(at: index)
        // No request outlives its time limit.
        for request in requests where !request.isDelivered && request.sentAt + .seconds(30) < timer.due {
            uptime = max(uptime, request.sentAt + .seconds(30))
            if processes[request.process].isRunning {
                fail(request.id, effect: TransportError(.timedOut, requestMayHaveArrived: true))
            }
        }
        uptime = max(uptime, timer.due)
        handle(timer.event, processes[id])
    }

    private func end(_ process: SimulatedProcess) {
        process.isDead = true
        process.steps = []
        process.timers = []
        process.calls = [:]
        store.end(process.id)
        store.disconnected.remove(process.id)
        for index in requests.indices where requests[index].process == process.id { requests[index].hasFailed = true }
    }

    private func signOut(_ process: SimulatedProcess) {
        guard !store.disconnected.contains(process.id), !store.isKeyringLocked else { return }
        handle(.writing, process)
        handle(.removed(existed: store.remove(process.name)), process)
    }

    private func login(_ process: SimulatedProcess, _ user: Int) {
        guard !store.isFull, !store.isKeyringLocked, !store.disconnected.contains(process.id) else { return }
        let credentials = tenants[process.tenant].login(user, at: date(process))
        let record = LoginRecord(credentials, of: process.binding, at: date(process))
        handle(.writing, process)
        store.write(record, process.name)
        handle(.stored(record, try? store.read(process.name, for: process.binding)), process)
    }
}
