import ByteEncodings
import FoundationEssentials
import HTTPMessages

extension TransportResponse {
    /// The number of seconds, 0 to 86,400 (one day), that `Retry-After` asks for (RFC 9110 §10.2.3), or without it the
    /// time when a rate limit ends, which Auth0 sends with status 429; `nil` without both.
    package var retryAfter: Int? {
        guard let text = fields["Retry-After"] else { return status == 429 ? rateLimitReset : nil }
        if let seconds = wholeNumber(text) { return min(seconds, longestWait) }
        return HTTPDate(text).map { wait(until: $0.secondsSince1970) }
    }

    /// The wait until the end of a rate limit: `X-RateLimit-Reset` is the seconds since 1970 at Auth0, and with other
    /// services the seconds from now. A time a day ahead or more, such as one in milliseconds, is none.
    private var rateLimitReset: Int? {
        guard let reset = fields["X-RateLimit-Reset"].flatMap(wholeNumber) else { return nil }
        let wait = reset > 1_000_000_000 ? wait(until: reset) : reset
        return wait < longestWait ? wait : nil
    }

    private func wait(until end: Int) -> Int {
        let now = serverTime ?? Int(Date().timeIntervalSince1970)
        // A difference without limits can overflow: a server may send any number, and a date before 1970.
        return min(max(end, now), now + longestWait) - now
    }

    /// The time of the server in seconds since 1970, from `Date` (RFC 9110 §6.6.1); `nil` without a valid one.
    package var serverTime: Int? { fields["Date"].flatMap(HTTPDate.init)?.secondsSince1970 }
}

private let longestWait = 86_400

/// Returns the number that a text of decimal digits is, or the largest one; `nil` for any other text.
private func wholeNumber(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
}

/// A date in one of the three formats of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, and
/// `Sun Nov  6 08:49:37 1994` (RFC 9110 §5.6.7).
struct HTTPDate {
    let secondsSince1970: Int

    init?(_ text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let (date, clock) = Self.parts(text), date.count == 3,
            let day = Int(digits: date[0]), (1...31).contains(day),
            let month = months.firstIndex(of: String(date[1])), let year = Self.year(date[2])
        else { return nil }
        let time = clock.split(separator: ":").compactMap { $0.utf8.count == 2 ? Int(digits: $0) : nil }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        secondsSince1970 =
            Self.days(year: year, month: month + 1, day: day) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    /// Splits a text of one of the formats into day, month and year, and the time; the length decides between them.
    private static func parts(_ text: String) -> (date: [Substring], time: Substring)? {
        let words = text.split(separator: " ")
        switch (words.count, text.utf8.count) {
        case (6, 29) where words[0].hasSuffix(",") && words[5] == "GMT": return (Array(words[1...3]), words[4])
        case (4, 30...33) where words[0].hasSuffix(",") && words[3] == "GMT":
            return (words[1].split(separator: "-"), words[2])
        case (5, 24): return ([words[2], words[1], words[4]], words[3])
        default: return nil
        }
    }

    /// Returns a year of four digits, or of two digits, which is at most 50 years in the future.
    private static func year(_ digits: Substring) -> Int? {
        guard let year = Int(digits: digits) else { return nil }
        guard digits.utf8.count == 2 else { return (1900...9999).contains(year) ? year : nil }
        let now = 1970 + Int(Date().timeIntervalSince1970) / 31_556_952
        let nearest = now / 100 * 100 + year
        return nearest > now + 50 ? nearest - 100 : nearest
    }

    /// Returns the days since 1970-01-01; years begin in March, so that a leap day is the last day.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
