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
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.of(self) }
}

extension ObservableObject {
    func willChange() { (objectWillChange as? ObservableObjectPublisher)?.send() }
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
    private static let made = Mutex<[ObjectIdentifier: Entry]>([:])

    private struct Entry: @unchecked Sendable {  // the owner is only compared by identity
        private weak var owner: AnyObject?
        let publisher: ObservableObjectPublisher

        init(_ owner: AnyObject, _ publisher: ObservableObjectPublisher) {
            self.owner = owner
            self.publisher = publisher
        }

        var isAlive: Bool { owner != nil }
        func isOf(_ object: AnyObject) -> Bool { owner === object }
    }

    /// The publisher of `object`, made when it is asked for first; entries of objects that are gone are swept out.
    fileprivate static func of(_ object: AnyObject) -> ObservableObjectPublisher {
        nonisolated(unsafe) let object = object
        return made.withLock { made in
            let key = ObjectIdentifier(object)
            if let entry = made[key], entry.isOf(object) { return entry.publisher }
            if made.count >= 64 { made = made.filter { $0.value.isAlive } }
            let publisher = ObservableObjectPublisher()
            made[key] = Entry(object, publisher)
            return publisher
        }
    }
}
