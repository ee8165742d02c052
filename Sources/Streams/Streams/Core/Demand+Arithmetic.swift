extension Subscribers.Demand: Comparable {
    /// Returns the sum; unlimited if either demand is unlimited.
    @_alwaysEmitIntoClient
    public static func + (lhs: Self, rhs: Self) -> Self {
        // The sum of two numbers below 2^63 + 1 fits into 64 bits, except for two unlimited demands.
        if lhs == .unlimited || rhs == .unlimited { return .unlimited }
        return Self(rawValue: lhs.rawValue + rhs.rawValue)
    }

    /// Adds to the demand.
    @_alwaysEmitIntoClient
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    /// Returns the demand increased by a number; none if the result is negative. Unlimited stays unlimited.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func + (lhs: Self, rhs: Int) -> Self {
        guard lhs != .unlimited else { return .unlimited }
        let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
        return overflow ? .unlimited : .max(Swift.max(0, sum))
    }

    /// Adds to the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

    /// Returns the product; none for a negative number. Unlimited stays unlimited.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func * (lhs: Self, rhs: Int) -> Self {
        guard lhs != .unlimited else { return .unlimited }
        let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
        return rhs < 0 ? .none : overflow ? .unlimited : .max(product)
    }

    /// Multiplies the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

    /// Returns the difference; none if it is negative. Unlimited stays unlimited.
    @_alwaysEmitIntoClient
    public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        return lhs.rawValue > rhs.rawValue ? Self(rawValue: lhs.rawValue - rhs.rawValue) : .none
    }

    /// Subtracts from the demand.
    @_alwaysEmitIntoClient
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    /// Returns the demand decreased by a number; none if the result is negative. Unlimited stays unlimited. If a
    /// negative number makes the result overflow, the result is none, as in Combine.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func - (lhs: Self, rhs: Int) -> Self {
        guard lhs != .unlimited else { return .unlimited }
        let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
        return overflow ? .none : .max(Swift.max(0, difference))
    }

    /// Subtracts from the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
}

extension Subscribers.Demand {
    /// Whether the first demand is less.
    @_alwaysEmitIntoClient
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    /// Whether the demand is less than a number; unlimited never is.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func < (lhs: Self, rhs: Int) -> Bool { rhs > 0 && lhs.rawValue < UInt(rhs) }
    /// Whether a number is less than the demand; it always is if the demand is unlimited.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func < (lhs: Int, rhs: Self) -> Bool { lhs < 0 || UInt(lhs) < rhs.rawValue }
    /// Whether the demand is at least a number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }
    /// Whether the demand is greater than a number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func > (lhs: Self, rhs: Int) -> Bool { rhs < lhs }
    /// Whether the demand is at most a number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func <= (lhs: Self, rhs: Int) -> Bool { !(rhs < lhs) }
    /// Whether a number is greater than the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
    /// Whether a number is at least the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func >= (lhs: Int, rhs: Self) -> Bool { !(lhs < rhs) }
    /// Whether a number is at most the demand.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func <= (lhs: Int, rhs: Self) -> Bool { !(rhs < lhs) }
    /// Whether the demand equals a number; unlimited never does.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
    /// Whether the demand differs from a number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
    /// Whether the demand equals a number; unlimited never does.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs.max == lhs }
    /// Whether the demand differs from a number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public static func != (lhs: Int, rhs: Self) -> Bool { rhs.max != lhs }
}
