/// A property whose changes are published.
///
/// As in Combine, a value is published before it is set, and only classes can have such a property. The storage is safe to use
/// from any thread; the property itself is as safe as the class that has it.
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    private let subject: CurrentValueSubject<Value, Never>

    /// Makes a property with a first value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }

    /// Makes a property with a first value.
    ///
    /// - Parameter initialValue: The value.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// Not to be used: the property has to belong to a class.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError("only classes can publish") }
        set { fatalError("only classes can publish") }
    }

    /// The publisher of the property: `$name`.
    public var projectedValue: Publisher {
        get { Publisher(subject: subject) }
        set { _ = newValue }
    }

    /// Reads and writes the property of a class.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
        get { owner[keyPath: storageKeyPath].subject.value }
        set {
            if let owner = owner as? any ObservableObject { owner.willChange() }
            owner[keyPath: storageKeyPath].subject.send(newValue)
        }
    }

    /// Gives the present value of a property and every new one.
    public struct Publisher: Streams.Publisher {
        /// The value.
        public typealias Output = Value
        /// It cannot fail.
        public typealias Failure = Never

        let subject: CurrentValueSubject<Value, Never>

        /// Attaches `subscriber`, which gets the present value first.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            subject.receive(subscriber: subscriber)
        }
    }
}

extension Publisher where Failure == Never {
    /// Publishes each value through a ``Published`` property.
    ///
    /// - Parameter published: The property's publisher: `&object.$name`.
    public func assign(to published: inout Published<Output>.Publisher) {
        let subject = published.subject
        // Kept by upstream, so that it lasts as long as the stream; it must not keep the subject's owner.
        receive(subscriber: Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { subject.send($0) }))
    }
}
