package import HTTPMessages
import RequestPipeline
import Synchronization

/// The last nonce of each server: one server's is of no use to another, and none of its business.
///
/// - SeeAlso: [RFC 9449 §8.2](https://www.rfc-editor.org/rfc/rfc9449#section-8.2)
package final class ServerNonces: Sendable {
    /// Those of this process.
    package static let standard = ServerNonces()

    private let nonces = Mutex<[String: String]>([:])
    private static let most = 1_000

    /// Makes an empty memory.
    package init() {}

    /// The last nonce of the server at `url`.
    package subscript(url: HTTPURL) -> String? { nonces.withLock { $0[url.origin] } }

    /// Remembers the nonce of an answer, when it has one.
    package func note(_ response: HTTPResponse, from url: HTTPURL) {
        guard let nonce = response.dpopNonce else { return }
        nonces.withLock { nonces in
            if nonces.count >= Self.most, nonces[url.origin] == nil { nonces.removeAll() }
            nonces[url.origin] = nonce
        }
    }
}
