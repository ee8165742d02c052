import ByteEncodings
import JOSE
import TenantEmulator
import Testing

@Suite struct KeySetTamperingTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let path = "/.well-known/jwks.json"

    init() throws { tenant = try .withStoppedClock() }

    /// Verifies a genuine token with the altered key set.
    private func verify(_ tampering: KeySetTampering?) async throws {
        let token = try await client.logIn()["id_token"]
        if let tampering { tenant.faults.set(.keySet(tampering), on: path, times: 1) }
        let keys = try JSONWebKeySet(parsing: await client.get(path).body)
        _ = try KeyRing(keys).verifiedToken(token ?? "")
    }

    @Test(arguments: KeySetTampering.allCases.filter { ![.noID, .duplicateID].contains($0) })
    func `J8 publishes keys that verify no token`(tampering: KeySetTampering) async throws {
        await #expect(throws: JOSEError.self) { try await verify(tampering) }
        await #expect(throws: Never.self) { try await verify(nil) }
    }

    @Test(arguments: [KeySetTampering.noID, .duplicateID])
    func `J5 publishes a key without a kid, and two with the same kid`(tampering: KeySetTampering) async throws {
        tenant.faults.set(.keySet(tampering), on: path)

        let keys = try await client.get(path).json?["keys"]?.elements

        #expect(keys?.count == (tampering == .noID ? 1 : 2))
        #expect((keys?.first?["kid"] == nil) == (tampering == .noID))
        #expect(keys?.first?["kid"] == keys?.last?["kid"])
    }
}
