public import FoundationEssentials
import HTTPMessages
public import RequestPipeline

/// What a device shows so that its user can log it in on a phone or another computer.
///
/// - SeeAlso: [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2)
public struct DeviceAuthorization: Decodable, Sendable, Hashable {
    /// With which the device asks how far the login is; a secret.
    public let deviceCode: String
    /// What the user types; at most a line of text without control characters.
    public let userCode: String
    /// Where the user types it: show it, it is short.
    public let verificationURI: URL
    /// The same with the code in it, for a link or a QR code, when the provider has such a thing.
    ///
    /// Show the code all the same: the user compares it, RFC 8628 §3.3.1.
    public let verificationURIComplete: URL?
    /// How long the codes work.
    public let lifetime: Duration
    /// When the codes stop working, by the clock of this machine.
    public let expiresAt: Date
    /// How long the device waits between two questions: at least one second.
    public let interval: Duration

    private enum CodingKeys: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        /// What drafts of the standard called it, and Google does.
        case verificationURL = "verification_url"
        case verificationURIComplete = "verification_uri_complete"
        case lifetime = "expires_in"
        case interval
    }

    /// Reads what a provider answers; without an interval it is five seconds.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        deviceCode = try values.decode(String.self, forKey: .deviceCode)
        userCode = try values.shown(.userCode, upTo: 128)
        let isStandard = values.contains(.verificationURI)
        verificationURI = try values.address(isStandard ? .verificationURI : .verificationURL)
        verificationURIComplete =
            try values.decodeIfPresent(String.self, forKey: .verificationURIComplete)
            .map { _ in try values.address(.verificationURIComplete) }
        let seconds = try values.seconds(.lifetime) ?? 0
        guard (1...31_536_000).contains(seconds) else { throw values.unacceptable(.lifetime) }
        lifetime = .seconds(seconds)
        expiresAt = Date(timeIntervalSinceNow: seconds)
        let pause = try values.seconds(.interval) ?? 5
        interval = .seconds(min(max(pause, 1), seconds))
    }
}

extension DeviceAuthorization: Redacted {
    /// The members that are no secrets; the code the user types is one until they have typed it.
    public var customMirror: Mirror {
        Mirror(self, children: ["verificationURI": verificationURI.absoluteString, "expiresAt": expiresAt])
    }
}

extension KeyedDecodingContainer {
    /// A text for a screen: what could forge a line of it, or hide one, is refused.
    fileprivate func shown(_ key: Key, upTo length: Int) throws -> String {
        let text = try decode(String.self, forKey: key)
        guard !text.isEmpty, text.utf8.count <= length, text.escapedForLog == text else { throw unacceptable(key) }
        return text
    }

    /// An address for a browser: `https`, or loopback, and nothing else that a browser would run.
    fileprivate func address(_ key: Key) throws -> URL {
        guard let address = try? HTTPURL(try shown(key, upTo: 2_048)), let url = URL(string: address.string) else {
            throw unacceptable(key)
        }
        return url
    }

    /// A number, or a text of digits, as Microsoft's older endpoint has it; `nil` when there is none.
    fileprivate func seconds(_ key: Key) throws -> Double? {
        guard let text = try? decodeIfPresent(String.self, forKey: key) else {
            return try decodeIfPresent(Double.self, forKey: key)
        }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Double(text) else {
            throw unacceptable(key)
        }
        return seconds
    }

    fileprivate func unacceptable(_ key: Key) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: "not acceptable")
    }
}
