import ByteEncodings
import Foundation
import ProgramRunner
import TenantEmulator
import Testing

@Suite struct KeySetTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    /// Runs the `openssl` program on a certificate.
    private func openssl(_ arguments: [String], _ certificate: Data) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pem")
        let text = certificate.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        try Data("-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try await ProgramRun("/usr/bin/openssl", arguments.map { $0 == "FILE" ? file.path() : $0 })
        return String(decoding: run.output + run.errors, as: UTF8.self)
    }

    private func key() async throws -> JSONValue {
        try #require(try await client.get("/.well-known/jwks.json").json?["keys"]?.elements?.first)
    }

    @Test func `publishes a certificate of the key that openssl accepts`() async throws {
        let key = try await key()
        let certificate = try #require(Data(base64Encoded: key["x5c"]?.elements?.first?.string ?? ""))

        let shown = try await openssl(
            ["x509", "-in", "FILE", "-noout", "-modulus", "-subject", "-nameopt", "RFC2253", "-fingerprint"],
            certificate)
        // The certificate is self-signed, so `openssl` verifies its own signature.
        let verified = try await openssl(["verify", "-check_ss_sig", "-CAfile", "FILE", "FILE"], certificate)

        let modulus = Hex.encode(try Base64URL.decode(key["n"]?.string ?? "")).uppercased()
        let thumbprint = Hex.encode(try Base64URL.decode(key["x5t"]?.string ?? "")).uppercased()
        #expect(shown.contains("Modulus=\(modulus)"))
        #expect(shown.contains("subject=CN=\(tenant.domain)"))
        #expect(shown.replacing(":", with: "").contains(thumbprint))
        #expect(verified.contains("OK"))
    }

    @Test func `publishes the same certificate for the same key`() async throws {
        #expect(try await key() == key())
    }

    @Test func `publishes old keys after a rotation only on request`() async throws {
        let first = try await key()["kid"]
        try tenant.rotateSigningKey()
        let two = try await client.get("/.well-known/jwks.json").json?["keys"]?.elements
        try tenant.rotateSigningKey(keepingOld: false)
        let one = try await client.get("/.well-known/jwks.json").json?["keys"]?.elements

        #expect(two?.count == 2)
        #expect(two?.last?["kid"] == first)
        #expect(one?.count == 1)
    }
}
