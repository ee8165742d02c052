// Limit: 1 s
import Streams

struct SampleError: Error, Equatable {}

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .tryMap { if $0 > 3 { throw SampleError() } else { return $0 + 1 } }
        .mapError { _ in SampleError() }
        .retry(3, backoff: .exponential(from: .milliseconds(500), to: .seconds(30)), scheduler: .mainActor) {
            $0 == SampleError()
        }
        .map { $0 * 2 }
        .retry(2)
        .filter { $0 % 2 == 0 }
        .map { $0 - 2 }
        .retry(1, backoff: .exponential(from: .seconds(1), to: .seconds(8), factor: 1.5), scheduler: .mainActor)
        .map { $0 * 3 }
        .replaceError(with: 0)
    _ = chain
}
