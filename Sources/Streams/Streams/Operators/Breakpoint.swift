#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Publisher {
    /// Stops in the debugger when a closure says so, by raising `SIGTRAP`; without a debugger that ends the program.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Whether to stop at the subscription.
    ///   - receiveOutput: Whether to stop at a value.
    ///   - receiveCompletion: Whether to stop at the end.
    /// - Returns: A publisher of the same values.
    @preconcurrency
    public func breakpoint(
        receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
        receiveOutput: (@Sendable (Output) -> Bool)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        Publishers.Breakpoint(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }

    /// Stops in the debugger when it fails, by raising `SIGTRAP`; without a debugger that ends the program.
    ///
    /// - Returns: A publisher of the same values.
    public func breakpointOnError() -> Publishers.Breakpoint<Self> {
        breakpoint(receiveCompletion: { completion in
            if case .failure = completion { true } else { false }
        })
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)``.
    public struct Breakpoint<Upstream: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether to stop at the subscription.
        public let receiveSubscription: (@Sendable (any Subscription) -> Bool)?
        /// Whether to stop at a value.
        public let receiveOutput: (@Sendable (Upstream.Output) -> Bool)?
        /// Whether to stop at the end.
        public let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)?

        /// Works on the values of `upstream`.
        @preconcurrency
        public init(
            upstream: Upstream, receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
            receiveOutput: (@Sendable (Upstream.Output) -> Bool)? = nil,
            receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
        }

        /// Attaches `subscriber`, and stops where a closure says so.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (begin, value, end) = (receiveSubscription, receiveOutput, receiveCompletion)
            upstream.handleEvents(
                receiveSubscription: { if begin?($0) == true { stop() } },
                receiveOutput: { if value?($0) == true { stop() } },
                receiveCompletion: { if end?($0) == true { stop() } }
            ).receive(subscriber: subscriber)
        }
    }
}

/// Stops in a debugger, which can go on from there; without one the program ends.
private func stop() { _ = raise(SIGTRAP) }
