import CAuth0Linux
import LinuxCLibrary
import Synchronization

/// A detached thread with all signals blocked: no signal handler of the application runs on it, and a broken connection
/// is an error instead of a `SIGPIPE`. For calls that block in the kernel: Swift's tasks share few threads.
///
/// No other code of the package creates a thread. Jobs that block for a limited time share the threads of a
/// ``WorkerThreads``. A thread of its own is for an event loop, for a connection, and for a call that nothing can
/// interrupt, such as a name lookup: in a pool, such calls would delay the jobs of others beyond their deadlines.
package enum BackgroundThread {
    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread with a stack of 1 MiB by default. Debuggers and `top` show the first 15 bytes of its name.
    /// Returns whether the thread was started; if not, `run` is never called.
    package static func start(named name: String, stack: Int = 1 << 20, run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stack)

        // A thread inherits the mask of its creator, so it is set before the thread starts.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let work = Unmanaged.passRetained(
            Work {
                auth0_name_thread(name)
                run()
            })
        var thread = pthread_t()
        let status = pthread_create(&thread, &attributes, { BackgroundThread.main($0) }, work.toOpaque())
        if status != 0 { work.release() }
        return status == 0
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
    }
}

/// A process of a line of forks.
///
/// A child that was forked without `exec` has the objects of its parent, but none of the parent's threads, and it
/// shares the open files. An object that depends on a thread, or owns a lock or a connection, stores the generation of
/// its creation. If that is not the current one, the object refuses a call or starts anew.
package struct ProcessGeneration: Equatable, Sendable {
    private let number: Int

    private static let forks = Atomic<Int>(0)
    private static let isWatching: Bool = {
        pthread_atfork(nil, nil) { ProcessGeneration.forks.add(1, ordering: .relaxed) }
        return true
    }()

    /// The generation of the running process.
    package static var current: ProcessGeneration {
        ProcessGeneration(number: isWatching ? forks.load(ordering: .relaxed) : 0)
    }

    /// Whether the running process is still the one in which this value was created.
    package var isCurrent: Bool { self == .current }
}
