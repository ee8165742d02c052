extension PassthroughSubject {
    /// Attaches a sink whose token holds the subscription itself: the subscription knows whether the stream has ended or
    /// was cancelled, so that the sink needs no object for it.
    @_alwaysEmitIntoClient
    func attachSink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        typealias Sink = SubjectSink<Output, Failure>
        let subjectSubscription = BoundSubjectSubscription<PassthroughSubject, Sink, ReleasableBox<Sink>>(
            owner: self, downstream: Sink(receiveValue: receiveValue, receiveCompletion: receiveCompletion))
        subjectSubscription.demandCounter.add(.unlimited)
        if loop.enter(or: .attach(subjectSubscription)) {
            attach(subjectSubscription) { _ in }
            loop.leave { handle($0) }
        }
        hasDemand(subjectSubscription)
        return AnyCancellable(subjectSubscription)
    }
}

/// The closures of a sink that is attached to a subject.
@usableFromInline
@frozen
struct SubjectSink<Input: Sendable, Failure: Error>: Subscriber {
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

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier() }

    @_alwaysEmitIntoClient @inline(never)
    func receive(subscription: any Subscription) { subscription.request(.unlimited) }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        receiveValue(input)
        return .none
    }

    @_alwaysEmitIntoClient @inline(never)
    func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion(completion) }
}
