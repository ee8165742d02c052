import CProbe
import Streams

/// Combinations of several publishers, one send at a time.
enum Combinations {
    static func flatMapJust() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.flatMap { Just($0 &+ 1) }.sink { probe_take($0) }
        return { withExtendedLifetime(token) { subject.send(1) } }
    }

    static func flatMapSequence() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.flatMap { ($0..<($0 + 10)).publisher }.sink { probe_take($0) }
        return { withExtendedLifetime(token) { subject.send(1) } }
    }

    static func merge() -> () -> Void {
        let (a, b, c, d) = (subject(), subject(), subject(), subject())
        let token = a.merge(with: b, c, d).sink { probe_take($0) }
        return { withExtendedLifetime((token, a, b, d)) { c.send(1) } }
    }

    static func zip() -> () -> Void {
        let (a, b) = (subject(), subject())
        let token = a.zip(b).sink { probe_take($0 &+ $1) }
        return {
            withExtendedLifetime(token) {
                a.send(1)
                b.send(2)
            }
        }
    }

    static func combineLatest() -> () -> Void {
        let (a, b) = (subject(), subject())
        let token = a.combineLatest(b).sink { probe_take($0 &+ $1) }
        return {
            withExtendedLifetime(token) {
                a.send(1)
                b.send(2)
            }
        }
    }

    static func share() -> () -> Void {
        let subject = subject()
        let shared = subject.share()
        let tokens = [shared.sink { probe_take($0) }, shared.sink { probe_take($0) }]
        return { withExtendedLifetime(tokens) { subject.send(1) } }
    }

    static func switchToLatest() -> () -> Void {
        let subject = subject()
        let token = subject.map { Just($0) }.switchToLatest().sink { probe_take($0) }
        return { withExtendedLifetime(token) { subject.send(1) } }
    }

    private static func subject() -> PassthroughSubject<Int, Never> { PassthroughSubject() }
}
