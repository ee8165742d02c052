package import OpenID
import Streams
import Synchronization

/// An alarm that fires only when a test advances its clock.
package final class ManualAlarm: Sendable {
    private struct Ring: Sendable {
        let id: Int
        let moment: Duration
        let action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var uptime = Duration.zero
        var nextID = 0
        var rings: [Ring] = []
    }

    private let state = Mutex(State())
    private let (delays, delay) = AsyncStream<Duration>.makeStream()

    /// Creates an alarm at time zero.
    package init() {}

    /// The clock of the alarm, with the date of the machine; it shows zero after the end of this object.
    package var time: TimeSource {
        TimeSource(
            date: { TimeSource.system.now }, uptime: { [weak self] in self?.state.withLock { $0.uptime } ?? .zero })
    }

    /// The alarm for the tested code; what is scheduled after the end of this object never fires.
    ///
    /// The tested code does not retain this object, whose pending actions retain the tested code.
    package var alarm: Alarm {
        Alarm { [weak self] delay, action in
            guard let self else { return AnyCancellable {} }
            let id = self.state.withLock { state in
                state.nextID += 1
                state.rings.append(Ring(id: state.nextID, moment: state.uptime + delay, action: action))
                return state.nextID
            }
            self.delay.yield(delay)
            return AnyCancellable { [weak self] in self?.state.withLock { $0.rings.removeAll { $0.id == id } } }
        }
    }

    /// The number of pending actions.
    package var waiting: Int { state.withLock { $0.rings.count } }

    /// The delay of the next scheduled action, as soon as it is scheduled.
    package func nextDelay() async -> Duration? {
        for await delay in delays { return delay }
        return nil
    }

    /// Advances the clock, then runs the actions that are due.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            let due = state.rings.filter { $0.moment <= state.uptime }
            state.rings.removeAll { $0.moment <= state.uptime }
            return due
        }
        for ring in due { ring.action() }
    }
}
