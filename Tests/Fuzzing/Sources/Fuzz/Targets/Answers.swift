import Auth0
import ByteEncodings
import Dispatch
import Foundation
import HTTPMessages
import JOSE
import RequestPipeline
import Synchronization

extension FuzzTarget {
    /// A lifetime or a date, as a number and as a text: a date that is read can be printed and stored, and reads alike.
    static let lifetime = FuzzTarget(name: "lifetime") { bytes in
        var writer = JSONWriter()
        writer.write(.string(bytes.text))
        for value in [bytes, writer.bytes] {
            credentials(Array(#"{"access_token":"a","expires_in":"#.utf8) + value + Array("}".utf8))
            let claims = Array(#"{"exp":"#.utf8) + value + Array(#","iat":"#.utf8) + value + Array("}".utf8)
            guard let jwt = try? decode(jwt: "e30.\(Base64URL.encode(claims)).") else { continue }
            let claim = jwt.claim(name: "exp")
            precondition(claim.date == jwt.expiresAt, "a claim is two dates")
            precondition(claim.date?.isNumericDate ?? true, "a date out of bounds")
            _ = (claim.date?.description, claim.integer, jwt.issuedAt?.description, jwt.expired)
        }
    }

    private static func credentials(_ body: [UInt8]) {
        let response = TransportResponse(status: 200, body: body)
        let ours = try? Decoders.decodable(SSOCredentials.self)(response)
        precondition(ours?.expiresIn.isNumericDate ?? true, "a session ends out of bounds")
        guard let read = try? JSONDecoder().decode(Credentials.self, from: Data(body)) else { return }
        precondition(read.expiresIn.isNumericDate, "an expiry out of bounds")
        _ = (read.expiresIn.description, "\(read)")
        let again = (try? JSONEncoder().encode(read)).flatMap { try? JSONDecoder().decode(Credentials.self, from: $0) }
        precondition(again == read, "what was stored reads differently")
    }

    /// The body of a refusal that is not JSON: the excerpt in the error is short, cannot forge a line, and has no
    /// secret of the request.
    static let excerpt = FuzzTarget(name: "excerpt") { bytes in
        let transport = RefusingTransport(body: bytes)
        let client = Auth0.authentication(clientId: "c", domain: "t.example.com", session: transport)
        let (failure, done) = (FailureBox(), DispatchSemaphore(value: 0))
        client.login(usernameOrEmail: "ann", password: secret, realmOrConnection: "r").start { result in
            failure.note(result)
            done.signal()
        }
        done.wait()
        let text = failure.text
        precondition(!text.lowercased().contains(secret), "the excerpt has a secret of the request")
        precondition(text == text.escapedForLog, "a text that forges a line")
        let begin = "The server did not respond with JSON: "
        guard text.hasPrefix(begin) else { return }
        // An escaped scalar has up to 10 characters.
        precondition(text.unicodeScalars.count <= begin.count + 200 * 10 + 1, "a long excerpt")
    }

    private static let secret = "hunter2canary"
}

/// The description of the error of a request.
private final class FailureBox: Sendable {
    private let stored = Mutex("")

    var text: String { stored.withLock { $0 } }

    func note(_ result: Result<Credentials, AuthenticationError>) {
        guard case .failure(let error) = result else { return }
        stored.withLock { $0 = error.info["description"] as? String ?? "" }
    }
}

/// A transport whose server refuses every request with one body.
private struct RefusingTransport: Transport {
    private final class Exchange: TransportExchange {
        func cancel() {}
    }

    let body: [UInt8]

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        completion(.success(TransportResponse(status: 403, body: body)))
        return Exchange()
    }
}
