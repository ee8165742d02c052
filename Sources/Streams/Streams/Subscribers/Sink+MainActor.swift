extension Publisher {
    /// Calls main-actor closures with every value and with the completion, in order.
    ///
    /// Use it for code that accesses state of the main actor, such as a user interface: it is `sink` with closures that
    /// are `@MainActor`.
    ///
    /// - Parameters:
    ///   - receiveCompletion: The closure that receives the completion, unless the subscription is cancelled before.
    ///   - receiveValue: The closure that receives each value.
    /// - Returns: A token that cancels the subscription when it is cancelled or deallocated.
    public func sinkOnMainActor(
        receiveCompletion: @escaping @MainActor (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @MainActor (Output) -> Void
    ) -> AnyCancellable {
        receive(on: MainActorScheduler()).sink { completion in
            MainActor.assumeIsolated { receiveCompletion(completion) }
        } receiveValue: { value in
            MainActor.assumeIsolated { receiveValue(value) }
        }
    }
}

extension Publisher where Failure == Never {
    /// Calls a main-actor closure with every value, in order; see ``sinkOnMainActor(receiveCompletion:receiveValue:)``,
    /// whose parameters are the same.
    ///
    /// - Returns: A token that cancels the subscription when it is cancelled or deallocated.
    public func sinkOnMainActor(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
        sinkOnMainActor(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
