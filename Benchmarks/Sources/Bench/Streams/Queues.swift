import CProbe
import Dispatch
import Streams
import StreamsFoundation

/// Values delivered on a serial queue, compared with a bare `queue.async` for each.
enum Queues {
    /// The number of values that are sent before the benchmark waits for all of them.
    static let burst = 100

    static func bare() -> () -> Void {
        let queue = DispatchQueue(label: "bare")
        return {
            for value in 0..<burst { queue.async { probe_take(value) } }
            queue.sync {}
        }
    }

    static func receiveOn() -> () -> Void {
        let queue = DispatchQueue(label: "receive(on:)")
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.receive(on: queue).sink { probe_take($0) }
        return {
            withExtendedLifetime(token) {
                for value in 0..<burst { subject.send(value) }
                queue.sync {}
            }
        }
    }

    static func bareOneByOne() -> () -> Void {
        let queue = DispatchQueue(label: "bare")
        return {
            queue.async { probe_take(1) }
            queue.sync {}
        }
    }

    static func receiveOnOneByOne() -> () -> Void {
        let queue = DispatchQueue(label: "receive(on:)")
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.receive(on: queue).sink { probe_take($0) }
        return {
            withExtendedLifetime(token) {
                subject.send(1)
                queue.sync {}
            }
        }
    }
}
