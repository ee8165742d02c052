/// The steps that are possible in a state.
extension Simulation {
    /// The steps of the protocol: what happens without a fault.
    var progress: [Step] {
        var steps = processes.filter { $0.isRunning && !$0.steps.isEmpty }.map { Step.act($0.id) }
        for request in requests where !request.isDelivered {
            steps.append(request.answer == nil ? .receive(request.id) : .answer(request.id))
        }
        let mayPass = steps.isEmpty || (!settings.isTimeLazy && requests.contains { !$0.isDelivered })
        if mayPass, nextTimer != nil { steps.append(.tick) }
        return steps
    }

    /// Everything that can happen next, in a fixed order.
    var choices: [Step] {
        var steps = progress
        if callsLeft > 0 {
            for process in processes where process.isRunning && process.calls.count < settings.concurrentCalls {
                steps += [.call(process.id, isForced: false), .call(process.id, isForced: true)]
            }
        }
        return steps + (faultsLeft > 0 ? faults : []) + ends
    }

    /// The ends of faults, which are no faults.
    var ends: [Step] {
        var steps = processes.filter { $0.isStopped && !$0.isDead }.map { Step.resume($0.id) }
        steps += store.disconnected.sorted().map { .connect($0) }
        steps += store.damaged.sorted().map { .setAside($0) }
        if store.isKeyringLocked { steps.append(.unlockKeyring) }
        return store.isFull ? steps + [.free] : steps
    }

    private var faults: [Step] {
        var steps: [Step] = []
        for process in processes where process.isRunning {
            let id = process.id
            steps += [.kill(id), .stop(id), .signOut(id), .login(id, user: 0), .login(id, user: 1), .fork(id)]
            if !process.calls.isEmpty { steps.append(.cancel(id)) }
            if case .action? = process.steps.first { steps += [.failBefore(id), .failAfter(id)] }
            if store.kind == .database, !store.disconnected.contains(id) { steps.append(.disconnect(id)) }
        }
        for request in requests where !request.isDelivered {
            steps.append(request.answer == nil ? .reject(request.id) : .loseAnswer(request.id))
        }
        for process in processes.prefix(settings.tenants)
        where store.record(process.name) != nil && !store.damaged.contains(process.name) {
            steps.append(.damage(process.id))
        }
        steps.append(store.kind == .database ? .restart : .removeLockFile)
        if !store.isFull { steps.append(.fill) }
        if store.kind == .keyring, !store.isKeyringLocked { steps.append(.lockKeyring) }
        for host in drifts.indices {
            steps += [600, -600, 172_800, -172_800].map { .jump(host, seconds: $0) }
            // A clock that gains, one that loses, and one that stands still.
            if drifts[host] == 0 { steps += [20, -20, -100].map { .drift(host, percent: $0) } }
        }
        return steps
    }

    /// The next timer of a running process.
    var nextTimer: (process: Int, index: Int)? {
        var next: (process: Int, index: Int, due: Duration)?
        for process in processes where process.isRunning {
            for (index, timer) in process.timers.enumerated() where timer.due < next?.due ?? .seconds(1 << 40) {
                next = (process.id, index, timer.due)
            }
        }
        return next.map { ($0.process, $0.index) }
    }
}
