import CProbe
import Streams

/// A single value, the shape of the SDK's own requests.
enum Single {
    static func just() -> () -> Void {
        { withExtendedLifetime(Just(1).map { $0 &+ 1 }.sink { probe_take($0) }) {} }
    }

    static func future() -> () -> Void {
        {
            var tokens = Set<AnyCancellable>()
            Future<Int, SampleError> { $0(.success(1)) }.map { $0 &+ 1 }
                .sink(receiveCompletion: { _ in }, receiveValue: { probe_take($0) }).store(in: &tokens)
        }
    }

    static func sdkPipeline() -> () -> Void {
        {
            var tokens = Set<AnyCancellable>()
            let start = PassthroughSubject<Int, Never>()
            start.prefix(1).setFailureType(to: SampleError.self)
                .flatMap { value in Future<Int, SampleError> { $0(.success(value)) }.map { $0 &+ 1 } }
                .flatMap { value in Future<Int, SampleError> { $0(.success(value)) }.map { $0 &+ 1 } }
                .eraseToAnyPublisher()
                .sink(receiveCompletion: { _ in }, receiveValue: { probe_take($0) }).store(in: &tokens)
            start.send(1)
        }
    }

    /// The shape of an invitation link: a subject whose first value starts requests that return type-erased publishers.
    static func sdkPipelineErased() -> () -> Void {
        {
            var tokens = Set<AnyCancellable>()
            let start = PassthroughSubject<Int, Never>()
            start.prefix(1).setFailureType(to: SampleError.self)
                .flatMap { value in
                    Future<Int, SampleError> { $0(.success(value)) }.map { $0 &+ 1 }.eraseToAnyPublisher()
                }
                .flatMap { value in
                    Future<Int, SampleError> { $0(.success(value)) }.map { $0 &+ 1 }.eraseToAnyPublisher()
                }
                .eraseToAnyPublisher()
                .sink(receiveCompletion: { _ in }, receiveValue: { probe_take($0) }).store(in: &tokens)
            start.send(1)
        }
    }
}
