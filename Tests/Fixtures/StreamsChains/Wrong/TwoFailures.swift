// Error: requires the types 'First' and 'Second' be equivalent
// Limit: 8 s
import Streams

struct First: Error {}
struct Second: Error {}

func chain(_ subject: PassthroughSubject<Int, First>, _ other: PassthroughSubject<Int, Second>) {
    let chain =
        subject
        .map { $0 + 1 }
        .flatMap { _ in other }
        .filter { $0 > 3 }
        .flatMap { _ in subject }
        .map { $0 * 2 }
    _ = chain
}
