extension Publisher {
    /// Calls closures of the main actor with every value and with the end, in order.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Takes the end, unless it is cancelled before.
    ///   - receiveValue: Takes each value.
    /// - Returns: What ends the subscription when it is cancelled or dropped.
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
    /// Calls a closure of the main actor with every value, in order.
    ///
    /// - Parameter receiveValue: Takes each value.
    /// - Returns: What ends the subscription when it is cancelled or dropped.
    public func sinkOnMainActor(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
        sinkOnMainActor(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
