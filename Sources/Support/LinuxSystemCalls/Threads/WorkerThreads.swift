import Synchronization

/// A pool of threads for jobs that block: in the order of their arrival, with a limit of concurrent jobs.
///
/// A job starts a thread if fewer than the limit run; a thread ends when no job waits. A forked child has none of the
/// threads, and the waiting jobs are its parent's: the first job of the child discards both.
package final class WorkerThreads: Sendable {
    private struct Job: Sendable {
        let run: @Sendable () -> Void
        let fail: @Sendable () -> Void
    }

    private struct State {
        var jobs: [Job?] = []
        /// The index of the next job.
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

    /// Creates a pool without threads.
    ///
    /// - Parameters:
    ///   - name: The name of the threads in debuggers and `top`, cut to 15 bytes.
    ///   - limit: The maximum number of threads.
    package init(named name: String, limit: Int) { (self.name, self.limit) = (name, max(1, limit)) }

    /// Runs a job on a thread that may block, as soon as one is free.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - fail: Called instead, on any thread, if the system has no thread for it.
    package func run(_ job: @escaping @Sendable () -> Void, orElse fail: @escaping @Sendable () -> Void) {
        let process = ProcessGeneration.current
        let needsThread = state.withLock { state in
            if state.process != process { state = State() }
            state.jobs.append(Job(run: job, fail: fail))
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        guard needsThread, !BackgroundThread.start(named: name, run: { self.work() }) else { return }
        let abandoned = state.withLock { state -> [Job] in
            state.threads -= 1
            guard state.threads == 0 else { return [] }
            defer { (state.jobs, state.next) = ([], 0) }
            return state.jobs[state.next...].compactMap(\.self)
        }
        for job in abandoned { job.fail() }
    }

    private func work() {
        while let job = state.withLock({ state -> Job? in
            if let job = state.take() { return job }
            state.threads -= 1
            return nil
        }) { job.run() }
    }
}
