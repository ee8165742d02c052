public import ByteEncodings

/// A signed token whose signature was verified.
public struct VerifiedJWS: Sendable {
    let text: CompactJWS

    /// The header.
    public var header: JWSHeader { text.header }
    /// The signed bytes of the payload.
    public var payload: [UInt8] { text.unverifiedPayload }
    /// The text as it was received.
    package var string: String { text.string }

    /// Returns the payload as a JSON object.
    package func claims() throws(JOSEError) -> JSONValue {
        do {
            let value = try text.payloadValue()
            if case .object = value { return value }
        } catch { throw JOSEError(.malformed, cause: error) }
        throw JOSEError(.malformed)
    }
}

extension VerifiedJWS: _Redacted {
    /// A mirror of the header: the payload may be personal, and the text is a credential.
    public var customMirror: Mirror { Mirror(self, children: ["header": header]) }
}
