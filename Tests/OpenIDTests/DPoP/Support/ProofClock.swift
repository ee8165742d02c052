import ByteEncodings
import Foundation
import HTTPMessages
import OpenID
import ProgramRunner
import Synchronization

/// A clock that is advanced manually.
final class ProofClock: Sendable {
    private let seconds: Mutex<Int>

    init(_ seconds: Int) { self.seconds = Mutex(seconds) }

    func set(_ seconds: Int) { self.seconds.withLock { $0 = seconds } }

    var source: TimeSource {
        TimeSource(
            date: { Date(timeIntervalSince1970: Double(self.seconds.withLock { $0 })) },
            uptime: { .seconds(self.seconds.withLock { $0 }) })
    }
}

extension HTTPURL {
    /// An address that is known to be good.
    static func example(_ text: String) -> HTTPURL {
        do {
            return try HTTPURL(text)
        } catch { fatalError("\(error)") }
    }
}

/// The file of RFC 9449, see Tests/Vectors.
enum ProofVectors {
    static func load() throws -> JSONValue {
        let data = try Data(contentsOf: URL(filePath: Checkout.path + "/Tests/Vectors/rfc/rfc9449_dpop.json"))
        return try JSONValue(parsing: Array(data))
    }
}
