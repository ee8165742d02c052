package import HTTPMessages
import RequestPipeline
import Synchronization

/// The last nonce of each server, which is not revealed to other servers (RFC 9449 §8.2).
package final class ServerNonces: Sendable {
    package static let standard = ServerNonces()

    private let nonces = Mutex<[String: String]>([:])
    private static let most = 1_000

    package init() {}

    /// The last nonce of the server at `url`; `nil` if there is none.
    package subscript(url: HTTPURL) -> String? { nonces.withLock { $0[url.origin] } }

    /// Stores the nonce of a server response, if it has one.
    package func note(_ response: TransportResponse, from url: HTTPURL) {
        guard let nonce = response.dpopNonce else { return }
        nonces.withLock { nonces in
            if nonces.count >= Self.most, nonces[url.origin] == nil { nonces.removeAll() }
            nonces[url.origin] = nonce
        }
    }
}
