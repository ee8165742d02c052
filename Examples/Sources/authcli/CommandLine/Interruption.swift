import Dispatch
import Glibc
import Synchronization

/// What Ctrl-C does: the command is given up in good order, so that no private window and no profile of it stay behind.
///
/// A second Ctrl-C ends the program at once.
final class Interruption: Sendable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    private let flag = Atomic(false)

    /// Whether there was one.
    var hasHappened: Bool { flag.load(ordering: .acquiring) }

    /// Cancels a task when there is one.
    func cancels(_ task: Task<Void, any Error>) {
        for number in Self.signals {
            // The source sees it all the same; what was ignored before, as by `nohup`, goes on being ignored.
            guard unsafeBitCast(signal(number, SIG_IGN), to: Int.self) != 1 else { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler holds its source, which lives as long as the program.
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
