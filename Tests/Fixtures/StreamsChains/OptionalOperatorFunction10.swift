// Limit: 1 s
// The origin is a literal, and an operator is passed as a function, which is not `@Sendable` in Swift 5 mode.
import Streams

func chain() {
    let chain = Optional(1).publisher
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
    _ = chain
}
