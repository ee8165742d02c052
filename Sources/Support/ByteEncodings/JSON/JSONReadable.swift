/// A type that pulls itself out of a JSON text, for the answers on the hot path.
///
/// Every other answer is a plain `Decodable` and is read by ``JSONValueDecoder``.
package protocol JSONReadable: Sendable {
    /// Reads one value.
    init(from json: inout JSONScanner) throws(JSONError)
}
