import LinuxCLibrary

/// A complete HTTP response.
public struct TransportResponse: Sendable {
    /// The status code, 200…599.
    public let status: Int
    /// The header fields of the final response.
    public let fields: TransportFields
    /// The content after all content codings (such as gzip) are decoded.
    public let body: [UInt8]

    /// Creates a response; for implementations of ``Transport``.
    ///
    /// - Parameters:
    ///   - status: The status code, 200…599.
    ///   - fields: The header fields; none by default.
    ///   - body: The content; empty by default.
    public init(status: Int, fields: TransportFields = TransportFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The maximum length of a body that is overwritten after use: a body that the program keeps is copied first.
    package static var maximumOverwrittenBytes: Int { 1 << 20 }
}

extension TransportResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the size of the body; the fields and body may contain secrets.
    public var description: String { "TransportResponse(\(status), \(body.count) bytes)" }
    /// The status and the size of the body.
    public var debugDescription: String { description }
    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros in a way that the compiler does not remove; other references receive a copy.
    package mutating func overwrite() {
        guard !isEmpty else { return }
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }
}
