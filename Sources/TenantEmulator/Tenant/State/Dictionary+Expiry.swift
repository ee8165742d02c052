/// A value that is valid until a time, in seconds since 1970.
protocol Expiring {
    var expiresAt: Int { get }
}

extension Dictionary where Value: Expiring {
    /// Stores a value, and removes expired values from time to time.
    mutating func store(_ value: Value, as key: Key, at now: Int) {
        self[key] = value
        dropExpired(at: now, \.expiresAt)
    }
}

extension Dictionary {
    /// Stores a value that does not expire; one of the others makes room when there are 10,000.
    mutating func keep(_ value: Value, as key: Key) {
        if updateValue(value, forKey: key) == nil, count > 10_000, let other = keys.first(where: { $0 != key }) {
            self[other] = nil
        }
    }

    /// Removes values that have expired, from time to time, when there are many: they are found to be expired anyway.
    ///
    /// - Complexity: O(1) on average for a call after each value that is added, whatever is removed in between.
    mutating func dropExpired(at now: Int, _ expiry: (Value) -> Int) {
        guard count > 1_000, Int.random(in: 0..<count) == 0 else { return }
        self = filter { now < expiry($0.value) }
    }

    /// Removes the elements that satisfy a condition; without one, nothing is copied.
    mutating func removeAll(where isMeant: (Element) -> Bool) {
        for element in self where isMeant(element) { self[element.key] = nil }
    }
}
