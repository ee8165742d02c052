import ByteEncodings
public import FoundationEssentials
import HTTPMessages
public import QRCodeSymbols
import RequestPipeline

/// The device authorization response: the codes with which a user logs a device in on a phone or another computer.
///
/// - SeeAlso: [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2)
public struct DeviceAuthorization: Decodable, Sendable, Hashable {
    /// The code that the device polls the token endpoint with; a secret.
    public let deviceCode: String
    /// The code that the user types: at most 128 bytes of text without control characters.
    public let userCode: String
    /// The address of the page where the user types the code: short enough to be shown.
    public let verificationURI: URL
    /// The address with the code in it, for a link or a QR code; `nil` when the server has none.
    ///
    /// Show the code, too: the user compares it, RFC 8628 §3.3.1.
    public let verificationURIComplete: URL?
    /// The lifetime of the codes.
    public let lifetime: Duration
    /// The time when the codes expire, by the clock of this machine.
    public let expiresAt: Date
    /// The pause between two polls: at least one second.
    public let interval: Duration

    private enum CodingKeys: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        /// The name in drafts of the standard, which Google uses.
        case verificationURL = "verification_url"
        case verificationURIComplete = "verification_uri_complete"
        case lifetime = "expires_in"
        case interval
    }

    /// Decodes a device authorization response; the interval is five seconds if it is absent or not positive.
    ///
    /// - Parameter decoder: The decoder of the response.
    /// - Throws: `DecodingError` when a value is absent, unsafe to show, or out of range.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        deviceCode = try values.requiredToken(.deviceCode)
        userCode = try values.shown(.userCode, upTo: 128)
        let isStandard = values.contains(.verificationURI)
        verificationURI = try values.address(isStandard ? .verificationURI : .verificationURL)
        verificationURIComplete =
            try values.decodeIfPresent(String.self, forKey: .verificationURIComplete)
            .flatMap { $0.isEmpty ? nil : $0 }
            .map { _ in try values.address(.verificationURIComplete) }
        let seconds = try values.lifetime(.lifetime)?.seconds ?? 0
        guard (1...31_536_000).contains(seconds) else { throw values.unacceptable(.lifetime) }
        lifetime = .seconds(seconds)
        expiresAt = Date(timeIntervalSinceNow: seconds)
        // RFC 8628 §3.2 has no pause below a second: zero would make every device of a fleet poll without a pause.
        let pause = try values.lifetime(.interval)?.seconds ?? 5
        interval = .seconds(min(pause > 0 ? max(pause, 1) : 5, seconds))
    }
}

extension DeviceAuthorization {
    /// The QR code for a phone: the address with the code, or only the address; `nil` when it is too long.
    ///
    /// Show the code next to it: the user compares it with the code on the phone, RFC 8628 §3.3.1. Its error correction
    /// is the lowest, for a screen; for paper create a ``QRCodeSymbols/QRSymbol`` with more.
    public var qrCode: QRSymbol? {
        let address = verificationURIComplete ?? verificationURI
        return try? QRSymbol(address.absoluteString, errorCorrection: .low)
    }
}

extension DeviceAuthorization: _Redacted {
    /// The members that are not secret; the user code is secret until it is used.
    public var customMirror: Mirror {
        Mirror(self, children: ["verificationURI": verificationURI.absoluteString, "expiresAt": expiresAt])
    }
}

extension KeyedDecodingContainer {
    /// Decodes a text for a screen; refuses a text that could forge or hide a line.
    fileprivate func shown(_ key: Key, upTo length: Int) throws -> String {
        let text = try decode(String.self, forKey: key)
        guard !text.isEmpty, text.utf8.count <= length, text.escapedForLog == text else { throw unacceptable(key) }
        return text
    }

    /// Decodes a URL for a browser: `https`, or loopback; refuses all others, such as `javascript:`.
    fileprivate func address(_ key: Key) throws -> URL {
        guard let address = try? HTTPURL(try shown(key, upTo: 2_048)), let url = URL(string: address.string) else {
            throw unacceptable(key)
        }
        return url
    }

    fileprivate func unacceptable(_ key: Key) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: "not acceptable")
    }
}
