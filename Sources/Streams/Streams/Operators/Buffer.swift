extension Publisher {
    /// Keeps values that are not demanded yet.
    ///
    /// ![A marble diagram of buffer.](buffer)
    ///
    /// - Precondition: `size` is not negative.
    /// - Parameters:
    ///   - size: How many may be kept.
    ///   - prefetch: Whether upstream is asked to keep the buffer full, or for all it has.
    ///   - whenFull: What becomes of a value for which there is no room.
    /// - Returns: A publisher of the same values.
    /// - Complexity: O(`size`) memory.
    @inlinable
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

extension Publishers {
    /// What a buffer demands of its upstream.
    public enum PrefetchStrategy: Sendable, Hashable {
        /// As many values as there is room for.
        case keepFull
        /// Everything.
        case byRequest
    }

    /// What becomes of a value for which a buffer has no room.
    public enum BufferingStrategy<Failure: Error>: Sendable {
        /// It is lost.
        case dropNewest
        /// The oldest is lost in its place.
        case dropOldest
        /// The stream fails.
        case customError(@Sendable () -> Failure)
    }

    /// The publisher behind ``Publisher/buffer(size:prefetch:whenFull:)``.
    @frozen
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many values may be kept.
        public let size: Int
        /// What is demanded of upstream.
        public let prefetch: PrefetchStrategy
        /// What becomes of a value for which there is no room.
        public let whenFull: BufferingStrategy<Upstream.Failure>

        /// Works on the values of `upstream`.
        ///
        /// - Precondition: `size` is not negative.
        @inlinable
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Upstream.Failure>
        ) {
            precondition(size >= 0, "size must not be negative")
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        /// Attaches `subscriber` behind a buffer.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: BufferSubscriber(downstream: subscriber, buffer: self))
        }
    }
}

/// Fills a buffer.
@usableFromInline
final class BufferSubscriber<Downstream: Subscriber>: BufferedSubscription<Downstream>, Subscriber,
    @unchecked Sendable  // a Link and constants
{
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let prefetch: Publishers.PrefetchStrategy

    @inlinable
    init<Upstream: Publisher>(downstream: Downstream, buffer: Publishers.Buffer<Upstream>)
    where Upstream.Failure == Failure {
        prefetch = buffer.prefetch
        let overflow: Overflow =
            switch buffer.whenFull {
            case .dropNewest: .dropNewest
            case .dropOldest: .dropOldest
            case .customError(let failure): .fail(failure)
            }
        super.init(
            downstream: downstream, capacity: buffer.size, overflow: overflow,
            left: { dispenser in
                let buffer = unsafeDowncast(dispenser, to: BufferSubscriber<Downstream>.self)
                if buffer.prefetch == .keepFull { buffer.slot.request(.max(1)) }
            },
            stopped: { unsafeDowncast($0, to: BufferSubscriber<Downstream>.self).slot.cancel() })
    }

    @usableFromInline override var description: String { "Buffer" }

    @inlinable
    func receive(subscription: any Subscription) {
        guard slot.accept(subscription) != nil else { return }
        begin()
        switch prefetch {
        case .byRequest: subscription.request(.unlimited)
        case .keepFull: if capacity > 0 { subscription.request(.max(capacity)) }
        }
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if slot.isOpen { give(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if slot.end() { finish(completion) }
    }
}
