// Limit: 1 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .map { $0 * 2 + 1 }
        .filter { $0 % 3 != 0 }
        .map { -$0 - 7 }
        .filter { $0 < 100 }
        .map { ($0 + 3) / 2 }
        .map { $0 * 2 + 1 }
        .filter { $0 % 3 != 0 }
        .map { -$0 - 7 }
        .filter { $0 < 100 }
        .map { ($0 + 3) / 2 }
    _ = chain
}
