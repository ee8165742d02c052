package import ByteEncodings

/// A text whose signature was checked.
public struct VerifiedJWS: Sendable {
    let text: CompactJWS

    /// What the header says.
    public var header: JWSHeader { text.header }
    /// The bytes that were signed.
    public var payload: [UInt8] { text.unverifiedPayload }
    /// The text as it was sent.
    package var string: String { text.string }

    /// The payload as a JSON object.
    ///
    /// - Throws: ``JOSEError/Code/malformed`` when it is anything else, or has a member twice.
    package func claims() throws(JOSEError) -> JSONValue {
        do {
            let value = try text.payloadValue()
            if case .object = value { return value }
        } catch { throw JOSEError(.malformed, cause: error) }
        throw JOSEError(.malformed)
    }
}
