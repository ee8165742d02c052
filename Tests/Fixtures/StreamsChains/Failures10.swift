// Limit: 1 s
import Streams

struct Oops: Error {}

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .tryMap { if $0 > 3 { throw Oops() } else { return $0 + 1 } }
        .mapError { _ in Oops() }
        .map { $0 - 2 }
        .retry(2)
        .catch { _ in Just(1).setFailureType(to: Oops.self) }
        .filter { $0 > 2 }
        .tryFilter { $0 < 5 }
        .mapError { $0 as? Oops ?? Oops() }
        .map { $0 * 3 }
        .replaceError(with: 0)
    _ = chain
}
