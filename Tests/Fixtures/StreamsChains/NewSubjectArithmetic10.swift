// Limit: 1 s
import Streams

func chain() {
    let chain = PassthroughSubject<Int, Never>()
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
