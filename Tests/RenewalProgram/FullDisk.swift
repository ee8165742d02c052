import Auth0
import Glibc
import HTTPMessages
import LibcurlTransport
import SecretStorage

/// A disk that becomes full while the tenant answers.
struct FullDisk {
    let domain: String
    let clientID: String
    let folder: String

    /// Renews, and frees space afterwards.
    ///
    /// - Returns: Whether the caller got the tokens, and another manager gets the same from the store.
    func renew() async throws -> Bool {
        let filling = Auth0.authentication(clientId: clientID, domain: domain, session: FillingTransport())
        var manager: CredentialsManager? = self.manager(filling)
        var kept: Credentials?
        do {
            _ = try await manager?.renew()
            return false
        } catch let error as CredentialsManagerError where error == .storeFailed { kept = error.notPersisted }
        let isFull = manager?.store(credentials: Credentials(accessToken: "OTHER")) == false
        guard isFull, try await manager?.credentials() == kept else { return false }
        // Nothing else uses the manager, which stores the tokens nevertheless.
        manager = nil
        FileCalls.intercept(nil)
        let other = self.manager(Auth0.authentication(clientId: clientID, domain: domain))
        // Takes the lock, which is released when the tokens are stored.
        return try await other.credentials(minTTL: 1) == kept
    }

    private func manager(_ client: any Authentication) -> CredentialsManager {
        CredentialsManager(authentication: client, store: FileStore(directory: folder), service: "tests")
    }
}

/// A transport that fills the disk when an answer arrives.
private struct FillingTransport: Transport {
    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        CurlTransport.standard.send(request) { result in
            if request.url.path == "/oauth/token" { FileCalls.intercept { $0 == "write" ? ENOSPC : nil } }
            completion(result)
        }
    }
}
