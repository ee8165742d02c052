extension Subscribers.Demand: Comparable {
    /// Both together; unlimited when either is.
    @_alwaysEmitIntoClient
    public static func + (lhs: Self, rhs: Self) -> Self {
        // Two numbers below 2^63 + 1 fit into 64 bits, save for two unlimited ones.
        if lhs == .unlimited || rhs == .unlimited { return .unlimited }
        return Self(rawValue: lhs.rawValue + rhs.rawValue)
    }

    /// Adds to the demand.
    @_alwaysEmitIntoClient
    public static func += (lhs: inout Self, rhs: Self) {
        lhs = lhs + rhs
    }

    /// That many more, and none when a negative number takes away all; unlimited stays so.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func + (lhs: Self, rhs: Int) -> Self {
        guard lhs != .unlimited else { return .unlimited }
        let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
        return overflow ? .unlimited : .max(Swift.max(0, sum))
    }

    /// Adds to the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func += (lhs: inout Self, rhs: Int) {
        lhs = lhs + rhs
    }

    /// The demand `rhs` times, and none for a negative number; unlimited stays so.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func * (lhs: Self, rhs: Int) -> Self {
        guard lhs != .unlimited else { return .unlimited }
        let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
        return rhs < 0 ? .none : overflow ? .unlimited : .max(product)
    }

    /// Multiplies the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func *= (lhs: inout Self, rhs: Int) {
        lhs = lhs * rhs
    }

    /// The difference, and none when it would be negative; unlimited stays unlimited.
    @_alwaysEmitIntoClient
    public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        return lhs.rawValue > rhs.rawValue ? Self(rawValue: lhs.rawValue - rhs.rawValue) : .none
    }

    /// Takes away from the demand.
    @_alwaysEmitIntoClient
    public static func -= (lhs: inout Self, rhs: Self) {
        lhs = lhs - rhs
    }

    /// That many fewer, and none when the difference would be negative; unlimited stays so. A negative number that adds
    /// more than a demand can count results in none, as in Combine.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func - (lhs: Self, rhs: Int) -> Self {
        guard lhs != .unlimited else { return .unlimited }
        let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
        return overflow ? .none : .max(Swift.max(0, difference))
    }

    /// Takes away from the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func -= (lhs: inout Self, rhs: Int) {
        lhs = lhs - rhs
    }
}

extension Subscribers.Demand {
    /// Whether the first is less.
    @_alwaysEmitIntoClient
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    /// Whether it is less than a number; unlimited never is.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func < (lhs: Self, rhs: Int) -> Bool { rhs > 0 && lhs.rawValue < UInt(rhs) }
    /// Whether a number is less; it always is less than unlimited.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func < (lhs: Int, rhs: Self) -> Bool { lhs < 0 || UInt(lhs) < rhs.rawValue }
    /// Whether it is that number or more.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }
    /// Whether it is more than a number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func > (lhs: Self, rhs: Int) -> Bool { rhs < lhs }
    /// Whether it is that number or less.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func <= (lhs: Self, rhs: Int) -> Bool { !(rhs < lhs) }
    /// Whether a number is more.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
    /// Whether a number is as much or more.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func >= (lhs: Int, rhs: Self) -> Bool { !(lhs < rhs) }
    /// Whether a number is as much or less.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func <= (lhs: Int, rhs: Self) -> Bool { !(rhs < lhs) }
    /// Whether it is that number; unlimited never is.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
    /// Whether it is another number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
    /// Whether it is that number; unlimited never is.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs.max == lhs }
    /// Whether it is another number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func != (lhs: Int, rhs: Self) -> Bool { rhs.max != lhs }
}
