extension PassthroughSubject {
    /// Attaches a sink whose token holds the subscription itself.
    @_alwaysEmitIntoClient
    func attachSink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        let sink = SinkSubjectSubscription(
            owner: self, receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        attach(sink: sink)
        return AnyCancellable(sink)
    }
}
