import LinuxSystemCalls
import Synchronization

/// Threads that read and write stores for all managers of the process, so that 5,000 users who come at once do not need
/// 5,000 threads.
///
/// No job waits for the lock of a renewal: it tries, and comes again. What ends a renewal has threads of its own, so that
/// nothing that begins one delays it.
final class WorkerThreads: Sendable {
    /// The maximum number of threads of each kind.
    static let limit = 64
    /// The threads that begin calls: they read a record, try its lock, and send a request.
    static let beginning = WorkerThreads(named: "auth0-renewal")
    /// The threads that end renewals: they store the answer, and release the lock.
    static let storing = WorkerThreads(named: "auth0-storing")

    private struct Job: Sendable {
        let run: @Sendable () -> Void
        let fail: @Sendable () -> Void
    }

    private struct State {
        var jobs: [Job?] = []
        /// The index of the next job.
        var next = 0
        var threads = 0
        /// A forked child has none of the threads, and the jobs are its parent's.
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
    private let state = Mutex(State())

    init(named name: String) { self.name = name }

    /// Runs a job on a thread that may block, as soon as one is free.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - fail: Called instead, on any thread, if the system has no thread for it.
    func run(_ job: @escaping @Sendable () -> Void, orElse fail: @escaping @Sendable () -> Void) {
        let process = ProcessGeneration.current
        let needsThread = state.withLock { state in
            if state.process != process { state = State() }
            state.jobs.append(Job(run: job, fail: fail))
            guard state.threads < Self.limit else { return false }
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
