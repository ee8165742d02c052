import Foundation
import OpenID
import Synchronization

/// Clocks that are advanced manually.
final class ManualTime: Sendable {
    private let state = Mutex((date: Date(timeIntervalSince1970: 1_800_000_000), uptime: Duration.zero))

    /// Both clocks as a time source.
    var source: TimeSource {
        TimeSource(date: { self.state.withLock { $0.date } }, uptime: { self.state.withLock { $0.uptime } })
    }

    var seconds: Int { Int(state.withLock { $0.date }.timeIntervalSince1970) }

    func advance(by seconds: Int) {
        state.withLock { state in
            state.date += Double(seconds)
            state.uptime += .seconds(seconds)
        }
    }
}
