// Limit: 3 s
import Streams

func chain(_ subject: PassthroughSubject<Double, Never>) {
    let chain = subject
        .map { $0 * 1.5 }
        .map { $0 / 2 }
        .map { $0 - 32.5 }
        .map { $0 + 0.5 }
        .map { $0 * 1.5 }
        .map { $0 / 2 }
        .map { $0 - 32.5 }
        .map { $0 + 0.5 }
        .map { $0 * 1.5 }
        .map { $0 / 2 }
        .map { $0 - 32.5 }
        .map { $0 + 0.5 }
        .map { $0 * 1.5 }
        .map { $0 / 2 }
    _ = chain
}
