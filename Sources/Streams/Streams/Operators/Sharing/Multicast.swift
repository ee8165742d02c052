public import Synchronization

extension Publisher {
    /// Delivers each value to several subscribers through a subject that a closure creates.
    ///
    /// - Parameter createSubject: A closure that returns the subject; called at the first subscription or connection.
    /// - Returns: A connectable publisher that subscribes to the upstream publisher when it is connected.
    @preconcurrency @_alwaysEmitIntoClient
    public func multicast<S: Subject>(
        _ createSubject: @escaping @Sendable () -> S
    ) -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Delivers each value to several subscribers through a subject.
    ///
    /// ```swift
    /// let shared = [1, 2].publisher.multicast(subject: PassthroughSubject<Int, Never>())
    /// let first = shared.sink { print("first \($0)") }
    /// let second = shared.sink { print("second \($0)") }
    /// let connection = shared.connect()
    /// // prints first 1, second 1, first 2, second 2
    /// ```
    ///
    /// - Parameter subject: The subject that delivers the values.
    /// - Returns: A connectable publisher that subscribes to the upstream publisher when it is connected.
    @_alwaysEmitIntoClient
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure {
        multicast { subject }
    }
}

extension Publisher where Failure == Never {
    /// Delays the values until the result is connected, so that several subscribers can be attached first.
    ///
    /// ```swift
    /// let numbers = [1, 2].publisher.makeConnectable()
    /// let subscription = numbers.sink { print($0) }
    /// print("connecting")
    /// let connection = numbers.connect()
    /// // prints connecting, 1, 2
    /// ```
    ///
    /// - Returns: A connectable publisher that subscribes to the upstream publisher when it is connected.
    @_alwaysEmitIntoClient
    public func makeConnectable() -> Publishers.MakeConnectable<Self> { Publishers.MakeConnectable(upstream: self) }
}

extension Publishers {
    /// The publisher behind ``Publisher/multicast(_:)``.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where SubjectType.Output == Upstream.Output, SubjectType.Failure == Upstream.Failure {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns the subject.
        public let createSubject: @Sendable () -> SubjectType
        /// The subject, once it has been created.
        @usableFromInline let made = Mutex<SubjectType?>(nil)

        /// Creates a connectable publisher of the values of `upstream`.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - createSubject: A closure that returns the subject; called at the first subscription or connection. Two
        ///     threads may call it at the same time; one result is used, the other result is released.
        @preconcurrency @_alwaysEmitIntoClient
        public init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        /// The subject, created at the first use; outside the lock, because the closure is the caller's code.
        @_alwaysEmitIntoClient var subject: SubjectType {
            if let subject = made.withLock({ $0 }) { return subject }
            let new = createSubject()
            return made.withLock { made in
                if let made { return made }
                made = new
                return new
            }
        }

        /// Attaches `subscriber` to the subject; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subject.receive(subscriber: subscriber)
        }

        /// Subscribes the subject to the upstream publisher.
        ///
        /// - Returns: The connection; cancel it to end the upstream subscription.
        @_alwaysEmitIntoClient
        public func connect() -> any Cancellable { upstream.subscribe(subject) }
    }

    /// The publisher behind ``Publisher/makeConnectable()``.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The underlying multicast publisher.
        @usableFromInline let inner: Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>

        /// Creates a connectable publisher of the values of `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream) { inner = upstream.multicast(subject: PassthroughSubject(name: "Multicast")) }

        /// Attaches `subscriber`, which receives values after ``connect()``.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.receive(subscriber: subscriber)
        }

        /// Subscribes to the upstream publisher.
        ///
        /// - Returns: The connection; cancel it to end the upstream subscription.
        @_alwaysEmitIntoClient
        public func connect() -> any Cancellable { inner.connect() }
    }
}

/// A publisher whose subscribers attach to a subject, so that they receive the subject's subscription.
protocol SubjectPublisher {}

extension Publishers.Multicast: SubjectPublisher {}
