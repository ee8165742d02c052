/// The base class of this module's subscriptions and of its internal subscribers.
///
/// A step that happens once in the life of a subscription is an overridden method of this module, which is compiled
/// once. The delivery of a value is a closure that is created where the types are known, see ``ValueSubscription`` and
/// ``AnySubscriberBox``.
@usableFromInline
package class SubscriptionBase: Subscription, CustomStringConvertible, @unchecked Sendable {  // immutable
    @_alwaysEmitIntoClient @inline(__always) init() {}

    @usableFromInline package final func request(_ demand: Subscribers.Demand) {
        if demand == .none { return requestNone() }
        add(demand)
    }

    /// Handles a request for values.
    @usableFromInline func add(_ demand: Subscribers.Demand) {}

    /// Handles a request for no values: an error of the subscriber, which traps. A subclass overrides it where Combine
    /// continues, see the page "The contract".
    @usableFromInline func requestNone() { Subscribers.Demand.none.requireSome() }

    @usableFromInline package func cancel() {}

    @usableFromInline package var dropsWithoutDemand: Bool { false }

    /// The name of the operator, for debugging output; see ``operatorName(of:)``.
    @usableFromInline package var description: String { operatorName(of: type(of: self)) }
}

/// A subscription that delivers values when they are demanded.
///
/// A subscription is called through `any Subscription`, where Swift runs the unspecialised code of a generic class, at
/// ten to fifty times the cost of the specialised code. A closure that is created where the types are known is
/// specialised for them, so a subclass passes closures to the initialiser:
///
///     super.init(
///         request: { unsafeDowncast($0, to: Join.self).demand($1) },
///         cancel: { unsafeDowncast($0, to: Join.self).abandon() })
@usableFromInline
package class ValueSubscription: SubscriptionBase, @unchecked Sendable {  // immutable
    @usableFromInline typealias Request = @Sendable (SubscriptionBase, Subscribers.Demand) -> Void
    @usableFromInline typealias Cancel = @Sendable (SubscriptionBase) -> Void

    @usableFromInline let requestBody: Request
    @usableFromInline let cancelBody: Cancel

    @_alwaysEmitIntoClient @inline(__always)
    init(request: @escaping Request, cancel: @escaping Cancel) {
        requestBody = request
        cancelBody = cancel
    }

    @usableFromInline override final func add(_ demand: Subscribers.Demand) { requestBody(self, demand) }
    @usableFromInline override package final func cancel() { cancelBody(self) }
}

/// Returns the name of a subscription's operator for the output of `print()`: `Filter`, `Zip`, `Debounce`.
///
/// Most subscription types are nested in their publisher's type, or have that type or a part of it as their first type
/// argument, so the type name contains the operator: `StepSubscriber<Publishers.Drop<…>._Work, …>` belongs to a `Drop`,
/// and `Join<Publishers.Zip3<…>.Row, …>` to a `Zip`.
func operatorName(of type: Any.Type) -> String {
    let words = _typeName(type).split { !$0.isLetter && !$0.isNumber }
    guard let room = words.firstIndex(of: "Publishers"), room + 1 < words.endIndex else {
        return words.dropFirst().first.map(String.init) ?? "Subscription"
    }
    return String(words[room + 1].prefix { $0.isLetter })
}
