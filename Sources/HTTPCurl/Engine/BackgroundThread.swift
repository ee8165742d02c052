import CCurl
import Glibc
import Synchronization

/// Threads of the SDK's own: detached, and deaf to signals, so that no handler of the program runs on them and a
/// broken connection is an error and not a `SIGPIPE`.
enum BackgroundThread {
    private final class Work {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts a thread.
    ///
    /// - Returns: Whether the system gave one; if not, `run` is never called.
    static func start(named name: String, run: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(name: name, run: run))
        let isStarted = auth0_start_thread({ BackgroundThread.main($0) }, work.toOpaque()) != 0
        if !isStarted { work.release() }
        return isStarted
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        auth0_name_thread(work.name)
        work.run()
        return nil
    }
}

/// Which process this is, counted in forks.
enum Process {
    private static let forks = Atomic<Int>(0)
    private static let isWatching: Bool = {
        pthread_atfork(nil, nil) { Process.forks.add(1, ordering: .relaxed) }
        return true
    }()

    /// A number that is another one in a forked child.
    static var generation: Int { isWatching ? forks.load(ordering: .relaxed) : 0 }
}
