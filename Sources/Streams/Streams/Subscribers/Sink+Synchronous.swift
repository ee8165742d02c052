extension _SynchronousPublisher {
    /// Calls closures with every value and with the completion, before it returns; see
    /// ``Publisher/sink(receiveCompletion:receiveValue:)``, whose parameters are the same.
    ///
    /// - Returns: A token without effect, because the stream has ended.
    /// - Complexity: O(*n*) in the number of values: one loop, because the upstream publishers are synchronous.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func sink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        var sink = ClosureSink<Output, Failure>(receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        _run(&sink)
        return AnyCancellable()
    }
}

extension _SynchronousPublisher where Failure == Never {
    /// Calls a closure with every value, before it returns; see ``Publisher/sink(receiveValue:)``,
    /// whose parameters are the same.
    ///
    /// - Returns: A token without effect, because the stream has ended.
    /// - Complexity: O(*n*) in the number of values: one loop, because the upstream publishers are synchronous.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

/// The last part of a synchronous stream: it calls closures.
@usableFromInline @frozen
struct ClosureSink<Input: Sendable, Failure: Error>: Publishers._SynchronousSink {
    @usableFromInline let receiveValue: @Sendable (Input) -> Void
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @_alwaysEmitIntoClient @inline(__always)
    init(
        receiveValue: @escaping @Sendable (Input) -> Void,
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(_ input: Input) -> Bool {
        receiveValue(input)
        return true
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion(completion) }
}
