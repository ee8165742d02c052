/// The receiver of the subscription of an ``AnySubscriber``.
///
/// A stateless operator passes its upstream subscription on unchanged, so it delivers the subscription directly to the
/// next receiver that keeps it, which saves two or more stack frames per operator.
@usableFromInline
class SubscriptionReceiver: SubscriptionBase, @unchecked Sendable {  // immutable, as its base
    /// The receiver that keeps the subscription in place of this receiver; `nil` if this receiver keeps it.
    @usableFromInline let subscriptionReceiver: SubscriptionReceiver?

    @_alwaysEmitIntoClient @inline(__always)
    init(subscriptionReceiver: SubscriptionReceiver?) {
        self.subscriptionReceiver = subscriptionReceiver
        super.init()
    }

    /// Delivers the subscription to the receiver that keeps it.
    @usableFromInline
    final func open(_ subscription: any Subscription) { (subscriptionReceiver ?? self).begin(subscription) }

    /// Receives the subscription.
    @usableFromInline func begin(_ subscription: any Subscription) {}

    /// The subscription whose loop runs the resubscriptions of this receiver; see ``ResubscribingSubscriber``.
    @usableFromInline var resubscription: ResubscribingSubscription? { nil }

    /// The subscription to whose last successor this receiver is attached; see ``LastSubscriber``.
    @usableFromInline var lastOf: ResubscribingSubscription? { nil }

    /// Subscribes to the successor of a publisher that has ended; see ``ResubscribingSubscriber``.
    @usableFromInline func proceed(after failure: (any Error)?) {}
}

/// The storage of ``AnySubscriber``.
///
/// A value is delivered by a closure that is compiled where the types are known; the subscription and the completion by
/// methods.
@usableFromInline
class AnySubscriberBox<Input: Sendable, Failure: Error>: SubscriptionReceiver, @unchecked Sendable {  // as its base
    @usableFromInline typealias Give = @Sendable (SubscriptionReceiver, Input) -> Subscribers.Demand

    /// The function behind ``deliver(_:)``.
    @usableFromInline let give: Give

    @_alwaysEmitIntoClient @inline(__always)
    init(subscriptionReceiver: SubscriptionReceiver? = nil, give: @escaping Give) {
        self.give = give
        super.init(subscriptionReceiver: subscriptionReceiver)
    }

    /// Delivers a value.
    ///
    /// A function of this object: the closure is called in place, where code elsewhere would retain and release it.
    @_alwaysEmitIntoClient @inline(__always)
    final func deliver(_ value: Input) -> Subscribers.Demand { give(self, value) }

    /// Delivers the completion.
    ///
    /// - Parameter failure: The failure, which is a `Failure`; `nil` when the stream has finished. To pass a
    ///   `Completion<Failure>`, code of this module would look up its metadata at each step, and a stream that finishes
    ///   has no value of `Failure`.
    @usableFromInline func end(_ failure: (any Error)?) {}

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
    /// Whether the subscriber accepts a result without a subscription.
    @usableFromInline var needsNoSubscription: Bool { false }
}

/// The storage of ``AnySubscriber`` for a subscriber of a known type.
@usableFromInline
final class BoundSubscriberBox<Downstream: Subscriber>: AnySubscriberBox<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // immutable, as its base
{
    @usableFromInline let downstream: Downstream

    @_alwaysEmitIntoClient @inline(__always)
    init(_ downstream: Downstream) {
        self.downstream = downstream
        super.init { unsafeDowncast($0, to: BoundSubscriberBox<Downstream>.self).downstream.receive($1) }
    }

    @usableFromInline override func begin(_ subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }
    @usableFromInline override func end(_ failure: (any Error)?) {
        downstream.receive(completion: Subscribers.Completion(failure))
    }
    @usableFromInline override var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    @usableFromInline override var description: String { String(describing: downstream) }
    @usableFromInline override var needsNoSubscription: Bool { downstream._needsNoSubscription }
}

extension Subscribers.Completion {
    /// The failure of a completion; `nil` for `finished`.
    @_alwaysEmitIntoClient var failure: (any Error)? {
        @inline(__always) get { if case .failure(let failure) = self { failure } else { nil } }
    }

    /// Creates the completion with a failure of this type; `nil` for `finished`.
    @_alwaysEmitIntoClient @inline(__always)
    init(_ failure: (any Error)?) {
        guard let failure else {
            self = .finished
            return
        }
        // A subscriber of this module receives the failures of its upstream, which have this type.
        // swift-format-ignore: NeverForceUnwrap
        self = .failure(failure as! Failure)
    }
}
