extension Dictionary {
    /// Removes values that have expired, from time to time, when there are many: they are found to be expired anyway.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - expiry: The time at which a value expires.
    /// - Complexity: O(1) on average for a call after each value that is added, whatever is removed in between.
    mutating func dropExpired(at now: Int, _ expiry: (Value) -> Int) {
        guard count > 1_000, Int.random(in: 0..<count) == 0 else { return }
        self = filter { now < expiry($0.value) }
    }
}
