package import Encodings

/// A text whose signature was checked.
public struct VerifiedJWS: Sendable {
    /// What the header says.
    public let header: JWSHeader
    /// The bytes that were signed.
    public let payload: [UInt8]
    /// The text as it was sent.
    package let string: String

    /// The payload as a JSON object.
    ///
    /// - Throws: ``JOSEError/Code/malformed`` when it is anything else, or has a member twice.
    package func claims() throws(JOSEError) -> JSONValue {
        do {
            let value = try JSONValue(parsing: payload)
            if case .object = value { return value }
        } catch { throw JOSEError(.malformed, cause: error) }
        throw JOSEError(.malformed)
    }
}
