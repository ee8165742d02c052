// Limit: 1 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .map { $0 + 1 }
        .append(1, 2)
        .prepend(3)
        .replaceNil(with: 0)
        .first { $0 > 2 }
        .replaceEmpty(with: 0)
        .map { $0 - 1 }
        .reduce(0) { $0 + $1 }
        .collect()
        .map { $0.count + 1 }
    _ = chain
}
