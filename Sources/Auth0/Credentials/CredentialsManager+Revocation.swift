import FoundationEssentials
import HTTPMessages
import RequestPipeline
import SecretStorage
public import Streams

extension CredentialsManager {
    /// Revokes the refresh token, removes the credentials, and calls back.
    ///
    /// Without credentials, or without a refresh token, nothing is sent, and what is stored is removed. If the tenant
    /// cannot be reached, nothing is removed.
    ///
    /// - Parameters:
    ///   - headers: Additional header fields of the request; none by default.
    ///   - callback: Called exactly once, on a background thread of the SDK, with no lock held.
    /// - Returns: Cancels the call. Releasing it changes nothing.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    @discardableResult
    public func revoke(
        headers: [String: String] = [:], _ callback: @escaping @Sendable (CredentialsManagerResult<Void>) -> Void
    ) -> any Cancellable {
        revocation(headers).start(callback)
    }

    /// Revokes the refresh token, and removes the credentials.
    ///
    /// Without credentials, or without a refresh token, nothing is sent, and what is stored is removed. If the tenant
    /// cannot be reached, nothing is removed.
    ///
    /// - Parameter headers: Additional header fields of the request; none by default.
    /// - Throws: ``CredentialsManagerError/revokeFailed``, with an ``AuthenticationError`` or the error of the store as its
    ///   cause; ``CredentialsManagerError/clearFailed`` when the token is revoked and the credentials could not be removed.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    public func revoke(headers: [String: String] = [:]) async throws { try await revocation(headers).value() }

    /// Publishes the revocation of the refresh token and the removal of the credentials.
    ///
    /// Without credentials, or without a refresh token, nothing is sent, and what is stored is removed. If the tenant
    /// cannot be reached, nothing is removed.
    ///
    /// - Parameter headers: Additional header fields of the request; none by default.
    /// - Returns: A publisher that begins for each subscriber, publishes one value and finishes, or fails.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    public func revoke(headers: [String: String] = [:]) -> AnyPublisher<Void, CredentialsManagerError> {
        revocation(headers).publisher()
    }

    private func revocation(_ headers: [String: String]) -> Operation<Void, CredentialsManagerError> {
        Operation(on: nil, toleratesBlocking: false) { [self] completion in
            let slot = CancellationSlot()
            let once = CompletionOnce(completion)
            let call = Revocation(manager: self, headers: headers, slot: slot, completion: { once($0) })
            call.start()
            return ClosureCancellable {
                slot.cancel()
                once(.failure(.revokeFailed.because(of: TransportError(.cancelled))))
            }
        }
    }
}

/// One revocation: reads, sends, removes. What blocks runs on threads for that.
private struct Revocation: Sendable {
    let manager: CredentialsManager
    let headers: [String: String]
    let slot: CancellationSlot
    let completion: @Sendable (Result<Void, CredentialsManagerError>) -> Void

    func start() {
        inBackground(.revokeFailed) {
            guard let record = try manager.grant.state().record else { return completion(.success(())) }
            try end(record.login, revoked: nil)
        }
    }

    /// Sends the request, under no lock: a renewal that ends meanwhile is found afterwards, and revoked, too.
    private func revoke(_ refreshToken: String, of login: UInt64) {
        slot.fill(
            manager.grant.authentication.revoke(refreshToken: refreshToken).headers(headers).start { result in
                switch result {
                case .success: inBackground(.clearFailed) { try end(login, revoked: refreshToken) }
                case .failure(let error): completion(.failure(.revokeFailed.because(of: error)))
                }
            })
    }

    /// Removes the record of a login, or revokes its refresh token first, if that is not the one that was revoked.
    ///
    /// Another login that was stored meanwhile stays.
    private func end(_ login: UInt64, revoked: String?) throws {
        while true {
            let state = try manager.grant.state()
            guard let record = state.record, record.login == login else { break }
            if let refreshToken = record.refreshToken, refreshToken != revoked {
                return revoke(refreshToken, of: login)
            }
            guard let stored = try state.stored ?? manager.grant.storage.read() else { break }
            guard try manager.grant.removeRevoked(stored) else { continue }
            manager.presence.reset()
            break
        }
        completion(.success(()))
    }

    private func inBackground(_ failure: CredentialsManagerError, _ work: @escaping @Sendable () throws -> Void) {
        let job = { @Sendable in
            do {
                try work()
            } catch { completion(.failure(failure.because(of: error))) }
        }
        WorkerThreads.beginning.run(job) {
            let error = SecretStoreError(.unavailable, detail: "the system cannot create a thread")
            completion(.failure(failure.because(of: error)))
        }
    }
}
