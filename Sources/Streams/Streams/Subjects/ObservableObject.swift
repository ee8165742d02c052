import Synchronization

/// An object that says when it is about to change.
public protocol ObservableObject: AnyObject {
    /// What says it.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Gives a signal before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Gives a signal before a ``Published`` property of the object changes.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.make(for: self) }
}

/// Gives a signal before an object changes.
public final class ObservableObjectPublisher: Publisher {
    /// A signal says nothing but that it came.
    public typealias Output = Void
    /// It cannot fail.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>()

    /// Makes a publisher of signals.
    public init() {}

    /// Attaches `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        subject.receive(subscriber: subscriber)
    }

    /// Gives a signal.
    public func send() { subject.send(()) }
}

extension ObservableObjectPublisher {
    /// The publishers of the objects that have not made one of their own, by identity.
    private struct Registry: Sendable {
        private var entries: [ObjectIdentifier: (owner: WeakOwner, publisher: ObservableObjectPublisher)] = [:]
        private var sweepAt = 64

        func publisher(of object: AnyObject) -> ObservableObjectPublisher? {
            guard let entry = entries[ObjectIdentifier(object)], entry.owner.isOf(object) else { return nil }
            return entry.publisher
        }

        /// Adds an entry; now and then those of objects that are gone are swept out, and returned to be released.
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

    /// The publisher of `object`, if somebody has asked for it.
    static func of(_ object: AnyObject) -> ObservableObjectPublisher? {
        nonisolated(unsafe) let object = object
        return registry.withLock { $0.publisher(of: object) }
    }

    /// The publisher of `object`, made when it is asked for first.
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
