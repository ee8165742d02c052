import JOSE
import OpenID
import TenantEmulator
import Testing

/// The duties of relying parties about metadata, by the names of the OpenID Foundation's modules.
@Suite struct DiscoveryModuleTests {
    private let party: RelyingParty
    private let path = "/.well-known/openid-configuration"

    init() throws { party = try RelyingParty() }

    @Test func `oidcc-client-test-discovery-openid-config`() async throws {
        let metadata = try await party.provider().metadata

        #expect(metadata.issuer == party.tenant.issuer)
        #expect(metadata.tokenEndpoint?.string == party.tenant.issuer + "oauth/token")
        #expect(metadata.supported("grant_types_supported")?.contains("refresh_token") == true)
        #expect(party.tenant.journal.map(\.path) == [path])
    }

    @Test func `RFC 8414 the OAuth metadata document has the same contents`() async throws {
        let metadata = try await discover(party.tenant.issuer, from: .authorizationServer).start().metadata

        #expect(metadata.tokenEndpoint?.string == party.tenant.issuer + "oauth/token")
        #expect(party.tenant.journal.map(\.path) == ["/.well-known/oauth-authorization-server"])
    }

    @Test(arguments: [MetadataTampering.issuerOther, .issuerWithoutSlash])
    func `A5 oidcc-client-test-discovery-issuer-mismatch`(fault: MetadataTampering) async throws {
        party.tenant.faults.set(.metadata(fault), on: path)

        #expect(await failure { try await party.provider() }?.code == .issuerMismatch)
    }

    @Test func `oidcc-client-test-discovery-jwks-uri-keys`() async throws {
        let client = try await party.client()

        _ = try await party.logIn(client)
        _ = try await party.logIn(client)

        #expect(party.requests("/.well-known/jwks.json").count == 1)
    }

    @Test(arguments: [
        MetadataTampering.issuerMissing, .endpointScript, .endpointUserInfo, .endpointFragment, .endpointRelative,
        .endpointNumber,
    ])
    func `A5 forbidden metadata is refused`(fault: MetadataTampering) async throws {
        party.tenant.faults.set(.metadata(fault), on: path)

        #expect(await failure { try await party.provider() }?.code == .metadataInvalid)
    }

    @Test func `T2 an endpoint without TLS that is not on loopback`() async throws {
        party.tenant.faults.set(.metadata(.endpointPlain), on: path)

        #expect(await failure { try await party.provider() }?.code == .metadataInvalid)
    }

    @Test(arguments: [MetadataTampering.notJSON, .array, .duplicateMember, .huge, .redirect])
    func `T1 an invalid document is refused`(fault: MetadataTampering) async throws {
        party.tenant.faults.set(.metadata(fault), on: path)

        let error = await failure { try await party.provider() }

        #expect(error?.code == (fault.isTransport ? .network : fault == .array ? .metadataInvalid : .responseInvalid))
        #expect(party.tenant.journal.map(\.path) == [path])
    }

    @Test(arguments: [MetadataTampering.authorizationEndpointMissing, .tokenEndpointMissing, .keySetMissing])
    func `a login that the metadata do not allow sends no request`(fault: MetadataTampering) async throws {
        party.tenant.faults.set(.metadata(fault), on: path)

        let error = await failure { try await party.logIn() }

        #expect(error?.code == .unsupported)
        #expect(party.requests("/oauth/token").isEmpty)
    }

    @Test(arguments: [MetadataTampering.plainProofKeys, .proofKeysMissing])
    func `A3 metadata cannot remove the PKCE challenge`(fault: MetadataTampering) async throws {
        party.tenant.faults.set(.metadata(fault), on: path)

        // Some providers have S256 and do not say so: it is used or nothing is, and never `plain`.
        _ = await failure { try await party.logIn() }

        for request in party.requests("/authorize") {
            #expect(request.query?.contains("code_challenge_method=S256") == true)
        }
    }

    @Test(arguments: [MetadataTampering.grantsMissing, .sharedSecretsOnly, .implicitOnly, .issuerParameterMissing])
    func `capabilities that the metadata lack are found by a request`(fault: MetadataTampering) async throws {
        party.tenant.faults.set(.metadata(fault), on: path)

        let credentials = try await party.logIn()

        #expect(try decode(jwt: credentials.idToken).subject == RelyingParty.subject)
    }
}

extension MetadataTampering {
    /// Whether the transport refuses the response.
    fileprivate var isTransport: Bool { self == .huge || self == .redirect }
}
