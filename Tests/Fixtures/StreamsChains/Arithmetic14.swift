// Limit: 3 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
    _ = chain
}
