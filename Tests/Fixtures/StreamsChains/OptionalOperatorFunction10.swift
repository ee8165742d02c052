// Limit: 1 s
// Limit in Swift 5 mode: 3 s
// The origin is a literal, and in Swift 5 mode `+` is not a `@Sendable` function: the compiler tries every other reading
// before it accepts the conversion with a warning.
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
