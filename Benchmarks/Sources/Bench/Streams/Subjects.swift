import CProbe
import Dispatch
import Streams

/// Subjects, one send at a time.
enum Subjects {
    static func sink() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.sink { probe_take($0) }
        return { withExtendedLifetime(token) { subject.send(1) } }
    }

    static func mapFilterMap() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.map { $0 &+ 1 }.filter { $0 > 0 }.map { $0 &* 3 }.sink { probe_take($0) }
        return { withExtendedLifetime(token) { subject.send(1) } }
    }

    static func removeDuplicates() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.removeDuplicates().sink { probe_take($0) }
        let number = Number()
        return {
            number.value &+= 1
            withExtendedLifetime(token) { subject.send(number.value) }
        }
    }

    /// A number that is different for each send; a captured variable would measure the runtime's check of its accesses.
    private final class Number { @exclusivity(unchecked) var value = 0 }

    static func scan() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.scan(0) { $0 &+ $1 }.sink { probe_take($0) }
        return { withExtendedLifetime(token) { subject.send(1) } }
    }

    /// Sends half of the values from each of two threads.
    static func twoThreads() -> (Int) -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.sink { probe_take($0) }
        return { count in
            withExtendedLifetime(token) {
                DispatchQueue.concurrentPerform(iterations: 2) { _ in
                    for value in 0..<(count / 2) { subject.send(value) }
                }
            }
        }
    }

    static func hundredSinks() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let tokens = (0..<100).map { _ in subject.sink { probe_take($0) } }
        return { withExtendedLifetime(tokens) { subject.send(1) } }
    }

    static func subscribeHundred() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        return {
            var tokens: [AnyCancellable] = []
            tokens.reserveCapacity(100)
            for _ in 0..<100 { subject.sink { probe_take($0) }.store(in: &tokens) }
            for token in tokens { token.cancel() }
        }
    }

    static func subscribeHundredAndSend() -> () -> Void {
        {
            let subject = PassthroughSubject<Int, Never>()
            var tokens: [AnyCancellable] = []
            tokens.reserveCapacity(100)
            for _ in 0..<100 { subject.sink { probe_take($0) }.store(in: &tokens) }
            subject.send(1)
        }
    }

    static func buffer() -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.buffer(size: 16, prefetch: .keepFull, whenFull: .dropOldest).sink { probe_take($0) }
        return { withExtendedLifetime(token) { subject.send(1) } }
    }
}
