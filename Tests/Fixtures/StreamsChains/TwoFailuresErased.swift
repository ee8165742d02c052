// Limit: 2 s
import Streams

struct First: Error {}
struct Second: Error {}

func chain(_ subject: PassthroughSubject<Int, First>, _ other: PassthroughSubject<Int, Second>) {
    let chain =
        subject
        .map { $0 + 1 }
        .eraseFailure()
        .flatMap { _ in other.eraseFailure() }
        .filter { $0 > 3 }
        .flatMap { _ in subject.eraseFailure() }
        .map { $0 * 2 }
    _ = chain
}
