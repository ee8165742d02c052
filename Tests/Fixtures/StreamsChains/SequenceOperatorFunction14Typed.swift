// Limit: 3 s
// The origin is a literal, and an operator is passed as a function, which is not `@Sendable` in Swift 5 mode.
import Streams

func chain() -> AnyPublisher<Int, Never> {
    [1, 2, 3].publisher
        .map { $0 + 1 }
        .removeDuplicates()
        .scan(0) { $0 + $1 }
        .compactMap { $0 > 3 ? $0 : nil }
        .filter { $0 % 2 == 0 }
        .handleEvents(receiveOutput: { _ in })
        .prefix(10)
        .map { $0 * 2 - 1 }
        .dropFirst()
        .scan(1, +)
        .prefix { $0 < 1_000 }
        .compactMap { $0 == 5 ? nil : $0 + 1 }
        .drop { $0 < 2 }
        .removeDuplicates { $0 == $1 + 1 }
        .eraseToAnyPublisher()
}
