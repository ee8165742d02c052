// Limit: 1 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .map { $0 + 1 }
        .flatMap { Just($0 + 1) }
        .filter { $0 > 3 }
        .map { Just($0 * 2) }
        .switchToLatest()
        .map { $0 + 1 }
        .flatMap { Just($0 + 1) }
        .filter { $0 > 3 }
        .map { Just($0 * 2) }
        .switchToLatest()
    _ = chain
}
