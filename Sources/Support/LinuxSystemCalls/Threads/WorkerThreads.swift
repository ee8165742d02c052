import Dispatch
import Synchronization

/// A pool of threads for jobs that block: in the order of their arrival, with a limit of concurrent jobs.
///
/// A job wakes an idle thread, or starts one. A thread that is idle for a second ends. A forked child has none of the
/// threads, and its first job discards its parent's jobs.
package final class WorkerThreads: Sendable {
    private struct Job: Sendable {
        let run: @Sendable () -> Void
        let fail: @Sendable () -> Void
    }

    private struct State {
        /// The semaphores that wake the idle threads; the one that was busy last is woken first.
        var idle: [DispatchSemaphore] = []
        var jobs: [Job?] = []
        var next = 0
        var threads = 0
        var process = ProcessGeneration.current

        mutating func take() -> Job? {
            guard next < jobs.count else {
                (jobs, next) = ([], 0)
                return nil
            }
            if next > 1_024, next > jobs.count / 2 {
                jobs.removeFirst(next)
                next = 0
            }
            defer { (jobs[next], next) = (nil, next + 1) }
            return jobs[next]
        }
    }

    private let name: String
    private let limit: Int
    private let state = Mutex(State())

    package init(named name: String, limit: Int) { (self.name, self.limit) = (name, max(1, limit)) }

    /// Runs a job as soon as a thread is free; calls `fail` instead, on any thread, if the system has none.
    package func run(_ job: @escaping @Sendable () -> Void, orElse fail: @escaping @Sendable () -> Void) {
        let process = ProcessGeneration.current
        let (wakeup, needsThread) = state.withLock { state -> (DispatchSemaphore?, Bool) in
            if state.process != process { state = State() }
            state.jobs.append(Job(run: job, fail: fail))
            if let wakeup = state.idle.popLast() { return (wakeup, false) }
            guard state.threads < limit else { return (nil, false) }
            state.threads += 1
            return (nil, true)
        }
        wakeup?.signal()
        guard needsThread, !BackgroundThread.start(named: name, run: { self.work() }) else { return }
        let abandoned = state.withLock { state -> [Job] in
            state.threads -= 1
            guard state.threads == 0 else { return [] }
            defer { (state.jobs, state.next) = ([], 0) }
            return state.jobs[state.next...].compactMap(\.self)
        }
        for job in abandoned { job.fail() }
    }

    /// Runs a closure that blocks on one of the threads, and suspends the task until it returns. Returns `nil` if the
    /// system has no thread for it. Cancelling the task does not interrupt the closure.
    package func result<Value: Sendable>(
        of work: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error>? {
        await withCheckedContinuation { continuation in
            run({ continuation.resume(returning: Result(catching: work)) }) { continuation.resume(returning: nil) }
        }
    }

    private func work() {
        let wakeup = DispatchSemaphore(value: 0)
        repeat {
            while let job = state.withLock({ state -> Job? in
                if let job = state.take() { return job }
                state.idle.append(wakeup)
                return nil
            }) { job.run() }
        } while isWoken(wakeup)
    }

    /// Waits for the next job; returns `false` if the thread is to end.
    private func isWoken(_ wakeup: DispatchSemaphore) -> Bool {
        if wakeup.wait(timeout: .now() + 1) == .success { return true }
        let isIdle = state.withLock { state in
            guard let index = state.idle.firstIndex(where: { $0 === wakeup }) else { return false }
            state.idle.remove(at: index)
            state.threads -= 1
            return true
        }
        if !isIdle { wakeup.wait() }
        return !isIdle
    }
}
