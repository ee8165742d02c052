// Error: type 'Counter' does not conform to the 'Sendable' protocol
import Streams

final class Counter {
    var count = 0
}

func publishes() -> CurrentValueSubject<Counter, Never> { CurrentValueSubject(Counter()) }
