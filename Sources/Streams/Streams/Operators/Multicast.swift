public import Synchronization

extension Publisher {
    /// Gives every value to all subscribers through a subject.
    ///
    /// - Parameter createSubject: Makes the subject, when the first subscribes.
    /// - Returns: A publisher that subscribes to this one once, when it is connected.
    @preconcurrency @inlinable
    public func multicast<S: Subject>(
        _ createSubject: @escaping @Sendable () -> S
    ) -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Gives every value to all subscribers through a subject.
    ///
    /// - Parameter subject: The subject.
    /// - Returns: A publisher that subscribes to this one once, when it is connected.
    @inlinable
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure {
        multicast { subject }
    }
}

extension Publisher where Failure == Never {
    /// Gives values only once it is connected.
    ///
    /// - Returns: A publisher to connect by hand.
    @inlinable
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/multicast(_:)``.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where SubjectType.Output == Upstream.Output, SubjectType.Failure == Upstream.Failure {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        @usableFromInline
        struct State: Sendable {
            @usableFromInline var subject: SubjectType?

            @inlinable
            init() {}
        }

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the subject.
        public let createSubject: @Sendable () -> SubjectType
        @usableFromInline let state = Mutex(State())

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable
        public init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        /// The subject; made outside of the lock, as that is the caller's code.
        @inlinable var subject: SubjectType {
            if let subject = state.withLock({ $0.subject }) { return subject }
            let made = createSubject()
            return state.withLock { state in
                if let subject = state.subject { return subject }
                state.subject = made
                return made
            }
        }

        /// Attaches `subscriber` to the subject.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subject.receive(subscriber: subscriber)
        }

        /// Subscribes the subject to upstream.
        @inlinable
        public func connect() -> any Cancellable { upstream.subscribe(subject) }
    }

    /// The publisher behind ``Publisher/makeConnectable()``.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        @usableFromInline let inner: Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>

        /// Works on the values of `upstream`.
        @inlinable
        public init(upstream: Upstream) { inner = upstream.multicast(subject: PassthroughSubject()) }

        /// Attaches `subscriber`, which gets values once it is connected.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.receive(subscriber: subscriber)
        }

        /// Subscribes to upstream.
        @inlinable
        public func connect() -> any Cancellable { inner.connect() }
    }
}
