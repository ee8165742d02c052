import Auth0
import Foundation
import ProgramRunner
import TenantEmulator
import Testing

extension KeptLogin {
    /// Begins a renewal whose answer the tenant holds back; returns when the tenant has carried it out.
    ///
    /// - Parameter call: The call that needs the renewal.
    /// - Returns: The waiting call.
    /// - Throws: An error of the emulator.
    func held<Value: Sendable>(
        _ call: @escaping @Sendable () async throws -> Value
    ) async throws -> Task<Value, any Error> {
        tenant.skipRequests(matching: "/oauth/token")
        tenant.faults.set(.holdResponse, on: "/oauth/token", grant: "refresh_token", times: 1)
        let task = Task { try await call() }
        _ = try await tenant.nextRequest(matching: "/oauth/token")
        return task
    }

    /// The names of this login's sealed files.
    var sealedFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/secrets")
                .filter { $0.hasSuffix(".sealed") }.map { folder.path + "/secrets/" + $0 }
        }
    }

    /// The tokens of the revocation requests, in order.
    var revocations: [String] {
        tenant.journal.filter { $0.path == "/oauth/revoke" }.map(\.text)
    }

    /// Expects that no renewal began while the access token of the one before was valid, and that none was in vain.
    ///
    /// - Parameter lifetime: The lifetime of access tokens in seconds.
    func expectOneRequestForEachExpiry(of lifetime: TimeInterval) {
        let requests = tenant.journal.filter { $0.path == "/oauth/token" && $0.text.contains("\"refresh_token\":") }
        #expect(requests.allSatisfy { $0.status == 200 })
        for (one, next) in zip(requests, requests.dropFirst()) {
            let pause = next.receivedAt.timeIntervalSince(one.receivedAt)
            #expect(pause >= lifetime, "request \(next.number) came \(pause) s after the one before")
        }
        #expect(tenant.counters.refreshTokenReuses == 0)
    }
}
