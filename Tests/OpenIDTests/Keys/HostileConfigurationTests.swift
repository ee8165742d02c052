import Foundation
import HTTPMessages
import JOSE
import LibcurlTransport
import OpenID
import OpenSSLCryptography
import SecretStorage
import TestEvents
import Testing

/// Each in a process of its own, because OpenSSL reads its configuration once per process.
@Suite struct HostileConfigurationTests {
    /// An action of a program before its first request.
    enum FirstUse: String, Codable, Sendable, CaseIterable {
        case pkce, jose, dpop, store, transport

        func run() throws {
            switch self {
            case .pkce: _ = try PKCE()
            case .jose:
                let key = try SigningKey(generating: .es256)
                let published = try #require(key.publicKey)
                _ = try KeyRing(JSONWebKeySet([published])).verify(key.sign(Array("{}".utf8)))
            case .dpop: _ = try ProofKey()
            case .store:
                let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
                defer { try? FileManager.default.removeItem(at: folder) }
                let store = FileStore(directory: folder.path)
                let name = SecretName(service: "app", account: "john")
                try store.setSecret(SecretBytes([1]), named: name)
                #expect(try store.secret(named: name)?.count == 1)
            case .transport: break
            }
        }
    }

    @Test(arguments: FirstUse.allCases)
    func `T4 OPENSSL_CONF has no effect, whatever a program uses before its first request`(use: FirstUse) async {
        await #expect(processExitsWith: .success) { [use] in
            try #require(HostileOpenSSL.install())
            defer { HostileOpenSSL.remove() }

            try use.run()

            // Starts the transport, which initialises libcurl.
            let transport = CurlTransport()
            let request = TransportRequest(method: .get, url: try HTTPURL("https://127.0.0.1:1/"))
            let result = await withCheckedContinuation { continuation in
                _ = transport.send(request) { continuation.resume(returning: $0) }
            }
            #expect(throws: TransportError.self) { try result.get() }
            for next in FirstUse.allCases { try next.run() }
            transport.shutdown()
        }
    }
}
