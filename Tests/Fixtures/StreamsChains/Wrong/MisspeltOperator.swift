// Error: unable to type-check this expression in reasonable time
// Limit: 12 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .removeDuplicate()
        .map { $0 * 2 }
        .filter { $0 % 3 == 0 }
        .map { $0 - 1 }
    _ = chain
}
