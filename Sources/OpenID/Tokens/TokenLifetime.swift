package import ByteEncodings
package import FoundationEssentials
import JOSE

/// The lifetime of a token (`expires_in`): a finite number, or a text of digits with an optional fraction.
///
/// The readers of server responses and the conformances to `Decodable` share this type.
package struct TokenLifetime: Sendable, Hashable {
    /// The seconds from the response to the expiry.
    package let seconds: Double

    /// Creates a lifetime from a number; `nil` if it is infinite or not a number.
    package init?(_ number: Double) {
        guard number.isFinite else { return nil }
        seconds = number
    }

    /// Creates a lifetime from a text; `nil` unless it is digits with an optional fraction, and an optional minus
    /// before them: neither `1e3` nor `inf`.
    package init?(_ text: String) {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }), let number = Double(text) else {
            return nil
        }
        self.init(number)
    }

    /// Creates a lifetime from a JSON value; `nil` if it is neither a number nor a text that contains one.
    package init?(_ json: JSONValue) {
        switch json {
        case .string(let text): self.init(text)
        default:
            guard let number = json.double else { return nil }
            self.init(number)
        }
    }

    /// The lifetime in seconds if a server may issue a token for that long: more than zero, and at most ten years;
    /// otherwise `nil`.
    package var issued: Double? { seconds > 0 && seconds <= 315_360_000 ? seconds : nil }

    /// The time when a token with this lifetime expires if it is issued now; `nil` if it is not a date that can be
    /// stored.
    package var expiry: Date? { Date(numericDate: Date().timeIntervalSince1970 + seconds) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension Date {
    /// The date as text; also for a date that Foundation cannot format without ending the process.
    package var text: String { isNumericDate ? description : "<date out of range>" }
}

extension JSONScanner {
    /// Reads the lifetime of a token in seconds, more than zero and at most ten years; `nil` for `null`.
    package mutating func lifetime() throws(JSONError) -> Double? {
        let lifetime: TokenLifetime?
        switch try peek() {
        case .null:
            try null()
            return nil
        case .number: lifetime = TokenLifetime(try number().double)
        case .string: lifetime = TokenLifetime(try string())
        default: throw JSONError(.wrongType, member: "expires_in")
        }
        guard let seconds = lifetime?.issued else { throw JSONError(.invalidValue, member: "expires_in") }
        return seconds
    }
}

extension KeyedDecodingContainer {
    /// Decodes a lifetime; `nil` if the member is missing or `null`.
    package func lifetime(_ key: Key) throws -> TokenLifetime? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        guard let lifetime = numericLifetime(key) else { throw invalid(key, "not a number of seconds") }
        return lifetime
    }

    private func numericLifetime(_ key: Key) -> TokenLifetime? {
        if let number = try? decode(Double.self, forKey: key) { return TokenLifetime(number) }
        return (try? decode(String.self, forKey: key)).flatMap { TokenLifetime($0) }
    }

    /// Decodes the absolute time if it is present; otherwise seconds from now; otherwise a date in the decoder's own
    /// format. `nil` if both members are missing.
    package func expiry(_ moment: Key, _ seconds: Key) throws -> Date? {
        if let date = try decodeIfPresent(Date.self, forKey: moment) {
            guard date.isNumericDate else { throw invalid(moment, "the date is out of range") }
            return date
        }
        guard contains(seconds), try !decodeNil(forKey: seconds) else { return nil }
        if let lifetime = numericLifetime(seconds) {
            guard let expiry = lifetime.expiry else { throw invalid(seconds, "the date is out of range") }
            return expiry
        }
        guard let date = try? decode(Date.self, forKey: seconds), date.isNumericDate else {
            throw invalid(seconds, "neither seconds nor a date")
        }
        return date
    }

    private func invalid(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }
}

extension KeyedEncodingContainer {
    /// Encodes an expiry twice: as whole seconds from now, and as the absolute time, which decoding prefers.
    package mutating func encodeExpiry(_ expiry: Date, _ moment: Key, _ seconds: Key) throws {
        guard expiry.isNumericDate else {
            // The text, not the date: the description of the error would end the process.
            throw EncodingError.invalidValue(
                expiry.text, .init(codingPath: codingPath + [moment], debugDescription: "the date is out of range"))
        }
        try encode(Int(expiry.timeIntervalSinceNow.rounded()), forKey: seconds)
        try encode(expiry, forKey: moment)
    }
}
