/// A property whose changes are published.
///
/// As in Combine, a value is published before it is set, so whoever is told of a new value still reads the one before; and
/// only classes can have such a property. The storage is safe to use from any thread; the property itself is as safe as the
/// class that has it.
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    private var storage: PublishedStorage<Value>

    /// Makes a property with a first value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }

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
        get { Publisher(storage: storage, owner: nil) }
        set { storage = newValue.storage }
    }

    /// Reads and writes the property of a class.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
        get { owner[keyPath: storageKeyPath].storage.value }
        set {
            ObservableObjectPublisher.of(owner)?.send()
            owner[keyPath: storageKeyPath].storage.value = newValue
        }
    }

    /// Reads and writes the publisher of the property of a class: `$name`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        projected projectedKeyPath: ReferenceWritableKeyPath<Owner, Publisher>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Publisher {
        get { Publisher(storage: owner[keyPath: storageKeyPath].storage, owner: WeakOwner(owner)) }
        set { owner[keyPath: storageKeyPath].storage = newValue.storage }
    }

    /// Gives the present value of a property and every new one.
    public struct Publisher: Streams.Publisher {
        /// The value.
        public typealias Output = Value
        /// It cannot fail.
        public typealias Failure = Never

        let storage: PublishedStorage<Value>
        let owner: WeakOwner?

        /// Attaches `subscriber`, which gets the present value first.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            storage.subject.receive(subscriber: subscriber)
        }
    }
}

extension Publisher where Failure == Never {
    /// Publishes each value through a ``Published`` property, as long as there is the object that has it.
    ///
    /// - Parameter published: The property's publisher: `&object.$name`.
    public func assign(to published: inout Published<Output>.Publisher) {
        let (storage, owner) = (published.storage, published.owner)
        // Kept by upstream, so that it lasts as long as the stream; it must not keep the owner of the property.
        receive(
            subscriber: Subscribers.Sink(
                receiveCompletion: { _ in },
                receiveValue: { value in
                    owner?.willChange()
                    storage.value = value
                }))
    }
}

/// The object that has a property, which does not keep it alive.
struct WeakOwner: @unchecked Sendable {  // only looked up by identity
    private weak var owner: AnyObject?

    init(_ owner: AnyObject) { self.owner = owner }

    func willChange() {
        if let owner { ObservableObjectPublisher.of(owner)?.send() }
    }

    func isOf(_ object: AnyObject) -> Bool { owner === object }
    var isAlive: Bool { owner != nil }
}
