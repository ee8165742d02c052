import Synchronization

/// A type of object that publishes a signal before it changes.
///
/// ```swift
/// final class Counter: ObservableObject {
///     @Published var count = 0
/// }
///
/// let counter = Counter()
/// let subscription = counter.objectWillChange.sink { print("from \(counter.count)") }
/// counter.count = 1
/// // prints from 0
/// ```
public protocol ObservableObject: AnyObject {
    /// The type of the publisher of these signals.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// The publisher of a signal before each change of the object.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// The publisher of a signal before each change of a ``Published`` property of the object.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.make(for: self) }
}

/// A publisher of signals before an object changes.
public final class ObservableObjectPublisher: Publisher {
    /// The type of the published values: a signal carries no value.
    public typealias Output = Void
    /// The type of the failure; this publisher never fails.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>(name: "ObservableObjectPublisher")

    /// Creates a publisher without subscribers.
    public init() {}

    /// Attaches `subscriber`; see ``Publisher``, whose parameters are the same.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        subject.receive(subscriber: subscriber)
    }

    /// Publishes a signal to every subscriber.
    public func send() { subject.send(()) }
}

extension ObservableObjectPublisher {
    /// The publishers of objects without a custom publisher, by identity of the object.
    private struct Registry: Sendable {
        private var entries: [ObjectIdentifier: (owner: WeakOwner, publisher: ObservableObjectPublisher)] = [:]
        private var sweepAt = 64

        func publisher(of object: AnyObject) -> ObservableObjectPublisher? {
            guard let entry = entries[ObjectIdentifier(object)], entry.owner.isOf(object) else { return nil }
            return entry.publisher
        }

        /// Adds an entry; returns the publishers of deallocated objects, which are removed occasionally, for release
        /// outside the lock.
        mutating func insert(_ publisher: ObservableObjectPublisher, of object: AnyObject)
            -> [ObservableObjectPublisher]
        {
            var gone: [ObservableObjectPublisher] = []
            if entries.count >= sweepAt {
                gone = entries.values.filter { !$0.owner.isAlive }.map(\.publisher)
                entries = entries.filter { $0.value.owner.isAlive }
                sweepAt = Swift.max(64, entries.count * 2)
            }
            if let last = entries.updateValue((WeakOwner(object), publisher), forKey: ObjectIdentifier(object)) {
                gone.append(last.publisher)
            }
            return gone
        }
    }

    private static let registry = Mutex(Registry())

    /// Returns the publisher of `object`, if it was requested before.
    static func of(_ object: AnyObject) -> ObservableObjectPublisher? {
        nonisolated(unsafe) let object = object
        return registry.withLock { $0.publisher(of: object) }
    }

    /// Returns the publisher of `object`; creates it at the first request.
    fileprivate static func make(for object: AnyObject) -> ObservableObjectPublisher {
        nonisolated(unsafe) let object = object
        let (publisher, gone) = registry.withLock { registry in
            if let publisher = registry.publisher(of: object) {
                return (publisher, [ObservableObjectPublisher]())
            }
            let publisher = ObservableObjectPublisher()
            return (publisher, registry.insert(publisher, of: object))
        }
        _ = gone
        return publisher
    }
}
