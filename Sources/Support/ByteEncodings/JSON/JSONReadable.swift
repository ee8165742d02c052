/// A type that decodes itself directly from JSON text, for server responses on the hot path.
///
/// Other server responses are plain `Decodable` types, which ``JSONValueDecoder`` decodes.
package protocol JSONReadable: Sendable {
    /// Decodes one value.
    init(from json: inout JSONScanner) throws(JSONError)
}
