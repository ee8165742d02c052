import CProbe
import Streams

/// A subject behind 1 to 12 operators, which the compiler must specialise together.
enum Depths {
    static let make: [@Sendable () -> () -> Void] = [
        { work { $0.map(up) } },
        { work { $0.map(up).map(up) } },
        { work { $0.map(up).map(up).map(up) } },
        { work { $0.map(up).map(up).map(up).map(up) } },
        { work { $0.map(up).map(up).map(up).map(up).map(up) } },
        { work { $0.map(up).map(up).map(up).map(up).map(up).map(up) } },
        { work { $0.map(up).map(up).map(up).map(up).map(up).map(up).map(up) } },
        { work { $0.map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up) } },
        { work { $0.map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up) } },
        { work { $0.map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up) } },
        { work { $0.map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up) } },
        {
            work { $0.map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up).map(up) }
        },
    ]

    @inline(__always)
    private static func work<P: Publisher<Int, Never>>(
        _ chain: (PassthroughSubject<Int, Never>) -> P
    ) -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = chain(subject).sink { probe_take($0) }
        return { withExtendedLifetime(token) { subject.send(1) } }
    }

    @Sendable @inline(__always)
    private static func up(_ value: Int) -> Int { value &+ 1 }
}
