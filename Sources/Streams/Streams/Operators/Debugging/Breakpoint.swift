#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Publisher {
    /// Stops the process in the debugger when a closure returns `true`.
    ///
    /// The process stops by raising `SIGTRAP`; without a debugger, that ends the program.
    ///
    /// - Parameters:
    ///   - receiveSubscription: A closure that returns whether to stop at the subscription; `nil` never stops.
    ///   - receiveOutput: A closure that returns whether to stop at a value; `nil` never stops.
    ///   - receiveCompletion: A closure that returns whether to stop at the completion; `nil` never stops.
    /// - Returns: A publisher of the same values and the same completion.
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

    /// Stops the process in the debugger when the upstream publisher fails.
    ///
    /// The process stops by raising `SIGTRAP`; without a debugger, that ends the program.
    ///
    /// - Returns: A publisher of the same values and the same completion.
    public func breakpointOnError() -> Publishers.Breakpoint<Self> {
        breakpoint(receiveCompletion: { completion in
            if case .failure = completion { true } else { false }
        })
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)``.
    public struct Breakpoint<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether to stop at the subscription.
        public let receiveSubscription: (@Sendable (any Subscription) -> Bool)?
        /// A closure that returns whether to stop at a value.
        public let receiveOutput: (@Sendable (Upstream.Output) -> Bool)?
        /// A closure that returns whether to stop at the completion.
        public let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)?

        /// Creates a publisher that stops the process in the debugger when a closure returns `true`; see
        /// ``Publisher/breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)``,
        /// whose parameters are the same.
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

        /// Attaches `subscriber`; the closures run before it receives the event.
        ///
        /// - Parameter subscriber: The subscriber to attach.
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

/// Stops the process in the debugger, which can continue it; without a debugger, ends the program.
private func stop() { _ = raise(SIGTRAP) }
