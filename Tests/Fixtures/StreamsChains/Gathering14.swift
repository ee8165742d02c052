// Limit: 3 s
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
        .last { $0 > 0 }
        .allSatisfy { $0 > 3 }
        .map { $0 ? 1 : 0 }
        .contains { $0 == 1 }
    _ = chain
}
