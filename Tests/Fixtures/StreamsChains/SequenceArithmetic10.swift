// Limit: 1 s
import Streams

func chain() {
    let chain = [1, 2, 3].publisher
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
