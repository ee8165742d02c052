extension Publisher {
    /// Buffers values that are not demanded yet.
    ///
    /// ![A marble diagram of buffer.](buffer)
    ///
    /// ```swift
    /// let subject = PassthroughSubject<Int, Never>()
    /// let buffered = subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
    /// let recorder = Recorder<Int, Never>(demand: .none)
    /// buffered.subscribe(recorder)
    /// for number in 1...4 { subject.send(number) }
    /// recorder.request(.unlimited)
    /// print(recorder.values)
    /// // prints [3, 4]
    /// ```
    ///
    /// - Precondition: `size` is not negative.
    /// - Parameters:
    ///   - size: The maximum number of buffered values.
    ///   - prefetch: The demand on upstream: as many values as fit into the buffer, or unlimited.
    ///   - whenFull: The treatment of a value that arrives while the buffer is full.
    /// - Returns: A publisher of the same values, except values that a full buffer drops.
    /// - Complexity: O(`size`) memory.
    @_alwaysEmitIntoClient
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

extension Publishers {
    /// The strategy by which a buffer demands values from upstream.
    public enum PrefetchStrategy: Sendable, Hashable {
        /// Demands as many values as fit into the buffer.
        case keepFull
        /// Demands unlimited values.
        case byRequest
    }

    /// The treatment of a value that arrives while a buffer is full.
    public enum BufferingStrategy<Failure: Error>: Sendable {
        /// Drops the new value.
        case dropNewest
        /// Drops the oldest buffered value and keeps the new value.
        case dropOldest
        /// Fails with the error that the closure returns.
        case customError(@Sendable () -> Failure)
    }

    /// The publisher behind ``Publisher/buffer(size:prefetch:whenFull:)``.
    @frozen
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The maximum number of buffered values.
        public let size: Int
        /// The strategy by which the buffer demands values from upstream.
        public let prefetch: PrefetchStrategy
        /// The treatment of a value that arrives while the buffer is full.
        public let whenFull: BufferingStrategy<Upstream.Failure>

        /// Creates a publisher that buffers the values of `upstream`; see
        /// ``Publisher/buffer(size:prefetch:whenFull:)``, whose parameters are the same.
        ///
        /// - Precondition: `size` is not negative.
        @_alwaysEmitIntoClient
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Upstream.Failure>
        ) {
            precondition(size >= 0, "size must not be negative")
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        /// Attaches `subscriber` with an empty buffer; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: BufferSubscriber(downstream: subscriber, buffer: self))
        }
    }
}

/// The subscriber that fills a buffer with upstream values.
@usableFromInline
final class BufferSubscriber<Downstream: Subscriber>: BufferedSubscription<Downstream>, Subscriber,
    @unchecked Sendable  // an UpstreamSlot and constants
{
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let prefetch: Publishers.PrefetchStrategy

    @_alwaysEmitIntoClient
    init<Upstream: Publisher>(downstream: Downstream, buffer: Publishers.Buffer<Upstream>)
    where Upstream.Failure == Failure {
        prefetch = buffer.prefetch
        super.init(
            name: "Buffer", downstream: downstream, capacity: buffer.size, overflow: buffer.whenFull,
            left: { dispenser in
                let buffer = unsafeDowncast(dispenser, to: BufferSubscriber<Downstream>.self)
                if buffer.prefetch == .keepFull { buffer.slot.request(.max(1)) }
            },
            stopped: { unsafeDowncast($0, to: BufferSubscriber<Downstream>.self).slot.cancel() })
    }

    @_alwaysEmitIntoClient func receive(subscription: any Subscription) {
        guard slot.accept(subscription) != nil else { return }
        begin()
        switch prefetch {
        case .byRequest: slot.request(.unlimited)
        case .keepFull: if capacity > 0 { slot.request(.max(capacity)) }
        }
    }

    @_alwaysEmitIntoClient func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        // The demand for the next value is returned, which costs less than a request.
        guard slot.isOpen, pass(input) else { return .none }
        return prefetch == .keepFull ? .max(1) : .none
    }

    @_alwaysEmitIntoClient func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if slot.end() { finish(completion) }
    }
}
