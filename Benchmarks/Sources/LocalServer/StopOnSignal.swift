import Dispatch
import Foundation
import Synchronization

/// A handler that stops the servers when a signal interrupts the run.
final class StopOnSignal: Sendable {
    static let shared = StopOnSignal()

    private let servers = Mutex<[(process: pid_t, folder: URL)]>([])
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

    /// Adds a process to stop and a folder to remove.
    func guarding(_ process: pid_t, _ folder: URL) { servers.withLock { $0.append((process, folder)) } }

    private func stop() {
        for server in servers.withLock({ $0 }) {
            kill(server.process, SIGTERM)
            try? FileManager.default.removeItem(at: server.folder)
        }
        _exit(130)
    }
}
