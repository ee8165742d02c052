import CAuth0Linux
import Glibc

/// Threads of the SDK's own: detached, and deaf to signals, so that no handler of the program runs on them and a
/// broken connection is an error and not a `SIGPIPE`.
///
/// Whatever waits in the kernel (a socket, a lock on a file, a program) waits here, and never on the threads that
/// Swift's tasks share, of which a small machine has two.
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
    ///   - name: What debuggers and `top` call it; 15 bytes are kept.
    ///   - stack: How many bytes its calls may take.
    ///   - run: What it does.
    /// - Returns: Whether the system gave one; if not, `run` is never called.
    package static func start(named name: String, stack: Int = 1 << 20, run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stack)

        // The mask is inherited, so it is set before the thread begins.
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
