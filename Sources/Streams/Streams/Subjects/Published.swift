/// A property wrapper that publishes the changes of a property.
///
/// As in Combine, a new value is published before it is set, so a subscriber that reads the property still reads the
/// previous value. Only classes can have such a property. The storage may be used from any thread; the property itself
/// is as thread-safe as its class.
///
/// ```swift
/// final class Counter {
///     @Published var count = 0
/// }
///
/// let counter = Counter()
/// let subscription = counter.$count.sink { print($0) }
/// counter.count = 1
/// // prints 0, 1
/// ```
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    private let storage: PublishedStorage<Value>

    /// Creates a property with an initial value.
    ///
    /// - Parameter wrappedValue: The initial value.
    public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }

    /// Creates a property with an initial value.
    ///
    /// - Parameter initialValue: The initial value.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// Unavailable: the property has to belong to a class.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError("only classes can publish") }
        set { fatalError("only classes can publish") }
    }

    /// The publisher of the property, `$name`: it publishes the current value and every new value.
    ///
    /// Assigning another property's publisher has no effect, as in Combine; `assign(to:)` needs the setter.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage, owner: nil) }
        set {}
    }

    /// Reads and writes the property of a class instance; the compiler calls this subscript.
    ///
    /// - Parameters:
    ///   - owner: The object that has the property.
    ///   - wrappedKeyPath: The key path of the property.
    ///   - storageKeyPath: The key path of the property wrapper.
    /// - Returns: The value of the property.
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

    /// Reads and writes the publisher `$name` of a class instance's property; the compiler calls this subscript.
    ///
    /// - Parameters:
    ///   - owner: The object that has the property.
    ///   - projectedKeyPath: The key path of the publisher.
    ///   - storageKeyPath: The key path of the property wrapper.
    /// - Returns: The publisher of the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        projected projectedKeyPath: ReferenceWritableKeyPath<Owner, Publisher>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Publisher {
        get { Publisher(storage: owner[keyPath: storageKeyPath].storage, owner: WeakOwner(owner)) }
        set {}
    }

    /// A publisher of the current value of a property and of every new value.
    public struct Publisher: Streams.Publisher {
        /// The type of the published values.
        public typealias Output = Value
        /// The type of the failure; this publisher never fails.
        public typealias Failure = Never

        let storage: PublishedStorage<Value>
        let owner: WeakOwner?

        /// Attaches `subscriber`, which receives the current value first.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            storage.subject.receive(subscriber: subscriber)
        }
    }
}

extension Publisher where Failure == Never {
    /// Assigns each value to a ``Published`` property.
    ///
    /// There is no token: the property owns the subscription, which ends when this publisher completes, and is
    /// cancelled when the property is deallocated with its object. It does not retain the object.
    ///
    /// - Parameter published: The property's publisher, as in `&object.$name`.
    public func assign(to published: inout Published<Output>.Publisher) {
        published.storage.follow(self, owner: published.owner)
    }
}

/// A weak reference to the object that has a property.
struct WeakOwner: @unchecked Sendable {  // the object is only identified, never used
    private weak var owner: AnyObject?

    init(_ owner: AnyObject) { self.owner = owner }

    func willChange() {
        if let owner { ObservableObjectPublisher.of(owner)?.send() }
    }

    func isOf(_ object: AnyObject) -> Bool { owner === object }
    var isAlive: Bool { owner != nil }
}
