// Limit: 1 s
// The origin is a literal, and an operator is passed as a function, which is not `@Sendable` in Swift 5 mode.
import Streams

func chain() {
    let chain = Optional(1).publisher
        .map { $0 + 1 }
        .map { $0 * 2 }
        .map { $0 - 3 }
        .map { $0 + 4 }
        .map { $0 * 2 - 1 }
        .removeDuplicates()
        .dropFirst()
        .prefix(10)
        .filter { $0 % 2 == 0 }
        .scan(1, +)
    let comparisons = Optional(1).publisher
        .map { $0 + 1 }
        .map { $0 * 2 }
        .map { $0 - 3 }
        .removeDuplicates(by: ==)
        .max(by: <)
    let sum = Optional(1).publisher.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 3 }.reduce(0, +)
    _ = (chain, comparisons, sum)
}
