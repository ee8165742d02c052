import CAuth0Linux
import LinuxCLibrary

/// A detached thread of this package with all signals blocked: no signal handler of the application runs on it, and a
/// broken connection is an error instead of a `SIGPIPE`.
///
/// Calls that block in the kernel (on a socket, a file lock, a child process) use such a thread, never the shared
/// threads of Swift's tasks, of which a small machine has two.
package enum BackgroundThread {
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
    /// - Parameters:
    ///   - name: The name in debuggers and `top`, cut to 15 bytes.
    ///   - stack: The size of its stack in bytes, 1 MiB by default.
    ///   - run: The closure that the thread runs.
    /// - Returns: Whether the thread was started; if not, `run` is never called.
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

        let work = Unmanaged.passRetained(Work(name: name, run: run))
        var thread = pthread_t()
        let status = pthread_create(&thread, &attributes, { BackgroundThread.main($0) }, work.toOpaque())
        if status != 0 { work.release() }
        return status == 0
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        auth0_name_thread(work.name)
        work.run()
        return nil
    }
}
