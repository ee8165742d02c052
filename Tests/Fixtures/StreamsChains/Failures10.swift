// Limit: 1 s
import Streams

struct SampleError: Error {}

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .tryMap { if $0 > 3 { throw SampleError() } else { return $0 + 1 } }
        .mapError { _ in SampleError() }
        .map { $0 - 2 }
        .retry(2)
        .catch { _ in Just(1).setFailureType(to: SampleError.self) }
        .filter { $0 > 2 }
        .tryFilter { $0 < 5 }
        .mapError { $0 as? SampleError ?? SampleError() }
        .map { $0 * 3 }
        .replaceError(with: 0)
    _ = chain
}
