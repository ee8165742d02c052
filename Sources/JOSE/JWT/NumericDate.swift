package import FoundationEssentials

/// The dates that tokens and responses may contain: from the year 1 to the end of the year 9999 (RFC 7519 §2).
///
/// Foundation ends the process when it formats a date far outside these bounds, or NaN.
extension Date {
    /// Creates a date from seconds since 1970; `nil` if it is out of bounds, or not a number.
    package init?(numericDate seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        guard date.isNumericDate else { return nil }
        self = date
    }

    /// Whether the date is within the bounds.
    package var isNumericDate: Bool {
        // Numbers are compared, not dates: a date of NaN is within any range of dates.
        (Date.distantPast.timeIntervalSince1970...253_402_300_799).contains(timeIntervalSince1970)
    }
}
