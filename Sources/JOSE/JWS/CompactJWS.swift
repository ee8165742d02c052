public import ByteEncodings

/// A parsed signed token in compact form, whose signature has not been verified.
///
/// - SeeAlso: [RFC 7515 §7.1](https://www.rfc-editor.org/rfc/rfc7515#section-7.1)
public struct CompactJWS: Sendable {
    /// The maximum length of a token in bytes.
    public static let maximumBytes = 65_536

    /// The text as it was received.
    package let string: String
    private let parts: Parts

    /// Parses a signed token without verifying it.
    ///
    /// - Parameter text: The token in compact form.
    /// - Throws: ``JOSEError/Code/tooLarge`` above ``maximumBytes``; ``JOSEError/Code/malformed`` unless the text has
    ///   exactly three segments of canonical base64url and a JSON object as header;
    ///   ``JOSEError/Code/algorithmNotAllowed`` or ``JOSEError/Code/headerNotAllowed`` for an unsupported header.
    /// - Complexity: O(*n*); stops at a third dot.
    public init(_ text: String) throws { try self.init(parsing: text) }

    /// As ``init(_:)``, with typed throws.
    package init(parsing text: String) throws(JOSEError) { try self.init(parsing: text, known: nil) }

    /// Parses a signed token, whose header may be known already.
    init(parsing text: String, known: KnownHeader?) throws(JOSEError) {
        guard text.utf8.count <= Self.maximumBytes else { throw JOSEError(.tooLarge) }
        var text = text
        parts = try text.withUTF8 { bytes in Result { () throws(JOSEError) in try Parts(bytes, known) } }.get()
        string = text
    }

    /// The header.
    public var header: JWSHeader { parts.header }

    /// The payload; its author is not verified.
    public var unverifiedPayload: [UInt8] { Array(parts.decoded[..<parts.payloadCount]) }

    /// The signed part: header and payload as they were received, without the dot that follows them.
    var signingInput: Substring.UTF8View {
        string.utf8[..<string.utf8.index(string.utf8.startIndex, offsetBy: parts.signedCount)]
    }

    /// The bytes of the signature.
    var signature: ArraySlice<UInt8> { parts.decoded[parts.payloadCount...] }

    /// Returns the payload as JSON.
    func payloadValue() throws(JSONError) -> JSONValue {
        try parts.decoded.withUnsafeBufferPointer { bytes in
            Result { () throws(JSONError) in
                try JSONValue(parsing: UnsafeBufferPointer(rebasing: bytes[..<parts.payloadCount]))
            }
        }.get()
    }

    /// The header as it was received.
    package var encodedHeader: Substring.UTF8View { string.utf8.prefix { $0 != UInt8(ascii: ".") } }

    /// Every member of the header, for proofs that contain their key.
    package var headerMembers: JSONValue {
        (try? JSONValue(parsing: Base64URL.decode(Array(encodedHeader)[...]))) ?? .null
    }
}

/// The parsed parts of a token.
private struct Parts: Sendable {
    let header: JWSHeader
    /// The payload and, directly after it, the signature: one allocation for both.
    let decoded: [UInt8]
    let payloadCount: Int
    /// The length of the signed part in bytes.
    let signedCount: Int

    init(_ text: UnsafeBufferPointer<UInt8>, _ known: KnownHeader?) throws(JOSEError) {
        let dot = UInt8(ascii: ".")
        guard let first = text.firstIndex(of: dot, from: 0), let second = text.firstIndex(of: dot, from: first + 1),
            text.firstIndex(of: dot, from: second + 1) == nil
        else { throw JOSEError(.malformed) }
        let encoded = UnsafeBufferPointer(rebasing: text[..<first])
        header = if let same = known?.header(of: encoded) { same } else { try Self.header(encoded) }
        (decoded, payloadCount) = try Self.decoded(
            UnsafeBufferPointer(rebasing: text[(first + 1)..<second]),
            UnsafeBufferPointer(rebasing: text[(second + 1)...]))
        signedCount = second
    }

    private static func header(_ text: UnsafeBufferPointer<UInt8>) throws(JOSEError) -> JWSHeader {
        let capacity = Base64URL.maximumBytes(in: text.count)
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { bytes in
            Result { () throws(JOSEError) in
                let count: Int
                do {
                    count = try Base64URL.decode(text, into: bytes)
                } catch { throw JOSEError(.malformed, cause: error) }
                return try JWSHeader(parsing: UnsafeBufferPointer(rebasing: bytes[..<count]))
            }
        }.get()
    }

    private static func decoded(
        _ payload: UnsafeBufferPointer<UInt8>, _ signature: UnsafeBufferPointer<UInt8>
    ) throws(JOSEError) -> ([UInt8], payloadCount: Int) {
        let capacity = Base64URL.maximumBytes(in: payload.count) + Base64URL.maximumBytes(in: signature.count)
        var (payloadCount, fault): (Int, MalformedEncoding?) = (0, nil)
        // Not `Array(unsafeUninitializedCapacity:initializingWith:)`, which looks up the type of its storage each time.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(capacity)
        bytes.append(contentsOf: repeatElement(0, count: capacity))
        var count = 0
        bytes.withUnsafeMutableBufferPointer { bytes in
            do throws(MalformedEncoding) {
                payloadCount = try Base64URL.decode(payload, into: bytes)
                let rest = UnsafeMutableBufferPointer(rebasing: bytes[payloadCount...])
                count = payloadCount + (try Base64URL.decode(signature, into: rest))
            } catch { fault = error }
        }
        if let fault { throw JOSEError(.malformed, cause: fault) }
        bytes.removeLast(capacity - count)
        return (bytes, payloadCount)
    }
}

extension CompactJWS: _Redacted {
    /// A mirror of the header: the payload may be personal, and the text is a credential.
    public var customMirror: Mirror { Mirror(self, children: ["header": header]) }
}
