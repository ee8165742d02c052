import Auth0
import Streams
import Synchronization

/// One way to start a request; all of them have the same result.
protocol Style: Sendable {
    var name: String { get }

    /// Starts a request and waits for its result.
    func result<Value, Failure>(of request: Request<Value, Failure>) async -> Result<Value, Failure>

    /// Starts a request, cancels it once the server has received it, and waits for the outcome.
    ///
    /// - Returns: The failure of the request; `nil` if nothing was delivered.
    func failure<Value, Failure>(
        of request: Request<Value, Failure>, cancelledAfter arrival: () async throws -> Void
    ) async throws -> Failure?
}

struct CallbackStyle: Style {
    let name = "callback"

    func result<Value, Failure>(of request: Request<Value, Failure>) async -> Result<Value, Failure> {
        await withCheckedContinuation { continuation in
            request.start { result in continuation.resume(returning: result) }
        }
    }

    func failure<Value, Failure>(
        of request: Request<Value, Failure>, cancelledAfter arrival: () async throws -> Void
    ) async throws -> Failure? {
        let (results, inbox) = AsyncStream<Result<Value, Failure>>.makeStream()
        let cancellable = request.start { result in inbox.yield(result) }
        try await arrival()
        cancellable.cancel()
        for await case .failure(let error) in results { return error }
        return nil
    }
}

struct AsyncStyle: Style {
    let name = "async/await"

    func result<Value, Failure>(of request: Request<Value, Failure>) async -> Result<Value, Failure> {
        await request.result()
    }

    func failure<Value, Failure>(
        of request: Request<Value, Failure>, cancelledAfter arrival: () async throws -> Void
    ) async throws -> Failure? {
        let task = Task { await result(of: request) }
        try await arrival()
        task.cancel()
        guard case .failure(let error) = await task.value else { return nil }
        return error
    }
}

struct PublisherStyle: Style {
    let name = "publisher"

    func result<Value, Failure>(of request: Request<Value, Failure>) async -> Result<Value, Failure> {
        let subscription = Mutex<AnyCancellable?>(nil)
        return await withCheckedContinuation { continuation in
            let received = Mutex<Value?>(nil)
            let cancellable = request.start().sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .finished:
                        if let value = received.withLock({ $0 }) { continuation.resume(returning: .success(value)) }
                    case .failure(let error): continuation.resume(returning: .failure(error))
                    }
                },
                receiveValue: { value in received.withLock { $0 = value } })
            subscription.withLock { $0 = cancellable }
        }
    }

    func failure<Value, Failure>(
        of request: Request<Value, Failure>, cancelledAfter arrival: () async throws -> Void
    ) async throws -> Failure? {
        let failure = Mutex<Failure?>(nil)
        let subscription = request.start().sink(
            receiveCompletion: { completion in
                if case .failure(let error) = completion { failure.withLock { $0 = error } }
            },
            receiveValue: { _ in })
        try await arrival()
        subscription.cancel()
        return failure.withLock { $0 }
    }
}
