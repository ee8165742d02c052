import Streams

final class Counter {
    var count = 0
}

func publishes() -> CurrentValueSubject<Counter, Never> { CurrentValueSubject(Counter()) }
