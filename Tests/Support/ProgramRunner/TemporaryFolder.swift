import FoundationEssentials
import Glibc

/// A temporary folder, removed with this object.
package final class TemporaryFolder: Sendable {
    /// The path.
    package let path: String

    /// Creates a folder.
    package init() {
        var template = Array("/tmp/auth0-tests-XXXXXX".utf8CString)
        _ = mkdtemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
