import Dispatch
import Foundation
import Synchronization

/// A handler that stops the server when a signal interrupts the run.
final class StopOnSignal: Sendable {
    static let shared = StopOnSignal()

    private struct State {
        var process: pid_t = 0
        var folder: URL?
    }

    private let state = Mutex(State())
    /// The signal sources; they only have to stay alive.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    private init() {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for source in sources {
            source.setEventHandler { [weak self] in self?.stop() }
            source.activate()
        }
    }

    /// Stores the process to stop and the folder to remove.
    func guarding(_ process: pid_t, _ folder: URL) {
        state.withLock { $0 = State(process: process, folder: folder) }
    }

    private func stop() {
        let state = state.withLock { $0 }
        if state.process > 0 { kill(state.process, SIGTERM) }
        if let folder = state.folder { try? FileManager.default.removeItem(at: folder) }
        _exit(130)
    }
}
