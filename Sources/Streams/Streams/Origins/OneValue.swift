public import Synchronization

/// The subscription of a publisher that publishes one value and then finishes.
@usableFromInline
final class OneValue<Downstream: Subscriber, Held: Releasable<OneParcel<Downstream>>>: ValueSubscription,
    @unchecked Sendable  // only the caller that sets `isOver` accesses `parcel`
{
    @usableFromInline let isOver = Atomic(false)
    @usableFromInline let isCancelled = Atomic(false)
    /// The name of the publisher for the output of `print()`.
    @usableFromInline let name: StaticString
    @exclusivity(unchecked) @usableFromInline var parcel: Held

    @_alwaysEmitIntoClient @inline(__always)
    init(_ value: Downstream.Input, downstream: Downstream, name: StaticString) {
        self.name = name
        parcel = Held(OneParcel(value: value, downstream: downstream))
        super.init(
            request: { base, _ in unsafeDowncast(base, to: OneValue.self).give() },
            cancel: { unsafeDowncast($0, to: OneValue.self).stop() })
    }

    @_alwaysEmitIntoClient @inline(__always)
    func give() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing), let parcel = parcel.take() else { return }
        _ = parcel.downstream.receive(parcel.value)
        // The subscriber may have cancelled during that call.
        if !isCancelled.load(ordering: .acquiring) { parcel.downstream.receive(completion: .finished) }
    }

    @_alwaysEmitIntoClient func stop() {
        isCancelled.store(true, ordering: .releasing)
        if !isOver.exchange(true, ordering: .acquiringAndReleasing) { _ = parcel.take() }
    }

    @usableFromInline override var description: String { "\(name)" }
}

/// A value and the subscriber to deliver it to.
@usableFromInline @frozen
struct OneParcel<Downstream: Subscriber>: Sendable {
    @usableFromInline let value: Downstream.Input
    @usableFromInline let downstream: Downstream

    @_alwaysEmitIntoClient @inline(__always)
    init(value: Downstream.Input, downstream: Downstream) {
        self.value = value
        self.downstream = downstream
    }
}

extension Subscriber {
    /// Passes one value and the completion to this subscriber, through a subscription unless it needs none.
    @_alwaysEmitIntoClient @inline(__always)
    func take(only value: Input, of name: StaticString) {
        guard !_needsNoSubscription else {
            _ = receive(value)
            return receive(completion: .finished)
        }
        receive(subscription: OneValue<Self, ReleasableBox<OneParcel<Self>>>(value, downstream: self, name: name))
    }
}
