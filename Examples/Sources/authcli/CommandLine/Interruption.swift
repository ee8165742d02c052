import Dispatch
import Glibc
import Synchronization

/// The handling of Ctrl-C: the command is cancelled, so that no private window and no temporary profile remains.
///
/// A second Ctrl-C ends the program at once.
final class Interruption: Sendable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    private let flag = Atomic(false)

    /// Whether the program was interrupted.
    var hasHappened: Bool { flag.load(ordering: .acquiring) }

    /// Cancels a task on the first interruption.
    func cancels(_ task: Task<Void, any Error>) {
        for number in Self.signals {
            // The dispatch source still receives the signal; a signal that was ignored before, as with `nohup`, remains
            // ignored.
            guard unsafeBitCast(signal(number, SIG_IGN), to: Int.self) != 1 else { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler retains its source, which lives as long as the program.
            source.setEventHandler { [self] in
                withExtendedLifetime(source) {}
                flag.store(true, ordering: .releasing)
                for number in Self.signals { signal(number, SIG_DFL) }
                task.cancel()
            }
            source.resume()
        }
    }
}
